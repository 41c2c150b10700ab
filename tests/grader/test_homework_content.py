"""The three homeworks: checks accept right answers, and say what is wrong and why."""

import io
import re
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path

import pytest
from solutions.homework import HW1, HW2, HW3, RIGHT, WRONG
from solutions.slips import PLAYS, WINNERS, Slip

from course.checks import Answer, here
from course.handin.master import grade_id, is_answer, is_check, questions_of
from course.homework import hw1
from course.homework.given.hw1 import cells_of
from course.homework.given.hw3 import PRACTICE, arguments_after, order_of
from course.homework.hw1 import (
    PLAY_PROBES,
    TIES,
    WINNER_PROBES,
    cause_of_moves,
    cause_of_words,
    judged_move,
)
from course.homework.hw3 import arguments_of, ask_for_move, judged_match, position
from course.notebooks.tool import read
from gamelib import TicTacToe, alpha_beta
from gamelib.heuristics import spearman

ROOT = Path(__file__).parents[2]
SLOW = ("match",)  # its games take seconds: at night those of all submissions are played


@cache
def master(homework):
    return read(ROOT / "instructor" / f"{homework}.ipynb")


@cache
def recorded(homework, student_id):
    return questions_of(master(homework), {"student_id": student_id} if student_id else None)


def names_of(submission):
    """Return the names that are defined after all cells have run with these answers."""
    names = {"__name__": "__main__"}
    with redirect_stdout(io.StringIO()):
        for cell in master(submission.homework)["cells"]:
            if cell["cell_type"] == "code" and not is_check(cell):
                exec(submission.answers.get(grade_id(cell), cell["source"]), names)
    return names


def graded(submission, slow=False):
    """Return the outcomes of all quick or slow questions: question → list of pairs."""
    names = names_of(submission)
    who = names.get("student_id")
    questions = recorded(submission.homework, who if isinstance(who, str | int) else "")
    return {
        question: [(check, check.talk(here(names))) for check in question.checks]
        for question in questions
        if (question.name in SLOW) == slow
    }


def points_of(question, outcomes):
    passed = sum(outcome.passed for _, outcome in outcomes)
    return round(question.points * passed / len(outcomes), 2)


def name_of(submission):
    return f"{submission.homework[:3]} {submission.name}"


# ---- submissions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("submission", RIGHT, ids=name_of)
def test_a_right_submission_gets_all_points(submission):
    for question, outcomes in graded(submission).items():
        failed = [(check.says, outcome) for check, outcome in outcomes if not outcome.passed]
        assert not failed, f"{question.name}: {failed}"


def lost(result):
    """Return the points of the questions that are not answered in full."""
    points = {question: points_of(question, outcomes) for question, outcomes in result.items()}
    return {question.name: got for question, got in points.items() if got != question.points}


@pytest.mark.nightly
@pytest.mark.parametrize("submission", [s for s in RIGHT + WRONG if s.homework == HW3], ids=name_of)
def test_an_evaluation_wins_as_many_games_as_it_should(submission):
    wanted = {name: got for name, got in submission.points.items() if name in SLOW}
    assert lost(graded(submission, slow=True)) == wanted


@pytest.mark.parametrize("submission", WRONG, ids=name_of)
def test_a_wrong_submission_gets_its_points_and_a_reason(submission):
    result = graded(submission)
    wanted = {name: got for name, got in submission.points.items() if name not in SLOW}
    assert lost(result) == wanted
    failed = [
        (check, outcome)
        for question, outcomes in result.items()
        if question.points
        for check, outcome in outcomes
        if not outcome.passed
    ]
    feedback = "\n".join(f"{o.got} {o.wanted} {o.shows} {o.cause}" for _, o in failed)
    assert submission.says in feedback
    for _, outcome in failed:
        assert outcome.got
        assert outcome.wanted or "raised" in outcome.got
    assert any(not check.hidden for check, _ in failed) == submission.visible
    guesses = {outcome.cause for _, outcome in failed} - {""}
    if submission.guess is not None:
        assert bool(guesses) == bool(submission.guess)
        assert all(re.search(submission.guess, cause) for cause in guesses)


def test_order_and_match_agree():
    """Evaluations that win nearly all games get most points for the order, and conversely."""
    points = {s.name: s.points for s in RIGHT + WRONG if s.homework == HW3}
    both = [(got.get("order", 8), got.get("match", 8)) for got in points.values()]
    assert spearman(*zip(*both, strict=True)) > 0.9
    assert all(order >= 5 for order, match in both if match >= 6)
    assert all(match <= 3 for order, match in both if order <= 2)


# ---- masters -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "homework, points",
    [
        (HW1, {"winner": 5, "play": 15, "alpha-beta": 5}),
        (HW2, {"intervals": 6, "proofs": 3, "build": 9, "search": 12}),
        (HW3, {"contract": 4, "order": 8, "match": 8}),
    ],
)
def test_a_homework_has_its_questions_with_their_points(homework, points):
    questions = recorded(homework, "")
    assert {question.name: question.points for question in questions if question.points} == points
    assert [question.name for question in questions if question.extra] == (
        ["alpha-beta"] if homework == HW1 else []
    )
    assert any(question.hidden for question in questions)


def test_every_cell_of_a_master_has_metadata_that_nbgrader_reads():
    for homework in (HW1, HW2, HW3):
        for cell in master(homework)["cells"]:
            noted = cell["metadata"]["nbgrader"]
            assert noted["schema_version"] == 3
            assert noted["locked"] != is_answer(cell)
            assert ("points" in noted) == is_check(cell)


def test_the_examples_of_the_exercise_are_visible_checks():
    says = {
        check.says
        for question in recorded(HW1, "")
        for check in question.checks
        if not check.hidden
    }
    for text in ("XOX/OXO/XOX", "OOO/XX./..X", "O.O/.O./XXX", "XOO/OXO/OXX", "XOX/OXO/OXO"):
        assert f"winner(board) on {text}" in says
    assert 'play(board, "X") on XOO/XOX/...' in says
    assert "empty_spots(board) on .OX/XOO/O.X" in says
    assert "grade('O', False)" in says
    assert "maximise(board, True, True) on XOO/OXX/..X" in says


# ---- tic-tac-toe ---------------------------------------------------------------------------------


def test_every_best_move_is_right_and_every_other_move_is_refuted():
    game = TicTacToe()
    for text, sign in (*PLAY_PROBES, ("XOO/XOX/...", "X")):
        state = game.from_text(text, turn="MAX" if sign == "X" else "MIN")
        best = alpha_beta(game, state).value
        for cell in game.moves(state):
            after = game.play(state, cell)
            score = game.score(after)
            value = alpha_beta(game, after).value if score is None else score
            move = ["abc".index(cell[0]), int(cell[1]) - 1]  # a list is as good as a tuple
            outcome = judged_move(text, sign, move)
            assert outcome.passed == (value == best)
            assert outcome.passed or outcome.shows.count("\n") == 4, "a board, and a line"


@pytest.mark.parametrize(
    "move", [None, "a1", 3, (1,), (0, 0, 0), (0, 3), (-1, 0), (0, 1), (2.0, 0), (True, 0), [[], []]]
)
def test_an_answer_that_is_no_move_is_reported(move):
    outcome = judged_move("XOO/XOX/...", "X", move)
    assert not outcome.passed
    assert outcome.wanted
    assert judged_move("XOO/XOX/...", "X", [2, 0]).passed  # a move may be a list


def shown(play):
    """The moves of a program on the probes, as homework 1 writes them down."""
    moves = [play(cells_of(text), sign) for text, sign in PLAY_PROBES]
    return " ".join("".join(sorted(str(3 * row + column) for row, column in m)) for m in moves)


def test_what_is_written_down_is_what_the_known_wrong_programs_answer():
    assert {shown(play): cause for cause, play in PLAYS.items()} == hw1.PLAYS


def test_no_two_known_programs_make_the_same_moves_and_a_right_one_has_no_cause():
    """For every choice among equal moves, so that a named cause is always right."""
    causes = {}
    for cause, play in {"": Slip().moves, **PLAYS}.items():
        choices = [play(cells_of(text), sign) for text, sign in PLAY_PROBES]
        for moves in {tuple(map(tie, choices)) for tie in TIES}:
            assert causes.setdefault(moves, cause) == cause_of_moves(moves) == cause
    assert not any(cause_of_moves(moves[:-1]) for moves in (*causes, [None]))


def test_a_known_wrong_winner_is_recognised_and_a_right_one_has_no_cause():
    for cause, winner in WINNERS.items():
        assert cause_of_words([winner(cells_of(text)) for text in WINNER_PROBES]) == cause
    assert len(hw1.WINNERS) == len(WINNERS)
    game = TicTacToe()
    boards = ["/".join([text, *["..."] * 2]) if len(text) < 9 else text for text in WINNER_PROBES]
    assert cause_of_words([game.winner(game.from_text(text)) or False for text in boards]) == ""


def test_look_is_asked_outside_and_only_its_rules_count():
    names = names_of(RIGHT[0])
    model, winner = names["play_pruned"], names["winner"]
    _, loses = recorded(HW1, "")[-1].checks[:2]
    assert loses.talk(here({"play_pruned": model})).passed

    def usual(board, sign, look):
        """Know the usual rules, and prune as it should, but ask for the sake of asking only."""
        return model(board, sign, lambda after: (look(after), winner(after))[1])

    assert not loses.talk(here({"play_pruned": usual})).passed


# ---- answers that are no answers -----------------------------------------------------------------

JUNK = [None, True, "x" * 100_000, [], [None], {"A": 1}, float("nan"), (1, 2), [[1] * 5], ("a", 3)]


@pytest.mark.parametrize("homework", [HW1, HW2, HW3])
def test_no_answer_whatever_it_is_breaks_a_check(homework):
    for question in recorded(homework, ""):
        for check in question.checks if question.points else ():  # the others are steps
            for junk in JUNK:
                outcome = check.talk(lambda request, junk=junk: Answer("value", junk))
                assert len(outcome.got) < 1000
            for kind in ("missing", "time", "memory", "died", "error", "not data"):
                outcome = check.talk(lambda request, kind=kind: Answer(kind, message="words"))
                assert not outcome.passed
                assert outcome.got


# ---- gomoku --------------------------------------------------------------------------------------


def moved(evaluate, moves):
    _, answer = ask_for_move("evaluate", position(moves), here({"evaluate": evaluate}))
    return answer


def test_a_player_makes_a_five_stops_a_five_and_else_takes_the_board_that_it_likes_best():
    def never(board, turn):
        raise AssertionError("it must not be asked")

    assert moved(never, "a1 b1 a2 b2 a3 b3 a4 b4").value == "a5"
    assert moved(never, "a1 b1 a2 b2 a3 b3 a4").value == "a5"
    assert moved(lambda board, turn: board[3][3] == "O", "e5").value != "d4"
    assert moved(lambda board, turn: -(board[3][3] == "O"), "e5").value == "d4"
    assert "'much'" in moved(lambda board, turn: "much", "e5").message


@pytest.mark.parametrize("sign", [1, -1])
def test_the_order_in_which_boards_are_asked_for_tells_nothing(sign):
    numbers = {}

    def counting(board, turn):
        return numbers.setdefault((*board, turn), len(numbers) * (sign if turn == "X" else -sign))

    order = next(question for question in recorded(HW3, "") if question.name == "order")
    assert not any(check.talk(here({"evaluate": counting})).passed for check in order.checks)


def test_the_boards_of_strings_are_those_of_the_game():
    positions = [moves for moves, _, _ in PRACTICE]
    assert arguments_after(positions) == [arguments_of(position(moves)) for moves in positions]


def test_in_half_of_the_pairs_the_better_board_is_the_more_central_one():
    def central(board, turn):
        cells = [(r, c, board[r][c]) for r in range(9) for c in range(9)]
        return sum({"X": 1, "O": -1, ".": 0}[s] * -(abs(r - 4) + abs(c - 4)) for r, c, s in cells)

    assert order_of(central, PRACTICE) == (30, 60)


def test_a_match_is_won_by_the_model_solution_and_not_by_zero():
    model = names_of(next(right for right in RIGHT if right.homework == HW3))["evaluate"]
    assert judged_match("evaluate", "e5 e7", "X", here({"evaluate": model})).passed
    zero = {"evaluate": lambda board, turn: 0}
    lost = judged_match("evaluate", "e4 d6", "O", here(zero))
    assert not lost.passed
    assert (
        "finite"
        in judged_match(
            "evaluate", "e4 d6", "O", here({"evaluate": lambda board, turn: "much"})
        ).wanted
    )
    assert lost.cause == "it gives the same number to every board"
    assert lost.shows.startswith("  1 2 3 4 5 6 7 8 9\na ")
