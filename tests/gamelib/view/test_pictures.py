"""A picture of a search: what it shows, and what it says.

The files tests/golden/sample-*.svg hold the sample tree at three moments. After a wanted change
write them anew, and look at them in a browser:

    GAMELIB_UPDATE_GOLDEN=1 python -m pytest -n 0 tests/test_pictures.py
"""

from __future__ import annotations

import base64
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from geometry import clashes
from picture_samples import (
    FIRST_CUT,
    SAMPLE_TRACE,
    STRANGE,
    texts_in,
    traced,
)

from gamelib import MAX, SAMPLE, TreeGame, draw, filmstrip
from gamelib.view.tree.picture import Picture

GOLDEN = Path(__file__).parents[2] / "golden"


# ---- SVG ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, at", [("start", 0), ("first-cut", FIRST_CUT), ("end", None)])
def test_the_sample_looks_as_in_the_golden_file(name, at):
    file = GOLDEN / f"sample-{name}.svg"
    svg = draw(SAMPLE_TRACE, at=at).svg
    if os.environ.get("GAMELIB_UPDATE_GOLDEN"):
        file.write_text(svg, encoding="utf-8", newline="\n")
    assert svg == file.read_text(encoding="utf-8")


def test_the_first_cut_is_the_thirteenth_event():
    assert [event.kind for event in SAMPLE_TRACE.events].index("cut") + 1 == FIRST_CUT


def count_class(picture: Picture, pattern: str) -> int:
    root = ElementTree.fromstring(picture.svg)
    return sum(bool(re.fullmatch(pattern, e.get("class") or "")) for e in root.iter())


def test_the_end_of_the_sample_shows_what_is_known():
    picture = draw(SAMPLE_TRACE)
    assert count_class(picture, "(max|min|leaf)-(done|current).*") == 14
    assert count_class(picture, "(max|min|leaf)-skipped") == 7
    assert count_class(picture, "cut") == 3
    assert count_class(picture, "edge-visited-best") == 3
    assert count_class(picture, "edge-skipped") == 7
    assert count_class(picture, "edge-.*") == 20
    texts = texts_in(picture)
    assert texts.count("≥ 5") == texts.count("≤ 0") == texts.count("≤ 2") == 1
    assert texts.count("(3, +∞)") == 4
    assert [t for t in texts if t.isdigit() and int(t) > 9] == ["10", "11", "12", "13", "14"]


def test_names_are_escaped():
    picture = draw(traced(STRANGE))
    assert "<b>&\"A'" not in picture.svg
    assert "{c}\\^~#" in texts_in(picture)
    texts = " ".join(texts_in(picture))
    assert all(name in texts for name in STRANGE.nodes())
    html = picture._repr_mimebundle_()["text/html"]
    alt = ElementTree.fromstring(html.replace('">', '"/>')).get("alt")
    assert alt == picture.alt


def test_the_same_picture_is_the_same_bytes():
    for make in (draw, filmstrip):
        assert make(traced(SAMPLE)).svg == make(traced(SAMPLE)).svg


def test_negative_numbers_have_a_real_minus():
    tree = TreeGame.from_lists([[-1, 2], [-3, -4.5]])
    texts = texts_in(draw(traced(tree)))
    assert "−4.5" in texts
    assert "(−1, +∞)" in texts
    assert not any(text.startswith("-") for text in texts)


def test_styles_of_one_theme_do_not_reach_another_picture():
    style = re.search(r"<style>\n(.*)\n</style>", draw(SAMPLE_TRACE).svg, re.DOTALL)
    assert style
    assert all(line.startswith(".gamelib-light ") for line in style[1].split("\n"))


def test_svg_needs_neither_matplotlib_nor_networkx():
    code = (
        "import sys; from gamelib import *; from gamelib import draw, filmstrip, side_by_side\n"
        "trace = alpha_beta(SAMPLE, record=True).trace\n"
        "draw(trace).svg, filmstrip(trace).svg, side_by_side(trace, trace).svg\n"
        "draw(trace)._repr_mimebundle_()\n"
        "print([m for m in ('matplotlib', 'networkx', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# ---- words --------------------------------------------------------------------------------------


def test_the_picture_in_words():
    assert draw(SAMPLE_TRACE, at=0).alt == (
        "Game tree with 21 nodes, after 0 of 34 steps of alpha-beta."
    )
    assert draw(SAMPLE_TRACE).alt == (
        "Game tree with 21 nodes, after 34 of 34 steps of alpha-beta. Visited in this order: "
        "A B E K L F M C G O D I R S. Skipped: N H P Q J T U; cut at F C D. "
        "Value 3, best line A B E L."
    )
    assert draw(SAMPLE).alt == "Game tree with 21 nodes, 11 of them leaves."
    assert draw(SAMPLE, depth=1).alt == "Game tree with 21 nodes, 4 of them shown."


def test_what_is_folded_up_is_told():
    alt = draw(SAMPLE_TRACE, depth=1).alt
    assert "4 nodes are shown, the others are folded up. Visited in this order: A B C D." in alt


def test_a_bound_is_not_told_as_a_value():
    failed_low = traced(SAMPLE, window=(5, 9))
    assert "Value at most 3" in draw(failed_low).alt


def test_a_notebook_gets_an_image_with_its_words():
    picture = draw(SAMPLE_TRACE)
    bundle = picture._repr_mimebundle_()
    assert set(bundle) == {"text/html", "text/plain"}
    assert bundle["text/plain"] == picture.alt == repr(picture)
    found = re.fullmatch(
        r'<img alt="([^"]*)" style="max-width:100%" src="data:image/svg\+xml;base64,(.*)">',
        bundle["text/html"],
    )
    assert found
    assert found[1] == picture.alt
    assert base64.b64decode(found[2]).decode() == picture.svg


def test_the_caption_can_be_left_out():
    with_caption, without = draw(SAMPLE_TRACE), draw(SAMPLE_TRACE, caption=False)
    assert texts_in(with_caption)[-1] == "Step 34 of 34. A is worth exactly 3; MAX plays B."
    assert "Step" not in " ".join(texts_in(without))
    assert without.sheet.height < with_caption.sheet.height


def test_a_long_caption_goes_on_in_the_next_line():
    small = traced(TreeGame.from_lists([[3, 5], [2, 9]]))
    step = next(n for n, event in enumerate(small.events, start=1) if event.kind == "cut")
    texts = texts_in(draw(small, at=step))
    start = texts.index(next(text for text in texts if text.startswith("Step")))
    assert len(texts) - start > 1
    assert " ".join(texts[start:]) == draw(small, at=step).scene.caption


# ---- what the lectures rely on ------------------------------------------------------------------


def test_values_can_be_hidden_for_an_exam():
    texts = texts_in(draw(SAMPLE_TRACE, at=0, values=False, order=False, caption=False))
    assert sorted(texts) == sorted([*"ABCDEFGHIJKLMNOPQRSTU", *"23590742156"])


def test_a_picture_of_a_single_node_is_possible():
    picture = draw(SAMPLE_TRACE, depth=0)
    (spot,) = picture.scene.spots
    assert (spot.shape, spot.folded, spot.note) == ("max", 20, "+20: 13 visited, 7 skipped")
    assert clashes(picture.sheet) == []
    assert traced(SAMPLE).nodes[()].side == MAX
