"""The first screen of lecture 11: matches between equals, which stop when they look decided."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from gamelib.face import Face, Lines, Shape, Words
from gamelib.standings import wilson
from gamelib.view.live.puzzle import Button, Drawing, Puzzle, Score, Screen, drawing, puzzle

__all__ = ["coin_matches", "matches", "stop_of"]

GAMES, FIRST_LOOK = 500, 10
WIDTH, HEIGHT = 500.0, 470.0  # of the drawing
LEFT, RIGHT, TOP, BOTTOM = 52.0, 484.0, 16.0, 424.0  # of the plot in it
LOW, HIGH = 0.2, 0.8  # the shares at its foot and its top
STEP = 3  # games from one point of a curve to the next
TEXT = 17.0
KEY = "A and B are equally strong: a fair coin decides each game."


class State(NamedTuple):
    """Which match is played, and how far: not at all, to the stop, or to its end."""

    match: int
    until: str = ""


def matches(seed: int = 13, count: int = 12) -> list[list[bool]]:
    """Return matches of 500 games each: whether A won each game."""
    coin = random.Random(seed)
    return [[coin.random() < 0.5 for _ in range(GAMES)] for _ in range(count)]


def stop_of(games: Sequence[bool]) -> int | None:
    """Return after how many games the interval first leaves one half, if it does.

    >>> stop_of([True] * 500), stop_of([True, False] * 250)
    (10, None)
    """
    won = 0
    for count, result in enumerate(games, start=1):
        won += result
        low, high = wilson(won, count)
        if count >= FIRST_LOOK and not low <= 0.5 <= high:
            return count
    return None


def coin_matches(seed: int = 13, count: int = 12) -> Puzzle:
    """Return matches between equal players; each can be stopped as soon as it looks decided.

    >>> coin_matches(count=2)
    Can you make one look better?: a puzzle with 6 states. Two equal players. ...
    """
    played = matches(seed, count)
    stops = [stop_of(games) for games in played]

    def show(state: State) -> Screen:
        at, games, stop = state.match, played[state.match], stops[state.match]
        done = at + bool(state.until)
        decided = sum(each is not None for each in stops[:done])
        scores = [Score("“Significant”", f"{decided} of {done}")] if done else []
        following = [Button("Next match", State(at + 1), main=True)] if at + 1 < count else []
        if not at + 1 < count and state.until in ("stop", "end"):
            following = [Button("What happened?", State(at, "all"), main=True)]
        if not state.until:
            sentence = f"Match {at + 1} of {count}. Play until the band leaves one half."
            if not at:
                sentence = (
                    "Two equal players. Play until the band, the 95 % interval, leaves one half."
                )
            play = Button("Play", State(at, "stop" if stop else "end"), main=True)
            return Screen(sentence, [_plot([], None)], "", KEY, scores, [play])
        if state.until == "all":
            looks = GAMES - FIRST_LOOK + 1
            sentence = (
                f"{decided} of {count} matches between equals looked decided. The interval errs in "
                f"5 of 100 cases if you look once. You looked up to {looks} times."
            )
            return Screen(sentence, [_plot(games, stop)], "right", KEY, scores)
        if state.until == "stop":
            assert stop is not None
            won = sum(games[:stop])
            leader, score = _leader(won, stop - won)
            sentence = f"{leader} leads {score} after {stop} games. Significant! Send it off."
            buttons = [Button("Play on", State(at, "end")), *following]
            return Screen(sentence, [_plot(games[:stop], stop)], "cut", KEY, scores, buttons)
        won = sum(games)
        if stop is None:
            sentence = f"{won}:{GAMES - won} after {GAMES} games. The band never left one half."
        else:
            sentence = (
                f"The match ends {won}:{GAMES - won}. You chose nothing but the moment to stop."
            )
        return Screen(sentence, [_plot(games, stop)], "", KEY, scores, following)

    return puzzle("Can you make one look better?", State(0), show)


def _leader(won: int, lost: int) -> tuple[str, str]:
    return ("A", f"{won}:{lost}") if won > lost else ("B", f"{lost}:{won}")


def _plot(games: Sequence[bool], stop: int | None) -> Drawing:
    """Return the share of A after each game, with its interval and the game of the stop."""
    shapes: list[Shape] = []
    for share in (0.2, 0.35, 0.5, 0.65, 0.8):
        y = _y(share)
        shapes.append(Lines("way" if share == 0.5 else "tick", (((LEFT, y), (RIGHT, y)),)))
        shapes.append(Words("label", LEFT - 26, y, f"{share:g}", TEXT))
    for number in range(0, GAMES + 1, 100):
        shapes.append(Words("label", _x(number), BOTTOM + 18, str(number), TEXT))
    shapes.append(Words("label", (LEFT + RIGHT) / 2, HEIGHT - 8, "games", TEXT))
    shapes.append(Words("label", LEFT + 64, TOP + 14, "share of A", TEXT))
    counts = [n for n in range(FIRST_LOOK, len(games) + 1) if n % STEP == 0 or n == len(games)]
    alt = "No game is played yet."
    if counts:
        won = [sum(games[:count]) for count in counts]
        ends = [wilson(w, count) for w, count in zip(won, counts, strict=True)]
        upper = [(_x(count), _y(high)) for count, (_, high) in zip(counts, ends, strict=True)]
        lower = [(_x(count), _y(low)) for count, (low, _) in zip(counts, ends, strict=True)]
        shapes.insert(0, Lines("band", ((*upper, *reversed(lower)),), closed=True))
        shares = tuple((_x(n), _y(w / n)) for w, n in zip(won, counts, strict=True))
        shapes.append(Lines("curve", (shares,)))
        low, high = ends[-1]
        alt = (
            f"After {counts[-1]} games A has {won[-1]}; the 95 % interval of its share goes "
            f"from {low:.2f} to {high:.2f}."
        )
    if stop and games:
        shapes.append(Lines("hint", (((_x(stop), TOP), (_x(stop), BOTTOM)),)))
        shapes.append(Words("note", min(_x(stop), RIGHT - 40), BOTTOM - 14, f"{stop} games", TEXT))
        alt += f" It first left one half after {stop} games."
    return drawing(shapes, Face(WIDTH, HEIGHT, (), (), {}, alt=alt))


def _x(count: float) -> float:
    return round(LEFT + (RIGHT - LEFT) * count / GAMES, 1)


def _y(share: float) -> float:
    share = min(HIGH, max(LOW, share))
    return round(BOTTOM - (BOTTOM - TOP) * (share - LOW) / (HIGH - LOW), 1)
