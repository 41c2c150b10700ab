"""Start the service: `python -m course.documents.service`, or `python3 run.py serve`."""

from __future__ import annotations

import argparse
import re
import socket
import sys
from collections.abc import Sequence

import uvicorn

from course.documents.service.app import app

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until Ctrl-C; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="run.py serve", description="Serve Dots and Boxes; its page shows what can be asked."
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen at (%(default)s)")
    parser.add_argument(
        "--port", type=_port, default=8000, help="port to listen at; 0: any (%(default)s)"
    )
    options = parser.parse_args(arguments)
    try:
        listener = _listener(options.host, options.port)
    except OSError as error:
        why = error.strerror or error
        print(
            f"The service cannot listen at {options.host}, port {options.port}: {why}. "
            "Another port may be free: run.py serve --port 8001",
            file=sys.stderr,
        )
        return 1
    with listener:
        host, port = listener.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        print(f"Dots and Boxes is served at http://{shown}:{port}/  To stop it, press Ctrl-C.")
        sys.stdout.flush()
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        try:
            server.run(sockets=[listener])
        except KeyboardInterrupt:  # raised again after everything is closed
            print("\nStopped.")
    return 0


def _port(text: str) -> int:
    if not re.fullmatch("[0-9]{1,5}", text) or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port, a number from 0 to 65535")
    return int(text)


def _listener(host: str, port: int) -> socket.socket:
    """Return a socket that listens; OSError if the port is taken or the host is unknown."""
    family, kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind)
    try:
        if sys.platform != "win32":  # there it would let two programs share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except BaseException:
        listener.close()
        raise
    return listener


if __name__ == "__main__":
    sys.exit(main())
