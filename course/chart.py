"""A histogram over the orders of a tree, with the present order marked."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from course.orders import OrderCounts
from gamelib.view.style import THEMES
from gamelib.view.textsize import text_width
from gamelib.view.webstyle import BARS

__all__ = ["Bar", "bars_of", "histogram", "in_words"]

WIDE, HIGH = 340.0, 190.0
LEFT, RIGHT, TOP, BOTTOM = 12.0, 12.0, 40.0, 40.0
MOST_BARS = 24
SIZE = 11.0


class Bar(NamedTuple):
    """How many orders visit from `low` to `high` nodes."""

    low: int
    high: int
    orders: int


def bars_of(counts: dict[int, int], now: int) -> list[Bar]:
    """Return the bars, wide enough that there are not too many; `now` lies in one of them.

    >>> bars_of({14: 64, 16: 96}, now=14)
    [Bar(low=14, high=14, orders=64), Bar(low=15, high=15, orders=0), Bar(low=16, ...)]
    """
    low, high = min([*counts, now]), max([*counts, now])
    wide = -(-(high - low + 1) // MOST_BARS)
    return [
        Bar(start, start + wide - 1, sum(counts.get(start + more, 0) for more in range(wide)))
        for start in range(low, high + 1, wide)
    ]


def in_words(found: OrderCounts, now: int) -> str:
    """Return the histogram in words."""
    parts = [
        f"{bar.orders:,} visit {_span(bar)}" for bar in bars_of(found.counts, now) if bar.orders
    ]
    return f"Histogram over {found.scope}: {', '.join(parts)} nodes. The present one visits {now}."


def histogram(found: OrderCounts, now: int, *, alone: bool = False) -> str:
    """Return the histogram as SVG; a picture that stands alone brings its colours with it."""
    bars = bars_of(found.counts, now)
    highest = max(bar.orders for bar in bars) or 1
    step = (WIDE - LEFT - RIGHT) / len(bars)
    foot, room = HIGH - BOTTOM, HIGH - BOTTOM - TOP
    parts = [_text(WIDE / 2, HIGH - 5, "nodes visited", "soft")]
    numbered = all(text_width(f"{bar.orders:,}", SIZE) < step for bar in bars)
    last_label = -1e9
    for place, bar in enumerate(bars):
        left, here = LEFT + place * step, bar.low <= now <= bar.high
        middle, high = left + step / 2, room * bar.orders / highest
        kinds = "gl-bar-of now" if here else "gl-bar-of"
        parts.append(
            f'<rect class="{kinds}" x="{left + step * 0.1:.1f}" y="{foot - high:.1f}" '
            f'width="{step * 0.8:.1f}" height="{high:.1f}"/>'
        )
        if here:
            parts += _pointer(middle, foot - high - (16 if numbered and bar.orders else 3), now)
        if numbered and bar.orders:
            parts.append(_text(middle, foot - high - 4, f"{bar.orders:,}", "soft"))
        wide = text_width(_span(bar), SIZE) / 2 + 3
        if middle - wide > last_label or here:
            parts.append(_text(middle, foot + 15, _span(bar), "now" if here else ""))
            last_label = middle + wide
    parts.insert(0, f'<path class="gl-axis" d="M{LEFT} {foot}H{WIDE - RIGHT}"/>')
    rules = f"<style>{_filled_in(BARS)}</style>" if alone else ""
    paper = '<rect width="100%" height="100%" rx="6" fill="#fff"/>' if alone else ""
    words = escape(in_words(found, now))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="gl-hist" viewBox="0 0 {WIDE:g} {HIGH:g}" '
        f'width="{WIDE:g}" height="{HIGH:g}" role="img" aria-label="{words}">'
        f"{rules}{paper}{''.join(parts)}</svg>"
    )


def _pointer(x: float, y: float, now: int) -> list[str]:
    """Return the words on top, and an arrow from them down to the bar of the present order."""
    words = f"this order: {now}"
    half = text_width(words, SIZE, bold=True) / 2
    middle = min(max(x, half + 2), WIDE - half - 2)
    line = f'<path class="gl-axis" d="M{x:.1f} 17V{y - 6:.1f}"/>' if y > 26 else ""
    arrow = f'<path class="arrow" d="M{x - 4:.1f} {y - 6:.1f}h8l-4 6Z"/>'
    return [_text(middle, 12, words, "now"), line, arrow]


def _span(bar: Bar) -> str:
    return str(bar.low) if bar.low == bar.high else f"{bar.low}–{bar.high}"


def _text(x: float, y: float, words: str, kind: str) -> str:
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" font-size="{SIZE:g}" '
        f'text-anchor="middle">{escape(words)}</text>'
    )


def _filled_in(rules: str) -> str:
    theme = THEMES["light"]
    for name, colour in vars(theme).items():
        rules = rules.replace(f"var(--gl-{name.replace('_', '-')})", colour)
    return rules
