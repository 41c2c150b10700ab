"""Answers to the exercises of lecture 07: stubs, mistakes, model solutions."""

from course.lectures.lecture07 import fives, fours
from solutions import nothing

# ---- 1: the centre of mass ----------------------------------------------------------------------


def centre(stones):
    count = len(stones)
    row, column = (sum(numbers) for numbers in zip(*stones, strict=True))
    return (2 * row + count) // (2 * count), (2 * column + count) // (2 * count)


def rounds_to_even(stones):
    row, column = (sum(numbers) / len(stones) for numbers in zip(*stones, strict=True))
    return round(row), round(column)


def rounds_down(stones):
    row, column = (sum(numbers) // len(stones) for numbers in zip(*stones, strict=True))
    return row, column


def middle_of_the_box(stones):
    rows, columns = zip(*stones, strict=True)
    return (min(rows) + max(rows) + 1) // 2, (min(columns) + max(columns) + 1) // 2


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


def line_walk(line, place, reach=4, room=5):
    one, two = half(line, place, -1, reach), half(line, place, 1, reach)
    run, semi, free = (a + b for a, b in zip(one, two, strict=True))
    return (1 + run, semi, free) if 1 + run + semi + free >= room else (0, 0, 0)


def forgets_the_stone(line, place):
    run, semi, free = line_walk(line, place)
    return (run - 1, semi, free) if run else (0, 0, 0)


def counts_all_as_run(line, place):
    run, semi, free = line_walk(line, place)
    return run + semi, 0, free


# ---- 4: open threes -----------------------------------------------------------------------------


def is_open_three(line):
    tries = [line[:i] + "X" + line[i + 1 :] for i, sign in enumerate(line) if sign == "."]
    return any(".XXXX." in text for text in tries)


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


def only_fives_and_double_fours(game, state):
    return bool(fives(state)) or any(len(cells) > 1 for cells in fours(state).values())


def forgets_fives(game, state):
    return any(
        len(cells) > 1 or forgets_fives(game, game.play(game.play(state, move), cells[0]))
        for move, cells in fours(state).items()
    )


def forgets_double_fours(game, state):
    if fives(state):
        return True
    after = [game.play(game.play(state, m), cells[0]) for m, cells in fours(state).items()]
    return any(forgets_double_fours(game, state) for state in after if fives(state))


def tries_the_first_four_only(game, state):
    if fives(state):
        return True
    for move, cells in fours(state).items():
        after = game.play(game.play(state, move), cells[0])
        return len(cells) > 1 or tries_the_first_four_only(game, after)
    return False


LEFT_OUT = "XXXX...../" + "........./" * 7 + ".....OOOO"

STUB = {
    "07.1": nothing,
    "07.2": nothing,
    "07.3": ...,
    "07.4": nothing,
    "07.5": ...,
    "07.6": nothing,
}
WRONG = {
    "07.1": {
        "halves to even": rounds_to_even,
        "always down": rounds_down,
        "the middle of the box": middle_of_the_box,
        "column first": lambda stones: centre(stones)[::-1],
        "no function": (7, 7),
    },
    "07.2": {
        "without the stone": forgets_the_stone,
        "no room for five": lambda line, place: line_walk(line, place, room=0),
        "to the edge": lambda line, place: line_walk(line, place, reach=len(line)),
        "all is run": counts_all_as_run,
        "through enemies": lambda line, place: line_walk(line.replace("O", "."), place),
    },
    "07.3": {
        "no board": 3,
        "too small": "XXXX./...../...../...../.OOOO",
        "no five to play": "XXX....../" + "........./" * 7 + "......OOO",
        "O's turn": "XXXX...../" + "........./" * 7 + "......OOO",
        "the game is over": "XXXXX..../" + "........./" * 7 + ".....OOOO",
        "the rings see it": "/".join([*["." * 9] * 4, "..XXXX...", "..OOOO...", *["." * 9] * 3]),
    },
    "07.4": {
        "three in a row": lambda line: "XXX" in line,
        "free on both sides": lambda line: ".XXX." in line,
        "without gaps": lambda line: "..XXX." in line or ".XXX.." in line,
        "three of six": lambda line: line.count("X") == 3,
        "always": lambda line: True,
    },
    "07.5": {
        "no cell": "k12",
        "taken": "f3",
        "a quiet move": "d5",
        "the other four": "d4",
        "not to the end": "e4 h4",
        "a quiet move later": "e4 h5",
        "both sides' moves": "e4 d4 h4",
        "a number": 4,
    },
    "07.6": {
        "no second four": only_fives_and_double_fours,
        "no five": forgets_fives,
        "no double four": forgets_double_fours,
        "the first four only": tries_the_first_four_only,
        "every four wins": lambda game, state: bool(fives(state) or fours(state)),
        "only for X": lambda game, state: state.turn == "MAX" and wins_by_fours(game, state),
        "no function": True,
    },
}
MODEL = {
    "07.1": centre,
    "07.2": line_walk,
    "07.3": LEFT_OUT,
    "07.4": is_open_three,
    "07.5": "e4 h4 h5",
    "07.6": wins_by_fours,
}
