"""Answers to the exercises of lecture 07, wrong and right."""

import math
import re
from decimal import ROUND_HALF_UP, Decimal
from functools import cache, partial
from statistics import fmean, mean, median_high
from typing import NamedTuple

from course.lectures.lecture07 import every_four, fives, fours  # noqa: F401  # some slips use it
from gamelib.games.gomoku import Gomoku
from solutions import slip

# ---- 1: the centre of mass ----------------------------------------------------------------------


def half_up(number):
    return math.floor(number + 0.5)


def centre(stones, rounds=half_up, average=mean):
    """The model, or with another way to round or to average."""
    return tuple(rounds(average(numbers)) for numbers in zip(*stones, strict=True))


def sorts_its_argument(stones):
    stones.sort()
    return centre(stones)


seen = []


def keeps_all_stones(stones):
    seen.extend(stones)
    return centre(seen)


def by_loop(stones):
    rows = columns = 0
    for row, column in stones:
        rows += row
        columns += column
    count = len(stones)
    return [(2 * rows + count) // (2 * count), (2 * columns + count) // (2 * count)]


def by_decimal(stones):
    return centre(stones, lambda x: Decimal(x).quantize(Decimal(1), ROUND_HALF_UP), fmean)


# ---- 2: walking a line --------------------------------------------------------------------------


def half(line, place, step, reach=4):
    run = semi = free = 0
    for i in range(1, reach + 1):
        at = place + i * step
        if not 0 <= at < len(line) or line[at] == "O":
            break
        if line[at] == ".":
            free += 1
        elif free:
            semi += 1
        else:
            run += 1
    return run, semi, free


def line_walk(line, place, reach=4, room=5, steps=(-1, 1)):
    run, semi, free = map(
        sum, zip(*(half(line, place, step, reach) for step in steps), strict=True)
    )
    return (1 + run, semi, free) if 1 + run + semi + free >= room else (0, 0, 0)


def forgets_the_stone(line, place):
    run, semi, free = line_walk(line, place)
    return (run - 1, semi, free) if run else (0, 0, 0)


def counts_all_as_run(line, place):
    run, semi, free = line_walk(line, place)
    return run + semi, 0, free


def wraps_around(line, place):
    run = semi = free = 0
    for step in (-1, 1):
        gap = False
        for i in range(1, 5):
            if place + i * step >= len(line) or line[place + i * step] == "O":
                break
            gap = gap or line[place + i * step] == "."
            free += line[place + i * step] == "."
            semi += gap and line[place + i * step] == "X"
            run += not gap
    return (1 + run, semi, free) if 1 + run + semi + free >= 5 else (0, 0, 0)


def fails_at_the_edge(line, place):
    for i in range(1, 5):
        line[place + i]
    return line_walk(line, place)


def by_pattern(line, place):
    left = re.match(r"(X*)([.X]*)", line[:place][::-1][:4])
    right = re.match(r"(X*)([.X]*)", line[place + 1 :][:4])
    run = 1 + len(left[1]) + len(right[1])
    rest = left[2] + right[2]
    found = [run, rest.count("X"), rest.count(".")]
    return found if sum(found) >= 5 else [0] * 3


class Walked(NamedTuple):
    run: int
    semi: int
    free: int


# ---- 3: what the rings leave out ----------------------------------------------------------------

EMPTY = "." * 9


def nine(first, last, *between):
    return "/".join([first, *between, *[EMPTY] * (7 - len(between)), last])


# ---- 4: open threes -----------------------------------------------------------------------------


def is_open_three(line, made=".XXXX.", free="."):
    tries = [line[:i] + "X" + line[i + 1 :] for i, sign in enumerate(line) if sign in free]
    return any(made in text for text in tries)


def has(*shapes):
    return lambda line: any(shape in line for shape in shapes)


def only_inside(line):
    tries = [line[:i] + "X" + line[i + 1 :] for i in range(2, len(line) - 2) if line[i] == "."]
    return any(".XXXX." in text for text in tries)


def by_windows(line):
    windows = [line[i : i + 6] for i in range(len(line) - 5)]
    return any(w[0] == w[5] == "." and sorted(w[1:5]) == [".", "X", "X", "X"] for w in windows)


# ---- 6: a win by fours --------------------------------------------------------------------------


def wins_by_fours(game, state):
    if fives(state):
        return True
    for move, cells in fours(state).items():
        if len(cells) > 1:
            return True
        if wins_by_fours(game, game.play(game.play(state, move), cells[0])):
            return True
    return False


def fours_deep(most):
    """A search that gives up after so many fours."""
    return slip(
        wins_by_fours,
        "state):\n    if",
        f"state, left={most}):\n    if",
        "(state).items()",
        "(state).items() if left else ()",
        "cells[0])",
        "cells[0]), left - 1",
    )


# Never asks whether the other side can make five.
any_four = slip(
    wins_by_fours,
    "if fives(state):\n        return True",
    "if state.outcome is not None or fives(state):\n        return state.outcome is None",
    "fours(state).items",
    "every_four(state).items",
)


def returns_the_move(game, state):
    if fives(state):
        return fives(state)[0]
    for move, cells in fours(state).items():
        after = game.play(game.play(state, move), cells[0])
        if len(cells) > 1 or returns_the_move(game, after):
            return move
    return None


SEEN = []


def never_twice(game, state):
    if state in SEEN:
        return False
    SEEN.append(state)
    return wins_by_fours(game, state)


def without_end(game, state):
    while not fives(state):
        pass
    return True


def by_trying_all(game, state):
    """Uses the game alone."""
    side, won = game.turn(state), 1 if game.turn(state) == "MAX" else -1
    free = game.moves(state)

    def five(state, score, cells):
        return [m for m in cells if game.score(game.play(state, m)) == score]

    def in_line(one, other):
        down, right = abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:]))
        return one != other and (not down or not right or down == right)

    if five(state, won, free):
        return True
    theirs = five(state._replace(turn="MIN" if side == "MAX" else "MAX"), -won, free)
    for move in free:
        after = game.play(state, move)
        if game.score(after) is not None or {*theirs} - {move}:
            continue
        cells = five(after._replace(turn=side), won, [m for m in free if in_line(move, m)])
        if len(cells) > 1 or (cells and by_trying_all(game, game.play(after, cells[0]))):
            return True
    return False


def with_a_stack(game, state):
    waiting = [state]
    while waiting:
        state = waiting.pop()
        if fives(state):
            return True
        for move, cells in fours(state).items():
            # An open four needs no case of its own: after either answer there is a five.
            waiting.append(game.play(game.play(state, move), cells[-1]))
    return False


class Search:
    def __init__(self):
        self.known = {}

    def __call__(self, game, state):
        if state not in self.known:
            self.known[state] = wins_by_fours(game, state)
        return self.known[state]


CAMPS = nine("XXXX.....", ".....OOOO")

WRONG = {
    "07.1": {
        "halves to even": (lambda stones: centre(stones, round), "half to the even number"),
        "always down": (lambda stones: centre(stones, math.floor), "always rounds down"),
        "always up": (lambda stones: centre(stones, math.ceil), "always rounds up"),
        "not rounded": (lambda stones: centre(stones, float), "does not round the means"),
        "the middle of the box": (
            lambda stones: centre(stones, half_up, lambda them: (min(them) + max(them)) / 2),
            "between the outermost stones",
        ),
        "the median": (lambda stones: centre(stones, int, median_high), "the median"),
        "column first": (lambda stones: centre(stones)[::-1], "column first"),
        "one number": (lambda stones: centre(stones)[0], "wanted: ("),
        "sorts its argument": (sorts_its_argument, "it changed what it was given"),
        "keeps all stones": (keeps_all_stones, "does it keep something between calls"),
        "prints": (lambda stones: print(centre(stones)), "use `return` for its answer"),
    },
    "07.2": {
        "without the stone": (forgets_the_stone, "it leaves out the stone"),
        "no room for five": (partial(line_walk, room=0), "whether five fit"),
        "more than five": (partial(line_walk, room=6), "six cells"),
        "to the edge": (partial(line_walk, reach=19), "walks to the end"),
        "three cells": (partial(line_walk, reach=3), "three cells, not four"),
        "all is run": (counts_all_as_run, "are not connected"),
        "through enemies": (lambda line, place: line_walk(line.replace("O", "."), place), "past"),
        "one way only": (partial(line_walk, steps=[1]), "to the right only"),
        "wraps around": (wraps_around, "on the left"),
        "fails at the edge": (fails_at_the_edge, "beyond the end"),
    },
    "07.3": {
        "no board": (3, "as a text of nine rows"),
        "too small": ("XXXX./...../...../...../.OOOO", "nine rows of nine cells"),
        "no O": (nine("XXXX.....", EMPTY), "4 X and 0 O"),
        "another sign": (CAMPS.replace("O", "0"), "'0' in it is none of X, O"),
        "no five to play": (nine("XXX......", "......OOO"), "cannot win at once"),
        "O's turn": (nine("XXXX.....", "......OOO"), "equally many stones"),
        "the game is over": (nine("XXXXX....", ".....OOOO"), "the game is over"),
        "the rings see it": (
            nine(EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, "..XXXX...", "..OOOO..."),
            "the rings reach",
        ),
        "the rings see one end": (
            nine(EMPTY, EMPTY, EMPTY, ".......OO", EMPTY, ".XXXX....", EMPTY, ".......OO"),
            "the rings reach",
        ),
    },
    "07.4": {
        "three in a row": (has("XXX"), "it looks for XXX;"),
        "free on both sides": (has(".XXX."), "it looks for .XXX."),
        "without gaps": (has("..XXX.", ".XXX.."), "three X with a gap"),
        "one gap only": (has("..XXX.", ".XXX..", ".XX.X."), "one of the two gaps"),
        "any four": (lambda line: is_open_three(line, made="XXXX"), "accepts any four"),
        "over stones of O": (lambda line: is_open_three(line, free=".O"), "no X added"),
        "O is free": (
            lambda line: is_open_three(line.replace("O", ".")),
            "stones of O as free cells",
        ),
        "three of six": (lambda line: line.count("X") == 3, "wanted: False"),
        "not at the ends": (only_inside, "can make it"),
        "the first free cell": (lambda line: ".XXXX." in line.replace(".", "X", 1), "can make it"),
        "an open four already": (has(".XXXX."), "can make it"),
        "always": (lambda line: True, "wanted: False"),
        "nothing for False": (lambda line: is_open_three(line) or None, "without `return`"),
        "a number": (lambda line: int(is_open_three(line)), "it returns a number"),
        "a match": (
            lambda line: re.search(r"\.\.XXX\.|\.XXX\.\.|\.X\.XX\.|\.XX\.X\.", line),
            "put `bool(…)` around what",
        ),
    },
    "07.5": {
        "no cell": ("k12", "not a cell of the board"),
        "taken": ("f3", "taken already"),
        "a quiet move": ("d5", "does not make a four"),
        "the other four": ("d4", "begin with another four"),
        "not to the end": ("e4 h4", "go on"),
        "a quiet move later": ("e4 h5", "after e4 (O answers d4): h5 does not make a four"),
        "both sides' moves": ("e4 d4 h4", "O's are played for you"),
        "too much": ("e4 h4 h5 a1", "leave out the moves after"),
        "a number": (4, "in one text such as"),
        "a set": ({"e4", "h4", "h5"}, "in one text such as"),
    },
    "07.6": {
        "one four": (fours_deep(1), "looks at one four only"),
        "two fours": (fours_deep(2), "not at a third"),
        "five fours": (fours_deep(5), "wins by"),
        "no five": (slip(wins_by_fours, "if fives(state)", "if False"), "misses a five"),
        "the first four only": (
            slip(wins_by_fours, "fours(state).items()", "[*fours(state).items()][:1]"),
            "tries only the first four",
        ),
        "every four wins": (lambda game, state: bool(fives(state) or fours(state)), "every four"),
        "answered by a five": (any_four, "never asks whether a four can be answered by a five"),
        "asks at the root only": (
            slip(wins_by_fours, "if wins_by_fours(", "if any_four("),
            "is answered by a five",
        ),
        "gives up when threatened": (
            slip(
                wins_by_fours,
                "    for move",
                "    if [move for move in every_four(state) if move not in fours(state)]:\n"
                "        return False\n    for move",
            ),
            "wins by",
        ),
        "leaves the answer out": (
            slip(
                wins_by_fours,
                "len(cells) > 1",
                "False",
                "game.play(game.play(state, move), cells[0])",
                "game.play(state, move)",
            ),
            "never plays the forced answer",
        ),
        "only for X": (
            lambda game, state: state.turn == "MAX" and wins_by_fours(game, state),
            "looks only for wins of X",
        ),
        "on 9×9 only": (lambda game, state: wins_by_fours(Gomoku(9), state), "it fails"),
        "the move": (returns_the_move, "wanted: False"),
        "never twice": (never_twice, "keep something between calls"),
        "without end": (without_end, "does not end"),
        "a five only": (lambda game, state: bool(fives(state)), "it finds no win by fours"),
    },
}

RIGHT = {
    "07.1": {"a loop, and a list": by_loop, "decimal": by_decimal},
    "07.2": {
        "a pattern, and a list": by_pattern,
        "a named tuple": lambda line, place: Walked(*line_walk(line, place)),
    },
    "07.3": {
        "rows in a list": CAMPS.split("/"),
        "a state": Gomoku(9).from_text(CAMPS),
        "small letters, lines": CAMPS.lower().replace("/", "\n"),
    },
    "07.4": {
        "four shapes": has("..XXX.", ".X.XX.", ".XX.X.", ".XXX.."),
        "windows": by_windows,
        "a pattern": lambda line: bool(re.search(r"(?=\.(X{3}\.|XX\.X|X\.XX|\.XXX)\.)", line)),
    },
    "07.5": {
        "a list": ["e4", "h4", "h5"],
        "large letters": "E4, H4, H5",
        "the five": "e4 h4 h5 h8",
        "arrows": "e4 → h4 → h5.",
    },
    "07.6": {
        "by trying all": by_trying_all,
        "a stack": with_a_stack,
        "an object": Search(),
        "cached": cache(wins_by_fours),
    },
}
