"""Asking the service in the same process: no port, no thread, no event loop."""

from __future__ import annotations

import json
from collections.abc import MutableMapping
from typing import Any

from course.documents.service.app import app

__all__ = ["ask"]


def ask(endpoint: str, **body: Any) -> Any:
    """Return what the service answers to a POST of this body, decoded.

    >>> mesh = [[True, False], [True, True]]
    >>> ask("next-move", squere=mesh)
    {'moves': [[0, 1]], 'squere': [[True, True], [True, True]]}

    A refusal becomes a ValueError with the service's sentence:

    >>> ask("is-close-move", squere=mesh, moves=[[0, 0]])
    Traceback (most recent call last):
    ValueError: 422: The move [0, 0] is played already.
    """
    status, answer = post(f"/dots-and-boxes/{endpoint}", json.dumps(body).encode())
    if status != 200:
        raise ValueError(f"{status}: {answer['detail']}")
    return answer


def post(path: str, body: bytes) -> tuple[int, Any]:
    """Return the status and the decoded answer to a POST."""
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
        "client": None,
        "server": None,
    }
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    # The whole body is there and nobody waits for a network, so the application runs through
    # without a pause: one step is enough, and a notebook's own event loop is left alone.
    running = app(scope, receive, send)
    try:
        running.send(None)
    except StopIteration:
        pass
    else:
        running.close()
        raise RuntimeError("the service wants to wait for something, and there is no event loop")
    answer = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], json.loads(answer)
