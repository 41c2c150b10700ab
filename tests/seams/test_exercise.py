"""An exercise from outside the packages: registered where it is written, found by its number."""

import pytest

from course import check, hint, predict, progress
from course.checks import Outcome
from course.exercises import exercise


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
        "wrong: it goes wrong here:",
        "  same('ab')",
        "    gave: 'ab'",
        "    wanted: 'ba', because b comes first then",
        "    printed: the word is ab",
    ]
    assert repr(check("42.2", 3)) == "wrong: odd, or not the smallest"


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
        ("42.1", lambda word: None, "not yet: <lambda> returns nothing; write it"),
        ("42.1", unwritten, "not yet: it raised NotImplementedError in unwritten; write it"),
        ("42.1", failing, "gave: it fails in line"),
        ("42.1", changing, "gave: it changed what it was given"),
        ("42.1", 7, "gave: it raised TypeError: it is not a function"),
        ("42.2", "", "not yet: give a whole number"),
        ("42.2", 101, "wrong: no answer in time: is there a loop that does not end?"),
    ],
)
def test_what_is_no_answer_is_told(number, answer, says, monkeypatch):
    monkeypatch.setattr("course.exercises.EXERCISE_SECONDS", 0.2)
    assert says in str(check(number, answer))


def test_a_judge_that_fails_on_an_answer_tells_what_was_raised():
    @exercise("42.4")
    def half(expect, answer):
        return Outcome(answer / 2 == 4, "8")

    assert "wrong: this answer could not be checked: it fails" in str(check("42.4", "eight"))


@exercise("42.5")
def total(expect, function):
    cases = [([],), ([1],), ([2, 3],), ([-1, 4, 4],), ([7] * 9,)]
    smaller = lambda them: ((them[:n] + them[n + 1 :],) for n in range(len(them)))  # noqa: E731
    mistakes = {"equal numbers are counted once": lambda them: sum(set(them))}
    expect.agrees(function, sum, cases, smaller=smaller, mistakes=mistakes)


def test_a_wrong_answer_is_shown_on_the_smallest_case_and_a_known_mistake_is_named():
    assert repr(check("42.5", lambda them: sum(set(them)))).splitlines() == [
        "wrong: it goes wrong here:",
        "  <lambda>([4, 4])",
        "    gave: 4",
        "    wanted: 8",
        "    probably: equal numbers are counted once",
    ]


def test_the_same_first_case_is_asked_again_at_the_end():
    calls = []

    def forgetful(them):
        calls.append(them)
        return sum(them) if len(calls) < 6 else 1

    assert "does it keep something between calls" in str(check("42.5", forgetful))
    assert check("42.5", sum)


def test_what_prints_and_returns_nothing_is_wrong_and_not_unwritten():
    assert str(check("42.5", lambda them: print(sum(them)))).startswith("wrong: <lambda> prints")
    assert "is there a `return`?" in str(check("42.5", lambda them: them.sort()))
    assert "ends without `return`" in str(check("42.5", lambda them: sum(them) or None))


@pytest.mark.parametrize(
    "name, value, words",
    [
        ("sum", 3, "probably: `sum` is 3 in this notebook: run `del sum` to get back what it was"),
        ("MAX", 1, "probably: `MAX` is 1 in this notebook: import it again"),
        ("sum", max, ""),  # the student may mean another function
    ],
)
def test_a_name_that_the_notebook_has_overwritten_is_the_likely_cause(name, value, words):
    notebook = {"MAX": "MAX", name: value}
    exec("def answer(them):\n    return [sum(them) for _ in 'x'][0] * (MAX == 'MAX')", notebook)
    report = str(check("42.5", notebook["answer"]))
    assert report.startswith("wrong: it goes wrong here:\n  answer([")
    assert (words in report) if words else "in this notebook" not in report


def test_an_endless_loop_ends_even_if_it_catches_everything(monkeypatch):
    def endless(them):
        while True:
            try:
                sum(them)
            except:  # noqa: E722
                break
        while True:
            pass

    monkeypatch.setattr("course.exercises.CALL_SECONDS", 0.1)
    assert "no answer in time" in str(check("42.5", endless))


def test_progress_is_kept_in_a_file_that_may_be_spoilt_or_gone(tmp_path, monkeypatch):
    file = tmp_path / "mine.json"
    monkeypatch.setenv("COURSE_PROGRESS", str(file))
    check("01.4", ...)
    assert not file.exists(), "what is not begun leaves no trace"
    check("01.4", lambda: [[None] * 3 for _ in range(3)])
    check("01.2", lambda board, sign: 7)
    predict(visited=14, called="03 sample tree")
    predict(visited=14, called="00 bags")
    check("42.1", right)
    assert {"✓ 4", "✗ 2", "· 3"} <= set(str(progress()).splitlines()[1].split("  "))
    assert "✓ sample tree" in str(progress())
    assert str(progress()).startswith("00  Welcome             1 of 1    predictions:  ✓ bags")
    assert f"\n42{' ' * 22}1 of " in str(progress()), "a lecture from outside"
    file.write_text("{half a file")
    assert "✓ 4" not in str(progress())
    monkeypatch.setenv("COURSE_PROGRESS", str(tmp_path / "no" / "such.json"))
    assert check("01.4", lambda: [[None] * 3 for _ in range(3)]), "nowhere to write: no matter"
