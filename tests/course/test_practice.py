"""Practice trees keep what their level promises, and a practice sheet fits its paper."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from math import inf
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course import practice_sheet, practice_tree, predict
from course.paper import FOOT, Block, paged, text
from course.practice import LEVELS, _grown
from course.sheet import PracticeSheet
from gamelib import MAX, MIN, TreeGame, alpha_beta
from gamelib.trace import Trace
from gamelib.view.style import look, theme_named
from gamelib.view.textsize import text_width
from gamelib.view.tree.marks import Lines, Words

seeds = st.integers(0, 10**9)
levels = st.sampled_from([1, 2, 3])


def searched(tree: TreeGame, **options: Any) -> Trace:
    trace = alpha_beta(tree, record=True, **options).trace
    assert trace is not None
    return trace


def depth(tree: TreeGame) -> int:
    return max(len(path) for path in searched(tree).nodes)


def leaves(tree: TreeGame) -> list[float | None]:
    return [tree.score(name) for name in tree.nodes() if not tree.moves(name)]


# ---- trees --------------------------------------------------------------------------------------


@given(seeds, levels)
def test_the_same_seed_gives_the_same_tree(seed, level):
    assert str(practice_tree(seed, level)) == str(practice_tree(seed, level))


def test_seeds_and_levels_give_different_trees():
    made = [str(practice_tree(seed, level)) for seed in range(100) for level in (1, 2, 3)]
    assert len(set(made)) == len(made)


def test_a_seed_gives_this_tree_on_every_machine():
    assert str(practice_tree(2)).splitlines() == [
        "A (MAX): B C",
        "B (MIN): D=17 E=6",
        "C (MIN): F=0 G=18 H=11",
    ]


@given(seeds, levels)
def test_every_tree_has_a_cut_and_a_node_where_nothing_is_cut(seed, level):
    tree = practice_tree(seed, level)
    trace = searched(tree)
    assert trace.cuts >= level
    cut_at = {event.path for event in trace.events if event.kind == "cut"}
    entered = {event.path for event in trace.events if event.kind == "enter"}
    assert entered - cut_at - {()}
    assert len(trace.skipped) <= len(trace.visited)
    assert all(len(tree.moves(name)) in (0, 2, 3) for name in tree.nodes())


@given(seeds, levels)
def test_nodes_are_named_a_b_c_level_by_level(seed, level):
    tree = practice_tree(seed, level)
    rows, names = [tree.start()], []
    while rows:
        names += rows
        rows = [child for name in rows for child in tree.moves(name)]
    letters = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *(f"A{c}" for c in "ABCDEFGHIJKLMN")]
    assert names == letters[: len(names)]


@given(seeds)
def test_the_first_level_is_small_and_has_no_equal_values(seed):
    tree = practice_tree(seed, 1)
    assert 7 <= len(tree.nodes()) <= 15
    assert depth(tree) in (2, 3)
    assert len(set(leaves(tree))) == len(leaves(tree))
    assert searched(tree).visited == searched(tree, strict_cuts=True).visited
    assert tree.turn("A") == MAX


@given(seeds)
def test_the_second_level_has_an_equal_value_or_a_deep_cut(seed):
    tree = practice_tree(seed, 2)
    assert 12 <= len(tree.nodes()) <= 25
    assert depth(tree) in (3, 4)
    equal = searched(tree).visited != searched(tree, strict_cuts=True).visited
    assert equal or deep_cuts(tree)


@given(seeds)
def test_the_third_level_has_deep_cuts_and_a_player_who_moves_twice(seed):
    tree = practice_tree(seed, 3)
    assert 20 <= len(tree.nodes()) <= 40
    assert depth(tree) == 4
    assert min(leaves(tree)) < 0 < max(leaves(tree))
    assert deep_cuts(tree)
    inner = [name for name in tree.nodes() if tree.moves(name)]
    again = [
        child for name in inner for child in tree.moves(name) if tree.turn(child) == tree.turn(name)
    ]
    assert {path[-1] for path in searched(tree).visited if path} & set(again) & set(inner)


def test_a_tree_without_negative_values_is_none_of_the_third_level():
    tree = practice_tree(1, 3)
    inner = {name: tree.moves(name) for name in tree.nodes() if tree.moves(name)}
    values = {name: tree.score(name) for name in tree.nodes() if not tree.moves(name)}
    turns = {name: tree.turn(name) for name in tree.nodes()}
    moved = {name: value + 100 for name, value in values.items()}
    assert LEVELS[3].good(searched(TreeGame(inner, values, turns)))
    assert not LEVELS[3].good(searched(TreeGame(inner, moved, turns)))


@given(seeds)
def test_a_tree_reaches_the_depth_that_was_drawn_for_it(seed):
    early = LEVELS[2]._replace(depths=(3,), ends=0.7, nodes=(1, 40))
    tree = _grown(early, random.Random(seed))
    assert tree is None or depth(tree) == 3


def test_levels_offer_all_that_they_speak_of():
    second = [practice_tree(seed, 2) for seed in range(60)]
    assert any(deep_cuts(tree) for tree in second)
    assert any(not deep_cuts(tree) for tree in second)
    assert {depth(tree) for tree in second} == {3, 4}
    assert {depth(practice_tree(seed, 1)) for seed in range(60)} == {2, 3}
    assert {practice_tree(seed, 3).turn("A") for seed in range(60)} == {MAX, MIN}


def deep_cuts(tree: TreeGame) -> list[str]:
    """The nodes at which the parent, which is the other's, does not have enough for the cut."""
    best: dict[tuple[str, ...], float] = {}
    found = []
    for event in searched(tree).events:
        if event.kind == "update":
            best[event.path] = event.value
        elif event.kind == "cut":
            above = event.path[:-1]
            if tree.turn(event.path[-1]) == MAX:
                enough = event.value >= best.get(above, inf)
            else:
                enough = event.value <= best.get(above, -inf)
            parent = above[-1] if above else tree.start()
            if not enough and tree.turn(parent) != event.side:
                found.append(event.path[-1])
    return found


@pytest.mark.parametrize(
    "seed,level,words",
    [
        (-1, 1, "seed is -1, but must be a whole number of at least 0"),
        ("7", 1, "seed is '7', but must be a whole number of at least 0"),
        (7, 0, "level is 0, but must be a whole number of at least 1"),
        (7, 4, "level is 4, but there are only levels 1, 2 and 3"),
    ],
)
def test_a_seed_or_level_that_does_not_exist_is_refused(seed, level, words):
    with pytest.raises((ValueError, TypeError), match="^" + re.escape(words)):
        practice_tree(seed, level)
    with pytest.raises((ValueError, TypeError), match="^" + re.escape(words)):
        practice_sheet(seed, 2, level)


@given(seeds, levels)
def test_a_practice_tree_can_be_predicted(seed, level):
    tree = practice_tree(seed, level)
    skipped = [path[-1] for path in searched(tree).skipped]
    assert predict(tree, skipped=skipped).right
    assert not predict(tree, skipped=skipped[1:] if len(skipped) == 1 else "").right


# ---- sheets -------------------------------------------------------------------------------------


def texts(page: Any) -> list[str]:
    return [mark.text for mark in page.marks() if isinstance(mark, Words)]


@pytest.fixture(scope="module", params=[1, 2, 3])
def sheet(request) -> PracticeSheet:
    return practice_sheet(seed=5, n=3, level=request.param)


def test_a_sheet_says_what_is_on_it(sheet):
    assert re.fullmatch(
        rf"Practice sheet: 3 trees of level {sheet.level}, seed 5; "
        r"\d pages, and \d pages? of answers\.",
        repr(sheet),
    )
    assert repr(practice_sheet(1, 1)).startswith("Practice sheet: 1 tree of level 1, seed 1; 2 pag")


def test_every_page_has_its_number_and_students_pages_a_line_for_the_name(sheet):
    for number, page in enumerate(sheet.pages, start=1):
        assert f"page {number} of {len(sheet.pages)}" in texts(page)
        assert {"Name", "Student id", "Date"} <= set(texts(page))
    for number, page in enumerate(sheet.answers, start=1):
        assert f"answers, page {number} of {len(sheet.answers)}" in texts(page)


def test_the_pages_for_students_hold_every_tree_and_no_answer(sheet):
    words = [text for page in sheet.pages[1:] for text in texts(page)]
    assert [text for text in words if text.startswith("Tree ")] == ["Tree 1", "Tree 2", "Tree 3"]
    for place, problem in enumerate(sheet.problems):
        assert f"practice_tree({5001 + place}, {sheet.level})" in words
        for node in problem.why.nodes.values():
            assert node.name in words
            if not node.side:
                assert str(node.value).replace("-", "−") in words
    assert not any("≤" in text or "≥" in text or "∞" in text for text in words)
    asked = ["Skipped nodes:", "How many visited:", "Value of A:", "Best move:"]
    for start in [place for place, word in enumerate(words) if word == asked[0]]:
        assert words[start : start + 4] == asked, "nothing is written between them"
    kinds = {mark.kinds.split()[0] for page in sheet.pages[1:] for mark in page.marks()}
    assert "cut" not in kinds
    assert "order" not in kinds


def test_the_example_is_filled_in_like_this():
    (page, *_) = practice_sheet(1, 1).pages
    assert page.alt.endswith(
        "Table: node A B E F C G H D I J; "
        "α -∞ -∞ -∞ -∞ 3 3 – 3 3 –; "
        "β +∞ +∞ +∞ 3 +∞ +∞ – +∞ +∞ –; "
        "v 3 3 3 ≥ 5 ≤ 0 0 – ≤ 2 2 –. "
        "Skipped nodes: N H P Q J T U; How many visited: 14; Value of A: 3; Best move: B."
    )
    words = texts(page)
    assert words.count("–") == 6
    assert words.count("−∞") == 4


def test_the_tree_on_paper_does_not_give_away_what_is_skipped(sheet):
    # Nodes of one shape look the same, visited or not.
    for page in sheet.pages[1:]:
        kinds = {m.kinds for m in page.marks() if isinstance(m, Lines)}
        for shape in ("max", "min", "leaf"):
            assert len([kind for kind in kinds if kind.split()[0] == shape]) == 1


def test_the_answers_are_those_of_the_search(sheet):
    words = " ".join(text for page in sheet.answers for text in texts(page))
    for problem in sheet.problems:
        trace = searched(problem.game)
        names = " ".join(path[-1] for path in trace.visited[1:])
        assert f"Visited in this order: A {names}." in words.replace("  ", " ")
        assert " ".join(path[-1] for path in trace.skipped) in words
        for step in range(1, len(trace.events) + 1):
            sentence = str(trace.narrate()).splitlines()[step - 1]
            if "Cut at" in sentence:
                reason = sentence.split(". ", 1)[1].split(";")[0]
                assert reason.replace("-", "−") in words, reason
    cuts = sum(m.kinds == "cut" for page in sheet.answers for m in page.marks())
    skipped = sum(
        len(e.moves) for p in sheet.problems for e in searched(p.game).events if e.kind == "cut"
    )
    assert cuts == skipped, "every edge that is cut off carries its mark"


def outside(page: Any) -> list[Any]:
    """The marks that reach over the edge of a page, or into its last line."""
    found = []
    *marks, left, right = page.marks()
    assert left.y == right.y > page.height - FOOT
    for mark in marks:
        if isinstance(mark, Lines):
            points = [point for line in mark.lines for point in line]
        else:
            bold = look(theme_named("light"), mark.kinds).bold
            wide = text_width(mark.text, mark.size, bold=bold)
            start = mark.x - {"start": 0.0, "middle": wide / 2, "end": wide}[mark.anchor]
            points = [(start, mark.y - mark.size * 0.7), (start + wide, mark.y)]
        if not all(-1 <= x <= page.width + 1 and 0 <= y <= page.height - FOOT for x, y in points):
            found.append(mark)
    return found


@pytest.mark.parametrize("level", [1, 2, 3])
def test_nothing_on_a_page_is_cut_off(level):
    for seed in range(12):
        many = practice_sheet(seed, 5, level)
        for page in (*many.pages, *many.answers):
            assert outside(page) == []


def test_the_test_above_sees_what_is_cut_off():
    small = practice_sheet(1, 1)
    page = small.pages[1]
    far = Words("caption", page.width - 5, 50.0, "too far to the right", 13.0, "start")
    assert outside(page._replace(words=(far, *page.words))) == [far]


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_drawn_tree_is_large_enough_to_read(level):
    for seed in range(12):
        many = practice_sheet(seed, 5, level)
        for page in (*many.pages, *many.answers):
            names = [mark.size for mark in page.marks() if mark.kinds.split()[0] == "name"]
            assert min(names, default=inf) >= 9.5  # pixels of 1/96 inch: 7 points


def test_reasons_that_leave_no_room_for_the_tree_have_a_page_of_their_own():
    many = practice_sheet(7, 4, level=3)
    titles = [word for page in many.answers for word in texts(page) if word.startswith("Tree ")]
    assert "Tree 4, the reasons" in titles
    assert "Tree 2, the reasons" not in titles


def test_blocks_are_never_split_over_two_pages():
    head = text("head", 100)
    blocks = [Block(100, high, (), str(place)) for place, high in enumerate((300, 300, 300, 10))]
    pages = paged(head, blocks, 700)
    assert [page.alt for page in pages] == ["head 0 1", "head 2 3"]
    assert all(page.height <= 700 - FOOT for page in pages)


def test_an_html_file_is_whole_and_asks_for_nothing(sheet, tmp_path):
    file = tmp_path / "sheet.html"
    sheet.save(file)
    html = file.read_text(encoding="utf-8")
    pages = html.split("<section>")[1:]
    assert len(pages) == len(sheet.pages) + len(sheet.answers)
    for page in pages:
        svg = page.split("</section>")[0]
        assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert not re.search(r"(src|href)=|@import|url\(", html)
    assert set(re.findall(r"https?://[^'\"\s]+", html)) == {"http://www.w3.org/2000/svg"}
    turned = "landscape" if sheet.level == 3 else "portrait"
    assert f"size: {turned}" in html
    sheet.save(tmp_path / "again.html")
    assert (tmp_path / "again.html").read_bytes() == file.read_bytes()


def test_a_page_is_told_in_words(sheet):
    first, page = sheet.pages[:2]
    assert "Cut as soon as α ≥ β" in first.alt
    assert "A tree: A (M" in page.alt
    assert "Tree 1" in page.alt


def test_the_answers_can_be_left_out(sheet, tmp_path):
    sheet.save(tmp_path / "class.html", answers=False)
    html = (tmp_path / "class.html").read_text(encoding="utf-8")
    assert html.count("<section>") == len(sheet.pages)
    assert "answers, page" not in html


@pytest.mark.parametrize(
    "level,paper,size", [(1, "A4", (595, 842)), (3, "Letter", (792, 612)), (3, "A4", (842, 595))]
)
def test_a_pdf_has_its_pages_on_the_paper_asked_for(level, paper, size, tmp_path):
    small = practice_sheet(5, 1, level)
    file = tmp_path / "sheet.pdf"
    small.save(file, paper=paper)
    data = file.read_bytes()
    assert data.startswith(b"%PDF")
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", data)
    assert len(boxes) == len(small.pages) + len(small.answers) == 3
    assert {(round(float(w)), round(float(h))) for w, h in boxes} == {size}
    assert b"CreationDate" not in data


def test_a_sheet_is_saved_at_once_if_a_file_is_given(tmp_path):
    practice_sheet(3, 1, file=tmp_path / "sheet.html")
    assert (tmp_path / "sheet.html").exists()


def test_what_cannot_be_printed_is_refused(tmp_path):
    small = practice_sheet(1, 1)
    with pytest.raises(ValueError, match=r"^sheet\.docx ends neither in \.html nor in \.pdf"):
        small.save(tmp_path / "sheet.docx")
    with pytest.raises(ValueError, match=r"^paper is 'A5', but must be one of A4, Letter"):
        small.save(tmp_path / "sheet.pdf", paper="A5")
    with pytest.raises(ValueError, match=r"^n is 101, but a sheet has at most 100 trees"):
        practice_sheet(1, 101)
    with pytest.raises(ValueError, match=r"^n is 0, but must be a whole number of at least 1"):
        practice_sheet(1, 0)
    assert list(tmp_path.iterdir()) == []


def test_practice_and_predictions_need_no_matplotlib(tmp_path):
    program = (
        "import sys; from course import practice_sheet, practice_tree, predict\n"
        "predict(practice_tree(1), skipped='')\n"
        f"practice_sheet(1, 2, file={str(tmp_path / 'sheet.html')!r})\n"
        "print([name for name in ('matplotlib', 'networkx', 'ipywidgets') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
