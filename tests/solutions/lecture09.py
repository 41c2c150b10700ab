"""Answers to the exercises of lecture 09: mistakes, with words of the verdict, and other styles."""

import re
from collections import namedtuple
from functools import partial
from itertools import groupby

from solutions import slip


def encode(row, *, first=1, zeros=False, end=True):
    code, free = [], 0
    for place, sign in enumerate(row, first):
        if sign == "-":
            free += 1
            continue
        if free or zeros:
            code.append(free)
        code.append((place, sign))
        free = 0
    return code + [free] * (end and (zeros or bool(free)))


def encodes_runs(row):
    return [
        (len(run), run[0]) if run[0] != "-" else len(run) for run in re.findall(r"-+|x+|o+", row)
    ]


KEPT = []


def keeps_its_list(row):
    KEPT.extend(encode(row))
    return list(KEPT)


def encodes_by_pattern(row):
    found = []
    for run in re.finditer(r"-+|x|o", row):
        found.append(len(run[0]) if run[0][0] == "-" else [run.start() + 1, run[0]])
    return found


Piece = namedtuple("Piece", "place sign")


class Encoder:
    def __call__(self, row):
        return tuple(Piece(*item) if isinstance(item, tuple) else item for item in encode(row))


def captured(row, place, *, steps=(-1, 1), edge=False, gaps="-"):
    mover, found = row[place - 1], []
    for step in steps:
        run, at = [], place + step
        while 1 <= at <= len(row) and row[at - 1] not in (*gaps, mover):
            if row[at - 1] != "-":
                run.append(at)
            at += step
        if row[at - 1] == mover if 1 <= at <= len(row) else edge:
            found += run
    return found


def captures_elsewhere_too(row, place):
    ends = [at for at, sign in enumerate(row, 1) if sign == row[place - 1]]
    return sorted({gone for at in ends for gone in captured(row, at)})


def captures_over_own(row, place):
    """Everything between the place and the farthest own piece."""
    own = [at for at, sign in enumerate(row, 1) if sign == row[place - 1]]
    return [at for at in range(own[0], own[-1]) if row[at - 1] not in ("-", row[place - 1])]


def takes_itself(row, place):
    between = {*row[max(place - 2, 0) : place + 1 : 2]} == {"x", "o"} - {row[place - 1]}
    return captured(row, place) or [place] * (between and 1 < place < len(row))


def wraps_round(row, place):
    mover, found = row[place - 1], []
    for step in (-1, 1):
        run, at = [], place - 1 + step
        while at < len(row) and row[at] not in ("-", mover) and len(run) < len(row):
            run.append(at % len(row) + 1)
            at += step
        if at < len(row) and row[at] == mover:
            found += run
    return found


def never_ends(row, place):
    at = place
    while row[at - 1] != "-":
        at = max(1, at - 1)
    return captured(row, place)


def captured_by_pattern(row, place):
    mover = row[place - 1]
    enemy = "o" if mover == "x" else "x"
    left = re.search(f"{mover}({enemy}+)$", row[: place - 1])
    right = re.match(f"({enemy}+){mover}", row[place:])
    gone = {*range(left.start(1) + 1, left.end(1) + 1)} if left else set()
    return gone | ({*range(place + 1, place + right.end(1) + 1)} if right else set())


def missing(row):
    longest = run = 0
    for sign in row:
        run = run + 1 if sign == "x" else 0
        longest = max(longest, run)
    return max(0, 5 - longest)


def runs_of(row, pattern="x+"):
    return [len(run) for run in re.findall(pattern, row)]


def by_runs(pick, pattern="x+"):
    """Make an answer: `pick` chooses from the lengths of the runs."""
    return lambda row: max(0, 5 - pick(runs_of(row, pattern) or [0]))


def missing_by_groups(row):
    return float(max(5 - max([0, *(len([*run]) for s, run in groupby(row) if s == "x")]), 0))


def in_order(game, state):
    return sorted(game.moves(state), key=lambda move: -len(game.captured(state, move)))


def sorted_by(key, step=1):
    return lambda game, state: sorted(
        game.moves(state), key=lambda move: key(game.captured(state, move))
    )[::step]


def in_buckets(game, state):
    found = {}
    for move in game.moves(state):
        found.setdefault(len(game.captured(state, move)), []).append(move)
    return [move for size in sorted(found, reverse=True) for move in found[size]]


def back(game, after):
    return max((len(game.captured(after, reply)) for reply in game.moves(after)), default=0)


def losses(is_loss=lambda taken, lost: 0 < taken < lost, back=back):
    """Make an answer: `is_loss` tells by what a move takes and what is taken back after it."""
    return lambda game, state: [
        move
        for move in game.moves(state)
        if is_loss(len(game.captured(state, move)), back(game, game.play(state, move)))
    ]


def replies_before_the_move(game, state):
    return [
        move
        for move in game.moves(state)
        if game.captured(state, move) and back(game, state) > len(game.captured(state, move))
    ]


def losses_in_a_loop(game, state):
    found = set()
    for move in game.moves(state):
        taken, after = len(game.captured(state, move)), game.play(state, move)
        for reply in game.moves(after):
            if taken and len(game.captured(after, reply)) > taken:
                found.add(move)
    return found


def yields(row):
    yield from Encoder()(row)


WRONG = {
    "09.1": {
        "from zero": (partial(encode, first=0), "it counts places from 0"),
        "forgets the end": (partial(encode, end=False), "after the last piece"),
        "writes zeros": (partial(encode, zeros=True), "where no cell is empty"),
        "joins pieces": (encodes_runs, "the length of a run, not the place"),
        "sign first": (
            lambda row: [i if isinstance(i, int) else i[::-1] for i in encode(row)],
            "the place comes first",
        ),
        "never resets": (slip(encode, "        free = 0\n", ""), "wanted: "),
        "keeps its list": (keeps_its_list, "between calls"),
        "needs a cell": (lambda row: encode(row) if row[0] else [], "beyond the end"),
        "a text": (lambda row: str(encode(row)), "wanted: ["),
        "yields": (yields, "can be read only once"),
    },
    "09.2": {
        "elsewhere too": (captures_elsewhere_too, "those are safe"),
        "to the left": (partial(captured, steps=(-1,)), "only to the left"),
        "to the right": (partial(captured, steps=(1,)), "only to the right"),
        "at the edge": (partial(captured, edge=True), "the edge of the board"),
        "over gaps": (partial(captured, gaps=""), "an empty cell breaks a run"),
        "over own": (captures_over_own, "no unbroken run of enemies"),
        "takes itself": (takes_itself, "no unbroken run of enemies"),
        "x only": (
            lambda row, place: captured(row, place) if row[place - 1] == "x" else [],
            "it captures for x only",
        ),
        "from zero": (lambda row, place: [at - 1 for at in captured(row, place)], "count from 1"),
        "how many": (
            lambda row, place: len(captured(row, place)),
            "how many places there are, not",
        ),
        "nothing is None": (lambda row, place: captured(row, place) or None, "without `return`"),
        "wraps round": (wraps_round, "no unbroken run of enemies"),
        "never ends": (never_ends, "a loop that does not end"),
    },
    "09.3": {
        "counts all": (lambda row: max(0, 5 - row.count("x")), "it counts all x"),
        "the last run": (by_runs(lambda runs: runs[-1]), "the last run, not"),
        "the first run": (by_runs(lambda runs: runs[0]), "the first run, not"),
        "below zero": (lambda row: 5 - max(runs_of(row), default=0), "it goes below 0"),
        "any sign": (by_runs(max, "x+|o+"), "it counts o"),
        "o is no break": (
            slip(missing, "else 0", 'else run if sign == "o" else 0'),
            "across an o",
        ),
        "forgets the last run": (
            slip(missing, "for sign in row", 'for sign in row.rstrip("x")'),
            "reaches the end",
        ),
        "the length": (lambda row: max(runs_of(row), default=0), "how many more make five"),
        "no x at all": (lambda row: max(0, 5 - max(runs_of(row))), "it fails in"),
    },
    "09.4": {
        "smallest first": (sorted_by(len), "which takes"),
        "captures only": (
            lambda game, state: [m for m in in_order(game, state) if game.captured(state, m)],
            "for example, is missing",
        ),
        "not by size": (sorted_by(lambda taken: not taken), "which takes"),
        "reversed": (sorted_by(len, step=-1), "comes earlier in game.moves"),
        "by name": (
            lambda game, state: sorted(
                game.moves(state), key=lambda move: (-len(game.captured(state, move)), move)
            ),
            "comes earlier in game.moves",
        ),
        "no order": (lambda game, state: set(game.moves(state)), "in place"),
        "as they come": (lambda game, state: game.moves(state), "which takes"),
        "the best one": (lambda game, state: max(in_order(game, state)), "not a list of moves"),
        "states, not moves": (
            lambda game, state: [game.play(state, move) for move in in_order(game, state)],
            "positions, not moves",
        ),
        "a generator": (lambda *case: (move for move in in_order(*case)), "not a list"),
    },
    "09.5": {
        "crashes at the end": (losses(back=slip(back, ", default=0", "")), "it fails in"),
        "equal is a loss": (losses(lambda taken, lost: 0 < taken <= lost), "as many as they take"),
        "quiet moves too": (losses(lambda taken, lost: taken < lost), "it lists quiet moves"),
        "all captures": (losses(lambda taken, lost: taken > 0), "whatever it loses"),
        "any reply": (losses(lambda taken, lost: taken and lost), "it must be more"),
        "all replies together": (
            losses(back=slip(back, "max((", "sum((", ", default=0", "")),
            "adds up all captures",
        ),
        "the first one": (lambda game, state: losses()(game, state)[:1], "one of several losses"),
        "before the move": (replies_before_the_move, "it takes"),
        "with numbers": (
            lambda *case: [(move, 1) for move in losses()(*case)],
            "which is not a move here",
        ),
        "a generator": (lambda *case: iter(losses()(*case)), "not a list"),
    },
}
RIGHT = {
    "09.1": {"lists by a pattern": encodes_by_pattern, "named tuples, an object": Encoder()},
    "09.2": {
        "as it comes": captured,
        "a set by a pattern": captured_by_pattern,
        "right to left": lambda row, place: tuple(sorted(captured(row, place), reverse=True)),
    },
    "09.3": {
        "groups, a float": missing_by_groups,
        "split": lambda row: max(0, 5 - max(map(len, row.replace("o", "-").split("-")))),
    },
    "09.4": {
        "buckets": in_buckets,
        "reverse": lambda game, state: tuple(
            sorted(game.moves(state), key=lambda m: len(game.captured(state, m)), reverse=True)
        ),
    },
    "09.5": {"a set in a loop": losses_in_a_loop, "reversed": lambda g, s: losses()(g, s)[::-1]},
}
