"""The two puzzles of lecture 00 show what a search of the changed bags returns."""

from __future__ import annotations

from collections import Counter

from puzzles import after, paths

from course.all_orders import order_counts
from course.lectures.lecture00 import one_thousand, pack_the_bags
from course.lectures.screens.bags import BAGS


def test_a_thousand_helps_most_in_the_place_of_the_3():
    view = one_thousand()
    gets = {name: after(view, name)["scores"][0][1] for name in "EFGHIJK"}
    assert gets == {"E": 6, "F": 4, "G": 7, "H": 4, "I": 4, "J": 8, "K": 4}
    assert after(view, "J")["say"] == (
        "J is 1,000 now. MIN pays 8 from ▼D. You take ▼D and get 8 instead of 4."
    )
    assert after(view, "J", "H")["say"] == (
        "H is 1,000 now. MIN pays 2 from ▼C. You take ▼B and get 4, as before."
    )
    assert "H=1000" in after(view, "H")["pictures"][0]["tree"]


def test_packing_begins_with_the_bags_of_the_first_screen():
    first, bags = after(pack_the_bags()), after(one_thousand())
    assert first["pictures"][0]["tree"] == bags["pictures"][0]["tree"]


def test_20_of_210_packings_pay_8_and_none_pays_less_than_4():
    view = pack_the_bags()
    counts = Counter(screen["scores"][0][1] for _, screen in paths(view))
    assert counts == {4: 72, 6: 72, 7: 46, 8: 20}
    ends = [screen for _, screen in paths(view) if screen["scores"][0][1] == 8]
    assert {screen["say"] for screen in ends} == {
        "8: you cannot be kinder. The 8 and the 9 are alone in one bag."
    }
    assert min(len(keys) for keys, screen in paths(view) if screen in ends) == 1


def test_our_order_of_the_bags_is_one_of_the_luckiest():
    counts = order_counts(BAGS).counts
    assert counts == {8: 8, 9: 32, 10: 44, 11: 60}
    mean = sum((nodes - 4) * orders for nodes, orders in counts.items()) / 144
    assert round(mean, 1) == 6.1
