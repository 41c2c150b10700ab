"""A stateless web service that plays Dots and Boxes: `python3 run.py serve` starts it.

Four addresses under /dots-and-boxes/ take a mesh and return an answer of `course.documents.dots`.
The service keeps nothing between two requests. The key for the mesh is `squere`, as in the document
that describes the service; clients rely on it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.requests import Request
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import AfterValidator, BaseModel, Field, StrictBool, StrictInt, model_validator

from course.documents import dots

EXAMPLE = [[True, False, False, False, False, False], [True, True, False, False, False, False]]


def _checked(mesh: dots.Mesh) -> dots.Mesh:
    dots.dots_of(mesh)  # raises ValueError with a sentence
    return mesh


Mesh = Annotated[
    list[list[StrictBool]],
    Field(
        description="The horizontal and the vertical edges, d·(d-1) of each; true is drawn.",
        examples=[EXAMPLE],
        min_length=2,
        max_length=2,
    ),
    AfterValidator(_checked),
]
Move = Annotated[
    list[StrictInt],
    Field(
        description="0 and the number of a horizontal edge, or 1 and that of a vertical one.",
        min_length=2,
        max_length=2,
    ),
]


class Position(BaseModel):
    """A mesh."""

    squere: Mesh


class PositionAndMove(Position):
    """A mesh and a list of one move on it, which has not been played yet."""

    moves: list[Move] = Field(examples=[[[0, 2]]], min_length=1, max_length=1)

    @model_validator(mode="after")
    def _is_free(self) -> PositionAndMove:
        dots.get_move_boxes(self.squere, self.moves[0])  # raises ValueError with a sentence
        return self


class Turn(BaseModel):
    """The moves of one turn and the mesh after them."""

    moves: list[Move]
    squere: Mesh


class Refusal(BaseModel):
    """The reason why a request was refused."""

    detail: str


@asynccontextmanager
async def _goodbye(app: FastAPI) -> AsyncIterator[None]:
    """Print that the server has stopped, whichever signal ended it."""
    yield
    print("\nStopped.", flush=True)


app = FastAPI(
    lifespan=_goodbye,
    title="Dots and Boxes",
    version="1",
    summary="Plays the next turn on a mesh, and says what a move does.",
    docs_url=None,  # the usual pages load their scripts from the network
    redoc_url=None,
    responses={422: {"model": Refusal, "description": "The mesh or the move is not possible."}},
)


@app.post("/dots-and-boxes/next-move")
def next_move(position: Position) -> Turn:
    """Play one whole turn: close what can be closed, then one more move."""
    moves, mesh = dots.next_move(position.squere)
    return Turn(moves=[list(move) for move in moves], squere=mesh)


@app.post("/dots-and-boxes/is-close-move")
def is_close_move(position: PositionAndMove) -> int:
    """Return the index, in get-move-boxes, of the box that the move closes; -1 if none."""
    return dots.is_close_move(position.squere, position.moves[0])


@app.post("/dots-and-boxes/all-free-moves")
def all_free_moves(position: Position) -> list[Move]:
    """List the moves that give no box away."""
    return [list(move) for move in dots.all_free_moves(position.squere)]


@app.post("/dots-and-boxes/get-move-boxes")
def get_move_boxes(position: PositionAndMove) -> list[list[bool]]:
    """Return for each box beside the move which of its edges are drawn.

    For a horizontal edge the box below comes first, for a vertical edge the box to the right. Each
    box begins with the move's own edge; the others follow clockwise.
    """
    return dots.get_move_boxes(position.squere, position.moves[0])


@app.get("/", include_in_schema=False)
def page() -> HTMLResponse:
    """Return the page with a board and the four addresses; it loads nothing from elsewhere."""
    return HTMLResponse(Path(__file__).with_name("page.html").read_text(encoding="utf-8"))


@app.exception_handler(RequestValidationError)
def refuse(request: Request, error: RequestValidationError) -> JSONResponse:
    """Return one sentence: what is wrong with a request, and where."""
    first = error.errors()[0]
    location = " ".join(map(str, first["loc"]))
    return JSONResponse(
        {"detail": f"{location}: {first['msg'].removeprefix('Value error, ')}"}, 422
    )
