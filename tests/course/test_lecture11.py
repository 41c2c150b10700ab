"""What lecture 11 uses: windows of five, evaluations, the picture of ratings, guesses."""

import random

import pytest

from course.cases import random_state
from course.lectures.lecture11 import by_windows, centre, draw_ratings, guessed, open_windows
from course.progress import progress
from gamelib import MAX, MIN
from gamelib.elo import rate
from gamelib.games.gomoku import Gomoku, board_of

pytestmark = pytest.mark.slow


def random_board(size, stones, seed):
    return random_state(Gomoku(size), stones, random.Random(seed))


def counted_slowly(state):
    """Return the open windows of both sides, read off the board cell by cell."""
    cells, size = board_of(state), state.size
    found = {"X": [0] * 6, "O": [0] * 6}
    for row in range(size):
        for column in range(size):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                places = [(row + i * down, column + i * right) for i in range(5)]
                if all(0 <= r < size and 0 <= c < size for r, c in places):
                    signs = [cells[r][c] for r, c in places]
                    for sign, other in ("XO", "OX"):
                        if other not in signs:
                            found[sign][signs.count(sign)] += 1
    return tuple(tuple(counts[1:5]) for counts in found.values())


def swapped(state):
    """Return the same board with the colours exchanged, the other side to move."""
    text = str(state).translate(str.maketrans("XO", "OX"))
    return Gomoku(state.size).from_text(text, turn=MIN if state.turn == MAX else MAX)


@pytest.mark.parametrize("size, stones", [(5, 0), (5, 9), (7, 6), (7, 21), (7, 49), (10, 40)])
@pytest.mark.parametrize("seed", [1, 2])
def test_windows_are_counted_as_one_would_count_them_by_hand(size, stones, seed):
    state = random_board(size, stones, seed)
    assert tuple(open_windows(state)) == counted_slowly(state)


@pytest.mark.parametrize("evaluate", [by_windows(1, 4, 16, 64), by_windows(1, 2, 3, 4, to_move=3)])
@pytest.mark.parametrize("seed", range(5))
def test_what_is_good_for_x_is_as_bad_for_o_with_the_colours_exchanged(evaluate, seed):
    state = random_board(7, 9 + seed, seed)
    assert evaluate(swapped(state)) == pytest.approx(-evaluate(state))
    assert centre(swapped(state)) == pytest.approx(-centre(state))
    assert -1 < evaluate(state) < 1


def test_the_windows_of_the_side_to_move_can_count_more():
    rows = "XX.../...../...../...../...OO"
    x_moves, o_moves = (Gomoku(5).from_text(rows, turn=turn) for turn in (MAX, MIN))
    even, eager = by_windows(1, 1, 1, 1), by_windows(1, 1, 1, 1, to_move=2)
    assert even(x_moves) == even(o_moves) == 0
    assert eager(x_moves) > 0 > eager(o_moves)


def test_the_picture_has_a_dot_and_a_bar_for_each_rating_the_best_on_top():
    ratings = rate(["Ann", "Bob", "Cy"], {("Ann", "Bob"): (4, 20), ("Bob", "Cy"): (15, 20)})
    axes = draw_ratings(ratings)
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == list(ratings.names[::-1])
    assert names[-1] == "Bob"
    for place, name in enumerate(names):
        bar, dot = axes.lines[2 * place : 2 * place + 2]
        assert tuple(bar.get_xdata()) == (ratings[name].low, ratings[name].high)
        assert (*dot.get_xdata(), *dot.get_ydata()) == (ratings[name].elo, place)


@pytest.mark.parametrize(
    "guess, words",
    [
        (..., "Put your guess in place of the dots, and run the cell again."),
        (84, "84, as you said"),
        (60, "84; your guess of 60 was 24 too small"),
        (84.5, "84; your guess of 84.5 was 0.5 too large"),
        ("many", "put a number in place of the dots, not 'many'"),
    ],
)
def test_a_guess_is_compared_with_the_truth(guess, words):
    assert guessed(guess, 84) == words


@pytest.mark.parametrize(
    "guess, words",
    [
        ("green", "green, as you said"),
        (" Red ", "green; your guess was red"),
        (2, "put a word in quotes in place of the dots, not 2"),
    ],
)
def test_a_word_can_be_guessed(guess, words):
    assert guessed(guess, "green") == words


@pytest.mark.parametrize("answer", [84, "green"])
def test_the_reason_comes_only_after_a_guess(answer):
    before, strange = (guessed(guess, answer, then="the reason") for guess in (..., [1]))
    assert "84" not in before + strange
    assert "green" not in before + strange
    assert "the reason" not in before + strange
    assert guessed(answer, answer, then="the reason").endswith("as you said\nthe reason")


def test_the_axis_of_the_picture_names_the_interval():
    axes = draw_ratings(rate(["Ann", "Bob"], {("Ann", "Bob"): (15, 20)}))
    assert axes.get_xlabel() == "Elo, with its 95 % interval"


@pytest.mark.parametrize(
    "guess, answer, mark",
    [(90, 84, "✓"), (60, 84, "✗"), ("Green", "green", "✓"), ("red", "green", "✗")],
)
def test_a_guess_that_is_nearly_right_is_right_in_the_progress(
    guess, answer, mark, tmp_path, monkeypatch
):
    monkeypatch.setenv("COURSE_PROGRESS", str(tmp_path / "progress.json"))
    guessed(guess, answer, called="11 games")
    assert f"{mark} games" in progress()
