"""An exercise from outside the packages: registered where it is written, found by its number."""

import inspect
import linecache
from functools import partial

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


def notebook(source, **names):
    """Return the last function that a cell defines; its lines are found, as in a notebook."""
    file = f"<cell {source}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    exec(compile(source, file, "exec"), names := {"__name__": "__main__"} | names)
    return [thing for thing in names.values() if inspect.isfunction(thing)][-1]


@exercise("42.6")
def largest(expect, function):
    cases = [
        (True, [3]),
        (False, [4]),
        (True, [8]),
        (False, [1, 2]),
        (True, [5, 4]),
        (False, [2, 0]),
        (True, [0, 7]),
    ]
    tops = {"it is wrong only for two numbers": lambda up, them: len(them) == 2}
    choose = lambda up, them: max(them) if up else min(them)  # noqa: E731
    expect.agrees(function, choose, cases, only=tops)


HELPED = """
def top(them):
    return max(them)

def answer(up, them):
    return top(them) if up else min(them)
"""


@pytest.mark.parametrize(
    "source, names, words",
    [
        (HELPED, {"max": 3}, "`max` is 3 in this notebook: run `del max`"),
        (HELPED, {"minimax": 3}, None),
        (HELPED.replace("top(them) if", "minimax(them) if"), {"minimax": 3}, "import minimax"),
        (
            "def answer(up, them):\n    best = -inf\n    for one in them:\n"
            "        best = max(best, one)\n    return best if up else min(them)",
            {"inf": -10},
            "`inf` is -10 in this notebook: import it again, with `from math import inf`",
        ),
        (
            "def answer(up, them):\n    return max(them) if up == MAX else min(them)",
            {},
            "name 'MAX' is not defined: run the cells above first",
        ),
        (
            "def answer(up, them):\n    return max(thme) if up else min(them)",
            {},
            "name 'thme' is not defined; did you mean 'them'",
        ),
        (
            "def answer(up, them):\n    max = 3\n    return max(them)",
            {},
            "`max` is a variable of this function, which hides Python's own `max`",
        ),
        (
            "def answer(up, them):\n    return largest(them) if up else min(them)",
            {"largest": [7]},
            "'list' object is not callable; `largest` is [7] here",
        ),
        (
            "def answer(up, them):\n    best = max(them) if up else best\n    return best",
            {},
            "`best` is used before it has a value",
        ),
        (
            "MAX = 'MAX'\ndef answer(up, them):\n    side = ''.join(['M', 'AX']) if up else 'MIN'\n"
            "    return max(them) if side is MAX else min(them)",
            {},
            "compare sides with `==`",
        ),
        (
            "def answer(up, them):\n    best = 0, them[0]\n"
            "    return max(them) if best > them[0] else min(them)",
            {},
            "one of the two is a pair",
        ),
        ("def answer(up, them):\n    return Max(them)", {}, "did you mean 'max'"),
        ("async def answer(up, them):\n    return max(them)", {}, "write `def` without `async`"),
        ("def answer(up, them):\n    yield max(them)", {}, "has a `yield`"),
        ("def answer(up, them):\n    return (one for one in them)", {}, "returns a generator"),
        (HELPED.replace("(up, them)", "(them, up)"), {}, "are in another order"),
        ("def answer(up, them):\n    return input('which?')", {}, "leave `input` out"),
        ("ask = input\ndef answer(up, them):\n    return ask('which?')", {}, "leave `input` out"),
        (
            "def answer(up, them, known={}):\n    key = up, len(them)\n    if key not in known:\n"
            "        known[key] = max(them) if up else min(them)\n    return known[key]",
            {},
            "does it keep something between calls",
        ),
        ("def answer(up, them):\n    return (max if up else min)(them[:1])", {}, "two numbers"),
        ("def answer(up, them):\n    return them + (up)", {}, "can only concatenate list"),
        ("def answer(up, them):\n    return (*them,) + (up)", {}, "needs a comma, as in (x,)"),
        ("def answer(up, them):\n    return len(them.copy[0])", {}, "are its brackets missing?"),
        ("def answer(up, them):\n    return set(them)[0]", {}, "a set has no order; use a list"),
    ],
)
def test_what_went_wrong_is_found_in_the_code(source, names, words):
    report = str(check("42.6", notebook(source, **names)))
    assert words in report if words else report.startswith("right"), report


def test_a_kernel_is_not_asked_either(monkeypatch):
    class Kernel:
        _allow_stdin = True

        def raw_input(self, prompt):
            return self._input_request(prompt)

        def _input_request(self, prompt):
            raise AssertionError("the check would wait")

    kernel = Kernel()
    monkeypatch.setattr("builtins.input", kernel.raw_input)
    source = "def answer(up, them):\n    return ask('which?')"
    assert "leave `input` out" in str(check("42.6", notebook(source, ask=kernel.raw_input)))
    with pytest.raises(AssertionError):  # it is as before
        input("which?")


def test_an_overwritten_name_that_changes_nothing_is_not_named():
    source = "def answer(up, them):\n    return max(them) if MAX else 7"
    assert "notebook" not in str(check("42.6", notebook(source, MAX="most")))


def test_a_class_a_partial_and_an_object_are_functions_too():
    class Sum(int):
        def __new__(cls, them):
            return sum(them)

    class Adder:
        def __init__(self, more=0):
            self.more = more

        def __call__(self, them):
            return sum(them) + self.more

    assert check("42.5", Sum)
    assert check("42.5", Adder())
    assert "by its name alone, not a class" in str(check("42.5", list))
    assert "\n  Adder([" in str(check("42.5", Adder(1)))
    assert "\n  max([" in str(check("42.5", partial(max, [9])))


@pytest.mark.parametrize(
    "source, words",
    [
        ("def answer(them):\n    return (sum(them) for _ in 'x')", "returns a generator"),
        ("def answer(them):\n    return sum(them) or None", "ends without `return`"),
        ("import re\ndef answer(them):\n    return re.search('1', str(them))", "put `bool(…)`"),
        ("def answer(them):\n    return 1 in them and them", "put `bool(…)`"),
    ],
)
def test_an_answer_of_another_kind_is_named(source, words):
    @exercise("42.7")
    def has_one(expect, function):
        cases = [([],), ([2],), ([1],), ([2, 1],), ([3, 2],)]
        expect.agrees(function, lambda them: 1 in them, cases)

    number = "42.7" if "bool" in words else "42.5"
    assert words in str(check(number, notebook(source)))


def test_a_check_without_an_answer_gets_one_line():
    assert repr(check()) == (
        "not yet: give the number of an exercise and your answer: check('01.2', my_answer)"
    )
    assert repr(check("42.5")).endswith("check('42.5', my_answer)")
    assert hint() == "name an exercise, as in hint('01.2')"


@pytest.mark.parametrize("number", ["42,5", "42-5", " 42.5 ", "Exercise 42.5", 42.5])
def test_a_number_in_another_form_is_recognised(number):
    with pytest.raises(ValueError, match=r"did you mean '42\.5'\?"):
        check(number, sum)
    with pytest.raises(ValueError, match=r"did you mean '42\.5'\?"):
        hint(number)


def test_a_number_after_the_answer_is_recognised():
    with pytest.raises(ValueError, match=r"number comes first, then the answer: check\('42.5', …"):
        check(sum, "42.5")


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
