"""Practice on paper: trees to search by hand, with answers, as a page for printing."""

from __future__ import annotations

from html import escape
from pathlib import Path as File

from course.practice import LEVELS, practice_tree
from course.prediction.why import Why, sign
from gamelib.game import require_int
from gamelib.games.tree import SAMPLE, TreeGame
from gamelib.search import alpha_beta
from gamelib.view.style import with_minus
from gamelib.view.tree.picture import draw
from gamelib.words import number

__all__ = ["practice_sheet"]

MAX_TREES = 100  # of one sheet


def practice_sheet(
    seed: int,
    n: int = 4,
    level: int = 1,
    file: str | File = "practice-sheet.html",
    *,
    answers: bool = True,
) -> File:
    """Write a sheet with `n` trees of `practice_tree` to an .html file, and return its path.

    >>> practice_sheet(7, 4, level=2, file="sheet.html")  # doctest: +SKIP

    A browser can print it or save it as PDF. The answers come last, on their own pages; leave them
    out with `answers=False`. The first tree here is `practice_tree(7001, 2)`: students can check an
    answer with `predict`.
    """
    require_int("seed", seed, least=0)
    if require_int("n", n, least=1) > MAX_TREES:
        raise ValueError(f"n is {n}, but a sheet has at most {MAX_TREES} trees")
    path = File(file)
    if path.suffix != ".html":
        raise ValueError(f"{path.name} must end in .html; a browser prints it, also as PDF")
    seeds = range(seed * 1000 + 1, seed * 1000 + n + 1)
    trees = {f"practice_tree({own}, {level})": practice_tree(own, level) for own in seeds}
    parts = [_problem("An example, solved", "", SAMPLE, solved=True)]
    for solved in (False, True) if answers else (False,):
        parts += ['<h1 class="answers">Answers</h1>'] if solved else []
        for number_of_tree, (call, tree) in enumerate(trees.items(), start=1):
            parts.append(_problem(f"Tree {number_of_tree}", call, tree, solved=solved))
    title = f"Alpha-beta by hand, level {level}: {LEVELS[level].description}"
    turned = "landscape" if level == max(LEVELS) else "portrait"
    head = HEAD.replace("TITLE", escape(title)).replace("TURNED", turned)
    page = "\n".join([head, *parts, "</body>", "</html>", ""])
    path.write_text(page, encoding="utf-8", newline="\n")
    return path


def _problem(title: str, call: str, tree: TreeGame, *, solved: bool) -> str:
    """Return a tree with its table and its questions, empty or with the answers."""
    trace = alpha_beta(tree, record=True).trace
    why = Why(trace)
    picture = draw(trace, windows=False) if solved else draw(tree)
    rows: list[list[str]] = [["node"], ["α"], ["β"], ["v"]]
    for node in (node for node in why.nodes.values() if node.side):
        cells = ("", "", "") if not solved else ("–", "–", "–")
        if solved and node.visited:
            cells = number(node.alpha), number(node.beta), sign(node.bound) + number(node.value)
        for row, cell in zip(rows, (node.name, *cells), strict=True):
            row.append(cell)
    table = "".join(f"<tr>{''.join(f'<td>{escape(c)}</td>' for c in row)}</tr>" for row in rows)
    answers = {
        "Skipped nodes": " ".join(why.name(path) for path in trace.skipped),
        "How many visited": str(len(trace.visited)),
        f"Value of {trace.root_name}": number(trace.value),
        "Best move": str(trace.line[0]),
    }
    fields = "".join(
        f"<span>{label}: <b>{escape(text) if solved else ''}</b></span>"
        for label, text in answers.items()
    )
    lines = [f"Visited in this order: {' '.join(why.name(path) for path in why.visits)}."]
    lines += [why.cut(path) for path in why.cuts]
    reasons = "".join(f"<li>{escape(line)}</li>" for line in lines)
    html = f"<table>{table}</table>\n<p class='fields'>{fields}</p>\n</section>"
    html += f"\n<ul>{reasons}</ul>" if solved and call else ""
    heading = f"<h2>{title} <code>{call}</code></h2>"
    return f"<section>\n{heading}\n{picture.svg}{with_minus(html)}"


HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>TITLE</title>
<style>
@page { size: TURNED; margin: 14mm; @bottom-right { content: counter(page); } }
body { max-width: 60rem; margin: 1rem auto; font: 11pt/1.35 system-ui, sans-serif; }
h1 { font-size: 15pt; }
h2 { font-size: 12pt; }
code { float: right; font-weight: normal; color: #555; }
section, li { break-inside: avoid; }
section { margin-top: 7mm; }
.answers { break-before: page; }
svg { display: block; max-width: 100%; max-height: 100mm; height: auto; margin: 0 auto 3mm; }
table { border-collapse: collapse; margin: 0 auto; }
td { border: 1px solid #888; min-width: 9mm; height: 7mm; padding: 0 1mm; text-align: center; }
.fields { display: flex; flex-wrap: wrap; gap: 2mm 6mm; margin: 2mm 0; }
.fields span { flex: auto; display: flex; }
.fields > :first-child { flex-basis: 100%; }
.fields b { flex: 1; min-width: 12mm; margin-left: 1mm; border-bottom: 1px solid; }
</style>
</head>
<body>
<p class="fields"><span>Name <b></b></span> <span>Student id <b></b></span></p>
<h1>TITLE</h1>
<p>Search each tree by alpha-beta, moves from left to right. ▲ is MAX, who takes the largest value;
▼ is MIN, who takes the smallest; a square is a leaf. The shape alone says who moves.</p>
<ol>
<li>When you come to a node, write down the window it inherits: α is the best that MAX has already
higher up, β the best that MIN has. At the root they are −∞ and +∞.</li>
<li>When you leave a node, write down the value v that it returns. After a cut v may be only a
bound: then write ≥ or ≤ before it.</li>
<li>Cut as soon as α ≥ β: draw two strokes through each edge that is cut off. What lies below it is
skipped: write – into the table.</li>
</ol>"""
