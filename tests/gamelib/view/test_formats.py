"""Pictures as files: SVG, PDF and PNG, as figures of matplotlib and as graphs of networkx."""

from __future__ import annotations

import networkx
import pytest
from geometry import parts_of
from matplotlib.figure import Figure
from picture_samples import BOARDS, SAMPLE_TRACE, refused, traced

from gamelib import SAMPLE, TreeGame, draw
from gamelib.face import Words
from gamelib.view.tree.shapes import shapes_of

PICTURE = draw(SAMPLE_TRACE)


@pytest.mark.parametrize("picture", [PICTURE, draw(BOARDS)])
@pytest.mark.parametrize(
    "suffix, start", [("svg", b"<svg "), ("pdf", b"%PDF"), ("png", b"\x89PNG")]
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
        PICTURE.save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_png_tells_its_words(tmp_path):
    from PIL import Image

    PICTURE.save(tmp_path / "x.png")
    with Image.open(tmp_path / "x.png") as image:
        assert image.info["Description"] == PICTURE.alt
        assert image.width == pytest.approx(2 * PICTURE.scene.width, abs=2)
        assert len(image.convert("RGB").getcolors(1_000_000)) > 20


def test_the_graph_is_that_of_the_trace_with_positions():
    graph, whole = PICTURE.graph(), SAMPLE_TRACE.to_networkx()
    assert (set(graph), list(graph.edges)) == (set(whole), list(whole.edges))
    places = networkx.get_node_attributes(graph, "pos")
    assert all(places[upper][1] > places[lower][1] for upper, lower in graph.edges)
    assert graph.nodes["N"]["cut_at"] == "F"
    assert list(draw(SAMPLE_TRACE, depth=1).graph()) == ["A", "B", "C", "D"]
    assert set(draw(BOARDS).graph().edges) == set(BOARDS.to_networkx().edges)
    axes = Figure().add_subplot()
    networkx.draw_networkx(graph, graph.nodes(data="pos"), ax=axes, arrows=False)
    assert {text.get_text() for text in axes.texts} == set(SAMPLE.nodes())
    with refused(ValueError, "this game was not searched: search with record=True"):
        draw(SAMPLE).graph()


def test_a_figure_has_the_size_of_the_picture_and_draws_every_mark():
    figure = PICTURE.figure()
    (axes,) = figure.axes
    size = PICTURE.scene.width, PICTURE.scene.height
    assert tuple(figure.get_size_inches() * 96) == pytest.approx(size)
    _, shapes, lines = parts_of(PICTURE.scene)
    drawn = sum(len(collection.get_paths()) for collection in axes.collections)
    assert drawn == len(shapes) + len(lines)
    assert sorted((text.get_text(), text.get_fontsize()) for text in axes.texts) == sorted(
        (mark.text, mark.size * 0.75)
        for mark in shapes_of(PICTURE.scene)
        if isinstance(mark, Words)
    )


def test_an_enormous_figure_is_made_smaller_as_a_whole_and_has_no_texts():
    large = draw(traced(TreeGame.random(3, depth=7, branching=(2, 3))), most=10_000)
    assert large.scene.width > 9_600
    figure = large.figure()
    wide, high = figure.get_size_inches()
    assert not figure.axes[0].texts
    assert wide == pytest.approx(100)
    assert high / wide == pytest.approx(large.scene.height / large.scene.width)


def test_dollars_are_no_mathematics(tmp_path):
    tree = TreeGame({"$A$": ["$x^2$", "b$"]}, {"$x^2$": 1, "b$": 2})
    figure = draw(traced(tree)).figure()
    figure.savefig(tmp_path / "x.png")
    assert "$x^2$" in {text.get_text() for text in figure.axes[0].texts}
    assert not any(text.get_parse_math() for text in figure.axes[0].texts)
