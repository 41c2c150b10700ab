"""The three homeworks: their checks accept what is right, and say what is wrong and why."""

import io
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path

import pytest
from solutions.homework import HW1, HW2, HW3, RIGHT, WRONG

from course.expect import Answer, here
from course.grading.master import grade_id, is_answer, is_check, questions_of
from course.homework.hw1 import (
    PLAYS,
    PROBES,
    WINNER_PROBES,
    WINNERS,
    board_of,
    cause_of_moves,
    cause_of_words,
    cells_of,
    judged_move,
)
from course.homework.hw3 import judged_match, position
from course.homework.makers import gomoku_board, gomoku_move, with_look
from course.notebooks.tool import read
from gamelib import TicTacToe, alpha_beta

ROOT = Path(__file__).parents[3]
SLOW = ("match",)  # its games take seconds; two of them are played below


@cache
def master(homework):
    return read(ROOT / "instructor" / f"{homework}.ipynb")


@cache
def recorded(homework, student_id):
    return questions_of(master(homework), {"student_id": student_id} if student_id else None)


def names_of(submission):
    """Return what is defined after all cells have run, the answers put into their places."""
    names = {"__name__": "__main__"}
    with redirect_stdout(io.StringIO()):
        for cell in master(submission.homework)["cells"]:
            if cell["cell_type"] == "code" and not is_check(cell):
                exec(submission.answers.get(grade_id(cell), cell["source"]), names)
    return names


def graded(submission):
    """Return the outcomes of all quick questions of a submission: question → list of pairs."""
    names = names_of(submission)
    who = names.get("student_id")
    questions = recorded(submission.homework, who if isinstance(who, str | int) else "")
    return {
        question: [(check, check.talk(here(names))) for check in question.checks]
        for question in questions
        if question.name not in SLOW
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


@pytest.mark.parametrize("submission", WRONG, ids=name_of)
def test_a_wrong_submission_gets_its_points_and_is_told_why(submission):
    found = graded(submission)
    points = {
        question.name: got
        for question, outcomes in found.items()
        if (got := points_of(question, outcomes)) != question.points
    }
    wanted = {name: got for name, got in submission.points.items() if name not in SLOW}
    assert points == wanted
    failed = [
        (check, outcome)
        for question, outcomes in found.items()
        if question.points
        for check, outcome in outcomes
        if not outcome.passed
    ]
    told = "\n".join(f"{o.got} {o.wanted} {o.shows} {o.cause}" for _, o in failed)
    assert submission.says in told
    for _, outcome in failed:
        assert outcome.got
        assert outcome.wanted or "raised" in outcome.got
    assert any(not check.kept_back for check, _ in failed) == submission.visible


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
    assert any(question.kept_back for question in questions)


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
        if not check.kept_back
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
    for text, sign in (*PROBES, ("XOO/XOX/...", "X")):
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
def test_what_is_no_move_is_told(move):
    outcome = judged_move("XOO/XOX/...", "X", move)
    assert not outcome.passed
    assert outcome.wanted
    assert judged_move("XOO/XOX/...", "X", [2, 0]).passed  # a move may be a list


@pytest.mark.parametrize("which", [0, -1])
@pytest.mark.parametrize("cause", PLAYS)
def test_a_known_wrong_player_is_recognised(cause, which):
    moves = [(text, sign, PLAYS[cause](cells_of(text), sign)[which]) for text, sign in PROBES]
    assert cause_of_moves(moves) == cause


def test_a_known_wrong_winner_is_recognised_and_a_right_one_has_no_cause():
    for cause, winner in WINNERS.items():
        assert cause_of_words([winner(cells_of(text)) for text in WINNER_PROBES]) == cause
    game = TicTacToe()
    boards = ["/".join([text, *["..."] * 2]) if len(text) < 9 else text for text in WINNER_PROBES]
    assert cause_of_words([game.winner(game.from_text(text)) or False for text in boards]) == ""


def test_look_says_what_winner_says_and_counts():
    def play(board, sign, look):
        return [
            look(board_of(text)) for text in ("XXX/OO./...", "OX./OX./O..", "XOX/OXO/OXO", "...")
        ]

    assert with_look(play, board_of("..."), "X") == (["X", "O", "D", False], 4)


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
                outcome = check.talk(lambda request, kind=kind: Answer(kind, words="words"))
                assert not outcome.passed
                assert outcome.got


# ---- gomoku --------------------------------------------------------------------------------------


def test_a_search_with_an_evaluation_takes_a_five_and_stops_one():
    four = ["XXXX.....", "OOO......", *["........."] * 7]
    assert gomoku_move(lambda board, turn: 0, four, "O") == "a5"
    assert gomoku_move(lambda board, turn: 0, [*four[:1], "OOOO.....", *four[2:]], "X") == "a5"
    with pytest.raises(ValueError, match="not a finite number"):
        gomoku_move(lambda board, turn: "much", gomoku_board(position("e5")), "O")


def asked(evaluate):
    return here({"evaluate": evaluate})


def test_a_match_is_won_by_the_model_solution_and_not_by_zero():
    model = names_of(RIGHT[-1])["evaluate"]
    assert judged_match("evaluate", "e5 e6", "X", asked(model)).passed
    lost = judged_match("evaluate", "e5 d4", "X", asked(lambda board, turn: 0))
    assert not lost.passed
    assert "O has five" in lost.shows
    assert lost.cause == "it gives the same number to every board"
