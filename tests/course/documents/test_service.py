"""The Dots and Boxes service: the document's examples, and a sentence for every wrong request."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from course.documents.service.__main__ import main
from course.documents.service.app import app
from course.documents.service.asking import ask, post
from course.documents.service.limits import LARGEST_BODY

T, F = True, False
MESH = [[T, F, F, F, F, F], [T, T, F, F, F, F]]
ENDPOINTS = ("next-move", "is-close-move", "all-free-moves", "get-move-boxes")
WITH_A_MOVE = ("is-close-move", "get-move-boxes")
posix_only = pytest.mark.skipif(os.name == "nt", reason="sends a signal")


def refused(words: str) -> Any:
    return pytest.raises(ValueError, match=re.escape(words))


# ---- the document's examples --------------------------------------------------------------------


def test_next_move_closes_the_box_and_adds_one_free_move() -> None:
    answer = ask("next-move", squere=MESH)
    closing, (kind, place) = answer["moves"]
    assert closing == [0, 2]
    after = [[T, F, T, F, F, F], [T, T, F, F, F, F]]
    assert [kind, place] in ask("all-free-moves", squere=after)
    after[kind][place] = True
    assert answer == {"moves": [[0, 2], [kind, place]], "squere": after}


def test_is_close_move_gives_the_place_of_the_closed_box() -> None:
    assert ask("is-close-move", squere=MESH, moves=[[0, 2]]) == 1
    assert ask("is-close-move", squere=MESH, moves=[[0, 5]]) == -1


def test_all_free_moves() -> None:
    free = [[0, 1], [0, 3], [0, 4], [0, 5], [1, 2], [1, 3], [1, 4], [1, 5]]
    assert ask("all-free-moves", squere=MESH) == free


def test_get_move_boxes() -> None:
    boxes = [[F, F, F, F], [F, T, T, T]]
    assert ask("get-move-boxes", squere=MESH, moves=[[0, 2]]) == boxes


def test_the_service_keeps_nothing_between_two_requests() -> None:
    first = ask("next-move", squere=MESH)
    ask("next-move", squere=[[F, F], [F, F]])
    assert ask("next-move", squere=MESH) == first


def test_a_full_mesh_gets_no_move() -> None:
    full = [[T, T], [T, T]]
    assert ask("next-move", squere=full) == {"moves": [], "squere": full}
    assert ask("all-free-moves", squere=full) == []


@pytest.mark.parametrize("dots", [2, 5, 11])
def test_a_whole_game_can_be_played_turn_by_turn(dots: int) -> None:
    count = dots * (dots - 1)
    mesh = [[F] * count, [F] * count]
    drawn = 0
    while not all(map(all, mesh)):
        answer = ask("next-move", squere=mesh)
        mesh = answer["squere"]
        drawn += len(answer["moves"])
        assert sum(map(sum, mesh)) == drawn
    assert drawn == 2 * count


# ---- wrong requests -----------------------------------------------------------------------------


@pytest.mark.parametrize("endpoint", ENDPOINTS)
@pytest.mark.parametrize(
    "mesh, words",
    [
        ([[T, F], [T]], "422: The mesh has 2 horizontal and 1 vertical edges, but a board of"),
        ([[T], [T]], "422: The mesh has 1 horizontal and 1 vertical edges"),
        ([[], []], "422: The mesh has 0 horizontal and 0 vertical edges"),
        ([[T, F]], "422: A mesh is a list of two lists"),
        ({"0": 1}, "422: A mesh is a list of two lists"),
        ("mesh", "422: A mesh is a list of two lists"),
        (None, "422: A mesh is a list of two lists"),
        ([1, 2], "422: The horizontal edges of a mesh must be a list of true and false"),
        ([[T, F], [T, 0]], "422: The vertical edges of a mesh must be true or false"),
        ([[T, F], [T, "false"]], "422: The vertical edges of a mesh must be true or false"),
        ([[F] * 132, [F] * 132], "422: The mesh has 12 dots a side, but at most 11 are allowed"),
    ],
)
def test_a_wrong_mesh_is_refused_with_a_sentence(endpoint: str, mesh: Any, words: str) -> None:
    with refused(words):
        ask(endpoint, squere=mesh, moves=[[0, 0]])


@pytest.mark.parametrize("endpoint", WITH_A_MOVE)
@pytest.mark.parametrize(
    "moves, words",
    [
        ([[0, 0]], "422: The move [0, 0] is played already."),
        ([[1, 1]], "422: The move [1, 1] is played already."),
        ([[0, 6]], "422: (0, 6) is no edge of this board: [0, 0] to [0, 5] are the horizontal"),
        ([[0, -1]], "422: (0, -1) is no edge"),
        ([[2, 0]], "422: (2, 0) is no edge"),
        ([], "422: Moves must be a list of one move"),
        ([[0, 2], [0, 3]], "422: Moves must be a list of one move"),
        ([[T, F]], "422: Moves must be a list of one move"),
        ([[0, 1.0]], "422: Moves must be a list of one move"),
        ([0, 2], "422: Moves must be a list of one move"),
        (None, "422: Moves must be a list of one move"),
    ],
)
def test_a_wrong_move_is_refused_with_a_sentence(endpoint: str, moves: Any, words: str) -> None:
    with refused(words):
        ask(endpoint, squere=MESH, moves=moves)


def test_a_missing_key_is_named() -> None:
    with refused("422: The key 'squere' is missing."):
        ask("next-move", square=MESH)
    with refused("422: The key 'moves' is missing."):
        ask("is-close-move", squere=MESH)


def test_an_unknown_address_is_refused() -> None:
    with refused("404: There is nothing at /dots-and-boxes/resign."):
        ask("resign", squere=MESH)


@pytest.mark.parametrize(
    "body, status",
    [
        (b"", 422),
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b'{"squere": NaN}', 422),
        (b"null", 422),
        (b"[1, 2]", 422),
        (b'"text"', 422),
        (b"[" * 8_000, 400),
        (b'{"squere":' * 1_500, 400),
        (b'{"squere": ' + b"[" * 8_000 + b"]" * 8_000 + b"}", None),
        (b'{"squere": [[true, false], [true, 1' + b"0" * 5_000 + b"]]}", None),
        (b" " * (LARGEST_BODY + 1), 413),
        (b"[" * 1_000_000, 413),
    ],
    ids=lambda value: repr(value)[:24],
)
@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_what_is_no_fitting_json_is_refused(endpoint: str, body: bytes, status: int | None) -> None:
    got, answer = post(f"/dots-and-boxes/{endpoint}", body)
    assert got == status or (status is None and got in (400, 422))
    assert answer["detail"].endswith(".")


@given(st.binary(max_size=60) | st.text(max_size=40).map(str.encode))
@settings(max_examples=40)
def test_any_bytes_get_an_answer(body: bytes) -> None:
    status, answer = post("/dots-and-boxes/next-move", body)
    assert status in (400, 422)
    assert isinstance(answer["detail"], str)


def call(method: str, path: str, *headers: tuple[bytes, bytes]) -> tuple[int, dict[bytes, bytes]]:
    """Send a request without a body, and return the status and the headers of the answer."""
    sent: list[Any] = []
    scope = {"type": "http", "method": method, "path": path, "headers": list(headers)}
    scope |= {"query_string": b"", "root_path": "", "scheme": "http", "server": ("localhost", 80)}

    async def receive() -> Any:
        return {"type": "http.request", "body": b"{}"}

    async def send(message: Any) -> None:
        sent.append(message)

    with pytest.raises(StopIteration):
        app(scope, receive, send).send(None)
    return sent[0]["status"], dict(sent[0]["headers"])


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE"])
@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_only_post_is_answered(endpoint: str, method: str) -> None:
    status, headers = call(method, f"/dots-and-boxes/{endpoint}")
    assert (status, headers[b"allow"]) == (405, b"POST")


@pytest.mark.parametrize("kind", [b"text/plain", b"application/x-www-form-urlencoded", b""])
def test_only_json_is_taken(kind: bytes) -> None:
    assert call("POST", "/dots-and-boxes/next-move", (b"content-type", kind))[0] == 415


def test_json_may_name_its_letters() -> None:
    kind = (b"content-type", b"Application/JSON; charset=utf-8")
    assert call("POST", "/dots-and-boxes/next-move", kind)[0] == 422  # read, and without a mesh


# ---- fuzzing by its own description -------------------------------------------------------------

schema = schemathesis.openapi.from_asgi("/openapi.json", app)


@schema.parametrize()
@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_the_service_keeps_to_its_own_description(case: Any) -> None:
    case.call_and_validate(
        checks=[
            not_a_server_error,
            status_code_conformance,
            content_type_conformance,
            response_schema_conformance,
            negative_data_rejection,
            unsupported_method,
        ]
    )


# ---- the page and the server --------------------------------------------------------------------


def test_the_page_loads_nothing_from_elsewhere() -> None:
    from course.documents.service import app as module

    page = (module.files(module.__package__) / "page.html").read_text(encoding="utf-8")
    assert "://" not in page
    assert 'fetch("openapi.json")' in page
    for path in ("/docs", "/redoc"):
        assert call("GET", path)[0] == 404
    assert call("GET", "/")[0] == call("GET", "/openapi.json")[0] == 200


def test_every_body_has_an_example_for_the_page() -> None:
    schemas = app.openapi()["components"]["schemas"]
    for name in ("Position", "PositionAndMove"):
        assert all(field["examples"] for field in schemas[name]["properties"].values())


def test_import_gamelib_loads_no_web_framework() -> None:
    code = "import gamelib, sys; print({'fastapi', 'uvicorn', 'pydantic'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_a_taken_port_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["--port", str(port)]) == 1
    said = capsys.readouterr().err
    assert f"cannot listen at 127.0.0.1, port {port}: " in said
    assert "--port 8001" in said


@pytest.mark.parametrize("port", ["-1", "65536", "http", "８０", "9" * 5_000])
def test_what_is_no_port_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--port", port])
    assert stopped.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


@posix_only
def test_the_service_answers_over_the_network_and_ctrl_c_ends_it_cleanly() -> None:
    command = [sys.executable, "-m", "course.documents.service", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    guard = threading.Timer(60, server.kill)  # so that a hanging server cannot hang the tests
    guard.start()
    try:
        assert server.stdout is not None
        address = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
        assert address is not None
        request = urllib.request.Request(
            f"{address[0]}dots-and-boxes/is-close-move",
            json.dumps({"squere": MESH, "moves": [[0, 2]]}).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer) == 1
        with urllib.request.urlopen(address[0]) as answer:
            assert b"<title>Dots and Boxes" in answer.read()
        server.send_signal(signal.SIGINT)
        out, err = server.communicate()
    finally:
        guard.cancel()
        server.kill()
        server.communicate()
    assert (server.returncode, out, err) == (0, "\nStopped.\n", "")
