"""The notebook tool: its normal form, its generated cells, its rules and its commands.

The rules are tested on one good lecture, which has no problem, and on copies of it with one mistake
each.
"""

from __future__ import annotations

import copy
import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from picture_samples import contrast

from course.notebooks import slides
from course.notebooks.form import (
    EMPTY_OUTPUT,
    Lecture,
    contents,
    describe,
    navigation,
    normalise,
    stored_form,
    with_table,
)
from course.notebooks.rules import WIDGET, document_problems, link_problems, problems
from course.notebooks.slides import coloured
from course.notebooks.text import Cell, Notebook, is_lecture, title
from course.notebooks.tool import execute, files_of_lecture, lectures_in, main, read, to_text
from gamelib.view.style import THEMES

LECTURES = Path(__file__).parents[2] / "notebooks"


def markdown(source: str, *tags: str) -> Cell:
    metadata = {"tags": list(tags)} if tags else {}
    return {"cell_type": "markdown", "metadata": metadata, "source": source}


def code(source: str, *outputs: dict[str, Any], count: int | None = None, tag: str = "") -> Cell:
    return {
        "cell_type": "code",
        "execution_count": count,
        "metadata": {"tags": [tag]} if tag else {},
        "outputs": list(outputs),
        "source": source,
    }


def printed(text: str, name: str = "stdout") -> dict[str, Any]:
    return {"output_type": "stream", "name": name, "text": text}


def shown(**data: Any) -> dict[str, Any]:
    names = {"png": "image/png", "html": "text/html", "plain": "text/plain", "widget": WIDGET}
    bundle = {names[kind]: content for kind, content in data.items()}
    return {"output_type": "display_data", "data": bundle, "metadata": {}}


def failed(name: str, text: str) -> dict[str, Any]:
    return {"output_type": "error", "ename": name, "evalue": text, "traceback": ["long", "story"]}


def notebook(*cells: Cell, **metadata: Any) -> Notebook:
    return {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def good_lecture() -> Notebook:
    beats = [
        cell
        for beat in range(16)
        for cell in (
            markdown(f"Beat {beat}, and what to predict:"),
            code(f"print({beat})", printed(f"{beat}\n"), count=beat + 2),
        )
    ]
    return notebook(
        markdown("# Pruning\n\n> What need not be looked at?"),
        markdown("← nothing", "navigation"),
        markdown("**You will be able to**\n\n- prune.\n\nTakes 45 minutes."),
        code("from gamelib import MAX, MIN", count=1),
        *beats,
        markdown("## Try it\n\nChange a leaf."),
        markdown("## Stop and think"),
        markdown("## Exercises\n\n### ★ Count"),
        markdown("## Summary"),
    )


# Normal form


def test_the_normal_form_drops_what_depends_on_the_machine_and_keeps_the_rest():
    cell = markdown("text", "b", "a")
    kept = {"nbgrader": {"grade": True}, "editable": False, "deletable": False}
    cell["metadata"] |= {**kept, "execution": {"busy": "now"}, "collapsed": True, "slideshow": {}}
    course = {"gamelib": {"minutes": 45}, "nbgrader": {"x": 1}}
    kernel = {"name": "conda-env-x", "display_name": "x", "language": "python"}
    normal = normalise(notebook(cell, kernelspec=kernel, widgets={"state": {}}, **course))
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    language = normal["metadata"].pop("language_info")
    assert (language["name"], language["version"]) == ("python", "3")
    assert normal["metadata"] == {"kernelspec": kernel, **course}
    assert normal["cells"][0]["metadata"] == {**kept, "tags": ["a", "b"]}


def test_a_valid_id_is_kept_and_a_new_one_comes_from_the_source():
    cells = [markdown("a"), markdown("a"), markdown("b"), markdown("c"), markdown("d")]
    for cell, name in zip(cells, [None, "", "mine", "mine", "not valid"], strict=True):
        cell["id"] = name
    del cells[1]["id"]
    first, second = (normalise(copy.deepcopy(notebook(*cells))) for _ in range(2))
    ids = [cell["id"] for cell in first["cells"]]
    assert first == second
    assert ids[2] == "mine"
    assert ids[1] == f"{ids[0]}-2"
    assert len(set(ids)) == 5
    assert all(re.fullmatch("[0-9a-f]{8}(-2)?", name) for name in ids[:2] + ids[3:])


def test_outputs_are_merged_and_numbered_and_lose_their_widgets():
    result = shown(plain="2") | {"output_type": "execute_result", "execution_count": 9}
    streams = [printed("a"), printed("b\n"), printed("c", "stderr"), printed("d")]
    widget = shown(widget={"model_id": "7"}, plain="tree")
    cells = (
        code("1 + 1", result, count=9),
        code("never run", *streams),
        code("x", widget, count=12),
    )
    one, two, three = normalise(notebook(*cells))["cells"]
    assert [cell["execution_count"] for cell in (one, two, three)] == [1, None, 2]
    assert one["outputs"][0]["execution_count"] == 1
    assert two["outputs"] == [printed("ab\n"), printed("c", "stderr"), printed("d")]
    assert three["outputs"][0]["data"] == {"text/plain": "tree"}


def test_an_answer_is_folded_and_its_first_line_is_not_shown():
    asked = markdown("**Predict.** How much is it?")
    three = {"output_type": "stream", "name": "stdout", "text": "3"}
    book = notebook(asked, code("1 + 2") | {"outputs": [three]}, asked, code("predict(x=1)"))
    normal = normalise(normalise(book))
    assert normal["cells"][1]["metadata"] == {"jupyter": {"outputs_hidden": True}}
    assert normal["cells"][3]["metadata"] == {}, "a cell that only asks is open"
    assert [cell.get("outputs") for cell in normal["cells"]] == [
        None,
        [EMPTY_OUTPUT, three],
        None,
        [],
    ]


def test_a_folded_input_stays_folded_and_only_that_of_code():
    folded = {"metadata": {"jupyter": {"source_hidden": True, "outputs_hidden": False}}}
    asked, text = markdown("**Predict.** How much is it?"), markdown("Play.") | folded
    book = notebook(asked, code("1 + 2") | folded, text, code("3") | folded)
    normal = normalise(normalise(book))
    assert [cell["metadata"].get("jupyter") for cell in normal["cells"]] == [
        None,
        {"source_hidden": True, "outputs_hidden": True},
        None,
        {"source_hidden": True},
    ]


def test_empty_cells_and_trailing_space_go_except_in_a_students_cell():
    answer = markdown(" ") | {"metadata": {"nbgrader": {"solution": True}}}
    texts = markdown("one  \r\ntwo \n\n"), code('board = """\n. .  \n"""\n')
    normal = normalise(notebook(markdown("\n"), code("  "), answer, *texts))
    kept = ["", "one  \ntwo", 'board = """\n. .  \n"""']
    assert [cell["source"] for cell in normal["cells"]] == kept


words = st.text("ab \n\r\t#`'\"%>\\|α\u2028", max_size=12)
outputs = (
    st.builds(printed, words, st.sampled_from(["stdout", "stderr"]))
    | st.builds(shown, plain=words, widget=words)
    | st.builds(shown, html=words)
    | st.builds(failed, words, words)
)
some_metadata = st.fixed_dictionaries(
    {},
    optional={
        "tags": st.lists(st.sampled_from(["navigation", "contents", "b", "a"]), max_size=3),
        "execution": st.just({"x": "y"}),
        "jupyter": st.just({"source_hidden": True}),
        "nbgrader": st.just({"grade": True}),
        "editable": st.booleans(),
    },
)
cells = st.builds(
    lambda cell, metadata, own: {**cell, "metadata": metadata, **own},
    st.builds(code, words, outputs, outputs, count=st.none() | st.integers(0, 9))
    | st.builds(markdown, words),
    some_metadata,
    st.fixed_dictionaries({}, optional={"id": st.sampled_from(["x", "y", "?", ""])}),
)


@settings(deadline=None)
@given(book=st.lists(cells, max_size=5).map(lambda drawn: notebook(*drawn, widgets={})))
def test_normalising_twice_changes_nothing(tmp_path_factory, book):
    before = copy.deepcopy(book)
    once = normalise(book)
    assert normalise(once) == once
    assert book == before

    lectures = [Lecture("01-a.ipynb", "A", "", ""), Lecture("02-b.ipynb", "B", "", "")]
    stored = stored_form(book, "01-a.ipynb", lectures)
    assert stored_form(stored, "01-a.ipynb", lectures) == stored
    path = tmp_path_factory.getbasetemp() / "01-a.ipynb"
    path.write_text(to_text(stored), encoding="utf-8", newline="\n")
    assert to_text(stored_form(read(path), path.name, lectures)).encode() == path.read_bytes()


# Generated cells


THREE = [
    Lecture("00-welcome.ipynb", "Welcome", "", ""),
    Lecture("01-trees.ipynb", "A* | [trees]", "Who wins | who loses?", "45"),
    Lecture("02-cuts.ipynb", "Cuts", "What for?", "60"),
]


def test_the_navigation_line_links_the_neighbours_and_the_contents():
    trees, home = r"A\* \| \[trees\]", "[Contents](00-welcome.ipynb#contents)"
    assert [navigation(THREE, lecture.file) for lecture in THREE] == [
        f"[Contents](#contents) · [{trees} →](01-trees.ipynb)",
        f"← [Welcome](00-welcome.ipynb) · {home} · [Cuts →](02-cuts.ipynb)",
        f"← [{trees}](01-trees.ipynb) · {home}",
    ]


def test_the_navigation_line_becomes_the_second_cell_wherever_it_was():
    title_cell, text = markdown("# Cuts"), markdown("text")
    old = markdown("old", "navigation")
    line = navigation(THREE, "02-cuts.ipynb")
    for cells in ([title_cell, text], [title_cell, text, old], [old, title_cell, old, text]):
        stored = stored_form(notebook(*cells), "02-cuts.ipynb", THREE)
        assert [cell["source"] for cell in stored["cells"]] == ["# Cuts", line, "text"]
        assert stored["cells"][1]["metadata"]["tags"] == ["navigation"]


def test_the_navigation_line_stands_before_the_aims_wherever_they_are():
    aims = markdown("**You will be able to**\n\n- cut")
    cells = [markdown("# Cuts"), markdown("old", "navigation"), code("play()"), aims]
    stored = stored_form(notebook(*cells), "02-cuts.ipynb", THREE)
    line = navigation(THREE, "02-cuts.ipynb")
    assert [cell["source"] for cell in stored["cells"]] == [
        "# Cuts",
        "play()",
        line,
        aims["source"],
    ]
    assert stored_form(stored, "02-cuts.ipynb", THREE) == stored


def test_only_a_lecture_gets_generated_cells():
    book = notebook(markdown("# Title"), code("1"))
    lecture = Lecture("05-pruning.ipynb", "Title", "", "")
    assert len(stored_form(book, lecture.file, [lecture])["cells"]) == 3
    assert len(stored_form(book, "draft.ipynb", [lecture])["cells"]) == 2
    assert is_lecture(Path("notebooks/01-a.ipynb"))
    assert not is_lecture(Path("notebooks/homework/01-a.ipynb"))
    assert not is_lecture(Path("notebooks/A.ipynb"))


def test_the_contents_cell_and_the_readme_have_the_table_of_contents():
    assert contents(THREE[1:], "notebooks/").splitlines()[2:] == [
        r"| 1 | [A\* \| \[trees\]](notebooks/01-trees.ipynb) | Who wins \| who loses? | 45 |",
        "| 2 | [Cuts](notebooks/02-cuts.ipynb) | What for? | 60 |",
    ]
    welcome = notebook(markdown("# Welcome"), markdown("", "contents"))
    cell = stored_form(welcome, "00-welcome.ipynb", THREE)["cells"][2]
    assert cell["source"] == f'<a id="contents"></a>\n\n## Contents\n\n{contents(THREE)}'

    new = with_table("Top\n<!-- lectures -->\nold\n<!-- /lectures -->\nEnd\n", THREE, "notebooks")
    table = contents(THREE, "notebooks/")
    assert new == f"Top\n<!-- lectures -->\n\n{table}\n\n<!-- /lectures -->\nEnd\n"
    assert with_table(new, THREE, "notebooks") == new
    assert with_table("no markers", THREE, "notebooks") == "no markers"


def test_title_question_and_minutes_come_from_the_cells():
    lecture = good_lecture()
    row = Lecture("03-x.ipynb", "Pruning", "What need not be looked at?", "45")
    assert describe("03-x.ipynb", lecture) == row
    lecture["cells"][0]["source"] = "# The *best* `move` \\[1\\] of A*\n\n> One\n> two?"
    assert describe("03-x.ipynb", lecture)[1:3] == ("The best move [1] of A*", "One two?")
    assert describe("03-x.ipynb", notebook()).title == "03-x"


# Rules


LECTURE = Path("notebooks/03-pruning.ipynb")


def replaced(number: int, cell: Cell) -> Notebook:
    book = good_lecture()
    book["cells"][number - 1] = cell
    return book


def with_output(*outputs: dict[str, Any]) -> Notebook:
    return replaced(6, code("print(0)", *outputs, count=2))


def with_code(source: str, tag: str = "") -> Notebook:
    return replaced(6, code(source, count=2, tag=tag))


def with_all_code(source: str) -> Notebook:
    cells = good_lecture()["cells"]
    return notebook(*(c | {"source": source} if c["cell_type"] == "code" else c for c in cells))


LONG = "\n".join(f"x = {line}" for line in range(9))

BAD = {
    "too few cells": (notebook(*good_lecture()["cells"][:30]), "30 cells, should be 40 to 70"),
    "too many cells": (notebook(*good_lecture()["cells"] * 2), "80 cells"),
    "a long code cell": (with_code("\n".join([LONG] * 3)), r"cell 6 \(x = 0\): 27 lines"),
    "many longer cells": (with_all_code(LONG), "17 of 17 code cells have over 8 lines"),
    "long steps": (with_all_code(LONG[:40]), "half of the code cells have over 4 lines"),
    "no title": (replaced(1, markdown("> Why?")), "0 headings of level 1"),
    "no question": (replaced(1, markdown("# Pruning")), "cell 1: no question"),
    "no objectives": (replaced(3, markdown("45 minutes")), "no objectives"),
    "no minutes": (replaced(3, markdown("You will be able to win.")), "no length"),
    "no try it": (replaced(37, markdown("Try it")), 'no section "Try it"'),
    "no stop and think": (replaced(38, markdown("## Think")), 'no section "Stop and think"'),
    "no exercises": (replaced(39, markdown("```\n## Exercises\n```")), 'no section "Exercises"'),
    "no summary": (replaced(40, markdown("The end.")), 'no section "Summary"'),
    "no import of the library": (replaced(4, code("import os", count=1)), "no import cell"),
    "two import cells": (with_code("%pylab\nimport os"), r"cell 6 .*an import; move it to cell 4"),
    "a skipped level": (replaced(38, markdown("#### Stop and think")), "cell 38: .* level 4"),
    "two titles": (replaced(38, markdown("# Stop and think")), "2 headings of level 1"),
    "a cell that never ran": (replaced(6, code("print(0)")), "cell 6 .*count None, should be 2"),
    "a last semicolon": (with_code("x = 1\nx;  # quiet\n# end"), "cell 6 .*ends with `;`"),
    "a hint that is not shown": (
        with_code("x = 1\n# hint('9.1')\n# more\n\ncheck('9.1', x)"),
        "cell 6 .*put the hint last",
    ),
    "clear_output": (with_code("clear_output(wait=True)"), "cell 6 .*clear_output"),
    "display_id": (with_code("display(x, display_id='x')"), "cell 6 .*display update"),
    "interact": (with_code("interact(f, x=3)"), "cell 6 .*interact"),
    "with out": (with_code("with out:\n    f()"), "cell 6 .*output area"),
    "capture": (with_code("%%capture\nf()"), "cell 6 .*%%capture"),
    "skip marker": (with_code("# NBVAL_SKIP\nf()"), "cell 6 .*switches the check off"),
    "skip tag": (with_code("f()", "nbval-skip"), "cell 6 .*tag nbval-skip"),
    "ignore tag": (with_code("f()", "nbval-ignore-output"), "cell 6 .*tag nbval-ignore-output"),
    "an error": (with_output(failed("ValueError", "no")), r"cell 6 .*error \(ValueError\)"),
    "an address": (with_output(printed("<Node at 0x7f3a5c1d2e80>")), "cell 6 .*0x7f3a5c1d2e80”"),
    "a warning": (with_output(printed("DeprecationWarning: x", "stderr")), "cell 6 .*a warning"),
    "milliseconds": (with_output(printed("took 12.3 ms")), "cell 6 .*“3 ms”, a time"),
    "timeit": (with_output(printed("1 s ± 3 per loop")), "cell 6 .*a time"),
    "wall time": (with_output(printed("Wall time: 3 s")), "cell 6 .*a time"),
    "a speed": (with_output(shown(html="<b>120000</b> nodes per second")), "cell 6 .*a time"),
    "seconds": (with_output(shown(plain="0.25 seconds")), "cell 6 .*a time"),
    "a date": (with_output(printed("2024-02-29")), "cell 6 .*2024-02-29"),
    "a date in words": (with_output(printed("on 3 March 2024")), "cell 6 .*3 March 2024"),
    "a time of day": (with_output(printed("at 12:30:59")), "cell 6 .*12:30:59"),
    "a path": (with_output(printed("in /home/me/x.txt")), "cell 6 .*“/home/me”, a path"),
    "a path in a traceback": (with_output(printed('File "/a/b/c.py"')), "cell 6 .*a path"),
    "a path on Windows": (with_output(printed(r"C:\Users\me")), "cell 6 .*a path"),
    "a widget alone": (with_output(shown(widget={"model_id": "1"})), "cell 6 .*a widget alone"),
    "a dead link": (replaced(5, markdown("[x](99-no.ipynb)")), "cell 5: link 99-no.ipynb"),
}  # fmt: skip


@pytest.mark.parametrize("book, message", BAD.values(), ids=BAD)
def test_each_mistake_is_reported(book, message):
    reported = problems(book, LECTURE)
    assert any(re.search(message, problem) for problem in reported), reported


FINE = {
    "the good lecture": good_lecture(),
    "a widget with a twin": with_output(shown(widget={"model_id": "1"}, html="<img alt='a tree'>")),
    "base64 that looks like more": with_output(
        shown(html='<img src="data:image/svg+xml;base64,0x1234567890/home/x+12ms">')
    ),
    "a packed state that looks like a time": with_output(
        shown(html='<script type="application/json">H4sIA+86/s/12ms</script>')
    ),
    "a packed table that looks like a time": with_output(
        shown(html='<script data-gamelib-table="t1">t["t1"] = "H4sI/5rgp0XvWL/s";</script>\n')
    ),
    "an error of measurement": with_output(printed("0.52 ± 0.03 points, 0x1f, 12 moves, 1:2")),
    "a path in the project": with_output(printed("gamelib/search.py and ./notebooks/tmp/x.py")),
    "code that only looks bad": with_code("timeout = 3; y = 4\nwith timeout_of(y):\n    pass"),
    "an import in a function": with_code("def f():\n    import os\n    return os.name"),
    "a heading in a fence": replaced(5, markdown("```\n# a comment\n```")),
}


@pytest.mark.parametrize("book", FINE.values(), ids=FINE)
def test_a_good_lecture_has_no_problem(book):
    assert problems(book, LECTURE) == []


PICTURE = shown(png="iVBORw0KGgo=", plain="<Figure size 640x480 with 1 Axes>")
PRINTS, SILENT = code("print(1)", printed("14 visited\n"), count=3), code("x = 1", count=3)


@pytest.mark.parametrize(
    "outputs, after, fine",
    [
        ([PICTURE], SILENT, False),
        ([PICTURE, shown(plain="[<Line2D>]")], SILENT, False),
        ([PICTURE], PRINTS, True),
        ([printed("14 visited"), PICTURE], SILENT, True),
        ([PICTURE, shown(html="<p>14 visited</p>")], SILENT, True),
    ],
)
def test_a_picture_needs_a_line_of_text(outputs, after, fine):
    book = with_output(*outputs)
    book["cells"][7] = after
    reported = problems(book, LECTURE)
    if fine:
        assert reported == []
    else:
        assert re.match(r"cell 6 .*does not compare the picture", reported[0])


def test_the_welcome_page_may_be_short_and_homework_has_no_rules():
    short = notebook(*good_lecture()["cells"][:12])
    assert problems(short, Path("notebooks/00-welcome.ipynb")) == []
    short["cells"].pop()
    assert problems(short, Path("notebooks/00-welcome.ipynb")) != []
    stub = notebook(markdown("### Stub\n[x](no.md)"), code("..."))
    assert len(problems(stub, Path("notebooks/homework/01-trees.ipynb"))) == 1


def test_links_are_followed_to_the_file_and_its_heading(tmp_path):
    other = notebook(markdown("# Other\n## Stop and *think*\n<a id='here'></a>"))
    (tmp_path / "01-other.ipynb").write_text(to_text(normalise(other)), encoding="utf-8")
    (tmp_path / "note.md").write_text("# A Note!\n## Same\n## Same\n", encoding="utf-8")
    (tmp_path / "two words.py").write_text("# not a heading\n", encoding="utf-8")
    good = """
        [a](01-other.ipynb) [b](01-other.ipynb#Stop-and-think) [c](01-other.ipynb#here) [d](#Top)
        [e](note.md#a-note) [f](note.md#same-1) [g](two%20words.py#L1) [h](https://example.org/x#y)
        [i](http://localhost:8888/lab) ![j](note.md "with a title")
        `[l](nowhere)` <!-- [m](nowhere) --> [n](mailto:x@example.org) [o](.)
    """
    bad = [
        "[a](nowhere.ipynb)", "![b](no.png)", "<img src='no.svg' alt=''>", "[c](#top)",
        "[d](01-other.ipynb#stop-and-think)", "[e](note.md#A-Note!)", "[f](note.md#same-2)",
        "[g](http://example.org)", "http://example.org", "[h](/etc/x)", "[i]: nowhere.md",
    ]  # fmt: skip
    path = tmp_path / "02-this.ipynb"
    top = markdown("# Top\n" + re.sub(r"(?m)^ +", "", good))
    assert link_problems(notebook(top), path) == []
    for link in bad:
        (problem,) = link_problems(notebook(top, markdown(link)), path)
        assert problem.startswith("cell 2: ")

    document = tmp_path / "README.md"
    document.write_text(
        "# Top\n[a](#top) [b](01-other.ipynb#Other) [c](#Top) [d](gone.md)", "utf-8"
    )
    assert [problem.split()[1] for problem in document_problems(document)] == ["#Top", "gone.md"]


# Commands


def write(path: Path, book: Notebook) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(book), encoding="utf-8")


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder notebooks/ with two lectures and one homework, below a README."""
    folder = tmp_path / "notebooks"
    write(folder / "01-fails.ipynb", notebook(markdown("# Fails"), code("x = 1"), code("x.oops")))
    write(folder / "02-runs.ipynb", RUNS)
    write(folder / "homework" / "01-stub.ipynb", notebook(markdown("# Stub "), code("...")))
    (folder / "here.txt").write_text("beside the notebook", encoding="utf-8")
    readme = "<!-- lectures -->\n<!-- /lectures -->\n"
    (tmp_path / "README.md").write_text(readme, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


RUNS = notebook(
    markdown("# Runs"),
    code("print('a', flush=True)\nprint('b')"),
    code("open('here.txt').read()"),
    code(
        f"import uuid\ndisplay({{'{WIDGET}': str(uuid.uuid4()), 'text/plain': 'tree'}}, raw=True)"
    ),
    code("print('end')"),
)


def test_build_runs_and_stores_notebooks_and_continues_after_a_failure(course, capsys):
    untouched = (course / "01-fails.ipynb").read_bytes()
    assert main(["build"]) == 1
    lines = capsys.readouterr().out
    assert "01-fails.ipynb, cell 4: AttributeError: 'int' object has no attribute 'oops'" in lines
    assert "\n    x.oops\n" in lines
    assert "[2/2] notebooks/02-runs.ipynb: written" in lines
    assert (course / "01-fails.ipynb").read_bytes() == untouched
    assert "[Runs](notebooks/02-runs.ipynb)" in (course.parent / "README.md").read_text("utf-8")

    built = read(course / "02-runs.ipynb")
    assert built["cells"][1]["source"].startswith("← [Fails](01-fails.ipynb) · ")
    assert [cell.get("execution_count") for cell in built["cells"]] == [None, None, 1, 2, 3, 4]
    first, second, third = (cell["outputs"] for cell in built["cells"][2:-1])
    assert first == [printed("a\nb\n")]
    assert second[0]["data"] == {"text/plain": "'beside the notebook'"}
    assert third[0]["data"] == {"text/plain": "tree"}
    assert [cell["metadata"] for cell in built["cells"][2:4]] == [{}] * 2
    assert main(["build", "notebooks/02-runs.ipynb"]) == 0
    assert "02-runs.ipynb: unchanged" in capsys.readouterr().out


def test_a_cell_without_end_and_a_dead_kernel_are_reported():
    for source, why in (
        ("while True: pass", "A cell timed out"),
        ("import os; os._exit(1)", "Kernel died"),
    ):
        with pytest.raises(RuntimeError, match=rf"x.ipynb, cell 2: {why}.*\n    {source[:5]}"):
            execute(normalise(notebook(code("1"), code(source))), Path("x.ipynb"), timeout=1)


def test_slides_are_one_file_and_a_wrong_number_gets_a_message(course, capsys):
    assert main(["slides", "2"]) == main(["slides", "02-runs", "--out", "own.html"]) == 0
    written = Path("slides/02-runs.html").read_text(encoding="utf-8")
    assert written == Path("own.html").read_text(encoding="utf-8")
    assert "<h1>Runs</h1>" in written
    for arguments, why in (
        (["42"], "there is no lecture 42; choose one of 01, 02"),
        (["0"], "there is no lecture 0; "),
        (["two"], "there is no lecture two; "),
        (["2", "--out", "a.pdf"], "a.pdf does not end in .html"),
    ):
        assert main(["slides", *arguments]) == 1
        assert capsys.readouterr().err.startswith(why)


def test_what_a_lecture_folds_after_an_answer_waits_for_a_click_on_its_slide():
    fold = "<details><summary>Read on</summary>\n\nIt is 3.\n\n</details>\n\nAnd now?"
    asked = markdown("## Sums\n\n**Predict.** How much?")
    (slide,) = slides.slides([asked, code("1 + 2", printed("3")), markdown(fold)])
    texts = [(block.html.strip(), block.click) for block in slide.blocks[3:]]
    assert texts == [("<p>It is 3.</p>", True), ("<p>And now?</p>", True)]


def test_a_view_waits_for_a_click_if_it_answers_a_prediction():
    view = shown(html='<div class="gamelib-view"></div>')
    for asked, waits in (("**Predict.** Where?", True), ("Look:", False)):
        book = notebook(markdown(f"## Trees\n\n{asked}"), code("watch(search)", view))
        (slide,) = slides.slides(normalise(book)["cells"])
        assert [block.click for block in slide.blocks if block.kind == "view"] == [waits]


def test_the_colours_of_code_change_none_of_its_characters():
    for path in sorted(LECTURES.glob("*.ipynb")):
        for cell in read(path)["cells"]:
            if cell["cell_type"] == "code":
                text = re.sub("<[^>]*>", "", coloured(cell["source"]))
                assert unescape(text) == cell["source"], path.name


def test_the_colours_of_code_have_a_contrast_of_4_5_in_both_themes():
    deck = (Path(slides.__file__).parent / "deck.html").read_text(encoding="utf-8")
    names = re.findall(r"^\.code .*\{ color: var\(--gl-(\w+)\)", deck, re.MULTILINE)
    assert len(names) == 4
    for theme in THEMES.values():
        for name in (*names, "ink"):
            assert contrast(getattr(theme, name), theme.tint) >= 4.5, name


def test_normalise_writes_once_and_check_never_writes(course, capsys):
    files = [*course.rglob("*.ipynb"), course.parent / "README.md"]
    before = [path.read_bytes() for path in files]
    assert main(["check"]) == 1
    lines = capsys.readouterr().out
    assert lines.count("`normalise` would change") == 4  # three notebooks and the README
    assert "cell 1: no question" in lines
    assert [path.read_bytes() for path in files] == before

    assert main(["normalise"]) == 0
    lines = capsys.readouterr().out
    assert lines.count("written") == 4
    assert "homework/01-stub.ipynb: written" in lines
    after = [path.read_bytes() for path in files]
    assert after != before
    assert main(["normalise"]) == 0
    assert capsys.readouterr().out.count("unchanged") == 3
    assert [path.read_bytes() for path in files] == after
    assert main(["check", "notebooks/homework/01-stub.ipynb"]) == 0


def test_a_file_that_is_not_a_notebook_is_reported_and_left_alone(course, monkeypatch, capsys):
    (course / "03-broken.ipynb").write_text('{"cells": ', encoding="utf-8")
    (course / "04-old.ipynb").write_text('{"worksheets": [], "nbformat": 3}', encoding="utf-8")
    assert main(["normalise"]) == 1
    lines = capsys.readouterr().out
    assert "03-broken.ipynb is not a notebook" in lines
    assert "04-old.ipynb is not a notebook" in lines
    assert "02-runs.ipynb: written" in lines
    assert (course / "03-broken.ipynb").read_text("utf-8") == '{"cells": '
    assert main(["normalise", "notebooks/99-gone.ipynb"]) == 1
    monkeypatch.chdir(course)
    assert main(["build"]) == 1
    assert "no folder notebooks/" in capsys.readouterr().err


def test_a_new_lecture_has_the_skeleton_and_lacks_only_its_content(course, capsys):
    write(course / "00-welcome.ipynb", notebook(markdown("# Welcome"), markdown("## contents")))
    assert main(["new", "03-new-words", "New *words*"]) == 0
    path = course / "03-new-words.ipynb"
    book = read(path)
    assert title(book) == "New *words*"
    assert lectures_in(course)[-1].title == "New words"
    assert book["cells"][1]["metadata"] == {"jupyter": {"source_hidden": True}}
    assert book["cells"][3]["source"].startswith("← [Runs](02-runs.ipynb) · ")
    (problem,) = (each for each in problems(book, path) if "execution count" not in each)
    assert "cells, should be 40 to 70" in problem
    printed = capsys.readouterr().out
    assert "five files" in printed
    assert re.findall(r"(?m)^  (\S+)", printed) == [*files_of_lecture("03-new-words")]
    assert main(["normalise", str(path)]) == 0
    assert "03-new-words.ipynb: unchanged" in capsys.readouterr().out


def test_the_lectures_have_the_files_that_a_new_one_needs():
    root = Path(__file__).parents[2]
    for name in ("01-states-and-moves", "11-tournament"):
        files = files_of_lecture(name)
        assert len(files) == 5
        assert [file for file in files if not (root / file).exists()] == []


@pytest.mark.parametrize("name", ["02-runs", "3-x", "03_x", "03-X", "../03-x"])
def test_a_new_lecture_needs_a_valid_and_unused_name(name, course, capsys):
    before = sorted(course.parent.rglob("*"))
    assert main(["new", name, "Title"]) == 1
    assert "choose" in capsys.readouterr().err
    assert sorted(course.parent.rglob("*")) == before
