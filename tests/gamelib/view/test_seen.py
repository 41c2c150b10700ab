"""Pictures, boards, steps and texts look as they did: they are compared with readable files.

The files in tests/golden/seen describe in words what each thing shows. After an intended change,
read the differences line by line and write the files again with `SEEN=write python -m pytest -n 0
tests/gamelib/view/test_seen.py`. If only lines below "geometry:" differ, things have moved; each
line says from where to where.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from picture_samples import BOARDS, FIRST_CUT, LARGE, traced
from picture_samples import MINIMAX_TRACE as WHOLE
from picture_samples import SAMPLE_TRACE as SEARCHED
from seen import seen

from course import predict, predictor
from course.lectures.lecture07 import diagram as gomoku_diagram
from course.lectures.lecture08 import diagram as dots_diagram
from course.lectures.lecture09 import diagram as hasami_diagram
from gamelib import (
    MAX,
    MIN,
    SAMPLE,
    DotsAndBoxes,
    Gomoku,
    HasamiShogi,
    TicTacToe,
    TreeGame,
    alpha_beta,
    board,
    draw,
    explore,
    filmstrip,
    heat_map,
    minimax,
    play_tree,
    random_player,
    search_player,
    side_by_side,
    stepper,
    tournament,
    why,
)
from gamelib.game import CHANCE
from gamelib.games.tictactoe import open_lines
from gamelib.wrap import changed

GOLDEN = Path(__file__).parents[2] / "golden" / "seen"
TOE, FIVE, DOTS, PIECES = TicTacToe(), Gomoku(9), DotsAndBoxes(), HasamiShogi(7)
LATE = TOE.from_text("XOX/OOX/X..", turn=MIN)
PUZZLE = FIVE.from_text(
    "........./...O...../......OX./...O.X.../..O..X.../.O......./...X...O./...X..X../........."
)
BOXES = DotsAndBoxes(3, 3).from_text(
    "+---+---+---+/| X |/+---+---+---+/    |/+   +   +---+/|       | O |/+---+---+---+"
)
ROW = DotsAndBoxes(1, 3).from_text("+   +---+---+/|           |/+---+---+---+", turn=MIN)
RUNS = PIECES.from_text("X....../...X.../...O.../XOO.OX./......./...X.../OO..OO.")
BETWEEN = PIECES.from_text("XXX..../......./..X.X../......./......./...O.../OOO....", turn=MIN)
COLUMN = PIECES.from_text("X....../..X..../..X..../..X..../..X..../..X.OO./OO....X")
EARLY = TOE.from_text("XO./.X./O..")
TIES = TreeGame.from_lists([[3, 5], [3, 4], [2, 1]])
TWICE = TreeGame.from_text("""
    A (MAX): B C
    B (MAX): D=4 E=2
    C (MIN): F G
    F (MIN): H=5 I=3 J=7
    G (MAX): K=9 L=1
""")
CHANCES = changed(TIES, turn=lambda state: CHANCE if state == "C" else TIES.turn(state))
DOTS_GAME = "h 0,0, v 0,0, h 1,0, v 0,1, h 0,1, h 2,0, v 0,2, h 1,1, v 1,0, h 2,1, v 1,2, v 1,1"


def played(game, *moves, state=None):
    """Return the board after these moves: you make X's, and a player with a list makes O's."""
    now, answers, yours = state or game.start(), {}, []
    for move in moves:
        if game.turn(now) == MAX:
            yours.append(move)
        answers[now] = move
        now = game.play(now, move)
    shown = board(game, against=lambda game, state: answers[state], state=state)
    for move in yours:
        shown.play(move)
    assert shown.state == now
    return shown


def steps(trace):
    """Return the sentence of each step, and how many nodes were visited and skipped by then."""
    lines = []
    for at in range(len(trace.events) + 1):
        shown = draw(trace, at=at)
        (sentence,) = re.findall("<figcaption>(.*)</figcaption>", shown.html)
        lists = re.findall(r"(?:Visited in this order|Skipped): ([^.;]*)", shown.alt)
        visited, skipped = ([names.split() for names in lists] + [[], []])[:2]
        lines.append(f"{sentence}\n    visited {len(visited)}, skipped {len(skipped)}: {shown.alt}")
    return "\n".join(lines)


def narration(trace):
    return [trace.summary(), trace.table(), trace.narrate()]


def standings():
    players = {"first": lambda game, state: game.moves(state)[0], "search": search_player()}
    results = tournament(TOE, players | {"random": random_player(1)}, rounds=4, opening=2)
    return [results, results.cross_table(), results.elo()]


CASES = {
    "tree-not-searched": lambda: draw(SAMPLE),
    "tree-start": lambda: draw(SEARCHED, at=0),
    "tree-first-cut": lambda: draw(SEARCHED, at=FIRST_CUT),
    "tree-end": lambda: draw(SEARCHED),
    "tree-minimax-middle": lambda: draw(WHOLE, at=15),
    "tree-minimax-end": lambda: draw(WHOLE),
    "tree-values-alone": lambda: draw(SEARCHED, windows=False, caption=False),
    "tree-strict-window": lambda: draw(traced(SAMPLE, window=(2, 9), strict_cuts=True)),
    "tree-folded": lambda: draw(SEARCHED, depth=2),
    "tree-folded-large": lambda: draw(LARGE, at=40, most=12),
    "tree-focus": lambda: draw(SEARCHED, focus="D", caption=False),
    "tree-with-chance": lambda: draw(CHANCES),
    "tree-late-tictactoe": lambda: draw(TOE, state=LATE),
    "tree-small-boards": lambda: draw(BOARDS, most=12),
    "tree-without-boards": lambda: draw(BOARDS, most=12, boards=False),
    "tree-of-dots": lambda: draw(traced(DotsAndBoxes(1, 3), minimax, state=ROW), boards=False),
    "filmstrip": lambda: filmstrip(WHOLE, steps=[5, 26]),
    "side-by-side": lambda: side_by_side(WHOLE, SEARCHED),
    "stepper": lambda: stepper(SEARCHED, depth=1),
    "steps-alpha-beta": lambda: steps(SEARCHED),
    "steps-minimax": lambda: steps(WHOLE),
    "predictor": lambda: predictor(SEARCHED),
    "prediction": lambda: [
        predict(SEARCHED, skipped="N H P Q J T U"),
        predict(SEARCHED, skipped="N H", values={"B": 5, "C": 0}),
        predict(WHOLE, values={"A": 3}, move="C"),
    ],
    "explore": lambda: explore(SAMPLE.reordered({"A": "DCB"})),
    "play": lambda: play_tree(SAMPLE, ("Now the other way.", SAMPLE.reordered({"A": "DCB"}))),
    "board-tictactoe-start": lambda: played(TOE),
    "board-tictactoe-middle": lambda: played(TOE, "b2", "a1", "c3", "a3"),
    "board-tictactoe-won": lambda: played(TOE, "b2", "a1", "c3", "a3", "a2", "b1", "c2"),
    "board-gomoku-start": lambda: played(Gomoku()),
    "board-gomoku-middle": lambda: played(FIVE, "d5", "c5", state=PUZZLE),
    "board-gomoku-won": lambda: played(FIVE, "e1", "a1", "e2", "a2", "e3", "b1", "e4", "b2", "e5"),
    "board-dots-start": lambda: played(DOTS),
    "board-dots-middle": lambda: played(DOTS, *DOTS_GAME.split(", ")[:5]),
    "board-dots-over": lambda: played(DOTS, *DOTS_GAME.split(", ")),
    "board-hasami-start": lambda: played(HasamiShogi(5)),
    "board-hasami-capture": lambda: board(
        PIECES, you=MIN, against=lambda game, state: "F4-D4", state=RUNS
    ),
    "board-hasami-won": lambda: played(PIECES, "G7-G3", state=COLUMN),
    "board-as-o": lambda: board(TOE, you=MIN, against=lambda game, state: "b2"),
    "heat-map": lambda: heat_map(TOE, lambda state: hash_of(str(state)), LATE),
    "heat-map-gomoku": lambda: heat_map(Gomoku(7), lambda state: hash_of(str(state))),
    "diagram-gomoku": lambda: gomoku_diagram(PUZZLE, ["d5", "c5"], {"a1": 7, "i9": -2.5}),
    "diagram-dots": lambda: dots_diagram(BOXES, ["h 2,0", "v 1,0"], {"v 2,1": 3, "h 2,1": "x"}),
    "diagram-dots-row": lambda: dots_diagram(ROW, ["h 0,0", "v 0,1", "v 0,2"]),
    "diagram-hasami-capture": lambda: hasami_diagram(PIECES, RUNS, "F4-D4"),
    "diagram-hasami-between": lambda: hasami_diagram(PIECES, BETWEEN, "F4-C4"),
    "diagram-hasami-won": lambda: hasami_diagram(PIECES, COLUMN, "G7-G3"),
    "narration": lambda: narration(SEARCHED),
    "narration-minimax": lambda: narration(WHOLE),
    "narration-window-too-high": lambda: narration(traced(SAMPLE, window=(3, 9))),
    "narration-window-too-low": lambda: narration(traced(SAMPLE, window=(-1, 2))),
    "narration-ties-strict": lambda: narration(traced(TIES, strict_cuts=True)),
    "narration-twice-in-a-row": lambda: [str(TWICE), *narration(traced(TWICE))],
    "narration-tictactoe": lambda: narration(
        traced(TOE, state=EARLY, depth=2, evaluate=open_lines)
    ),
    "narration-depth-0": lambda: narration(traced(SAMPLE, depth=0, evaluate=lambda state: 7)),
    "why": lambda: [why(alpha_beta(g, s, record=True)) for g, s in ((SAMPLE, None), (TOE, LATE))],
    "standings": standings,
}


def hash_of(text):
    """Return a number that differs from board to board."""
    return sum(index * ord(sign) for index, sign in enumerate(text)) % 17


@pytest.mark.parametrize("name", CASES)
def test_a_thing_looks_as_its_golden_file_says(name):
    shown = CASES[name]()
    text = "\n".join(seen(thing) for thing in (shown if type(shown) is list else [shown]))
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("SEEN") == "write":
        file.write_text(text, encoding="utf-8")
        pytest.skip(f"{file.name} was written, not compared")
    assert text == file.read_text(encoding="utf-8")


def test_each_golden_file_has_a_case():
    assert {file.stem for file in GOLDEN.iterdir()} == set(CASES)
