"""Pictures as files: SVG, PDF and PNG, and as figures of matplotlib."""

from __future__ import annotations

import networkx
import pytest
from geometry import parts_of
from matplotlib.figure import Figure
from picture_samples import (
    BOARDS,
    SAMPLE_TRACE,
    refused,
    traced,
)

from gamelib import SAMPLE, TreeGame, draw
from gamelib.face import Words

# ---- files --------------------------------------------------------------------------------------


@pytest.mark.parametrize("picture", [draw(SAMPLE_TRACE), draw(BOARDS)])
@pytest.mark.parametrize(
    "suffix, start",
    [("svg", b"<svg "), ("pdf", b"%PDF"), ("png", b"\x89PNG")],
)
def test_every_format_is_written_the_same_way_twice(picture, suffix, start, tmp_path):
    files = [tmp_path / f"{number}.{suffix}" for number in range(2)]
    picture.save(files[0])
    picture.save(str(files[1]))
    first, second = (file.read_bytes() for file in files)
    assert first.startswith(start)
    assert len(first) > 3_000
    assert first == second


@pytest.mark.parametrize("name", ["x.gif", "x", "x.SVGZ"])
def test_other_formats_are_refused(name, tmp_path):
    with refused(ValueError, f"{name} must end in .svg, .pdf or .png"):
        draw(SAMPLE_TRACE).save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_png_tells_its_words(tmp_path):
    from PIL import Image

    draw(SAMPLE_TRACE).save(tmp_path / "x.png")
    with Image.open(tmp_path / "x.png") as image:
        assert image.info["Description"] == draw(SAMPLE_TRACE).alt
        assert image.width == pytest.approx(2 * draw(SAMPLE_TRACE).scene.width, abs=2)
        colours = {colour for _, colour in image.convert("RGB").getcolors(1_000_000)}
    assert len(colours) > 20


# ---- matplotlib ---------------------------------------------------------------------------------


def test_the_graph_is_that_of_the_trace_with_positions():
    graph, whole = draw(SAMPLE_TRACE).graph(), SAMPLE_TRACE.to_networkx()
    assert list(graph.edges) == list(whole.edges)
    assert set(graph) == set(whole)
    places = networkx.get_node_attributes(graph, "pos")
    assert all(places[upper][1] > places[lower][1] for upper, lower in graph.edges)
    assert graph.nodes["N"]["cut_at"] == ("B", "F")
    assert list(draw(SAMPLE_TRACE, depth=1).graph()) == ["A", "B", "C", "D"]
    assert set(draw(BOARDS).graph().edges) == set(BOARDS.to_networkx().edges)


def test_networkx_draws_the_graph_in_five_lines():
    graph = draw(SAMPLE_TRACE).graph()
    axes = Figure().add_subplot()
    networkx.draw_networkx(graph, graph.nodes(data="pos"), ax=axes, arrows=False)
    assert {text.get_text() for text in axes.texts} == set(SAMPLE.nodes())


def test_there_is_no_graph_of_a_game_that_nobody_searched():
    with refused(ValueError, "nobody searched this game: search it with record=True"):
        draw(SAMPLE).graph()


def test_a_figure_has_the_size_of_the_picture():
    picture = draw(SAMPLE_TRACE)
    figure = picture.figure()
    assert isinstance(figure, Figure)
    wide, high = figure.get_size_inches() * 96
    assert (wide, high) == pytest.approx((picture.scene.width, picture.scene.height))


def test_an_enormous_figure_is_made_smaller_as_a_whole_and_has_no_texts():
    large = draw(traced(TreeGame.random(3, depth=7, branching=(2, 3))), most=10_000)
    assert large.scene.width > 9_600
    figure = large.figure()
    wide, high = figure.get_size_inches()
    assert not figure.axes[0].texts
    assert wide == pytest.approx(100)
    assert high / wide == pytest.approx(large.scene.height / large.scene.width)


def test_a_figure_draws_every_mark():
    picture = draw(SAMPLE_TRACE)
    (axes,) = picture.figure().axes
    _, shapes, lines = parts_of(picture.scene)
    assert sorted(text.get_text() for text in axes.texts) == sorted(
        mark.text for mark in picture.scene.shapes() if isinstance(mark, Words)
    )
    drawn = sum(len(collection.get_paths()) for collection in axes.collections)
    assert drawn == len(shapes) + len(lines)


def test_a_picture_is_drawn_into_given_axes():
    figure = Figure(figsize=(4, 4))
    left, right = figure.subplots(1, 2)
    picture = draw(SAMPLE_TRACE)
    assert picture.figure(ax=right) is figure
    assert not left.texts
    assert len(right.texts) == len(parts_of(picture.scene)[0])
    size = right.texts[0].get_fontsize()
    width = right.get_window_extent().width / figure.dpi
    mark = next(mark for mark in picture.scene.shapes() if isinstance(mark, Words))
    assert size == pytest.approx(mark.size * width * 72 / picture.scene.width)


def test_dollars_are_no_mathematics(tmp_path):
    tree = TreeGame({"$A$": ["$x^2$", "b$"]}, {"$x^2$": 1, "b$": 2})
    figure = draw(traced(tree)).figure()
    figure.savefig(tmp_path / "x.png")
    assert "$x^2$" in {text.get_text() for text in figure.axes[0].texts}
    assert not any(text.get_parse_math() for text in figure.axes[0].texts)
