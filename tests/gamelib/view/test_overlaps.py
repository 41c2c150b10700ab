"""Nothing overlaps in a picture of up to 60 nodes, whatever the names and values are."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import count

import pytest
from geometry import clashes, ink, parts_of
from hypothesis import given, settings
from hypothesis import strategies as st
from picture_samples import BOARDS, FIRST_CUT, LARGE, MOMENTS, SAMPLE_TRACE, STRANGE, Moves, traced

from gamelib import SAMPLE, TreeGame, draw, filmstrip, minimax, side_by_side
from gamelib.view.style import text_width

letters = st.sampled_from("aWm_i-.ÄñЖωλŒ")
node_names = st.one_of(st.text(letters, min_size=1, max_size=3), st.text(letters, max_size=20))
leaf_values = st.one_of(
    st.integers(-9, 9), st.sampled_from([-1234.5678, 0.1, -0.333333, 1e-7, 10**9])
)


@st.composite
def odd_games(draw_from):
    """Trees of every shape with up to 60 nodes, long names, odd values; as a tree or by moves."""
    parents = draw_from(st.lists(st.integers(0, 1_000), min_size=1, max_size=59))
    names = [f"{draw_from(node_names)}{place}"[-20:] for place in range(len(parents) + 1)]
    children: dict[str, list[str]] = {}
    for place, parent in enumerate(parents, start=1):
        children.setdefault(names[parent % place], []).append(names[place])
    tree = TreeGame(children, {n: draw_from(leaf_values) for n in names if n not in children})
    return tree if draw_from(st.booleans()) else Moves(tree, {name: name for name in names})


@settings(max_examples=60)
@given(odd_games(), st.floats(0, 1))
def test_nothing_overlaps_in_trees_of_up_to_60_nodes(game, moment):
    trace = traced(game)
    cuts = [step for step, event in enumerate(trace.events, start=1) if event.verb == "skip"]
    for steps in (range(len(trace.events) + 1), cuts, [None]):
        for at in steps and [steps[round(moment * (len(steps) - 1))]]:
            assert clashes(draw(trace, at=at).scene) == []


class Heaps(TreeGame):
    """A tree whose states print wide letters in several lines."""

    def start(self):
        return type("Text", (str,), {"__str__": lambda self: f"W WWm {self!r}\nWW Wm"})("A")


@pytest.mark.parametrize(
    "picture",
    [
        *MOMENTS,
        draw(SAMPLE),
        draw(SAMPLE_TRACE, depth=0),
        draw(LARGE),
        draw(LARGE, most=1_000),
        draw(LARGE, at=60, depth=2),
        draw(LARGE, focus="C"),
        *filmstrip(LARGE).pictures,  # some of them deep
        draw(traced(STRANGE)),
        draw(traced(Moves(SAMPLE, {n: f"{n}_Ä" for n in SAMPLE.nodes()})), FIRST_CUT, boards=False),
        draw(Heaps({"A": ["B", "C"]}, {"B": 1, "C": 2})),
        *side_by_side(traced(LARGE.game, minimax), LARGE).pictures,
    ],
    ids=count(),
)
def test_nothing_overlaps_in_other_pictures(picture):
    assert clashes(picture.scene) == []


def test_the_search_for_overlaps_finds_them():
    """The same trees with the nodes too near to each other: every kind of trouble is seen."""
    scene = draw(BOARDS).scene
    squeezed = replace(scene, nodes=tuple(replace(s, x=s.x * 0.5) for s in scene.nodes))
    found = " ".join(clashes(squeezed))
    for trouble in (r"'\w+' on '\w+'", "'[XO]' on card leaf", "leaf .* on card leaf"):
        assert re.search(trouble, found)
    lifted = replace(scene, nodes=tuple(replace(s, y=s.y - 15) for s in scene.nodes))
    assert "is cut off" in " ".join(clashes(lifted))


@given(st.text(st.sampled_from("aWmMi1-+.,(∞≤ ÄñЖωλŒßж%@"), max_size=20), st.booleans())
def test_no_text_is_wider_than_it_is_taken_to_be(text, bold):
    left, _, right, _ = ink(text, bold)
    assert right - min(left, 0) <= text_width(text, 1.0, bold) + 0.02


def test_texts_are_not_taken_to_be_much_wider_than_they_are():
    text = "Step 34 of 34. A is worth exactly 3; MAX plays B."
    assert text_width(text, 10.0) < 1.1 * 10 * ink(text, False)[2]


def test_accents_have_no_width_and_chinese_a_whole_one():
    assert text_width("e\u0301", 10.0) == text_width("e", 10.0)
    assert text_width("中文", 10.0) == 22.0


def test_no_texts_overlap_in_a_real_browser(browser):
    """The same in the letters that a browser takes, Chinese and pictures included."""
    unicode_names = {"中文字符": ["אבגד", "ไทยไทย"], "ไทยไทย": ["☃☃☃", "ﬃﬃﬃ", "🎲🎲"]}
    values = {"אבגד": -1.25, "☃☃☃": 3, "ﬃﬃﬃ": 1000000, "🎲🎲": 0}
    pictures = [
        draw(SAMPLE_TRACE, at=FIRST_CUT),
        draw(BOARDS),
        draw(LARGE),
        draw(traced(TreeGame(unicode_names, values))),
    ]
    script = """() => [...document.querySelectorAll('text')].map(t => {
        const b = t.getBBox(); return [t.textContent, b.x, b.x + b.width, b.y, b.height];
    })"""
    page = browser.new_page()
    for picture in pictures:
        page.set_content(picture.svg)
        boxes = page.evaluate(script)
        assert len(boxes) == len(parts_of(picture.scene)[0])
        for place, (text, left, right, top, high) in enumerate(boxes):
            assert left >= 0, text
            assert right <= picture.scene.width, text
            for other, start, end, above, tall in boxes[:place]:
                # the boxes of a browser have empty room above and below the letters
                same_line = abs((top + high / 2) - (above + tall / 2)) < (high + tall) * 0.3
                assert not (same_line and left < end and start < right), (text, other)
