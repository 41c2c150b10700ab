"""The service: four addresses under /dots-and-boxes/, each takes a mesh and returns an answer.

It keeps nothing between two requests. The key for the mesh is `squere`, as in the document that
describes the service; clients rely on it.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException
from fastapi.exceptions import RequestValidationError
from fastapi.requests import Request
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel, Field, PlainValidator, WithJsonSchema
from starlette.exceptions import HTTPException as AnyHTTPException

from course.documents import dots
from course.documents.dots_mesh import (
    MOST_DOTS,
    Index,
    Mesh,
    board_of,
    dots_of,
    drawn_in_boxes,
    game_of,
)
from course.documents.service.limits import LARGEST_BODY, Limits

__all__ = ["app"]

EXAMPLE = [[True, False, False, False, False, False], [True, True, False, False, False, False]]


def a_mesh(mesh: Any) -> Mesh:
    """Return what was sent if it is a mesh, else raise ValueError with a sentence."""
    dots_of(mesh)
    return mesh  # type: ignore[no-any-return]


def one_move(moves: Any) -> tuple[Index]:
    """Return what was sent if it is a list of one move, else raise ValueError with a sentence."""
    if not (
        isinstance(moves, list)
        and len(moves) == 1
        and isinstance(moves[0], list)
        and len(moves[0]) == 2
        and all(isinstance(number, int) and not isinstance(number, bool) for number in moves[0])
    ):
        raise ValueError("moves must be a list of one move, for example [[0, 2]]")
    kind, place = moves[0]
    return ((kind, place),)


def _edges(dots_a_side: int) -> dict[str, Any]:
    count = dots_a_side * (dots_a_side - 1)
    return {"type": "array", "items": {"type": "boolean"}, "minItems": count, "maxItems": count}


MESH_SCHEMA = {
    "description": "The horizontal and the vertical edges, d·(d-1) of each; true is drawn.",
    "anyOf": [
        {"type": "array", "items": _edges(d), "minItems": 2, "maxItems": 2}
        for d in range(2, MOST_DOTS + 1)
    ],
    "examples": [EXAMPLE],
}
MOVE_SCHEMA = {
    "description": "0 and the number of a horizontal edge, or 1 and the number of a vertical one.",
    "type": "array",
    "items": {"type": "integer"},
    "minItems": 2,
    "maxItems": 2,
}
ONE_MOVE_SCHEMA = {
    "type": "array",
    "items": MOVE_SCHEMA,
    "minItems": 1,
    "maxItems": 1,
    "examples": [[[0, 2]]],
}

MeshField = Annotated[Mesh, PlainValidator(a_mesh), WithJsonSchema(MESH_SCHEMA)]
MoveField = Annotated[Index, WithJsonSchema(MOVE_SCHEMA)]


class Position(BaseModel):
    """A mesh."""

    squere: MeshField = Field(description="The mesh.")


class PositionAndMove(Position):
    """A mesh and a move on it that is not played yet."""

    moves: Annotated[tuple[Index], PlainValidator(one_move), WithJsonSchema(ONE_MOVE_SCHEMA)]

    @property
    def move(self) -> Index:
        """Return the one move; it must be on the board and not played."""
        index = self.moves[0]
        try:
            move = game_of(self.squere).move_of(index)
        except ValueError as error:
            raise HTTPException(422, _sentence(str(error))) from None
        if move not in game_of(self.squere).moves(board_of(self.squere)):
            raise HTTPException(422, f"The move {list(index)} is played already.")
        return index


class Turn(BaseModel):
    """The moves of one turn and the mesh after them."""

    moves: list[MoveField]
    squere: MeshField


class Refusal(BaseModel):
    """Why there is no answer."""

    detail: str


REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Refusal, "description": "The body is not JSON."},
    413: {"model": Refusal, "description": f"The body is larger than {LARGEST_BODY} bytes."},
    415: {"model": Refusal, "description": "The body is not sent as application/json."},
    422: {"model": Refusal, "description": "The mesh or the move cannot be."},
}

app = FastAPI(
    title="Dots and Boxes",
    version="1",
    summary="Plays the next turn on a mesh, and tells what a move does.",
    docs_url=None,  # the usual pages load their scripts from the network
    redoc_url=None,
    redirect_slashes=False,
)
app.add_middleware(Limits)

# Every function is async: the framework runs others in threads, which a browser does not have.


@app.post("/dots-and-boxes/next-move", responses=REFUSALS)
async def next_move(position: Position) -> Turn:
    """Play one whole turn: close what can be closed, then one more move."""
    moves, mesh = dots.next_moves(position.squere)
    return Turn(moves=moves, squere=mesh)


@app.post("/dots-and-boxes/is-close-move", responses=REFUSALS)
async def is_close_move(position: PositionAndMove) -> int:
    """Tell which of the boxes of get-move-boxes the move closes, counted from 0; -1 if none."""
    return dots.closed_box(position.squere, position.move)


@app.post("/dots-and-boxes/all-free-moves", responses=REFUSALS)
async def all_free_moves(position: Position) -> list[MoveField]:
    """List the moves that give no box away."""
    return dots.all_free_moves(position.squere)


@app.post("/dots-and-boxes/get-move-boxes", responses=REFUSALS)
async def get_move_boxes(position: PositionAndMove) -> list[list[bool]]:
    """Show for each box beside the move which of its edges are drawn, the move's own edge first.

    For a horizontal edge first the box below, for a vertical one first the box to the right.
    """
    return drawn_in_boxes(position.squere, position.move)


@app.get("/", include_in_schema=False)
async def page() -> HTMLResponse:
    """Return the page that shows and tries the four addresses; it loads nothing from elsewhere."""
    return HTMLResponse((files(__package__) / "page.html").read_text(encoding="utf-8"))


# ---- refusals -----------------------------------------------------------------------------------


@app.exception_handler(RequestValidationError)
async def refuse_body(request: Request, error: RequestValidationError) -> JSONResponse:
    """Say in one sentence what is wrong with a body."""
    first = error.errors()[0]
    kind, where = first["type"], first["loc"]
    if kind == "json_invalid":
        return _refusal(400, f"The body is not JSON: {first['ctx']['error']}.")
    if kind == "missing" and len(where) > 1:
        return _refusal(422, f"The key {where[-1]!r} is missing.")
    if kind == "value_error":
        return _refusal(422, _sentence(str(first["ctx"]["error"])))
    return _refusal(422, 'The body must be an object such as {"squere": [[…], […]]}.')


@app.exception_handler(AnyHTTPException)
async def refuse(request: Request, error: AnyHTTPException) -> JSONResponse:
    """Say in one sentence what is wrong with a request."""
    sentences = {
        400: "The body cannot be read as JSON.",  # nested too deep, or a number too long
        404: f"There is nothing at {request.url.path[:200]}.",
        405: f"{request.url.path} does not answer to {request.method}.",
    }
    detail = sentences.get(error.status_code, str(error.detail))
    answer = _refusal(error.status_code, detail)
    answer.headers.update(error.headers or {})
    return answer


def _refusal(status: int, sentence: str) -> JSONResponse:
    return JSONResponse({"detail": sentence}, status)


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."
