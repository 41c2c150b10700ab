"""What the service refuses before it reads a request: bodies that are too large or not JSON."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

__all__ = ["LARGEST_BODY", "Limits"]

LARGEST_BODY = 16_384  # bytes; the largest mesh needs less than 2,000

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class Limits:
    """An ASGI application around another one: it passes on only requests of a sensible size."""

    def __init__(self, app: Application) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the whole body, then pass it on or refuse it."""
        if scope["type"] != "http" or scope["method"] != "POST":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        kind = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
        if kind != b"application/json":
            await _refuse(send, 415, "The body must be sent as application/json.")
            return
        body = await _body(receive)
        if body is None:
            await _refuse(send, 413, f"The body is larger than {LARGEST_BODY} bytes.")
            return

        async def again() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, again, send)


async def _body(receive: Receive) -> bytes | None:
    """Return the whole body, or None as soon as it is too large."""
    body = bytearray()
    while len(body) <= LARGEST_BODY:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return bytes(body) if len(body) <= LARGEST_BODY else None


async def _refuse(send: Send, status: int, sentence: str) -> None:
    body = json.dumps({"detail": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
