"""An exercise from outside the packages: registered where it is written, found by its number."""

import pytest

from course import check, hint
from course.exercises import exercise
from course.expect import Outcome
from gamelib import TreeGame, minimax


@exercise("42.1", "Begin with the first letter.", "word[::-1]")
def backwards(expect, function):
    expect.call(function, "ab", gives="ba", because="b comes first then")
    expect.call(function, ["a", "b", "c"], gives=["c", "b", "a"])


@exercise("42.2", "It is the smallest even number.")
def even(expect, answer):
    if not isinstance(answer, int):
        return Outcome(False, f"give a whole number, not {answer!r}", open=answer == "")
    while answer > 100:
        pass
    return Outcome(answer == 2, "2 is even" if answer == 2 else "odd, or not the smallest")


@exercise("42.3", "Who moves at the root?")
def root_value(expect, function):
    trees = [TreeGame.from_text(text) for text in ("A: B=3 C=5", "A (MIN): B=1 C=2")]

    def judge(tree, value):
        return Outcome(value == minimax(tree).value, repr(value), repr(minimax(tree).value))

    expect.on_each_tree(function, trees, judge)


def right(word):
    return word[::-1]


def test_a_right_answer_is_right_and_its_hints_are_found():
    assert repr(check("42.1", right)) == "right: 2 of 2 examples come out as they should"
    assert repr(check("42.2", 2)) == "right: 2 is even"
    assert hint("42.1").endswith("""(hint('42.1', 2) says more)""")
    assert hint("42.1", 2) == "word[::-1]"


def test_a_wrong_answer_is_told_as_homework_tells_it():
    def same(word):
        print("the word is", word)
        return word

    assert repr(check("42.1", same)).splitlines() == [
        "wrong: 0 of 2 examples come out as they should",
        "  same('ab')",
        "    gave: 'ab'",
        "    wanted: 'ba', because b comes first then",
        "    printed: the word is ab",
    ]
    assert repr(check("42.2", 3)) == "wrong: odd, or not the smallest"


def test_the_first_tree_on_which_a_search_is_wrong_is_shown():
    verdict = check("42.3", lambda game, state: max(map(game.score, game.moves(state))))
    assert str(verdict).splitlines() == [
        "wrong: 1 of 2 examples come out as they should",
        "  <lambda>(game, 'A') on a tree of 3 nodes",
        "    gave: 2",
        "    wanted: 1",
        "    here: A (MIN): B=1 C=2",
    ]


def changing(word):
    if isinstance(word, list):
        word.reverse()
        return word
    return word[::-1]


def unwritten(word):
    raise NotImplementedError


def failing(word):
    return word.upside_down()


@pytest.mark.parametrize(
    "number, answer, says",
    [
        ("42.1", ..., "not yet: put your answer in place of the three dots"),
        ("42.1", lambda word: None, "not yet: <lambda> gives nothing back; write it"),
        ("42.1", unwritten, "not yet: it raised NotImplementedError in unwritten; write it"),
        ("42.1", failing, "gave: it raised AttributeError"),
        ("42.1", changing, "gave: it changed what it was given"),
        ("42.1", 7, "gave: it raised TypeError: it is not a function"),
        ("42.2", "", "not yet: give a whole number"),
        ("42.2", 101, "wrong: no answer in time: is there a loop that does not end?"),
    ],
)
def test_what_is_no_answer_is_told(number, answer, says, monkeypatch):
    monkeypatch.setattr("course.exercises.FOR_EXERCISE", 0.2)
    assert says in str(check(number, answer))


def test_a_judge_that_fails_on_an_answer_tells_what_was_raised():
    @exercise("42.4")
    def half(expect, answer):
        return Outcome(answer / 2 == 4, "8")

    assert str(check("42.4", "eight")).startswith("wrong: it raised TypeError: unsupported")
