"""A picture as TikZ code, for exam sheets and lecture notes in LaTeX.

The code is a document of its own, and can be read into another one that uses TikZ as well.
"""

from __future__ import annotations

from gamelib.view.marks import Lines, Mark, Words
from gamelib.view.sheet import Sheet
from gamelib.view.textsize import with_minus
from gamelib.view.theme import Look, Theme, look, theme_named

__all__ = ["to_tikz"]

POINT = 0.75  # PostScript points ("bp") in a pixel
SPECIAL = {sign: rf"\{sign}" for sign in "#$%&_{}"} | {"^": r"\textasciicircum{}", '"': "''"}
SYMBOLS = {  # written as mathematics
    "≤": r"\le",
    "≥": r"\ge",
    "∞": r"\infty",
    "−": "-",
    "×": r"\times",
    "·": r"\cdot",
    "…": r"\dots",
    "→": r"\rightarrow",
    "\\": r"\backslash",
    "~": r"\sim",
    **{sign: sign for sign in "<>|"},
}
ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}

ALONE = r"""% pdflatex makes a page of this file. In a document with \usepackage{tikz}, write
% \input{file}, or \resizebox{\linewidth}{!}{\input{file}} if it is too wide.
\ifdefined\tikzpicture\else
  \documentclass{article}
  \usepackage{tikz}
  \usepackage[paperwidth=WIDTHbp,paperheight=HEIGHTbp,margin=0bp]{geometry}
  \pagestyle{empty}
  \setlength{\parindent}{0pt}
  \setlength{\topskip}{0pt}
  \def\gamelibalone{}
  \begin{document}
\fi
"""
END = r"\ifdefined\gamelibalone\expandafter\enddocument\fi"


def to_tikz(sheet: Sheet, *, theme: str = "light") -> str:
    r"""Return the picture as TikZ code.

    >>> from gamelib import SAMPLE, draw
    >>> print(draw(SAMPLE).tex.split("\n")[1])
    % Game tree with 21 nodes, 11 of them leaves.
    """
    colours = theme_named(theme)
    marks = list(sheet.marks())
    size = f"({_n(sheet.width)},{_n(sheet.height)})"
    alone = ALONE.replace("WIDTH", _n(sheet.width * POINT + 1))
    parts = [
        "% Made by gamelib.",
        "% " + " ".join(sheet.alt.split()),
        alone.replace("HEIGHT", _n(sheet.height * POINT + 1)).rstrip(),
        rf"\begin{{tikzpicture}}[x={POINT}bp,y=-{POINT}bp,inner sep=0pt,outer sep=0pt,",
        *_styles(colours, marks),
        "]",
        rf"\useasboundingbox (0,0) rectangle {size};",
    ]
    if colours.name == "dark":
        parts.append(rf"\fill[fill={_colour(colours.back)}] (0,0) rectangle {size};")
    parts += [_lines(mark) if isinstance(mark, Lines) else _words(mark) for mark in marks]
    return "\n".join([*parts, r"\end{tikzpicture}%", END, ""])


def _styles(theme: Theme, marks: list[Mark]) -> list[str]:
    """Return a style for every kind of mark that occurs."""
    kinds = {mark.kinds: mark for mark in marks}
    rows = []
    for kind in sorted(kinds):
        mark, seen = kinds[kind], look(theme, kind)
        style = _line_style(seen) if isinstance(mark, Lines) else _text_style(seen)
        rows.append(f"  {_name(kind)}/.style={{{style}}},")
    return rows


def _line_style(seen: Look) -> str:
    style = f"draw={_colour(seen.stroke)},line width={_n(seen.width * POINT)}bp"
    if seen.fill:
        style += f",fill={_colour(seen.fill)},line join=round"
    if seen.dash:
        on, off = (_n(length * POINT) for length in seen.dash)
        style += f",dash pattern=on {on}bp off {off}bp"
    return style


def _text_style(seen: Look) -> str:
    bold = r"\bfseries\boldmath" if seen.bold else ""
    return rf"text={_colour(seen.fill)},font=\sffamily{bold}"


def _lines(mark: Lines) -> str:
    end = " -- cycle" if mark.closed else ""
    drawn = " ".join(
        " -- ".join(f"({_n(x)},{_n(y)})" for x, y in line) + end for line in mark.lines
    )
    return rf"\path[{_name(mark.kinds)}] {drawn};"


def _words(mark: Words) -> str:
    size = mark.size * POINT
    font = rf"\fontsize{{{_n(size)}bp}}{{{_n(size * 1.2)}bp}}\selectfont "
    where = f"({_n(mark.x)},{_n(mark.y)})"
    style = f"{_name(mark.kinds)},anchor={ANCHORS[mark.anchor]}"
    return rf"\node[{style}] at {where} {{{font}{tex_text(mark.text)}}};"


def tex_text(text: str) -> str:
    r"""Return a text as LaTeX writes it.

    >>> print(tex_text("50% of A_1 ≤ -3"))
    50\% of A\_1 \ensuremath{\le} \ensuremath{-}3
    """
    text = with_minus(text)
    return "".join(
        rf"\ensuremath{{{SYMBOLS[sign]}}}" if sign in SYMBOLS else SPECIAL.get(sign, sign)
        for sign in text
    )


def _name(kinds: str) -> str:
    return "game " + kinds.replace(" ", "-")


def _colour(colour: str) -> str:
    """Return a colour such as #d3e7f7 as TikZ writes it, without a definition elsewhere."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"


def _n(number: float) -> str:
    """Return a number in short."""
    short = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short
