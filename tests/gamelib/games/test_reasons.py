"""What a move does, in words: positions to read, and no reason that says something false.

The checks play moves and look at the boards; they share no code with the library's reasons.
"""

import random
import re
from itertools import product

import pytest
from board_helpers import some_state

from gamelib import MAX, MIN, DotsAndBoxes, Gomoku, HasamiShogi, TicTacToe

FOUR = "......./.XXXX.O/......./......./......./......./O..O..O"
GAP = "......./.XX.X.O/......./......./......./......./O.....O"
THREE = "......./.XXX..O/......./......./......./......./O.....O"
CLOSED = "......./OXXX.../......./......./......./......./O.....O"
TWO = "......./..X..../......./...X.../......./......./OO....."
EDGE = "......./......./.....XX/......./......./......./OO....."
CORNER = "......./......./......./...X.../......./......./......."
DEAL = "+---+---+---+/| O |/+---+---+---+//+---+---+---+"
ROW = "+---+---+---+//+---+---+---+"
LONE = "+---+   +---+---+/    |/+   +---+---+---+"
EMPTY = "+   +   +//+   +   +//+   +   +"
PAIR = "+---+---+   +//+---+   +   +"
LAST_QUIET = "+---+---+---+//+---+   +---+"
FIVE = "X...X/...../XXXX./...../OOO.O"
REACH = "X....../......./.XXX.../......X/......./OO...../OO....."
BELOW = "......X/X....../.XXXX../......./OOX..../.O...../OO....O"
BARRED = "......X/X....../.XXXX../......./OOO..../.OX..../OO....O"
GUARD = "......X/X....../.XXXX../......./...O.../OO...../OO....O"
CROWD = "..XXXXX/XXX..XX/XXO.XO./.OO.X../....O../O..OO.O/O.OO.OO"
JUMP = "XXX.X/...X./XOO../..O.X/O...O"


@pytest.mark.parametrize(
    "game, text, turn, does",
    [
        (TicTacToe(), "XX./OO./...", MIN, {"b3": "makes 3 in a row"}),
        (TicTacToe(), "X.O/.../O.X", MAX, {"b2": "makes 3 in a row", "a2": "lies on 1 open line"}),
        (TicTacToe(), "X../.O./..X", MIN, {"b1": "threatens 3 in a row"}),
        (TicTacToe(), "XO./.O./X.O", MAX, {"c2": "blocks 3 in a row", "b1": "makes 3 in a row"}),
        (
            Gomoku(7),
            FOUR,
            MIN,
            {"b1": "blocks only one end of the four b2–b5", "e1": "leaves the four b2–b5"},
        ),
        (Gomoku(7), FOUR, MAX, {"b6": "makes five in a row"}),
        (Gomoku(7), GAP, MIN, {"b4": "blocks the open three b2–b3, b5"}),
        (Gomoku(7), GAP, MAX, {"b4": "makes an open four with b2–b3, b5"}),
        (Gomoku(7), THREE, MAX, {"b5": "makes an open four with b2–b4"}),
        (Gomoku(7), THREE, MIN, {"b5": "blocks the open three b2–b4"}),
        (Gomoku(7), THREE, MIN, {"e4": "leaves the open three b2–b4"}),
        (
            Gomoku(7),
            CLOSED,
            MAX,
            {"b5": "makes a four with b2–b4", "b7": "makes a three with b3–b4"},
        ),
        (Gomoku(7), CLOSED, MIN, {"b5": "blocks the three b2–b4"}),
        (Gomoku(7), TWO, MAX, {"b7": "makes a two with b3"}),
        (Gomoku(7), TWO, MAX, {"d3": "makes two open twos with d4 and b3"}),
        (Gomoku(7), EDGE, MAX, {"c5": "makes a three with c6–c7", "c1": "has 4 ways to five"}),
        (
            Gomoku(7),
            CORNER,
            MIN,
            {
                "a1": "has 2 ways to five; takes 1 way to five from d4",
                "d3": "has 7 ways to five; takes 3 ways to five from d4",
            },
        ),
        (
            DotsAndBoxes(2, 3),
            DEAL,
            MIN,
            {
                "v 0,2": "takes 1 box; can then take 1 more",
                "v 0,3": "gives 2 boxes to keep control",
                "v 1,1": "leaves 1 box to take; gives a chain of 3",
            },
        ),
        (DotsAndBoxes(1, 3), ROW, MAX, {"v 0,1": "gives a chain of 3"}),
        (
            DotsAndBoxes(1, 4),
            LONE,
            MAX,
            {"v 0,0": "gives 1 box", "v 0,4": "gives a chain of 3; passes over 1 box"},
        ),
        (DotsAndBoxes(), EMPTY, MAX, {"h 0,0": "gives nothing away; leaves 11 more edges that"}),
        (
            DotsAndBoxes(1, 3),
            PAIR,
            MAX,
            {"h 1,1": "makes a chain of 2; gives nothing away; leaves 3 more edges that give"},
        ),
        (
            DotsAndBoxes(1, 3),
            LAST_QUIET,
            MAX,
            {"h 1,1": "forces the other side to give a chain of 3"},
        ),
        (HasamiShogi(5), FIVE, MAX, {"A5-C5": "makes five in a line"}),
        (HasamiShogi(5), FIVE, MIN, {"E5-C5": "blocks the four C1–C4"}),
        (
            HasamiShogi(7),
            REACH,
            MAX,
            {
                "A1-C1": "makes four in a line with C2–C4",
                "D7-C7": "makes three in a line with C3–C4",
                "D7-E7": "goes forward 1 row",
            },
        ),
        (
            HasamiShogi(7),
            BELOW,
            MAX,
            {"C2-C1": "makes four in a line with C3–C5", "C3-C1": "threatens five in a line on C3"},
        ),
        (HasamiShogi(7), BARRED, MAX, {"C3-C1": "makes four in a line with C2, C4, C5"}),
        (
            HasamiShogi(7),
            GUARD,
            MIN,
            {"G7-B7": "leaves the four C2–C5; can be captured on B7", "E4-D4": "leaves the four"},
        ),
        (
            HasamiShogi(7),
            CROWD,
            MAX,
            {
                "D5-D6": "captures 1 piece on C6; saves C5",
                "C5-C7": "saves C5; exposes D5",
                "C2-C4": "saves C5",
                "B1-D1": "threatens to capture D2–D3; does not save C5",
                "C1-A1": "exposes C2; does not save C5",
            },
        ),
        (HasamiShogi(5), JUMP, MAX, {"B4-C4": "wins the game; captures 2 pieces on C2–C3"}),
    ],
)
def test_a_move_is_described_in_words(game, text, turn, does):
    state = game.from_text(text, turn=turn)
    reasons = {move: "; ".join(game.reasons(state, move)) for move in does}
    assert {move: reasons[move][: len(words)] for move, words in does.items()} == does


# ---- gomoku: what the words claim, by playing stones --------------------------------------------

SEVEN = Gomoku(7)
ALL_CELLS = {*SEVEN.moves(SEVEN.start())}
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def stones(state):
    """The stones of the side to move and those of the other side, by name."""
    rows = [line.split() for line in str(state).split("\n")]
    by_sign = {"X": set(), "O": set()}
    for r, row in enumerate(rows):
        for c, sign in enumerate(row, start=1):
            if sign != ".":
                by_sign[sign].add(f"{'abcdefg'[r]}{c}")
    order = "XO" if SEVEN.turn(state) == MAX else "OX"
    return tuple(by_sign[sign] for sign in order)


def runs(length):
    """All rows of so many cells, in every direction."""
    for cell, (down, right) in product(sorted(ALL_CELLS), DIRECTIONS):
        r, c = "abcdefg".index(cell[0]), int(cell[1])
        ends = [(r + i * down, c + i * right) for i in range(length)]
        if all(0 <= r < 7 and 1 <= c <= 7 for r, c in ends):
            yield [f"{'abcdefg'[r]}{c}" for r, c in ends]


FIVES, SIXES = [*runs(5)], [*runs(6)]


def fills(mine, theirs, with_cells=frozenset()):
    """The free cells that make a five for a side, in a row with all the given cells."""
    return {
        free
        for row in FIVES
        if with_cells <= {*row} and not theirs & {*row} and len(left := {*row} - mine) == 1
        for free in left
    }


def open_fours(mine, theirs, with_cells=frozenset()):
    """The free cells that make an open four for a side, in a row with all the given cells."""
    return {
        free
        for row in SIXES
        if with_cells <= {*row[1:-1]}
        and not {row[0], row[-1]} & (mine | theirs)
        and not theirs & {*row}
        and len(left := {*row[1:-1]} - mine) == 1
        for free in left
    }


def named(reason):
    """The groups of cells that a reason names, as one set each; `c3–e3` names all three."""
    groups = []
    for text in re.split(" and ", re.sub(r"^.*?(?=\b[a-g][1-7]\b)", "", reason)):
        cells = set()
        for first, last in re.findall(r"([a-g][1-7])(?:–([a-g][1-7]))?", text):
            row = next(
                (
                    run
                    for length in range(2, 8)
                    for run in runs(length)
                    if {run[0], run[-1]} == {first, last}
                ),
                [first],
            )
            cells |= {*row}
        groups.append(cells)
    return groups


@pytest.mark.parametrize("seed", range(12))
def test_reasons_in_gomoku_claim_nothing_false(seed):
    state = SEVEN.start()
    choose = random.Random(seed)
    for _ in range(8 + seed):
        if not SEVEN.moves(state):
            return
        state = SEVEN.play(state, choose.choice(SEVEN.promising(state)[:6]))
    mine, theirs = stones(state)
    for move in SEVEN.moves(state):
        reasons = SEVEN.reasons(state, move)
        assert 1 <= len(reasons) <= 3
        after = mine | {move}
        if "makes five in a row" in reasons:
            assert move in fills(mine, theirs)
            continue
        assert move not in fills(mine, theirs)
        text = "; ".join(reasons)
        makes_four = re.search(r"makes \w+ (open )?fours? with", text)
        assert bool(makes_four) == bool(fills(after, theirs, {move}))
        danger = fills(theirs, after)
        assert ("leaves the four" in text or "only one end" in text) == bool(danger)
        for reason in reasons:
            if reason.startswith("has "):
                count = sum(move in row and not theirs & {*row} for row in FIVES)
                assert reason == f"has {count or 'no'} way{'' if count == 1 else 's'} to five"
                continue
            groups = named(reason)
            if reason.startswith("makes"):
                assert set().union(*groups) <= mine
            else:
                assert set().union(*groups) <= theirs
            for group in groups:
                claims_hold(reason, move, group, (mine, theirs, after))


def claims_hold(reason, move, group, sides):
    """Check what a reason says about one group of stones."""
    mine, theirs, after = sides
    if re.match(r"makes \w+ (open )?fours? with", reason):
        cells = fills(after, theirs, group | {move})
        assert len(cells) >= 1 + ("open four" in reason)
    elif re.match(r"makes \w+ open threes? with", reason):
        assert open_fours(after, theirs, group | {move})
    elif "the four" in reason:
        assert fills(theirs, mine, group), "it is a four"
        assert bool(fills(theirs, after, group)) == (not reason.startswith("blocks the"))
    elif "the open three" in reason:
        assert open_fours(theirs, mine, group), "it is an open three"
        assert bool(open_fours(theirs, after, group)) == reason.startswith("leaves")
    elif reason.startswith("takes"):
        count = sum({move, *group} <= {*row} and not mine & {*row} for row in FIVES)
        assert reason.startswith(f"takes {count} way")
    else:
        whole, other = (group | {move}, theirs) if "makes" in reason else (group, mine)
        assert len(whole) == (3 if re.search(r"three( with|s? [a-g]\d)|threes with", reason) else 2)
        rows = [row for row in FIVES if whole <= {*row} and not other & {*row}]
        assert rows, "a five is possible there"
        if reason.startswith("blocks") and "open" not in reason:
            assert all(move in row for row in rows), "and the move prevents it"


# ---- dots: what the words claim, by playing edges -----------------------------------------------


def takes(game, state):
    """The most boxes that the side to move can close one after the other."""
    total = 0
    while True:
        for move in game.moves(state):
            after = game.play(state, move)
            if after.margin != state.margin:
                total, state = total + abs(after.margin - state.margin), after
                break
        else:
            return total


def one_step(game, state):
    """How many boxes have three edges, and how many edges give nothing away."""
    ready, quiet = set(), 0
    for move in game.moves(state):
        after = game.play(state, move)
        closed = (after.max_boxes | after.min_boxes) & ~(state.max_boxes | state.min_boxes)
        if closed:
            ready.add(closed)
        else:
            quiet += takes(game, after) == takes(game, state) == 0
    return ready, quiet


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("game", [DotsAndBoxes(), DotsAndBoxes(2, 3), DotsAndBoxes(3, 3)], ids=repr)
def test_reasons_in_dots_claim_nothing_false(game, seed):
    state = some_state(game, seed)
    ready, quiet = one_step(game, state)
    for move in game.moves(state):
        reasons = game.reasons(state, move)
        assert 1 <= len(reasons) <= 3
        after = game.play(state, move)
        taken = abs(after.margin - state.margin)
        text = "; ".join(reasons)
        assert ("takes" in text) == bool(taken)
        assert (f"takes {taken} box" in text) == bool(taken)
        ready_after, quiet_after = one_step(game, after)
        if "gives nothing away" in text:
            assert not ready_after
            assert f"leaves {quiet_after} more edge" in text
        elif not taken and "leaves" not in text and "forces" not in text:
            assert ready_after
        if "passes over" in text and "nothing" in text:
            assert f"over {quiet} edge" in text
        if given := re.search(r"gives (?:a (?:chain|loop) of )?(\d+)", text):
            assert takes(game, after) >= int(given[1])
        if "leaves" in text and "to take" in text:
            assert ready
        if forced := re.search(r"(?:forces the other side to|must then) give .*?(\d+)", text):
            assert not ready_after
            assert not quiet_after
            rewards = [takes(game, game.play(after, reply)) for reply in game.moves(after)]
            assert min(rewards) >= int(forced[1])
        if more := re.search(r"can then take (\d+) more", text):
            assert takes(game, after) >= int(more[1])


# ---- hasami: what the words claim, by playing moves ---------------------------------------------

SMALL = HasamiShogi(7)


def capturable(game, state, side):
    """The cells of the pieces that a side could capture, if it were its turn."""
    asked = state._replace(turn=side)
    return {cell for move in game.moves(asked) for cell in game.captured(asked, move)}


def cells_in(reason):
    """The cells that a reason names; `C2–C4` names all three."""
    cells = set()
    for first, last in re.findall(r"([A-G][1-7])(?:–([A-G][1-7]))?", reason):
        last = last or first
        steps = max(abs(ord(last[0]) - ord(first[0])), abs(int(last[1]) - int(first[1])), 1)
        down, right = (ord(last[0]) - ord(first[0])) // steps, (int(last[1]) - int(first[1]))
        cells |= {
            f"{chr(ord(first[0]) + i * down)}{int(first[1]) + i * right // steps}"
            for i in range(steps + 1)
        }
    return cells


@pytest.mark.parametrize("seed", range(12))
def test_reasons_in_hasami_claim_nothing_false(seed):
    state = SMALL.start()
    choose = random.Random(seed)
    for _ in range(6 + seed):
        if not SMALL.moves(state):
            return
        state = SMALL.play(state, choose.choice(SMALL.promising(state)[3:15]))
    mover = SMALL.turn(state)
    other = MIN if mover == MAX else MAX
    lost_before, ours_before = (capturable(SMALL, state, side) for side in (other, mover))
    for move in SMALL.moves(state):
        start, goal = move.split("-")
        after = SMALL.play(state, move)
        reasons = SMALL.reasons(state, move)
        assert 1 <= len(reasons) <= 3
        assert any(reason.startswith("captures") for reason in reasons) == bool(
            SMALL.captured(state, move)
        ) or reasons == ("makes five in a line",)
        lost, ours = (capturable(SMALL, after, side) for side in (other, mover))
        for reason in reasons:
            cells = cells_in(reason)
            if reason.startswith("captures"):
                assert cells == {*SMALL.captured(state, move)}
                assert reason.startswith(f"captures {len(cells)} piece")
            elif reason == "makes five in a line":
                assert SMALL.score(after) == (1 if mover == MAX else -1)
            elif reason.startswith("threatens to capture"):
                assert cells == ours - ours_before
            elif reason.startswith("can be captured"):
                assert cells == {goal}
                assert cells <= lost
            elif reason.startswith("saves"):
                assert cells <= lost_before
                assert not {goal if cell == start else cell for cell in cells} & lost
            elif reason.startswith("exposes"):
                assert cells == lost - lost_before - {goal}
            elif reason.startswith("does not save"):
                assert cells <= lost & lost_before
            elif reason.startswith("threatens five"):
                again = after._replace(turn=mover)
                ends = {
                    m.split("-")[1]
                    for m in SMALL.moves(again)
                    if "five" in str(SMALL.reasons(again, m)[0])
                }
                assert cells <= ends
