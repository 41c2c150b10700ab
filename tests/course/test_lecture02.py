"""The puzzles of lecture 02 show what minimax says."""

from __future__ import annotations

from itertools import product
from math import sqrt

from puzzles import after, paths

from course.lectures.lecture02 import MOVED
from course.lectures.screens.hundred import one_hundred, with_leaf
from course.lectures.screens.random_leaves import chances, mean_and_spread, random_leaves
from gamelib import SAMPLE, TreeGame, minimax


def test_the_nine_has_moved_and_only_hope_follows_it():
    assert (MOVED.score("N"), MOVED.score("U")) == (6, 9)
    same = with_leaf(with_leaf(MOVED, "N", 9), "U", 6)
    assert str(same) == str(SAMPLE), "nothing else was changed"
    assert minimax(MOVED).line == minimax(SAMPLE).line


def test_six_of_the_leaves_bring_nothing_when_they_become_100():
    view = one_hundred()
    brought = {keys[-1]: screen["scores"][0][1] for keys, screen in paths(view) if keys}
    better = {"K": 9, "L": 9, "O": 7, "R": 6, "S": 6}
    assert brought == dict.fromkeys("KLMNOPQRSTU", 3) | better
    for leaf, value in brought.items():
        assert minimax(with_leaf(SAMPLE, leaf, 100)).value == value
    assert after(view, "K")["say"] == (
        "K is 100. At ▼B MIN goes to ▲F, so ▼B is worth 9. You get 9."
    )
    assert after(view, "L", "N")["say"] == (
        "N is 100. At ▼B MIN goes to ▲E, so ▼B is worth 3. You still get 3."
    )
    assert after(view, "K")["pictures"][0]["line"] == ["A", "B", "F", "N"]


def test_the_chances_are_the_shares_of_all_trees():
    for depth, values in ((1, 3), (2, 2), (3, 2), (2, 3)):
        leaves = product(range(values), repeat=2**depth)
        found = [minimax(TreeGame.from_lists(_halved(each))).value for each in leaves]
        shares = [found.count(value) / len(found) for value in range(values)]
        assert [round(share, 9) for share in shares] == [
            round(chance, 9) for chance in chances(depth, values)
        ]


def _halved(leaves):
    middle = len(leaves) // 2
    return [_halved(half) if middle > 1 else half[0] for half in (leaves[:middle], leaves[middle:])]


def test_the_side_that_moves_last_is_ahead_and_the_spread_falls():
    means, spreads = zip(*map(mean_and_spread, range(1, 13)), strict=True)
    assert [round(mean) for mean in means] == [66, 46, 66, 43, 65, 41, 64, 40, 63, 39, 62, 39]
    assert [*spreads] == sorted(spreads, reverse=True)
    assert [round(spreads[0]), round(spreads[-1])] == [24, 3]
    golden = (sqrt(5) - 1) / 2
    for depth, share in ((61, golden), (62, 1 - golden)):
        assert abs(mean_and_spread(depth)[0] - (100 * share - 0.5)) < 0.5


def test_the_slider_shows_each_depth():
    view = random_leaves()
    assert len(view.screens) == 12
    assert after(view, "11 plies")["say"] == (
        "11 plies: MAX moves last. On average ▲A is worth 62."
    )
    screen = after(view, "12 plies")
    assert (screen["kind"], screen["scores"][0][1]) == ("min", "39")
    bars = [shape for shape in screen["pictures"][0]["shapes"] if shape[0] == "badge min"]
    assert 5 < len(bars) < 20
