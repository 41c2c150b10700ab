"""The Dots and Boxes service: it answers as the plain functions do, and refuses with a sentence."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from course.documents.dots import all_free_moves, get_move_boxes, is_close_move, next_move

T, F = True, False
MESH = [[T, F, F, F, F, F], [T, T, F, F, F, F]]
ENDPOINTS = ("next-move", "is-close-move", "all-free-moves", "get-move-boxes")

FOLDER = Path(__file__).parents[2] / "examples" / "dots_service"
SERVE = [sys.executable, "-m", "uvicorn", "--app-dir", FOLDER, "service:app", "--port", "0"]


@pytest.mark.skipif(os.name == "nt", reason="there a signal ends a process at once")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_it_says_that_it_stopped_on_either_signal(ending):
    def ignoring():  # as in a shell's background job
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(SERVE, preexec_fn=ignoring, **pipes) as server:
        next(line for line in server.stderr or () if "http://" in line)
        server.send_signal(ending)
        assert server.communicate(timeout=60)[0] == "\nStopped.\n"


@pytest.fixture(scope="module")
def ask():
    """Start the service as `run.py serve` does; `ask` returns the status and body of an answer."""
    with subprocess.Popen(SERVE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        matches = (re.search(r"http://[\d.:]+", line) for line in server.stderr)
        address = next(match[0] for match in matches if match)

        def asked(path, body=None):
            data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
            request = urllib.request.Request(f"{address}/{path}", data)
            request.add_header("Content-Type", "application/json")
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return answer.status, answer.read()
            except urllib.error.HTTPError as refusal:
                return refusal.code, refusal.read()

        asked.address = address
        yield asked
        server.terminate()


def test_the_answers_are_those_of_the_plain_functions(ask):
    body = {"squere": MESH, "moves": [[0, 2]]}
    moves, after = next_move(MESH)
    wanted = {
        "next-move": {"moves": moves, "squere": after},
        "is-close-move": is_close_move(MESH, (0, 2)),
        "all-free-moves": all_free_moves(MESH),
        "get-move-boxes": get_move_boxes(MESH, (0, 2)),
    }
    for _ in range(2):  # nothing is kept between two requests
        for endpoint, answer in wanted.items():
            status, returned = ask(f"dots-and-boxes/{endpoint}", body)
            assert (status, json.loads(returned)) == (200, json.loads(json.dumps(answer)))


@pytest.mark.parametrize("endpoint", ENDPOINTS)
@pytest.mark.parametrize(
    "body, words",
    [
        ({"squere": [[T, F], [T]]}, "body squere: the mesh has 2 horizontal and 1 vertical edges"),
        ({"squere": [[T, F]]}, "body squere: List should have at least 2 items"),
        ({"squere": [[T, F], [T, 0]]}, "body squere 1 1: Input should be a valid boolean"),
        ({"square": MESH}, "body squere: Field required"),
        ([MESH], "body: Input should be a valid dictionary"),
        (b"{", "body 1: JSON decode error"),
        (b'{"squere": NaN}', "body squere: Input should be a valid list"),
    ],
)
def test_a_wrong_mesh_is_refused_with_a_sentence(ask, endpoint, body, words):
    if isinstance(body, dict):
        body = body | {"moves": [[0, 0]]}
    status, answer = ask(f"dots-and-boxes/{endpoint}", body)
    assert status == 422
    assert json.loads(answer)["detail"].startswith(words)


@pytest.mark.parametrize("endpoint", ["is-close-move", "get-move-boxes"])
@pytest.mark.parametrize(
    "moves, words",
    [
        ([[0, 0]], "body: the move [0, 0] has already been played"),
        (
            [[0, 6]],
            "body: [0, 6] is not an edge of this board: horizontal ones are [0, 0] to [0, 5]",
        ),
        ([], "body moves: List should have at least 1 item"),
        ([[T, F]], "body moves 0 0: Input should be a valid integer"),
        ([[0, 1.0]], "body moves 0 1: Input should be a valid integer"),
    ],
)
def test_a_wrong_move_is_refused_with_a_sentence(ask, endpoint, moves, words):
    status, answer = ask(f"dots-and-boxes/{endpoint}", {"squere": MESH, "moves": moves})
    assert status == 422
    assert json.loads(answer)["detail"].startswith(words)


@pytest.mark.parametrize(
    "body", [b"\xff\xfe", b"[" * 100_000, b'{"squere": [[true, 1' + b"0" * 5_000 + b"], []]}"]
)
def test_an_unreadable_body_is_refused(ask, body):
    status, answer = ask("dots-and-boxes/next-move", body)
    assert status in (400, 422)
    assert json.loads(answer)["detail"]


def test_the_page_loads_nothing_from_elsewhere_and_has_an_example_for_every_body(ask):
    status, page = ask("")
    assert status == 200
    assert b"<title>Dots and Boxes" in page
    assert b"://" not in page
    api = json.loads(ask("openapi.json")[1])
    assert [*api["paths"]] == [f"/dots-and-boxes/{endpoint}" for endpoint in ENDPOINTS]
    for name in ("Position", "PositionAndMove"):
        fields = api["components"]["schemas"][name]["properties"].values()
        assert all(field["examples"] for field in fields)
    assert ask("docs")[0] == ask("redoc")[0] == 404  # they would load scripts from the network


def test_the_packages_have_no_web_app():
    for package in ("gamelib", "course", "grader"):
        for file in (FOLDER.parents[1] / package).rglob("*.py"):
            assert not re.search("fastapi|uvicorn", file.read_text(encoding="utf-8")), file
    code = "import course.documents.dots, sys; print({'fastapi', 'uvicorn'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_the_page_has_a_board_on_which_a_game_is_played_to_its_end(ask, browser):
    page = browser.new_page()
    page.goto(ask.address)
    page.get_by_label("Dots a side").select_option("3")
    edges = page.locator("#board button")
    assert edges.count() == 12
    page.route("**/next-move", lambda route: route.abort())
    edges.first.click()
    page.wait_for_selector("#message:has-text('No answer, so your edge is taken back')")
    assert edges.count() == 12
    page.unroute("**/next-move")
    edges.first.focus()
    while edges.count():
        page.keyboard.press("Enter")
        page.wait_for_selector("#message:not(:has-text('thinking'))")
    message = page.locator("#message").inner_text()
    match = re.fullmatch(r"The game is over: (.*)\. Boxes: you (\d), it (\d)\.", message)
    assert match is not None, message
    ending, you, service = match[1], int(match[2]), int(match[3])
    assert you + service == 4
    assert ending == ("a draw" if you == service else "you win" if you > 2 else "the service wins")
    page.close()
