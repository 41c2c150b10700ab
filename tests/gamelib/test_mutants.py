"""Every check can fail: each wrong program is caught by the rules that stand beside it.

The rules are the very functions that the real searches pass in test_search.py and test_trace.py.
"""

import pytest
import search_rules as rules
from hypothesis import HealthCheck, Phase, find, settings
from mutants import WRONG_EVENTS, WRONG_SEARCHES, WRONG_WORDS, changed
from search_rules import RULES, Searches

import gamelib.search
import gamelib.trace
import gamelib.words
from gamelib import alpha_beta, minimax

LOOK = settings(
    max_examples=2000,
    database=None,
    derandomize=True,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def example_that_fails(check):
    """Return an example that breaks the rule; an error that is no broken rule ends the test."""

    def fails(example):
        try:
            check(example)
        except AssertionError:
            return True
        return False

    return find(rules.examples(), fails, settings=LOOK)


WRONG = WRONG_SEARCHES | WRONG_EVENTS


@pytest.mark.parametrize(
    "name, rule", [(name, rule) for name in WRONG for rule in WRONG[name][0].split()]
)
def test_a_wrong_search_is_caught(name, rule):
    if name in WRONG_SEARCHES:
        wrong = changed(gamelib.search, *WRONG_SEARCHES[name][1])
    else:
        wrong = changed(gamelib.search)
        wrong.events_of = changed(gamelib.trace, *WRONG_EVENTS[name][1]).events_of
    searches = Searches(wrong.minimax, wrong.alpha_beta)
    example = example_that_fails(lambda example: RULES[rule](searches, example))
    RULES[rule](Searches(minimax, alpha_beta), example)  # the real search passes that very example


def test_every_rule_catches_some_wrong_search():
    assert {rule for names, _ in WRONG_SEARCHES.values() for rule in names.split()} == {*RULES}


def test_a_change_that_no_longer_fits_the_source_is_noticed():
    with pytest.raises(AssertionError, match="no longer says 'negamax'"):
        changed(gamelib.search, ("negamax", ""))


@pytest.mark.parametrize("name", WRONG_WORDS)
def test_a_wrong_sentence_is_caught(name):
    wrong = changed(gamelib.words, WRONG_WORDS[name])
    example = example_that_fails(lambda ex: rules.every_sentence_is_true(wrong.sentences, ex))
    rules.every_sentence_is_true(gamelib.words.sentences, example)
