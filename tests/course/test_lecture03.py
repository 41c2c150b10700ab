"""What lecture 03 says in words is what the library computes."""

from __future__ import annotations

from itertools import product

import pytest
from puzzles import after, paths
from solutions.lecture03 import plain

from course.lectures.lecture03 import DEEP_TREE
from course.lectures.lecture04 import ordered, visited_leaves
from course.lectures.screens.cards import cards_against, fewest_for_move
from course.lectures.screens.zones import three_zones
from course.watch import Watch
from gamelib import MAX, SAMPLE, TreeGame, alpha_beta, minimax

pytestmark = pytest.mark.slow

TWO_TREES = (4, 8)  # seeds of the first trees of a match
LEAVES = [name for name in SAMPLE.nodes() if not SAMPLE.moves(name)]


def best_moves(known):
    """Return the best moves at the root for some fillings of the leaves that are not known."""
    hidden = [name for name in LEAVES if name not in known]
    moves = []
    for values in product((-50, 50), repeat=len(hidden)):
        numbers = {
            **{name: SAMPLE.score(name) for name in known},
            **dict(zip(hidden, values, strict=False)),
        }
        text = str(SAMPLE)
        for name, value in numbers.items():
            text = text.replace(f"{name}={SAMPLE.score(name)}", f"{name}={value}")
        tree = TreeGame.from_text(text)
        worth = {move: minimax(tree, move).value for move in "BCD"}
        moves.append({move for move in "BCD" if worth[move] == max(worth.values())})
    return set.intersection(*moves)


def test_five_cards_are_enough_for_the_best_move_and_each_of_them_is_needed():
    sets = fewest_for_move(SAMPLE)
    assert [len(cards) for cards in sets] == [5] * 4
    assert best_moves(sets[0]) == {"B"}
    for card in sets[0]:
        assert best_moves(sets[0] - {card}) == set()


def test_the_deep_cut_stays_while_b_is_4_or_more():
    visits = {
        value: alpha_beta(TreeGame.from_text(str(DEEP_TREE).replace("B=6", f"B={value}"))).visited
        for value in (6, 5, 4, 3)
    }
    assert visits == {6: 9, 5: 9, 4: 9, 3: 10}


def test_bernsteins_positions_and_the_best_order():
    assert 7 + 49 + 343 + 2_401 == 2_800
    best = ordered(TreeGame.random(0, branching=7, depth=4, values=(-999, 999)), "best")
    assert (len(best.nodes()), alpha_beta(best).visited, visited_leaves(best)) == (2_801, 173, 97)


def test_what_a_zone_says_holds_for_real_searches():
    view, seen = three_zones(), set()
    for seed in range(300):
        tree = TreeGame.random(seed, depth=4, values=(0, 12))
        back = alpha_beta(tree, window=(4, 8)).value
        screen, true = after(view, str(back)), minimax(tree).value
        claim = {"right": true == back, "min": true <= back, "max": true >= back}
        assert claim[screen["kind"]], (seed, back, true)
        seen.add((screen["kind"], true == back))
    assert seen == {("right", True), *product(("min", "max"), (True, False))}


def fail_hard(game, state, alpha, beta):
    if not game.moves(state):
        return min(max(game.score(state), alpha), beta)
    for move in game.moves(state):
        value = fail_hard(game, game.play(state, move), alpha, beta)
        alpha, beta = (
            (max(alpha, value), beta) if game.turn(state) == MAX else (alpha, min(beta, value))
        )
        if alpha >= beta:
            break
    return alpha if game.turn(state) == MAX else beta


@pytest.mark.parametrize("search", [plain, fail_hard])
def test_the_cards_of_a_search_are_the_leaves_it_visits(search):
    view = cards_against(search, TWO_TREES)
    assert sorted(after(view)["pictures"][0]["to"]) == list("HIJKLMNO")
    assert after(view, *"HIJLMNO")["say"] == (
        f"Tree 1 of 2. You needed 7 cards. {search.__name__} turned 7: H, I, J, L, M, N and O. "
        "A draw."
    )


def test_fewer_cards_win_and_the_lead_goes_on_to_the_next_tree():
    view = cards_against(plain, TWO_TREES)
    won = after(view, *"HIMNO")
    assert (won["kind"], won["scores"][1][1]) == ("right", "you lead by 1 tree")
    assert after(view, *"HIMNO", "Next tree")["scores"][1][1] == "you lead by 1 tree"
    lost = after(view, *"HJKILMNO")
    assert (lost["kind"], lost["scores"][1][1]) == ("cut", "plain leads by 1 tree")
    last = [screen for _, screen in paths(view) if screen["say"].startswith("Tree 2 of 2. You")]
    assert last
    assert not any(screen["controls"] for screen in last)


def unwritten(game, state, alpha, beta): ...


def without_cuts(game, state, alpha, beta):
    moves = game.moves(state)
    if not moves:
        return game.score(state)
    values = [without_cuts(game, game.play(state, move), alpha, beta) for move in moves]
    return max(values) if game.turn(state) == MAX else min(values)


@pytest.mark.parametrize("search", [unwritten, without_cuts])
def test_a_search_that_is_wrong_is_watched_and_not_played(search):
    watched = cards_against(search)
    assert isinstance(watched, Watch)
    assert watched.message
