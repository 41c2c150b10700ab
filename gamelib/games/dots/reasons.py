"""What a move does in Dots and Boxes, in a few words: boxes taken or given, chains, quiet edges.

A *quiet* edge gives no box away: no box beside it has two edges already.
"""

from __future__ import annotations

from gamelib.games.dots.chains import Chain, chains, worthwhile
from gamelib.games.dots.grid import DotsGrid

__all__ = ["reasons_of"]


def reasons_of(grid: DotsGrid, edges: int, after: int) -> tuple[str, ...]:
    """Return what the move from the drawn `edges` to `after` does, most important first."""
    move = after ^ edges
    beside = grid.beside[move]
    before, sides = grid.sides(edges), grid.sides(after)
    taken = (before.three & beside).bit_count()
    given = sides.three & beside
    texts = []
    if taken:
        texts.append(f"takes {_boxes(taken)}")
        if sides.three:
            texts.append(f"can then take {sides.three.bit_count()} more")
        elif after != grid.all and not _quiet(grid, after):
            texts.append(f"must then give {_whole(chains(grid, after, sides)[0])}")
        return tuple(texts)
    if before.three:
        if given and move in worthwhile(grid, edges):
            handed = given.bit_count() + (before.three & ~beside).bit_count()
            return (f"gives {_boxes(handed)} to keep control",)
        texts.append(f"leaves {_boxes(before.three.bit_count())} to take")
    if given:
        gift = _gift(grid, edges, given)
        return (*texts, *(gift[:1] if texts else gift))
    quiet = _quiet(grid, after).bit_count()
    if not sides.three and not quiet:
        return (f"forces the other side to give {_whole(chains(grid, after, sides)[0])}",)
    made = [chain for chain in chains(grid, after, sides) if chain.boxes & beside]
    if made and made[-1].length > 1:
        texts.append(f"makes {_whole(made[-1])}")
    if not before.three:
        texts += ["gives nothing away", f"leaves {_harmless(quiet, 'more ')}"]
    return tuple(texts)


def _gift(grid: DotsGrid, edges: int, given: int) -> tuple[str, ...]:
    """Return what a move gives away, and what it could have done instead."""
    closed = chains(grid, edges)
    chain = next((chain for chain in closed if chain.boxes & given), None)
    if chain is None:  # the boxes are part of a chain that is opened already
        return (f"gives {given.bit_count()} more",)
    texts = [f"gives {_whole(chain)}"]
    if quiet := _quiet(grid, edges).bit_count():
        texts.append(f"passes over {_harmless(quiet)}")
    elif closed[0].length < chain.length:
        texts.append(f"passes over {_whole(closed[0])}")
    return tuple(texts)


def _quiet(grid: DotsGrid, edges: int) -> int:
    """Return the quiet edges, as bits; edges that take a box are none of them."""
    sides = grid.sides(edges)
    return grid.all & ~edges & ~grid.touching(sides.two | sides.three)


def _boxes(count: int) -> str:
    return "1 box" if count == 1 else f"{count} boxes"


def _whole(chain: Chain) -> str:
    return f"a {chain.kind} of {chain.length}" if chain.length > 1 else "1 box"


def _harmless(count: int, more: str = "") -> str:
    """Return a number of quiet edges, in words for beginners."""
    return f"{count} {more}edge{' that gives' if count == 1 else 's that give'} nothing"
