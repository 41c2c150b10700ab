"""Pictures as files: SVG, PDF, PNG and TikZ, and as figures of matplotlib."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import networkx
import pytest
from geometry import parts_of
from matplotlib.figure import Figure
from picture_samples import (
    BOARDS,
    SAMPLE_TRACE,
    STRANGE,
    refused,
    traced,
)

from gamelib import (
    SAMPLE,
    TreeGame,
    draw,
    filmstrip,
)
from gamelib.view.marks import Lines, Words
from gamelib.view.tikz import tex_text

# ---- files --------------------------------------------------------------------------------------


@pytest.mark.parametrize("picture", [draw(SAMPLE_TRACE), draw(BOARDS), filmstrip(SAMPLE_TRACE)])
@pytest.mark.parametrize(
    "suffix, start",
    [("svg", b"<svg "), ("pdf", b"%PDF"), ("png", b"\x89PNG"), ("tex", b"% Made by gamelib.")],
)
def test_every_format_is_written_the_same_way_twice(picture, suffix, start, tmp_path):
    files = [tmp_path / f"{number}.{suffix}" for number in range(2)]
    for file in files:
        picture.save(file)
    first, second = (file.read_bytes() for file in files)
    assert first.startswith(start)
    assert len(first) > 3_000
    assert first == second


def test_a_file_name_may_be_a_string(tmp_path):
    draw(SAMPLE).save(str(tmp_path / "tree.svg"))
    assert (tmp_path / "tree.svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize("name", ["x.gif", "x", "x.SVGZ"])
def test_other_formats_are_refused(name, tmp_path):
    with refused(ValueError, f"{name} must end in .svg, .pdf, .png or .tex"):
        draw(SAMPLE_TRACE).save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_png_tells_its_words(tmp_path):
    from PIL import Image

    draw(SAMPLE_TRACE).save(tmp_path / "x.png")
    with Image.open(tmp_path / "x.png") as image:
        assert image.info["Description"] == draw(SAMPLE_TRACE).alt
        assert image.width == pytest.approx(2 * draw(SAMPLE_TRACE).sheet.width, abs=2)
        colours = {colour for _, colour in image.convert("RGB").getcolors(1_000_000)}
    assert len(colours) > 20


# ---- matplotlib ---------------------------------------------------------------------------------


def test_the_graph_is_that_of_the_trace_with_positions():
    graph, whole = draw(SAMPLE_TRACE).graph(), SAMPLE_TRACE.to_networkx()
    assert list(graph.edges) == list(whole.edges)
    assert set(graph) == set(whole)
    places = networkx.get_node_attributes(graph, "pos")
    assert all(places[upper][1] > places[lower][1] for upper, lower in graph.edges)
    assert graph.edges["F", "N"] == {"label": "", "status": "skipped", "cut": True, "best": False}
    assert graph.edges["A", "B"]["best"]
    boards, whole = draw(BOARDS).graph(), BOARDS.to_networkx()
    assert set(boards.edges) == set(whole.edges)


def test_a_figure_has_the_size_of_the_picture():
    picture = draw(SAMPLE_TRACE)
    figure = picture.figure()
    assert isinstance(figure, Figure)
    wide, high = figure.get_size_inches() * 96
    assert (wide, high) == pytest.approx((picture.sheet.width, picture.sheet.height))


def test_an_enormous_figure_is_made_smaller_as_a_whole():
    large = draw(traced(TreeGame.random(3, depth=7, branching=(2, 3))), most=10_000)
    assert large.sheet.width > 9_600
    figure = large.figure()
    wide, high = figure.get_size_inches()
    assert wide == pytest.approx(100)
    assert high / wide == pytest.approx(large.sheet.height / large.sheet.width)


def test_a_figure_draws_every_mark():
    picture = draw(SAMPLE_TRACE)
    (axes,) = picture.figure().axes
    _, shapes, lines = parts_of(picture.sheet)
    assert sorted(text.get_text() for text in axes.texts) == sorted(
        mark.text for mark in picture.sheet.marks() if isinstance(mark, Words)
    )
    drawn = sum(len(collection.get_paths()) for collection in axes.collections)
    assert drawn == len(shapes) + len(lines)


def test_a_picture_is_drawn_into_given_axes():
    figure = Figure(figsize=(4, 4))
    left, right = figure.subplots(1, 2)
    picture = draw(SAMPLE_TRACE)
    assert picture.figure(ax=right) is figure
    assert not left.texts
    assert len(right.texts) == len(parts_of(picture.sheet)[0])
    size = right.texts[0].get_fontsize()
    width = right.get_window_extent().width / figure.dpi
    mark = next(mark for mark in picture.sheet.marks() if isinstance(mark, Words))
    assert size == pytest.approx(mark.size * width * 72 / picture.sheet.width)


def test_dollars_are_no_mathematics(tmp_path):
    tree = TreeGame({"$A$": ["$x^2$", "b$"]}, {"$x^2$": 1, "b$": 2})
    figure = draw(traced(tree)).figure()
    figure.savefig(tmp_path / "x.png")
    assert "$x^2$" in {text.get_text() for text in figure.axes[0].texts}
    assert not any(text.get_parse_math() for text in figure.axes[0].texts)


# ---- TikZ ---------------------------------------------------------------------------------------


def test_tikz_draws_every_mark():
    picture = draw(SAMPLE_TRACE)
    marks = list(picture.sheet.marks())
    assert picture.tex.count(r"\path[") == sum(isinstance(mark, Lines) for mark in marks)
    assert picture.tex.count(r"\node[") == sum(isinstance(mark, Words) for mark in marks)
    used = set(re.findall(r"\\(?:path|node)\[(game [\w-]+)", picture.tex))
    defined = set(re.findall(r"^  (game [\w-]+)/\.style=", picture.tex, re.MULTILINE))
    assert used == defined


def test_tikz_is_a_document_and_can_be_read_into_one():
    tex = draw(SAMPLE_TRACE).tex
    for once in (r"\documentclass", r"\begin{document}", r"\begin{tikzpicture}", r"\enddocument"):
        assert tex.count(once) == 1
    assert tex.index(r"\ifdefined\tikzpicture\else") < tex.index(r"\documentclass")
    assert tex.index(r"\begin{document}") < tex.index(r"\begin{tikzpicture}")
    assert tex.count("{") == tex.count("}")


def test_special_characters_are_written_as_tex_wants_them():
    assert tex_text("#$%&_{}") == r"\#\$\%\&\_\{\}"
    assert tex_text(r"\~^") == r"\ensuremath{\backslash}\ensuremath{\sim}\textasciicircum{}"
    assert tex_text("(-∞, -1.5) ≥ a-b") == (
        r"(\ensuremath{-}\ensuremath{\infty}, \ensuremath{-}1.5) \ensuremath{\ge} a-b"
    )


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX on this machine")
def test_latex_compiles_it_alone_and_in_an_exam(tmp_path):
    exam = r"\documentclass{article}\usepackage{tikz}\begin{document}Mark the skipped nodes."
    for name, picture in {
        "tree": draw(SAMPLE, theme="grey"),
        "strange": draw(traced(STRANGE), theme="dark"),
        "boards": draw(BOARDS),
    }.items():
        picture.save(tmp_path / f"{name}.tex")
        exam += rf"\par\resizebox{{\linewidth}}{{!}}{{\input{{{name}}}}}"
        assert "(1 page" in compile_tex(tmp_path, name)
    (tmp_path / "exam.tex").write_text(exam + r"\end{document}", encoding="utf-8")
    compile_tex(tmp_path, "exam")


def compile_tex(folder: Path, name: str) -> str:
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
    assert done.returncode == 0, done.stdout[-2_000:]
    assert (folder / f"{name}.pdf").stat().st_size > 5_000
    return done.stdout
