"""Dai Hasami Shogi written a second time, in the plainest way: to compare the fast game with."""

import random

from board_helpers import exchanged, has_line, some_state

from gamelib import MAX
from gamelib.games.hasami import HasamiShogi

LETTERS = "ABCDEFGHIJK"
STRAIGHT = ((0, 1), (0, -1), (1, 0), (-1, 0))
Board = dict[tuple[int, int], str]


def board_of(state):
    """Return the pieces by row and column, from 0, as the text board shows them."""
    rows = str(state).split("\n")[1:]
    return {
        (r, c): sign
        for r, row in enumerate(rows)
        for c, sign in enumerate(row.split()[1:])
        if sign != "."
    }


def name(cell):
    return f"{LETTERS[cell[0]]}{cell[1] + 1}"


def slow_moves(state):
    """Return the start and the goal of each move, by its name, while the game goes on."""
    board, size = board_of(state), state.size
    moves = {}
    for (row, column), sign in board.items():
        if sign != "XO"[state.turn != MAX]:
            continue
        for down, right in STRAIGHT:
            goals = []
            r, c = row + down, column + right
            while r in range(size) and c in range(size) and (r, c) not in board:
                goals.append((r, c))
                r, c = r + down, c + right
            behind = (row + 2 * down, column + 2 * right)
            inside = behind[0] in range(size) and behind[1] in range(size)
            if (row + down, column + right) in board and inside and behind not in board:
                goals.append(behind)
            for goal in goals:
                moves[f"{name((row, column))}-{name(goal)}"] = ((row, column), goal)
    return moves


def slow_play(state, move):
    """Return the pieces after a move, and the names of the captured cells."""
    board = board_of(state)
    start, goal = slow_moves(state)[move]
    mover = board.pop(start)
    board[goal] = mover
    captured = []
    for down, right in STRAIGHT:
        run = []
        cell = (goal[0] + down, goal[1] + right)
        while board.get(cell, mover) != mover:
            run.append(cell)
            cell = (cell[0] + down, cell[1] + right)
        if board.get(cell) == mover:
            captured += run
    for cell in captured:
        del board[cell]
    return board, [name(cell) for cell in sorted(captured)]


def slow_line(board, size, sign):
    """Tell whether a side has five in a line outside of its home rows."""
    home = (0, 1) if sign == "X" else (size - 1, size - 2)
    cells = {cell for cell, piece in board.items() if piece == sign and cell[0] not in home}
    return has_line(cells, 5)


def slow_won(board, size, mover):
    """Tell whether the mover has won by a line or by captures."""
    others = [sign for sign in board.values() if sign != mover]
    return len(others) < 4 or slow_line(board, size, mover)


def slow_count(game, state, depth):
    """Return the number of ways to play `depth` moves; for starts from which no side can win."""
    if depth == 1:
        return len(slow_moves(state))
    return sum(
        slow_count(game, position_with(game, slow_play(state, move)[0], state), depth - 1)
        for move in slow_moves(state)
    )


def position_with(game, board, before):
    """Return the position with these pieces in which the other side moves."""
    text = "/".join(
        "".join(board.get((r, c), ".") for c in range(game.size)) for r in range(game.size)
    )
    return game.from_text(text, turn="MIN" if before.turn == MAX else "MAX")


def random_position(seed, sizes=(5, 6, 7, 9)):
    """Return a position that is not over: from a random game, or with pieces at random."""
    choose = random.Random(seed)
    game = HasamiShogi(choose.choice(sizes))
    while True:
        state = (
            scattered(game, choose) if choose.random() < 0.6 else some_state(game, choose.random())
        )
        if state is not None and game.score(state) is None:
            return state


def scattered(game, choose):
    cells = [(r, c) for r in range(game.size) for c in range(game.size)]
    x, o = choose.randint(4, 2 * game.size), choose.randint(4, 2 * game.size)
    chosen = choose.sample(cells, min(x + o, len(cells) - 1))
    board = {cell: "X" if i < x else "O" for i, cell in enumerate(chosen)}
    if slow_line(board, game.size, "X") and slow_line(board, game.size, "O"):
        return None
    if min(list(board.values()).count(sign) for sign in "XO") < 4:
        return None
    return position_with(game, board, game.start()._replace(turn=choose.choice(["MAX", "MIN"])))


def other_way_round(board):
    """Return the position with the sides swapped: turned upside down, X for O, O for X."""
    return exchanged(HasamiShogi(board.size), board)
