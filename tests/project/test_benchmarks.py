"""The benchmarks measure what they say. How fast anything is, is not tested here."""

from dataclasses import replace
from itertools import count

import pytest

from benchmarks import __main__ as command
from benchmarks import closures, hooks, peers, search
from benchmarks.measure import (
    Comparison,
    Contestant,
    Suite,
    Times,
    WrongAnswerError,
    take_turns,
    verify,
)
from benchmarks.table import as_markdown, as_text, rows_of
from gamelib import SAMPLE, TicTacToe, TreeGame, alpha_beta, minimax


def contestant(name, *, value=0, nodes=10, log=None):
    """A contestant that notes its name when it is prepared and again when it runs."""
    log = [] if log is None else log

    def prepare():
        log.append(f"prepare {name}")
        return lambda: log.append(name)

    return Contestant(name, prepare, lambda: (value, nodes), nodes)


def small_suite():
    comparisons = (
        Comparison("faster than b", "a", "b", at_least=2),
        Comparison("cost over b", "a", "b", at_most=1.05),
        Comparison("cost", "a", "b"),
        Comparison("faster than a peer that is missing", "a", "c", at_least=2),
    )
    return Suite("suite", 0, (contestant("a"), contestant("b")), comparisons, 4, 1)


def small_rows():
    times = {"a": Times((3e-6, 1e-6, 2e-6), nodes=1), "b": Times((30e-6, 60e-6, 60e-6), nodes=20)}
    return rows_of("suite", small_suite().comparisons, times)


# ---- measuring ----------------------------------------------------------------------------------


def test_contestants_run_in_turn_and_what_prepares_them_is_not_timed():
    log = []
    names = iter("abab")
    clock = iter(count(0, 5))
    seconds = {}

    def tick():
        log.append("tick")
        return next(clock)

    take_turns([contestant("a", log=log), contestant("b", log=log)], range(2), seconds, tick)
    turns = [(f"prepare {name}", "tick", name, "tick") for name in names]
    assert log == [step for turn in turns for step in turn]
    assert seconds == {"a": [5, 5], "b": [5, 5]}


def test_the_fastest_run_counts_and_the_spread_tells_about_the_others():
    clock = iter([0, 3, 10, 12, 20, 26])
    seconds = {}
    take_turns([contestant("a")], range(3), seconds, lambda: next(clock))
    times = Times(tuple(seconds["a"]), nodes=2)
    assert times.seconds == (3, 2, 6)
    assert times.per_node == 1
    assert times.spread == 1.5


def test_what_was_measured_before_an_interruption_is_kept(monkeypatch, capsys):
    def rounds():
        yield 0
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "SUITES", (small_suite,))
    monkeypatch.setattr(command, "progress", lambda title, number: rounds())
    assert command.main([]) == 130
    shown = capsys.readouterr()
    assert "faster than b" in shown.out
    assert "Interrupted" in shown.err


@pytest.mark.parametrize("wrong", [{"value": 1}, {"nodes": 11}])
def test_a_wrong_search_is_not_timed(wrong):
    wrongly = replace(contestant("b", **wrong), nodes=10)
    with pytest.raises(WrongAnswerError, match=r"suite: b finds the value \d in 1\d nodes"):
        verify(Suite("suite", 0, (contestant("a"), wrongly), (), 1, 1))


# ---- the table ----------------------------------------------------------------------------------


def test_a_row_says_its_ratio_and_whether_the_target_is_reached():
    faster, cost, info = small_rows()  # 1 µs a node against 1.5: and no row for what is missing
    assert (round(faster.ratio, 6), faster.reached) == (1.5, False)
    assert (round(cost.ratio, 6), cost.reached) == (0.666667, True)
    assert info.reached is None


def test_a_ratio_that_rests_on_a_lucky_run_is_marked():
    times = {"a": Times((10, 10, 10), nodes=1), "b": Times((5, 10, 10), nodes=1)}
    lucky, *_ = rows_of("suite", [Comparison("cost", "a", "b")], times)
    assert lucky.unsteady
    assert "  ~2.00  " in as_text([lucky])
    assert not any(row.unsteady for row in small_rows())


def test_a_ratio_is_unsteady_if_fastest_and_median_run_disagree_on_the_target():
    times = {"a": Times((10, 10.2, 10.2), nodes=1), "b": Times((9.5, 10, 10), nodes=1)}
    (row,) = rows_of("suite", [Comparison("cost", "a", "b", at_most=1.05)], times)
    assert not row.reached
    assert row.unsteady


def test_an_unsteady_suite_is_measured_again_but_not_for_ever(monkeypatch):
    tries = []
    monkeypatch.setattr(command, "progress", lambda title, rounds: tries.append(rounds) or [])
    monkeypatch.setattr(command, "rows_of", lambda *parts: [Unsteady])
    command.run(small_suite, [], quick=False)
    assert tries == [4, 4, 4]
    command.run(small_suite, [], quick=True)
    assert tries == [4, 4, 4, 1]


class Unsteady:
    unsteady = True


def test_the_table_in_plain_text():
    assert [
        line.split("  1.00 µs × 1 (2.00)  ") for line in as_text(small_rows()).splitlines()
    ] == [
        ["measured              ratio  target        reached  gamelib             the other"],
        ["--------------------  -----  ------------  -------  ------------------  " + 19 * "-"],
        ["suite: faster than b  1.500  at least 2    NO     ", "1.50 µs × 20 (2.00)"],
        ["suite: cost over b    0.667  at most 1.05  yes    ", "1.50 µs × 20 (2.00)"],
        ["suite: cost           0.667                       ", "1.50 µs × 20 (2.00)"],
    ]


def test_the_table_in_markdown():
    lines = as_markdown(small_rows()).splitlines()
    assert lines[1] == "| --- | --: | --- | --- | --- | --- |"
    assert lines[2] == (
        "| suite: faster than b | 1.500 | at least 2 | NO "
        "| 1.00 µs × 1 (2.00) | 1.50 µs × 20 (2.00) |"
    )
    assert {line.count("|") for line in lines} == {7}


def test_a_table_without_rows_is_its_head():
    assert as_text([]).splitlines()[0].startswith("measured")


# ---- the contestants ----------------------------------------------------------------------------


def test_the_closures_find_what_gamelib_finds():
    ours = alpha_beta(TicTacToe())
    names = TicTacToe().moves(TicTacToe().start())
    value, line, nodes, cuts = closures.alpha_beta_with_line()
    found = value, tuple(names[bit.bit_length() - 1] for bit in line), nodes, cuts
    assert found == (ours.value, ours.line, ours.visited, ours.cuts)
    assert closures.alpha_beta() == (0, 18_297)
    assert closures.minimax() == (0, 549_946)


def test_alpha_beta_without_hooks_is_the_same_search():
    hook_free = hooks.without_hooks()
    assert hook_free is not alpha_beta
    for game in (SAMPLE, TicTacToe(), TreeGame.random(seed=3, depth=5, repeat=0.5)):
        assert hook_free(game) == alpha_beta(game)
    assert hook_free(SAMPLE, record=True).trace.events == ()
    assert alpha_beta(SAMPLE, record=True).trace.events  # the library's own still records


def test_a_hook_that_cannot_be_removed_is_reported(monkeypatch):
    source = "def alpha_beta():\n def value():\n  if record: pass\n  return 2 if record else 3"
    monkeypatch.setattr(hooks.inspect, "getsource", lambda function: source)
    with pytest.raises(RuntimeError, match=r"mentions 'record' 2 times, and 1 blocks"):
        hooks.without_hooks()


def test_all_contestants_on_tic_tac_toe_do_what_they_are_timed_for():
    suite = search.tic_tac_toe()
    names = {contestant.name for contestant in suite.contestants}
    assert {"gamelib", "recording", "with events", "closure"} <= names
    verify(suite)
    verify(search.unused_hooks())
    verify(search.whole_tic_tac_toe())


def test_every_comparison_names_contestants_that_exist():
    peer_names = {"AIMA", "easyAI", "OpenSpiel"}
    for suite in (search.tic_tac_toe(), search.unused_hooks(), search.whole_tic_tac_toe()):
        names = {contestant.name for contestant in suite.contestants} | peer_names
        assert {name for row in suite.comparisons for name in (row.ours, row.theirs)} <= names


def test_a_new_game_is_made_for_every_run_of_new_game_alone():
    made = {c.name: (c.prepare(), c.prepare()) for c in search.tic_tac_toe().contestants}
    games = {
        name: [run.__closure__[0].cell_contents for run in runs]
        for name, runs in made.items()
        if name in ("gamelib", "new game")
    }
    assert games["gamelib"][0] is games["gamelib"][1]
    assert games["new game"][0] is not games["new game"][1]


# ---- the peers ----------------------------------------------------------------------------------


@pytest.fixture
def no_peers(monkeypatch):
    def missing(name):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(peers, "import_module", missing)


@pytest.mark.usefixtures("no_peers")
def test_missing_peers_are_skipped_by_name(monkeypatch, capsys):
    monkeypatch.setattr(command, "SUITES", (small_suite, search.random_tree))
    assert command.main(["--quick"]) == 0
    shown = capsys.readouterr().out
    for name in ("aima3", "easyAI", "open_spiel"):
        sentence = f"{name} is not installed: skipped (run.py bench --peers installs it)"
        assert sentence in shown.splitlines()
    assert peers.tic_tac_toe() == ()


def test_a_peer_that_lacks_something_says_what(monkeypatch):
    def broken(name):
        raise ModuleNotFoundError("No module named 'tqdm'", name="tqdm")

    monkeypatch.setattr(peers, "import_module", broken)
    reason = "aima3 cannot be imported (No module named 'tqdm'): skipped"
    assert peers.reason_to_skip("aima3") == reason


def test_nodes_of_a_peer_are_counted_from_outside():
    def search():
        def value(depth):
            return max(value(depth - 1), value(depth - 1)) + 1 if depth else 0

        return value(2)

    assert peers.observe(search, "value") == (7, [2])


@pytest.mark.filterwarnings("ignore")  # other people's
def test_aima_searches_our_tree():
    pytest.importorskip("aima3.games", exc_type=ImportError)
    tree = TreeGame.random(seed=3, depth=5)
    found = peers.aima_tree(tree, 0).answer()
    assert found == (minimax(tree).value, alpha_beta(tree).visited)


# ---- the command --------------------------------------------------------------------------------


@pytest.mark.usefixtures("no_peers")
@pytest.mark.parametrize("arguments, code", [(["--quick"], 0), (["--quick", "--strict"], 1)])
def test_only_strict_fails_when_a_target_is_missed(monkeypatch, capsys, arguments, code):
    def missed():
        suite = small_suite()
        never = Comparison("cost over b", "a", "b", at_most=0)
        return Suite("suite", 0, suite.contestants, (never,), 1, 1)

    monkeypatch.setattr(command, "SUITES", (missed,))
    assert command.main(arguments) == code
    assert "NO" in capsys.readouterr().out
