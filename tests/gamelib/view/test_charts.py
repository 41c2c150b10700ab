"""Figures of matplotlib in a notebook: light and dark, the same each time, with words."""

from __future__ import annotations

import base64
import re
from xml.etree import ElementTree

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from picture_samples import SAMPLE_TRACE, SVG, contrast

from gamelib import draw
from gamelib.view import chart
from gamelib.view.chart import Chart, by_night, show_charts
from gamelib.view.style import THEMES

LIGHT, DARK = THEMES["light"], THEMES["dark"]
STYLED = re.compile(r'style="[^"]*?(fill|stroke): (#\w{6})')


def plotted(lines=5, **words) -> Figure:
    """Return a figure with lines in matplotlib's own colours."""
    figure = Figure()
    axes = figure.add_subplot()
    for slope in range(lines):
        axes.plot([0, 1], [0, slope], "--", alpha=0.45, label=f"line {slope}")
    axes.set(**words)
    return figure


def texts_of(svg: str) -> list[str]:
    return ["".join(each.itertext()) for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_the_same_figure_gives_the_same_image_with_nothing_of_the_run_in_it():
    first, again = (Chart(plotted(xlabel="depth")) for _ in range(2))
    assert first.html == again.html
    assert "matplotlib" not in first.svg.lower()
    assert max(len(digits) for digits in re.findall(r"\.(\d+)", first.svg)) == 2
    names = re.findall(r' id="([^"]*)"', first.svg)
    assert names == [f"n{number}" for number in range(len(names))]
    links = re.findall(r'(?:href="|url\()#(\w+)', first.svg)
    assert set(links) == set(names)


def test_every_colour_has_another_one_for_dark_pages_and_none_on_paper():
    svg = Chart(plotted(title="Colours", facecolor="skyblue")).svg
    ElementTree.fromstring(svg)
    rules = re.findall(r'\[style\*="(\w+): (#\w+)"\]\{\w+:(#\w+)!important\}', svg)
    assert {(what, colour) for what, colour, _ in rules} == {*STYLED.findall(svg)}
    assert all(dark == by_night(colour) for _, colour, dark in rules)
    assert {colour for _, colour, _ in rules} >= {"#87ceeb", LIGHT.paper, LIGHT.ink, LIGHT.max}
    by_day, night, _ = svg.partition("@media screen and (prefers-color-scheme:dark)")
    assert night
    assert f"svg{{fill:{LIGHT.ink};" in by_day
    assert f"svg{{fill:{DARK.ink}}}" in svg


def test_lines_in_matplotlibs_first_colours_stand_out_from_the_paper():
    lines = {colour for what, colour in STYLED.findall(Chart(plotted()).svg) if what == "stroke"}
    lines -= {"#cccccc"}
    assert lines == {LIGHT.ink, LIGHT.max, LIGHT.min, LIGHT.right, LIGHT.cut, LIGHT.chance}
    for colour in lines:
        assert contrast(colour, LIGHT.paper) >= 4.5
        assert contrast(by_night(colour), DARK.paper) >= 4.5


@pytest.mark.parametrize("name", ["skyblue", "orange", "lightgrey", "gold", "pink", "white"])
def test_a_text_on_a_light_colour_can_be_read_by_night(name):
    colour = to_hex(name)
    assert contrast(LIGHT.ink, colour) >= 4.5
    assert contrast(DARK.ink, by_night(colour)) >= 4.5


def test_texts_dashes_and_transparency_are_kept():
    words = 'v = -0.66667 & "fill: #000000" <b>  two'
    svg = Chart(plotted(title=words)).svg
    assert words in texts_of(svg)
    assert "opacity: 0.45" in svg
    assert "stroke-dasharray: 5.55,2.4" in svg
    assert "rotate(-90" in Chart(plotted(ylabel="up")).svg


def test_a_picture_of_a_tree_has_tokens_alone():
    svg = Chart(draw(SAMPLE_TRACE).figure()).svg
    used = {colour for _, colour in STYLED.findall(svg)}
    assert len(used) > 5
    assert used <= {*LIGHT}


def test_the_alternative_text_has_the_words_of_the_figure():
    figure = plotted(2, title="Growth", xlabel="depth", ylabel="leaves")
    figure.axes[0].text(0, 0, "here\n3")
    figure.axes[0].legend()
    alt = "Chart. Growth. Across: depth. Up: leaves. Labels: here 3. Key: line 0; line 1."
    image = Chart(figure)
    assert (repr(image), image.alt) == (alt, alt)
    assert f'<img alt="{alt}"' in image.html
    assert f"<title>{alt}</title>" in image.svg
    figure.axes[0].axis("off")
    assert "depth" not in Chart(figure).alt
    assert repr(Chart(Figure())) == "Chart."


@pytest.fixture
def shown():
    """A function that returns what a notebook shows of a figure."""
    shell = InteractiveShell.instance()
    shell.display_formatter.formatters["image/png"].for_type(Figure, lambda figure: b"PNG")
    show_charts()

    def outputs(figure):
        with capture_output(display=True) as captured:
            left, _ = shell.display_formatter.format(figure)
        return [output.data for output in captured.outputs], left

    yield outputs
    InteractiveShell.clear_instance()


def test_a_notebook_shows_the_chart_and_no_png(shown):
    figure = plotted()
    wanted = {"text/html": Chart(figure).html, "text/plain": "Chart."}
    assert shown(figure) == ([wanted], {})
    code = re.search(r"base64,([^\"]*)", wanted["text/html"])
    assert base64.b64decode(code[1]).decode() == Chart(figure).svg


def test_what_is_too_large_or_fails_is_left_to_matplotlib(shown, monkeypatch):
    outputs, left = shown(plotted(title="$\\wrong{$"))
    assert (outputs, left["image/png"]) == ([], b"PNG")
    monkeypatch.setattr(chart, "MAX_CHARS", 1_000)
    outputs, left = shown(plotted())
    assert (outputs, left["image/png"]) == ([], b"PNG")


def test_outside_a_notebook_nothing_happens():
    assert show_charts() is None
