"""Practice trees keep what their level promises; a practice sheet has them and their answers."""

from __future__ import annotations

import re
from html import unescape
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course import practice_sheet, practice_tree, predictor
from gamelib import MAX, MIN, SAMPLE, TicTacToe, TreeGame, alpha_beta, minimax, table_search
from gamelib.trace import Trace

seeds = st.integers(0, 10**9)
levels = st.sampled_from([1, 2, 3])


def searched(tree: TreeGame, **options: Any) -> Trace:
    return alpha_beta(tree, record=True, **options).trace


def depth(tree: TreeGame) -> int:
    return max(len(path) for path in searched(tree).nodes)


def leaves(tree: TreeGame) -> list[float | None]:
    return [tree.score(name) for name in tree.nodes() if not tree.moves(name)]


# ---- trees --------------------------------------------------------------------------------------


def test_seeds_and_levels_give_different_trees():
    made = [str(practice_tree(seed, level)) for seed in range(100) for level in (1, 2, 3)]
    assert len(set(made)) == len(made)
    assert made[:3] == [str(practice_tree(0, level)) for level in (1, 2, 3)], "always the same"


@given(seeds, levels)
def test_every_tree_has_a_cut_and_a_node_where_nothing_is_cut(seed, level):
    tree = practice_tree(seed, level)
    trace = searched(tree)
    fewest, most, depths = [(7, 15, (2, 3)), (12, 25, (3, 4)), (20, 40, (4,))][level - 1]
    assert fewest <= len(tree.nodes()) <= most
    assert depth(tree) in depths
    assert trace.cuts >= level
    cut_at = {event.path for event in trace.events if event.kind == "cut"}
    entered = {event.path for event in trace.events if event.kind == "enter"}
    assert entered - cut_at - {()}
    assert len(trace.skipped) <= len(trace.visited)
    assert all(len(tree.moves(name)) in (0, 2, 3) for name in tree.nodes())
    by_levels = sorted(trace.nodes, key=len)  # depth first, so in order on each level
    letters = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *(f"A{c}" for c in "ABCDEFGHIJKLMN")]
    assert [trace.name(path) for path in by_levels] == letters[: len(by_levels)]


@given(seeds)
def test_the_first_level_has_no_equal_values(seed):
    tree = practice_tree(seed, 1)
    assert len(set(leaves(tree))) == len(leaves(tree))
    assert searched(tree).visited == searched(tree, strict_cuts=True).visited
    assert tree.turn("A") == MAX


@given(seeds)
def test_the_second_level_has_an_equal_value_or_a_deep_cut(seed):
    tree = practice_tree(seed, 2)
    assert deep_cuts(tree) or (searched(tree).visited != searched(tree, strict_cuts=True).visited)


@given(seeds)
def test_the_third_level_has_deep_cuts_and_a_player_who_moves_twice(seed):
    tree = practice_tree(seed, 3)
    assert min(leaves(tree)) < 0 < max(leaves(tree))
    assert deep_cuts(tree)
    assert any(
        tree.moves(path[-1]) and tree.turn(path[-1]) == tree.turn((tree.start(), *path)[-2])
        for path in searched(tree).visited
        if path
    )


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
            parent, sign = (tree.start(), *event.path)[-2], 1 if event.side == MAX else -1
            enough = sign * event.value >= sign * best.get(event.path[:-1], sign * inf)
            if not enough and tree.turn(parent) != event.side:
                found.append(event.path[-1])
    return found


@pytest.mark.parametrize(
    "seed,level,words",
    [
        (-1, 1, "seed is -1, but must be a whole number of at least 0"),
        (7, 4, "level is 4, but there are only levels 1, 2 and 3"),
    ],
)
def test_a_seed_or_level_that_does_not_exist_is_refused(seed, level, words):
    for make in (practice_tree, lambda seed, level: practice_sheet(seed, 2, level)):
        with pytest.raises(ValueError, match="^" + re.escape(words)):
            make(seed, level)


# ---- sheets -------------------------------------------------------------------------------------


def texts(part: str) -> list[str]:
    """The texts of a piece of a page, without the words for screen readers."""
    drawn = re.sub(r"<(style|title)>.*?</\1>", "", part, flags=re.DOTALL)
    return [unescape(text) for text in re.findall(r">([^<>\n]+)<", drawn)]


@pytest.fixture(scope="module", params=[1, 2, 3])
def sheet(request, tmp_path_factory) -> tuple[int, str]:
    file = practice_sheet(5, 3, request.param, tmp_path_factory.mktemp("sheet") / "sheet.html")
    return request.param, file.read_text(encoding="utf-8")


def trees(level: int) -> list[TreeGame]:
    return [practice_tree(5001 + place, level) for place in range(3)]


def test_a_sheet_has_every_tree_and_no_answer_before_the_answers(sheet):
    level, html = sheet
    asked = html.partition('<h1 class="answers">')[0].split("<section>")[2:]
    assert len(asked) == 3
    for place, (part, tree) in enumerate(zip(asked, trees(level), strict=True)):
        words = texts(part)
        assert words[:2] == [f"Tree {place + 1} ", f"practice_tree({5001 + place}, {level})"]
        assert {*tree.nodes()} <= {*words}
        assert {f"{value:g}".replace("-", "−") for value in leaves(tree)} <= {*words}
        assert not any(sign in word for sign in "≤≥∞" for word in words)
        assert part.count("<b></b>") == 4, "nothing is written behind the four questions"
        assert part.count("<td></td>") == 3 * sum(bool(tree.moves(name)) for name in tree.nodes())
        for shape in ("max", "min", "leaf"):  # nodes of one shape look the same, skipped or not
            assert len({*re.findall(rf"class='({shape}(?:-[^']*)?)'", part)}) <= 1
        assert "class='cut" not in part


def test_the_answers_are_those_of_the_search(sheet):
    level, html = sheet
    solved = html.partition('<h1 class="answers">')[2].split("<section>")[1:]
    for part, tree in zip(solved, trees(level), strict=True):
        trace = searched(tree)
        words = texts(part)
        names = " ".join(path[-1] for path in trace.visited[1:])
        assert f"Visited in this order: A {names}." in words
        assert words[words.index("Skipped nodes: ") + 1] == " ".join(p[-1] for p in trace.skipped)
        assert words[words.index("How many visited: ") + 1] == str(len(trace.visited))
        assert words[words.index("Best move: ") + 1] == trace.line[0]
        cuts = [line for line in str(trace.narrate()).splitlines() if "Cut at" in line]
        for cut in cuts:
            assert cut.split(". ", 1)[1].split(";")[0].replace("-", "−") in " ".join(words)
        skipped = sum(len(event.moves) for event in trace.events if event.kind == "cut")
        assert part.count("class='cut'") == skipped, "every edge that is cut off carries its mark"


def test_the_example_is_filled_in(sheet):
    example = sheet[1].split("<section>")[1]
    rows = [texts(row) for row in re.findall("<tr>.*?</tr>", example)]
    assert [" ".join(row) for row in rows] == [
        "node A B E F C G H D I J",
        "α −∞ −∞ −∞ −∞ 3 3 – 3 3 –",
        "β +∞ +∞ +∞ 3 +∞ +∞ – +∞ +∞ –",
        "v 3 3 3 ≥ 5 ≤ 0 0 – ≤ 2 2 –",
    ]


def test_a_sheet_asks_for_nothing_and_large_trees_lie_across(sheet):
    level, html = sheet
    assert not re.search(r"(src|href)=|@import|url\(", html)
    assert set(re.findall(r"https?://[^'\"\s]+", html)) == {"http://www.w3.org/2000/svg"}
    assert f"size: {'landscape' if level == 3 else 'portrait'}" in html


def test_the_answers_can_be_left_out(sheet, tmp_path):
    level, html = sheet
    file = practice_sheet(5, 3, level, str(tmp_path / "class.html"), answers=False)
    assert file.read_text(encoding="utf-8") == (
        html.partition('<h1 class="answers">')[0] + "</body>\n</html>\n"
    )


@pytest.mark.parametrize(
    "n, name, words",
    [
        (1, "sheet.pdf", r"^sheet\.pdf must end in \.html; a browser prints it"),
        (101, "sheet.html", "^n is 101, but a sheet has at most 100 trees"),
    ],
)
def test_what_cannot_be_printed_is_refused(tmp_path, n, name, words):
    with pytest.raises(ValueError, match=words):
        practice_sheet(1, n, file=tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_predictor_makes_more_trees_where_the_browser_can_search_them():
    def practice(source):
        return predictor(source).state().get("practice")

    tree = practice_tree(25, 3)
    assert (practice(tree)["seed"], practice(tree)["level"]) == (25, 3)
    assert practice(tree)["options"] == {"search": "alphaBeta", "strictCuts": False}
    assert practice(SAMPLE)["seed"] is None
    strict = alpha_beta(SAMPLE, record=True, strict_cuts=True)
    assert practice(strict)["options"]["strictCuts"]
    assert practice(minimax(SAMPLE, record=True))["options"]["search"] == "minimax"
    assert practice(alpha_beta(SAMPLE, record=True, window=(0, 5))) is None
    assert "practice" not in predictor(SAMPLE, windows=False).state()
    assert practice(table_search(SAMPLE, record=True)) is None
    end = TicTacToe().from_text("XOX/OXO/.X.")
    assert practice(alpha_beta(TicTacToe(), end, record=True)) is None
