"""Light, dark and grey: everything can be read, and colour is never the only signal."""

from __future__ import annotations

import re
from typing import Any

import pytest
from picture_samples import LARGE, MOMENTS, SAMPLE_TRACE, contrast

from gamelib import SAMPLE, draw
from gamelib.face import Lines, Words
from gamelib.view.style import THEMES, board_looks, look
from gamelib.view.tree.shapes import shapes_of


def test_contrast_is_computed_as_the_web_guidelines_say():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


PICTURES = [*MOMENTS, draw(SAMPLE), draw(LARGE)]
MARKS = [mark for picture in PICTURES for mark in shapes_of(picture.scene)]
LINES = {mark.kind for mark in MARKS if isinstance(mark, Lines)}
TEXTS = {mark.kind for mark in MARKS if isinstance(mark, Words)}


@pytest.mark.parametrize("name", THEMES)
def test_every_text_and_line_has_a_contrast_of_4_5(name):
    theme = THEMES[name]
    assert len(LINES) > 20
    assert len(TEXTS) > 15
    for kind in LINES:
        seen = look(kind, theme)
        if kind.startswith(("max current", "min current", "leaf current", "chance current")):
            assert seen.fill == seen.stroke, "it is filled, and its ring and its texts are tested"
        behind = {theme.paper, seen.fill or theme.paper} - {seen.stroke}
        if kind == "grid":
            behind |= {theme.max_fill, theme.min_fill, theme.leaf_fill}
        assert all(contrast(seen.stroke, back) >= 4.5 for back in behind), kind
    for kind in TEXTS:
        what, *states = kind.split()
        inside = what in ("name", "inside", "sign") and not {"unseen", "skipped"} & set(states)
        fills = {theme.max_fill, theme.min_fill, theme.leaf_fill} if inside else set()
        backs = {theme.paper, *fills}
        if "current" in states and what in ("name", "inside"):
            backs = {theme.max, theme.min, theme.leaf, theme.chance}  # the node is filled
        for back in backs:
            assert contrast(look(kind, theme).fill, back) >= 4.5, kind


@pytest.mark.parametrize("name", THEMES)
def test_what_lies_on_a_board_stands_out_from_the_paper(name):
    theme = THEMES[name]
    for kind, seen in board_looks(theme).items():
        if {*kind.split()} & {"rim", "cross", "plate", "tick", "box", "shade"}:
            continue  # they lie on stones, below signs and pieces, or are paper or hairlines
        assert max(contrast(c, theme.paper) for c in (seen.fill, seen.stroke) if c) >= 4.5, kind


@pytest.mark.parametrize("name", THEMES)
def test_states_differ_without_colour(name):
    """By width, dash or bold type: what a black-and-white printer keeps."""

    def plain(kind: str) -> tuple[Any, ...]:
        seen = look(kind, THEMES[name])
        return seen.width, seen.dash, seen.bold

    nodes = [plain(f"max {state}") for state in ("done", "open", "skipped", "unseen")]
    assert len(set(nodes)) == 4
    current = look("max current", THEMES[name])
    assert current.fill == current.stroke, "the current node is inverted, and has a ring"
    edges = [plain(f"edge {state}") for state in ("visited", "visited best", "skipped", "unseen")]
    assert len(set(edges)) == 4
    assert plain("max done best") != plain("max done")
    assert plain("sign done played") != plain("sign done")


def test_a_picture_brings_its_own_background_and_its_own_style_for_light_and_dark_pages():
    picture = draw(SAMPLE_TRACE).svg
    light, dark = THEMES["light"], THEMES["dark"]
    assert f"<rect width='100%' height='100%' rx='6' fill='{light.paper}'/>" in picture
    style = re.search(r"<style>\n(.*)\n</style>", picture, re.DOTALL)
    by_day, _, by_night = style[1].partition("\n@media screen and (prefers-color-scheme:dark)")
    assert all(line.startswith(".gamelib-light ") for line in by_day.split("\n"))
    assert dark.paper in by_night
    night = {*re.findall("#[0-9a-f]{6}", by_night)}
    assert night <= {*dark}
    assert {*re.findall("#[0-9a-f]{6}", by_day)} <= {*light}
