"""Playing a tree in a real browser, as a page from a file: no kernel, no network."""

from __future__ import annotations

import pytest
from browser_views import assert_accessible, assert_readable
from playwright.sync_api import expect

from course.all_orders import true_values
from gamelib import MAX, SAMPLE, TreeGame, play_tree

PAUSE = 5_000  # milliseconds, longer than the other side thinks
SMALL = TreeGame.from_lists([[3, 5], [2, 9]], first="MIN")
TWICE = TreeGame.from_text("""
    A (MAX): B C=4
    B (MAX): D E
    D (MIN): F=1 G
    E (MIN): H I=8
    G (MIN): J=2 K=7
    H (MAX): L=5 M=6
""")  # both sides may move twice in a row


def said(page):
    return page.locator(".gl-sentence").inner_text()


@pytest.fixture
def show(show):
    """Show a view in a page whose clock the test moves, so that no test waits for a pause."""

    def shown(*arguments, **options):
        page = show(*arguments, **options)
        page.clock.install()
        return page

    return shown


def go(page, name):
    page.get_by_role("button", name=f"Go to {name}", exact=True).press("Enter")
    page.clock.run_for(PAUSE)
    expect(page.locator(".gl-sentence")).not_to_contain_text("choosing")


def lines(tree):
    """Return every way to play: the reader's moves, and the value of the leaf that they lead to."""
    values, you = true_values(tree), tree.turn(tree.start())
    worst = min if you == MAX else max

    def ways(node):
        if not tree.moves(node):
            return [((), tree.score(node))]
        if tree.turn(node) != you:
            return ways(worst(tree.moves(node), key=values.__getitem__))
        return [((move, *rest), v) for move in tree.moves(node) for rest, v in ways(move)]

    return ways(tree.start())


@pytest.mark.parametrize("tree", [SAMPLE, SMALL, TWICE], ids=["sample", "small", "twice"])
def test_every_line_gives_what_minimax_says(show, tree):
    page = show(play_tree(tree))
    values, you = true_values(tree), tree.turn(tree.start())
    best_of = max if you == MAX else min
    got = {}
    for moves, value in lines(tree):
        for move in moves:
            go(page, move)
        assert page.locator(".gl-node.can").count() == 0
        end = page.locator(".gl-node.leaf.current .gl-inside").text_content()
        assert end == str(value)
        got[moves[0]] = best_of(value, got.get(moves[0], value))
        assert f"you get {value}" in said(page).replace("You", "you")
        best = page.locator(".gl-best b").inner_text()
        assert best == str(best_of(got.values()))
        page.locator("[data-act=again]").click()
    assert got == {move: values[move] for move in tree.moves(tree.start())}
    beside = page.locator(".gl-node:not(.leaf) .gl-value").all_text_contents()
    inner = [move for move in got if tree.moves(move)]
    assert sorted(beside) == sorted(f"you got {got[move]}" for move in inner)
    most = "most" if you == MAX else "least"
    assert f"{values[tree.start()]} is the {most} that" in said(page)


def test_the_other_side_says_what_it_would_have_cost(show):
    page = show(play_tree(SAMPLE))
    assert said(page) == "You are MAX. Choose B, C or D."
    go(page, "B")
    assert said(page) == (
        "MIN goes to E, where you get 3 at most. At F you would have got 9. Your move."
    )
    go(page, "K")
    assert said(page) == "You get 2. L was worth 3."
    page.locator("[data-act=again]").click()
    assert said(page) == "It is your move again. Choose another: C or D."
    go(page, "C")
    go(page, "O")
    assert said(page) == "You get 0. Another way brings more."
    page.locator("[data-act=again]").click()
    go(page, "D")
    go(page, "R")
    page.locator("[data-act=again]").click()
    assert said(page) == "You have tried all 3. One of them can bring you more than 2."
    go(page, "B")
    go(page, "L")
    assert said(page) == "You get 3. Can you get more?"
    page.locator("[data-act=again]").click()
    assert said(page) == (
        "You have tried all 3. 3 is the most that MIN lets you have. "
        "Who decides what B is worth, you or MIN?"
    )


def test_a_sentence_leads_to_the_next_tree(show):
    page = show(play_tree(SMALL, ("Now you are MAX.", SAMPLE)))
    for first in "BC":
        go(page, first)
        page.locator("[data-act=again]").click()
    assert (
        said(page) == "You have tried both. 5 is the least that MAX lets you have. Now you are MAX."
    )
    page.locator("[data-act=next].main").click()
    assert said(page) == "You are MAX. Choose B, C or D."
    expect(page.locator("[data-act=next]")).to_be_hidden()
    expect(page.locator(".gl-best")).to_be_empty()


def test_a_click_plays_too_and_nothing_else_can_be_pressed(show):
    page = show(play_tree(SAMPLE))
    page.get_by_role("button", name="Go to C").click()
    assert said(page) == "You went to C. MIN is choosing …"
    page.locator(".gl-node.min > path").first.click(force=True)
    page.locator("[data-act=again]").dispatch_event("click")
    assert said(page) == "You went to C. MIN is choosing …"
    page.wait_for_selector(".gl-node.leaf.can")
    assert page.locator(".gl-node.unseen").count() == 17  # out of reach


@pytest.mark.parametrize("width", [871, 390])
def test_it_can_be_read_and_axe_finds_nothing(show, width):
    page = show(play_tree(SAMPLE, ("And again.", SMALL)))
    page.set_viewport_size({"width": width, "height": 844})
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert_accessible(page)
        assert_readable(page)
        go(page, "C")
        assert_accessible(page)
        go(page, "O")
        assert_accessible(page)
        assert_readable(page)
        page.locator("[data-act=again]").click()
