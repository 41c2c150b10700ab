"""The benchmarks time searches that return the right answer. These tests measure no speed."""

from dataclasses import replace

import pytest

from benchmarks import __main__ as command
from benchmarks import closures, peers, search
from benchmarks.measure import Comparison, Contestant, Suite, Times, WrongAnswerError, verify
from benchmarks.table import as_text, rows_of
from gamelib import TicTacToe, TreeGame, alpha_beta, minimax


def contestant(name, *, value=0, nodes=10):
    return Contestant(name, lambda: lambda: None, lambda: (value, nodes), nodes)


def small_suite(comparison=None):
    faster = comparison or Comparison("faster than b", "a", "b", at_least=2)
    return Suite("suite", 0, (contestant("a"), contestant("b")), (faster,), 1, 1)


@pytest.mark.parametrize("wrong", [{"value": 1}, {"nodes": 11}])
def test_a_wrong_search_is_refused(wrong):
    wrong_search = replace(contestant("b", **wrong), nodes=10)
    with pytest.raises(WrongAnswerError, match=r"suite: b returns the value \d after 1\d nodes"):
        verify(Suite("suite", 0, (contestant("a"), wrong_search), (), 1, 1))


def test_a_row_has_its_ratio_and_whether_the_target_is_reached():
    times = {"a": Times((3e-6, 1e-6, 2e-6), nodes=1), "b": Times((30e-6, 60e-6, 60e-6), nodes=20)}
    (row,) = rows_of("suite", small_suite().comparisons, times)
    assert (round(row.ratio, 6), row.reached) == (1.5, False)  # 1 µs a node against 1.5
    assert "suite: faster than b  1.500  at least 2  NO " in as_text([row])


def test_the_closures_return_what_gamelib_returns():
    ours = alpha_beta(TicTacToe())
    names = TicTacToe().moves(TicTacToe().start())
    value, line, nodes, cuts = closures.alpha_beta_with_line()
    theirs = value, tuple(names[bit.bit_length() - 1] for bit in line), nodes, cuts
    assert theirs == (ours.value, ours.line, ours.visited, ours.cuts)


def test_all_contestants_on_tic_tac_toe_do_the_right_work():
    for suite in (search.tic_tac_toe(), search.unused_hooks()):
        names = {contestant.name for contestant in suite.contestants}
        names |= {"AIMA", "easyAI", "OpenSpiel"}
        assert {name for row in suite.comparisons for name in (row.ours, row.theirs)} <= names
        verify(suite)


@pytest.mark.filterwarnings("ignore")  # those of other people's code
def test_aima_searches_our_tree():
    pytest.importorskip("aima3.games", exc_type=ImportError)
    tree = TreeGame.random(seed=3, depth=5)
    answer = peers.aima_tree(tree, 0).answer()
    assert answer == (minimax(tree).value, alpha_beta(tree).visited)


def test_a_missed_target_is_a_failure_with_strict_alone(monkeypatch, capsys):
    never = Comparison("cost over b", "a", "b", at_most=0)
    monkeypatch.setattr(command, "SUITES", (lambda: small_suite(never),))
    assert (command.main(["--quick"]), command.main(["--quick", "--strict"])) == (0, 1)
    assert capsys.readouterr().out.count("NO") == 2
