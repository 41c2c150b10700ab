"""The exercises of lecture 09, Hasami Shogi."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from course.checking import Call, Exercise, Verdict, try_calls
from course.documents.hasami import encode_row
from gamelib.games.hasami import HasamiShogi, Position

__all__ = ["EXERCISES"]

LINE = 5
SMALL, GAME = HasamiShogi(5), HasamiShogi(7)

TRAP = GAME.from_text("XX.XXX./.X.XOO./..OXXXX/......./......./O.O.O.O/O.OO.O.")
SEVERAL = GAME.from_text("X....../...X.../...O.../XOO.OX./......./...X.../OO..OO.")


def _encode(answer: Any) -> Verdict:
    rows = {
        "--x--oo----x": "two empty cells, then a piece at place 3, and so on",
        "xo": "places count from 1, and there is no number where nothing is empty",
        "x--": "the empty cells at the end count too",
        "-----": "a row without pieces is one number",
        "-oxo-": "every piece stands for itself",
        "o-x-o-x-o": "",
        "": "a row without cells has no runs",
    }
    return try_calls(
        answer, [Call((row,), list(encode_row(row)), why) for row, why in rows.items()]
    )


def _captured(answer: Any) -> Verdict:
    cases: list[tuple[str, int, list[int], str]] = [
        ("xoox-", 4, [2, 3], "the run ends at the moved piece and at another x"),
        ("xoox-", 1, [2, 3], "it does not matter at which end the moved piece stands"),
        ("xoxox", 3, [2, 4], "runs on both sides go"),
        ("oxx-o", 1, [], "there must be an own piece behind the run, not an empty cell"),
        ("oxxo-", 4, [2, 3], "o captures as x does"),
        ("oox--", 3, [], "the edge of the board is no piece"),
        ("xo-ox", 1, [], "a run with a gap is not closed"),
        ("xoxxoox", 7, [5, 6], "only the run that ends at the moved piece goes; 2 was safe before"),
        ("oxo--", 2, [], "to move in between two enemies is safe"),
        ("xx-o-", 1, [], "nothing stands in between"),
        ("-xooox-", 6, [3, 4, 5], ""),
    ]
    return try_calls(answer, [Call((row, place), wanted, why) for row, place, wanted, why in cases])


def _missing(answer: Any) -> Verdict:
    rows = {
        "--xxx--": "three stand side by side",
        "xx-xx--": "the longest unbroken run has two: a gap breaks it",
        "x-xxx-x": "the longest run counts, not the first and not the last",
        "xxoxxx-": "an o breaks the run as well",
        "-------": "all five are missing",
        "xxxxxx-": "six are enough: nothing is missing, and never less than nothing",
        "oooo--x": "only x counts",
        "xxxx": "the run may reach the end of the row",
    }
    return try_calls(answer, [Call((row,), _missing_in(row), why) for row, why in rows.items()])


def _missing_in(row: str) -> int:
    """Return how many x are missing to five in a row."""
    runs = [len(list(run)) for sign, run in groupby(row) if sign == "x"]
    return max(0, LINE - max(runs, default=0))


def _in_order(answer: Any) -> Verdict:
    cases = [
        (GAME, TRAP, "C7-B7 takes two and comes first, then the two moves that take one"),
        (GAME, SEVERAL, "F4-D4 takes four"),
        (SMALL, SMALL.start(), "nothing can be captured, so nothing changes"),
        (SMALL, SMALL.from_text("XXX.X/...../OXX../...O./O..OO", turn="MIN"), "O is to move"),
    ]
    calls = []
    for game, state, why in cases:
        wanted = sorted(game.moves(state), key=lambda move: -len(game.captured(state, move)))
        calls.append(Call((game, state), wanted, why))

    def same(found: Any, wanted: Any) -> bool:
        return isinstance(found, list | tuple) and list(found) == wanted

    return try_calls(answer, calls, show=_shown, same=same)


def _hidden_losses(answer: Any) -> Verdict:
    cases = [
        (GAME, TRAP, "C7-B7 takes two, and then F7-C7 takes three"),
        (GAME, SEVERAL, "F4-D4 takes four, and no reply takes more"),
        (SMALL, SMALL.start(), "there is no capture at all"),
        (
            SMALL,
            SMALL.from_text("XX.../..X../XO.../...../.OOO."),
            "B3-C3 leaves O three pieces, so the game is over and O has no reply",
        ),
        (
            SMALL,
            SMALL.from_text("XXX.X/..O../XO.O./...../OO..O"),
            "to lose as many as were taken is no loss",
        ),
        (
            GAME,
            GAME.from_text("OO.OOO./.O.OXX./..XOOOO/......./......./X.X.X.X/X.XX.X.", turn="MIN"),
            "it is O's turn",
        ),
    ]
    calls = [Call((game, state), _hidden(game, state), why) for game, state, why in cases]
    return try_calls(answer, calls, show=_shown)


def _hidden(game: HasamiShogi, state: Position) -> list[str]:
    """Return the captures after which the other side can take back more than they took."""
    found = []
    for move in game.moves(state):
        taken = len(game.captured(state, move))
        after = game.play(state, move)
        back = [len(game.captured(after, reply)) for reply in game.moves(after)]
        if taken and max(back, default=0) > taken:
            found.append(move)
    return found


def _shown(item: Any) -> str:
    if isinstance(item, Position):
        rows = [line.split()[1:] for line in str(item).split("\n")[1:]]
        return "the board " + "/".join("".join(row) for row in rows)
    if isinstance(item, list | tuple) and len(item) > 6:
        return f"[{', '.join(map(repr, item[:4]))}, … {len(item)} moves]"
    return "game" if isinstance(item, HasamiShogi) else repr(item)


EXERCISES = (
    Exercise(
        "09.1",
        "Write encode(row): a row by its runs, as a list.",
        _encode,
        (
            "Walk along the row, and keep a count of the empty cells since the last piece.",
            "At a piece: first the count, if it is not 0, then the pair; then the count is 0.",
            "enumerate(row, 1) gives the places. After the loop a count may be left.",
        ),
    ),
    Exercise(
        "09.2",
        "Write captured(row, place): the places that a piece captures that has come to `place`.",
        _captured,
        (
            "Look to the left of the place and to the right of it, and nowhere else.",
            "In each direction: collect enemies until something else comes, then see what it is.",
            "If it is a piece of the mover, row[place - 1], they go; a gap or the edge saves them.",
        ),
    ),
    Exercise(
        "09.3",
        "Write missing(row): how many x are missing to five side by side.",
        _missing,
        (
            "Find the longest unbroken run of x.",
            "A count that goes up at every x and back to 0 at everything else; keep the largest.",
            "max(0, 5 - longest)",
        ),
    ),
    Exercise(
        "09.4",
        "Write in_order(game, state): the moves, the largest captures first.",
        _in_order,
        (
            "len(game.captured(state, move)) is what a move takes.",
            "sorted is stable: what is equal stays in its order.",
            "sorted(game.moves(state), key=lambda move: -…)",
        ),
    ),
    Exercise(
        "09.5",
        "Write hidden_losses(game, state): the captures that lose more than they take.",
        _hidden_losses,
        (
            "Three steps: what does the move take, how does the board look then, what is the "
            "largest capture of the other side there?",
            "Keep the moves that take something and lose more.",
            "After a capture the game may be over, and max of nothing is an error: "
            "max(…, default=0).",
        ),
    ),
)
