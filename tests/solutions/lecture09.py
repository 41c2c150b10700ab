"""Answers to the exercises of lecture 09: stubs, mistakes, model solutions."""

import re

from solutions import nothing


def encode(row):
    code, free = [], 0
    for place, sign in enumerate(row, 1):
        if sign == "-":
            free += 1
            continue
        if free:
            code.append(free)
        code.append((place, sign))
        free = 0
    return code + [free] * bool(free)


def encodes_from_zero(row):
    return [item if isinstance(item, int) else (item[0] - 1, item[1]) for item in encode(row)]


def forgets_the_end(row):
    code = encode(row)
    return code[:-1] if code and isinstance(code[-1], int) else code


def writes_zeros(row):
    code, free = [], 0
    for place, sign in enumerate(row, 1):
        if sign == "-":
            free += 1
        else:
            code += [free, (place, sign)]
            free = 0
    return [*code, free]


def joins_pieces(row):
    return [len(run) if run[0] == "-" else run for run in re.findall(r"-+|x+|o+", row)]


def captured(row, place):
    mover, found = row[place - 1], []
    for step in (-1, 1):
        run, at = [], place + step
        while 1 <= at <= len(row) and row[at - 1] not in ("-", mover):
            run.append(at)
            at += step
        if 1 <= at <= len(row) and row[at - 1] == mover:
            found += run
    return sorted(found)


def captures_elsewhere_too(row, place):
    found = []
    for at, sign in enumerate(row, 1):
        if sign == row[place - 1]:
            found += captured(row, at)
    return sorted(set(found))


def captures_at_the_edge(row, place):
    mover = row[place - 1]
    return [at - 1 for at in captured(mover + row + mover, place + 1)]


def captures_over_gaps(row, place):
    mover, found = row[place - 1], []
    others = [at for at, sign in enumerate(row, 1) if sign == mover and at != place]
    for other in others:
        between = range(min(place, other) + 1, max(place, other))
        found += [at for at in between if row[at - 1] not in ("-", mover)]
    return sorted(set(found))


def missing(row):
    longest = run = 0
    for sign in row:
        run = run + 1 if sign == "x" else 0
        longest = max(longest, run)
    return max(0, 5 - longest)


def counts_the_last_run(row):
    runs = re.findall("x+", row)
    return max(0, 5 - len(runs[-1])) if runs else 5


def below_zero(row):
    return 5 - max(map(len, re.findall("x+", row)), default=0)


def any_sign(row):
    return max(0, 5 - max(map(len, re.findall("x+|o+", row)), default=0))


def in_order(game, state):
    return sorted(game.moves(state), key=lambda move: -len(game.captured(state, move)))


def captures_only(game, state):
    return [move for move in in_order(game, state) if game.captured(state, move)]


def sorted_by(key, step=1):
    return lambda game, state: sorted(
        game.moves(state), key=lambda move: key(game.captured(state, move))
    )[::step]


def back(game, after):
    return max((len(game.captured(after, reply)) for reply in game.moves(after)), default=0)


def losses(is_loss, back=back):
    """Make an answer: `is_loss` tells by what a move takes and what is taken back after it."""
    return lambda game, state: [
        move
        for move in game.moves(state)
        if is_loss(len(game.captured(state, move)), back(game, game.play(state, move)))
    ]


def is_hidden(taken, lost):
    return 0 < taken < lost


def back_without_an_end(game, after):
    return max(len(game.captured(after, reply)) for reply in game.moves(after))


def back_together(game, after):
    return sum(len(game.captured(after, reply)) for reply in game.moves(after))


STUB = {"09.1": nothing, "09.2": nothing, "09.3": nothing, "09.4": nothing, "09.5": nothing}
WRONG = {
    "09.1": {
        "from zero": encodes_from_zero,
        "forgets the end": forgets_the_end,
        "writes zeros": writes_zeros,
        "joins pieces": joins_pieces,
        "a tuple": lambda row: tuple(encode(row)),
        "no function": "2 (3 x)",
    },
    "09.2": {
        "elsewhere too": captures_elsewhere_too,
        "to the left": lambda row, place: [at for at in captured(row, place) if at < place],
        "at the edge": captures_at_the_edge,
        "x only": lambda row, place: captured(row, place) if row[place - 1] == "x" else [],
        "over gaps": captures_over_gaps,
    },
    "09.3": {
        "counts all": lambda row: max(0, 5 - row.count("x")),
        "the last run": counts_the_last_run,
        "below zero": below_zero,
        "any sign": any_sign,
    },
    "09.4": {
        "smallest first": sorted_by(len),
        "captures only": captures_only,
        "not by size": sorted_by(lambda taken: not taken),
        "turned round": sorted_by(len, step=-1),
    },
    "09.5": {
        "crashes at the end": losses(is_hidden, back_without_an_end),
        "equal is a loss": losses(lambda taken, lost: 0 < taken <= lost),
        "quiet moves too": losses(lambda taken, lost: taken < lost),
        "all replies together": losses(is_hidden, back_together),
    },
}
MODEL = {
    "09.1": encode,
    "09.2": captured,
    "09.3": missing,
    "09.4": in_order,
    "09.5": losses(is_hidden),
}
