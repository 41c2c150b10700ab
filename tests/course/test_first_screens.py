"""The first screens of the lectures show what was counted for them, in every state."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

import pytest
from puzzles import after, paths

from course.all_orders import true_values
from course.lectures import lecture10
from course.lectures.screens import lamps as lamps_module
from course.lectures.screens.bags import three_bags
from course.lectures.screens.cards import bounds, face_down, fewest, matters
from course.lectures.screens.coins import coin_matches, matches, stop_of
from course.lectures.screens.depths import claims, which_depth
from course.lectures.screens.lamps import Own, Setting, eight_lamps
from course.lectures.screens.one_x import one_x
from course.lectures.screens.siblings import exchange_siblings
from course.lectures.screens.six_boards import BOARDS, formula, six_boards
from course.lectures.screens.zeros import seven_zeros
from gamelib import SAMPLE

pytestmark = pytest.mark.slow


def test_min_pays_the_smallest_note_of_each_bag():
    view = three_bags()
    says = {name: after(view, name)["say"] for name in "BCD"}
    assert says == {
        "B": "MIN pays 4 and keeps the 6.",
        "C": "MIN pays 2. The 9 and the 7 stay in the bag.",
        "D": "MIN pays 3 and keeps the 8.",
    }
    assert after(view)["all"][1] == "B pays most. C, with the 9 in it, pays 2."
    tree = after(view, "C", "Show them as a tree")["pictures"][0]
    assert tree["values"] == {"A": "4", "B": "4", "C": "2", "D": "3"}
    assert tree["line"] == ["A", "B", "E"]


def test_three_of_the_seven_zeros_lose():
    view = seven_zeros()
    sentence = "The search never said 0. It said: not better for O than 0."
    ends = {"a2": "c1", "c2": "b3", "c3": "a1"}
    says = {first: after(view, first, second)["say"] for first, second in ends.items()}
    assert says == {
        "a2": f"X a1, you c1, X b2: b3 and c3 both win. {sentence}",
        "c2": f"X b2, you b3, X a1: c1 and c3 both win. {sentence}",
        "c3": f"X c1, you a1, X b2: a3 and b3 both win. {sentence}",
    }
    numbers = [shape[3] for shape in after(view)["pictures"][0]["shapes"] if shape[0] == "note"]
    assert numbers == ["0", "0", "1", "0", "0", "0", "0", "0"]
    assert after(view)["all"][1] == (
        "3 of the 7 zeros lose. a1 was a value. The other 6 were bounds: not better for O than 0."
    )


def test_o_draws_after_four_of_the_zeros_and_never_wins():
    results = {}
    for keys, screen in paths(seven_zeros()):
        if "tried" in screen:
            assert screen["tried"][0] == keys[0]
            results.setdefault(keys[0], set()).add(screen["tried"][1])
        assert "O wins" not in screen["say"]
    assert results == {
        **{first: {"draw"} for first in ("a1", "b2", "b3", "c1")},
        **{first: {"lost"} for first in ("a2", "a3", "c2", "c3")},
    }


def test_four_exchanges_make_21_nodes_14():
    view = exchange_siblings()
    counts = [screen["scores"][0][1] for _, screen in paths(view)]
    assert len(counts) == 1_536
    assert (min(counts), max(counts), counts.count(21)) == (14, 21, 192)
    assert round(sum(counts) / len(counts), 1) == 18.3
    alone = {keys[0]: screen for keys, screen in paths(view) if len(keys) == 1}
    says = {key: alone[key]["say"] for key in ("D B", "F E", "H G", "J I")}
    assert says == {
        "D B": "Still 21: nothing is skipped.",
        "F E": "20: M is never looked at.",
        "H G": "18: ▲H and its leaves are never looked at.",
        "J I": "20: T is never looked at.",
    }
    best = after(view, "D B", "F E", "H G", "J I")
    assert best["say"] == "14, the fewest, with four exchanges. Three are not enough."
    ways = [len(keys) for keys, screen in paths(view) if screen["scores"][0][1] == 14]
    assert min(ways) == 4


def test_the_formula_names_no_winner_of_the_six_boards_and_the_rule_all():
    view = six_boards()
    assert [formula(board) for board in BOARDS] == [5, 5, -5, -3, -2, 4]
    keys, first = [], []
    for number, answer in enumerate("OOXXXO", start=1):
        keys.append(answer)
        screen = after(view, *keys)
        first.append(screen["say"])
        assert screen["scores"][:1] == [["You", f"{number} of {number}", ""]]
        keys.append("Next board" if number < 6 else "And on all boards?")
    assert first == [
        f"Right. {other} threatened {cell}, so {mover} had to go there, and wins."
        for other, cell, mover in zip(
            "XXOOOX", ("a3", "b2", "a1", "b2", "c1", "b2"), "OOXXXO", strict=True
        )
    ]
    end = after(view, *keys)
    assert [score[:2] for score in end["scores"]] == [
        ["You", "6 of 6"],
        ["The formula", "0 of 6"],
        ["“The side to move wins”", "6 of 6"],
    ]
    assert "On all 4,520 unfinished boards the formula names the result in 42 %" in end["say"]
    assert end["say"].endswith("the rule in 63 %.")
    wrong = after(view, "Draw")
    assert wrong["say"].startswith("No. X threatened a3")
    assert wrong["scores"][0][1] == "0 of 1"


CLAIMS = [("C7-B7", 2), ("A2-C2", 0), ("A2-C2", 2), ("A2-C2", 0), ("A2-C2", 2), ("A2-C2", 1)]


def test_the_claim_swings_with_the_side_that_moves_last():
    assert claims(4) == CLAIMS[:4]
    view = which_depth(4)
    end = after(view, "4 plies")
    assert end["say"].endswith("an equal fight. It swings with the side that moves last.")
    assert [score[1] for score in end["scores"]] == [
        *("C7-B7 +2", "A2-C2 0", "A2-C2 +2", "A2-C2 0"),
    ]
    assert after(view, "3 plies")["say"] == "It plays A2-C2 and claims +2."
    first = after(view, "Play C7-B7")
    assert first["say"] == "You took two. O plays F7-C7: C4, C5 and C6 are gone. Two for three."
    other = after(view, "2 plies", "Play A2-C2")["say"]
    assert other == "You took one, and O can take one, with F3-B3."


@pytest.mark.nightly
def test_six_plies_claim_one_piece():
    assert claims(6) == CLAIMS


def test_six_of_twelve_matches_between_equals_look_decided():
    stops = {number: stop_of(games) for number, games in enumerate(matches(), start=1)}
    stopped = {number: stop for number, stop in stops.items() if stop}
    assert stopped == {1: 174, 4: 62, 5: 243, 6: 29, 8: 84, 12: 41}
    view = coin_matches()
    says = {}
    keys = []
    for number in stops:
        keys.append("Play")
        says[number] = after(view, *keys)["say"]
        keys.append("Next match" if number < 12 else "What happened?")
    assert says[1] == "A leads 100:74 after 174 games. Significant! Send it off."
    assert says[4].startswith("A leads 39:23")
    assert says[5].startswith("B leads 137:106")
    assert says[2] == "258:242 after 500 games. The band never left one half."
    on = after(view, *["Play", "Next match"] * 4, "Play", "Play on")["say"]
    assert on == "The match ends 246:254. You chose nothing but the moment to stop."
    end = after(view, *keys)
    assert end["say"].startswith("6 of 12 matches between equals looked decided.")


cards = cache(face_down)
LEAVES = {name: SAMPLE.score(name) for name in SAMPLE.nodes() if not SAMPLE.moves(name)}


def test_no_number_on_the_card_that_is_face_down_changes_the_root():
    view = cards()
    for number in range(-9, 100):
        known = {**LEAVES, "N": number}
        assert bounds(SAMPLE, known)["A"] == (3, 3)
    screen = after(view, "Turn it over", "−9")
    assert screen["say"].startswith("N is −9, and ▲A is worth 3.")
    assert screen["pictures"][0]["values"]["N"] == "−9"
    assert after(view, "Leave it")["pictures"][0]["values"]["A"] == "3"
    assert "N=9" not in view.twin()
    assert "N shows ?" in view.twin()


def test_what_is_open_gives_the_bounds_and_what_still_matters():
    for size in range(len(LEAVES) + 1):
        for cards in list(combinations(LEAVES, size))[::7]:
            known = {name: LEAVES[name] for name in cards}
            hidden = [name for name in LEAVES if name not in cards]
            low, high = bounds(SAMPLE, known)["A"]
            for value, bound in ((-100, low), (100, high)):
                filled = {**known, **dict.fromkeys(hidden, value)}
                root = bounds(SAMPLE, filled)["A"][0]
                assert root == (bound if abs(bound) < 100 else value)
            if low == high:
                assert not matters(SAMPLE, known)
    assert true_values(SAMPLE)["A"] == bounds(SAMPLE, LEAVES)["A"][0]


def test_six_cards_are_enough():
    assert sorted(" ".join(sorted(cards)) for cards in fewest(SAMPLE)) == [
        *("K L M O R S", "K L N O R S"),
    ]
    view = cards()
    start = ("Leave it", "All cards face down")
    assert sorted(after(view, *start)["pictures"][0]["to"]) == sorted(LEAVES)
    end = after(view, *start, *"KLMORS")
    assert end["say"] == "Sure, with 6 cards. 6 are enough: K, L, O, R, S and M or N."
    assert end["pictures"][0]["skipped"][:5] == ["N", "P", "Q", "T", "U"]
    many = [screen["scores"][0][1] for _, screen in paths(view) if screen["say"].startswith("Sure")]
    assert (min(many), max(many)) == (6, 11)


lamps = cache(eight_lamps)


def test_by_value_only_four_lamps_ever_light_three_at_once():
    view = lamps()
    red = {level: [] for level in ("Value", "+ move", "+ nodes")}
    for _, screen in paths(view):
        level = next(each["switch"] for each in screen["controls"] if each["on"])
        alt = screen["pictures"][1]["alt"].removeprefix("Eight lamps: ").removesuffix(".")
        texts = dict(lamp.split(" ", 1) for lamp in alt.split(", ") if lamp[:1].isdigit())
        wrong = {int(number) for number, text in texts.items() if text != "green"}
        assert screen["scores"][0][1] == len(wrong)
        red[level].append(wrong)
    assert {level: len(sets) for level, sets in red.items()} == dict.fromkeys(red, 324)
    assert {level: sorted(set().union(*sets)) for level, sets in red.items()} == {
        "Value": [2, 3, 5, 7],
        "+ move": [1, 2, 3, 5, 6, 7],
        "+ nodes": [1, 2, 3, 4, 5, 6, 7],
    }
    assert max(map(len, red["Value"])) == 3
    assert Counter(number for lamps in red["Value"] for number in lamps)[3] == 11
    assert Counter(number for lamps in red["+ move"] for number in lamps)[6] == 18


def test_lamp_4_tells_how_many_nodes_are_enough():
    screen = after(lamps(), "+ nodes")
    assert "4 7 nodes, not 6" in screen["pictures"][1]["alt"]
    assert after(lamps())["scores"][0][1] == 0
    changed = after(lamps(), "D", "B")["pictures"][0]["tree"]
    assert "B (MAX): D=1 E=0" in changed


def test_a_search_of_your_own_is_the_ninth_lamp(monkeypatch):
    def endless(game, state):
        while True:
            pass

    monkeypatch.setattr(lamps_module, "OWN_SECONDS", 0.1)
    start = Setting()
    lamp = {
        search: [Own(search).seen(start._replace(level=level)) for level in (0, 2)]
        for search in (lecture10.search, lecture10.bug_4, lecture10.bug_1, endless)
    }
    assert [*lamp.values()] == [
        ["", ""],
        ["", "7 nodes, not 6"],
        ["", "move D, not B"],
        ["does not end", "does not end"],
    ]
    assert Own(lambda game, state: None).seen(start) == "no value and move"
    assert Own(lambda game, state: 1 / 0).seen(start) == "ZeroDivisionError"
    alt = after(eight_lamps(lecture10.bug_4), "+ nodes")["pictures"][1]["alt"]
    assert alt.startswith("Nine lamps: ")
    assert alt.endswith(", 9 7 nodes, not 6.")


def test_a_click_fills_a_column_until_the_board_is_repaired():
    view = one_x()
    for column in "123":
        assert after(view, f"b{column}")["say"] == "Three X. You clicked once."
    assert after(view, "b2", "a1")["say"] == "Six X."
    full = after(view, "b2", "a1", "c3")
    assert full["say"].startswith("Nine. Start again")
    assert not full["pictures"][0]["to"]
    made = after(view, "b2", "Show what made it")
    assert made["say"].startswith("[[None] * 3] * 3 makes one list and names it three times")
    assert made["pictures"][0]["alt"].endswith("Its three rows are 1 list.")
    repaired = after(view, "Show what made it", "Repair it", "a3")
    assert repaired["say"] == "One X! This board can show 512 pictures of X, the other one 8."
    assert repaired["pictures"][0]["alt"].endswith("a3 X. Its three rows are 3 lists.")
    two = after(view, "Show what made it", "Repair it", "a3", "b1")
    assert two["say"] == "Two X, one for each click."
