"""The page that shows the tree in its address: opened from the disk, without a network."""

from __future__ import annotations

import sys
from html import unescape
from pathlib import Path

import pytest
from browser_views import assert_accessible, assert_all_steps, assert_readable, press, step_of

from course import practice_tree
from gamelib import SAMPLE, TreeGame, alpha_beta, minimax
from gamelib.view.tree.drawing import drawing_of

sys.path.insert(0, str(Path(__file__).parents[2] / "site"))
from build import embed_page

SMALL = "tree=A:+B+C;B:+D=3+E=5;C:+F=2+G=9"
VIEWS = ("step", "predict", "explore", "play")
LEAVES = """all => all.map((leaf) => leaf.querySelector('.gl-leafname').textContent + "=" +
  leaf.querySelector('.gl-inside').textContent.replace('−', '-'))"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("embed") / "embed.html"
    path.write_text(embed_page(), encoding="utf-8")
    return path


@pytest.fixture
def visit(offline, file):
    """Open the page with a query, such as `tree=…&view=play`."""

    def opened(query):
        offline.goto("about:blank")
        offline.goto(f"{file.as_uri()}?{query}")
        return offline

    return opened


def problem(page):
    return page.locator("#problem").inner_text()


def leaves(page):
    return page.locator(".gl-node.leaf").evaluate_all(LEAVES)


def write(page, text):
    page.locator("#tree").fill(text)
    page.wait_for_timeout(400)


@pytest.mark.parametrize("view", VIEWS)
def test_each_view_shows_the_tree_of_the_address(visit, view):
    page = visit(f"{SMALL}&view={view}")
    assert sorted(leaves(page)) == ["D=3", "E=5", "F=2", "G=9"]
    assert (problem(page), page.locator(".gamelib-view").count()) == ("", 1)
    assert page.locator(f"input[value={view}]").is_checked()


@pytest.mark.parametrize("search", [alpha_beta, minimax])
def test_every_step_is_that_of_python(visit, search):
    name = {alpha_beta: "alpha-beta", minimax: "minimax"}[search]
    page = visit(f"tree={str(SAMPLE).replace(' ', '+').replace(chr(10), '%0A')}&search={name}")
    assert_all_steps(page, drawing_of(search(SAMPLE, record=True).trace))


def test_lists_and_practice_trees_can_stand_in_an_address(visit):
    page = visit("tree=[[3,5],[2,-9]]&view=step&ask=1")
    assert sorted(leaves(page)) == ["D=3", "E=5", "F=2", "G=-9"]
    page.locator(".gl-ask").wait_for()
    page = visit("view=predict&level=3&seed=25")
    tree = practice_tree(25, 3)
    ends = [f"{name}={tree.score(name)}" for name in tree.nodes() if not tree.moves(name)]
    assert sorted(leaves(page)) == sorted(ends)
    press(page, "other")
    assert "tree 26" in page.locator(".gl-rounds").inner_text()


@pytest.mark.parametrize(
    "text, words",
    [
        ("A: B C\nB=1", "line 1: C is a leaf without a value: write C=…"),
        ("[[3, 5], [2, 9]", "a bracket, a comma or a number is wrong in these lists"),
        ("A=5", "it is a single leaf"),
        (str(TreeGame.random(1, depth=6, branching=3)), "it has 1093 nodes, and at most 200"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(visit, text, words):
    page = visit(SMALL)
    press(page, "forward")
    write(page, text)
    assert words in problem(page)
    assert "The view shows the last tree that could be read." in problem(page)
    assert page.locator("#tree").input_value() == text
    assert step_of(page) == 1  # the view is as it was
    assert page.locator("[data-copy=link]").is_disabled()
    write(page, "A: B=1 C=2")
    assert (problem(page), sorted(leaves(page))) == ("", ["B=1", "C=2"])


@pytest.mark.parametrize(
    "query, words",
    [
        ("tree=A:+B", "line 1: B is a leaf without a value"),
        ("tree=A:+B%ZZ", "a % in it does not stand before a code"),
        ("view=win", "view=win, but view must be step, predict, explore or play."),
        ("view=predict&level=4", "level=4, but level must be 1, 2 or 3."),
        ("view=predict&seed=-1", "seed=-1, but a seed is a whole number"),
    ],
)
def test_a_mistake_in_an_address_is_said(visit, query, words):
    assert words in problem(visit(query))
    assert words in problem(visit(f"{query}&embed=1"))


def test_the_link_and_the_iframe_show_the_same_tree(visit, offline, tmp_path):
    page = visit("")
    write(page, "Root (MIN): x=+1 50% ; # a comment\n50%: a;b=-2.5 c=1e3\n\n;=0")
    assert problem(page) == ""
    expected = sorted(leaves(page))
    link = page.locator("#link").input_value()
    assert "tree=Root+(MIN):+x=%2B1+50%25+%3B;50%25:+a%3Bb=-2.5+c=1e3;%3B=0&view=step" in link
    line = page.locator("#iframe").input_value()
    inside = unescape(line.split('"')[1])
    assert (inside, line.startswith('<iframe src="')) == (f"{link}&embed=1", True)
    offline.goto("about:blank")
    offline.goto(link)
    assert sorted(leaves(offline)) == expected
    offline.goto(inside)
    assert sorted(leaves(offline)) == expected
    assert offline.locator("form, #link, #iframe").evaluate_all(
        "all => all.every((each) => !each.getClientRects().length)"
    )
    slide = tmp_path / "slide.html"
    slide.write_text(f"<!doctype html><title>A slide</title>{line}", encoding="utf-8")
    offline.goto(slide.as_uri())
    frame = offline.frame_locator("iframe")
    frame.locator(".gl-stepper [data-act=forward]").click()
    assert frame.locator(".gl-stepper").get_attribute("data-step") == "1"


def test_a_choice_changes_the_view_and_the_link(visit):
    page = visit(SMALL)
    page.get_by_label("Ask before each step").check()
    assert page.locator("#link").input_value().endswith("&view=step&ask=1")
    page.get_by_label("Predict", exact=True).check()
    assert page.locator("#link").input_value().endswith("G=9&view=predict")
    assert page.locator(".gl-task").inner_text().startswith("Which nodes")
    page.get_by_label("minimax", exact=True).check()
    assert page.locator(".gl-task").inner_text().startswith("What is each node worth?")
    page.get_by_label("Explore", exact=True).check()
    assert page.locator("#link").input_value().endswith("&view=explore")
    page.locator("[data-copy=link]").click()
    page.locator("[data-copy=link]", has_text="Copied").wait_for()


@pytest.mark.parametrize("width", [390, pytest.param(845, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("view", VIEWS)
def test_the_page_fits_and_can_be_read(visit, width, view):
    page = visit("")
    page.set_viewport_size({"width": width, "height": 844})
    page.locator(f"input[value={view}]").check()
    write(page, "A: B C")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert_readable(page)
        assert_accessible(page)
    for query in (SMALL, f"{SMALL}&embed=1"):
        page = visit(f"{query}&view={view}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_link_follows_the_view(visit):
    page = visit(f"{SMALL}&view=explore")
    link = page.locator("#link")
    page.locator("[role=slider][tabindex='0']").press("9")
    page.locator(".gl-editor input").press("Enter")
    tree = page.locator("#tree").input_value()
    assert "=9" in tree.partition("C (MIN)")[0]
    assert visit(link.input_value().partition("?")[2]).locator("#tree").input_value() == tree

    page = visit(SMALL)
    press(page, "more")
    press(page, "ask")
    assert link.input_value().endswith("&view=step&ask=1")
    assert page.get_by_label("Ask before each step").is_checked()

    page = visit("view=predict&level=2&seed=7")
    press(page, "level3")
    assert link.input_value().endswith("?view=predict&level=3&seed=8")
    page = visit(f"{SMALL}&view=predict")
    text = page.locator("#tree").input_value()
    press(page, "other")
    assert "&seed=" in link.input_value()
    assert "tree=" not in link.input_value()
    assert page.locator("#tree").input_value() == text  # it is not lost
