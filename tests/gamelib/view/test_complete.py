"""Boards without a kernel: the table of a small game, and the match that node plays on it."""

import json
import random
import subprocess
from contextlib import suppress
from functools import cache

import pytest

from gamelib import MAX, MIN, SAMPLE, GraphGame, TicTacToe, TreeGame
from gamelib.face import face_of
from gamelib.game import optional
from gamelib.games.dots import DotsAndBoxes
from gamelib.games.gomoku import Gomoku
from gamelib.games.hasami import HasamiShogi
from gamelib.view.board.complete import MAX_CHARS, beginner, complete, perfect
from gamelib.view.board.match import Match
from gamelib.view.board.picture import still_marks, strokes
from gamelib.view.board.session import Session
from gamelib.view.live.bundle import WEB_FOLDER

pytestmark = pytest.mark.slow


class Nim:
    """Take 1 to 3 of 9 counters; the last one wins 2 points. It has no face and no reasons."""

    def start(self):
        return 9, MAX

    def turn(self, state):
        return state[1]

    def moves(self, state):
        return tuple(range(1, min(3, state[0]) + 1))

    def play(self, state, move):
        if move not in self.moves(state):
            raise ValueError(f"{move!r} is not a legal move: take 1 to 3")
        return state[0] - move, MIN if state[1] == MAX else MAX

    def score(self, state):
        return None if state[0] else 2 if state[1] == MIN else -2


class Wheel(Nim):
    """A game that can go on for ever."""

    def play(self, state, move):
        return state[0], MIN if state[1] == MAX else MAX


class Dice(Nim):
    """A game of chance."""

    def chances(self, state):
        return ((1, 0.5), (2, 0.5))


MIN_FIRST = TreeGame.from_text("A: B C=1\nB (MAX): D E=-1\nD (MAX): F=-3 G=9", first=MIN)
GRAPH = GraphGame.from_text("A: B C\nB: D E=1\nC: D F=0\nD: G=-1 H=2")
GAMES = {
    "tic-tac-toe": TicTacToe(),
    "dots": DotsAndBoxes(1, 2),
    "a tree": SAMPLE,
    "MIN first": MIN_FIRST,
    "a graph": GRAPH,
    "nim": Nim(),
}
SMALL = [name for name in GAMES if name != "tic-tac-toe"]


@cache
def table_of(name):
    return complete(GAMES[name])


@cache
def value(game, state):
    """The value of a state by brute force."""
    score = game.score(state)
    if score is not None:
        return score
    best = max if game.turn(state) == MAX else min
    return best(value(game, game.play(state, move)) for move in game.moves(state))


# ---- the table ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [Gomoku(5), HasamiShogi(5), DotsAndBoxes(3, 3), Wheel(), Dice()])
def test_a_large_game_one_that_goes_round_and_one_of_chance_have_no_table(game):
    assert complete(game) is None


def test_a_game_whose_functions_fail_has_no_table():
    class Broken(Nim):
        def play(self, state, move):
            raise KeyError(move)

    assert complete(Broken()) is None

    class Faceless(Nim):
        def face(self, state, last=None):
            raise KeyError(state)

    assert not complete(Faceless()).fits


def test_the_table_of_tic_tac_toe_is_small():
    assert len(table_of("tic-tac-toe").packed) < 90_000 < MAX_CHARS


@pytest.mark.parametrize("name", GAMES)
def test_the_values_are_those_of_brute_force(name):
    game, graph = GAMES[name], table_of(name).graph
    assert graph.values == [value(game, state) for state in graph.states]


@pytest.mark.parametrize("name", GAMES)
def test_the_best_move_wins_soonest_and_loses_latest(name):
    """Against every defence the winner needs at most as many moves as the table says."""
    graph = table_of(name).graph
    for state, after in enumerate(graph.after):
        if not after:
            assert (graph.lengths[state], graph.best[state]) == (0, -1)
            continue
        sign = 1 if graph.turns[state] == MAX else -1
        best = after[graph.best[state]]
        assert graph.values[best] == graph.values[state]
        assert graph.lengths[state] == graph.lengths[best] + 1
        lengths = [graph.lengths[n] for n in after if graph.values[n] == graph.values[state]]
        if sign * graph.values[state] > 0:
            assert graph.lengths[best] == min(lengths)
        elif graph.values[state]:
            assert graph.lengths[best] == max(lengths)


def test_a_drawn_position_gets_the_move_with_most_traps():
    table = table_of("tic-tac-toe")
    game = table.game
    start = game.start()

    def traps(move):
        after = game.play(start, move)
        return sum(value(game, game.play(after, reply)) > 0 for reply in game.moves(after))

    assert perfect(table.graph)(game, start) == max(game.moves(start), key=traps) == "a1"


def test_a_beginner_is_beaten_but_takes_a_win_at_once():
    table = table_of("tic-tac-toe")
    game, dice = table.game, random.Random(3)
    best, weak = perfect(table.graph), beginner(table.graph, dice.random)
    assert weak(game, game.from_text("OO./X.X/X..", turn=MIN)) == "a3"
    wins = 0
    for _ in range(200):
        state = game.start()
        while game.moves(state):
            player = best if game.turn(state) == MAX else weak
            state = game.play(state, player(game, state))
        wins += game.score(state)
    assert wins > 120


# ---- the match in the browser -------------------------------------------------------------------

FILES = ("localtable.js", "localmatch.js")
RUN = """
import { text } from "node:stream/consumers";
import { LocalMatch } from "./localmatch.js";
const { table, cases } = JSON.parse(await text(process.stdin));
const dice = (seed) => () => ((seed = (seed * 16807) % 2147483647) - 1) / 2147483646;
const answers = cases.map(({ begin, seed, messages }) => {
  const match = new LocalMatch(table, { plan: {}, ...begin }, dice(seed));
  const now = () => ["shown", "judged", "tried", "spots"].map((name) => match.get(name));
  return [now(), ...messages.map((message) => (match.send(message), structuredClone(now())))];
});
process.stdout.write(JSON.stringify(answers));
"""


@pytest.fixture(scope="module")
def play(node, tmp_path_factory):
    """A function that plays cases in node, perhaps by a changed module; what is shown each time."""

    def played(name, cases, *changes):
        folder = tmp_path_factory.mktemp("local")
        for file in FILES:
            text = (WEB_FOLDER / file).read_text("utf-8")
            for old, new in changes:
                text = text.replace(old, new)
            (folder / file).write_text(text, encoding="utf-8")
        (folder / "package.json").write_text('{"type": "module"}')
        sent = json.dumps({"table": json.loads(table_of(name).text), "cases": cases})
        command = [node, "--input-type=module", "--eval", RUN]
        ran = subprocess.run(command, input=sent, cwd=folder, capture_output=True, encoding="utf-8")
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)

    return played


def dice(seed):
    """The same numbers as the dice in node."""
    while True:
        seed = seed * 16807 % 2147483647
        yield (seed - 1) / 2147483646


class Reference:
    """What has to be shown, from the match in Python and from brute force."""

    def __init__(self, name, begin, seed):
        self.table, self.game = table_of(name), GAMES[name]
        numbers = dice(seed)
        self.players = {
            "two people": None,
            "perfect": perfect(self.table.graph),
            "beginner": beginner(self.table.graph, lambda: next(numbers)),
        }
        self.match = Match(self.game, you=begin["you"], against=self.players[begin["level"]])
        self.level, self.wrong, self.cut, self.tried, self.reviewed = (
            begin["level"],
            False,
            0,
            {},
            None,
        )
        self.reply()

    def reply(self):
        while self.match.waiting:
            *_, result = self.match.thinking()
            self.match.reply(result)

    def send(self, message):
        self.wrong, self.cut = False, 0
        if message.get("ply", len(self.match.moves)) != len(self.match.moves):
            return
        try:
            getattr(self, f"do_{message['do']}")(message)
        except (ValueError, IndexError, KeyError):
            self.wrong = True
            return
        if message["do"] not in ("try", "show"):
            self.tried = {}
            self.reply()

    def do_choose(self, message):
        later = len(self.match.moves) - self.match.at
        self.match.play(self.match.face.choices[tuple(message["spots"])])
        self.cut = later

    def do_undo(self, message):
        self.match.undo()

    def do_new(self, message):
        self.match.new_game()
        self.reviewed = None

    def do_swap(self, message):
        match = self.match
        if match.against is None:
            raise ValueError
        if match.finished:
            self.reviewed = None
        match.swap()

    def do_go(self, message):
        self.match.go(message["at"])

    def do_level(self, message):
        self.match.against = self.players[message["level"]]
        self.level = message["level"]

    def do_review(self, message):
        if not self.match.moves:
            raise ValueError
        self.reviewed = [*self.match.moves]

    def do_try(self, message):
        at = message["at"]
        state = self.match.states[: len(self.match.moves)][at]
        move = face_of(self.game, state).choices[tuple(message["spots"])]
        self.tried = self.trial(at, state, move)

    def do_show(self, message):
        at = message["at"]
        state = self.match.states[: len(self.match.moves)][at]
        self.tried = self.trial(at, state, self.players["perfect"](self.game, state))
        assert self.tried["holds"]

    def trial(self, at, state, move):
        after = self.game.play(state, move)
        return {"at": at, "move": str(move), "holds": not self.grade(state, move), "after": after}

    def grade(self, state, move):
        game = self.game
        sign = 1 if game.turn(state) == MAX else -1
        was, now = sign * value(game, state), sign * value(game, game.play(state, move))
        if (was >= 0 > now) or (was > 0 >= now):
            return "??"
        highest = max(map(abs, optional(game, "limits")))
        share = (lambda v: v / highest) if highest < float("inf") else (lambda v: v / (1 + abs(v)))
        return "?" if share(was) - share(now) > 0.35 else ""

    def grades(self):
        moves = self.match.moves
        if self.reviewed is None or self.reviewed[: len(moves)] != moves:
            return []
        return [self.grade(s, m) for s, m in zip(self.match.states, moves, strict=False)]


def drawn(face, still):
    """The shapes of a face as the browser gets them, without their order."""
    shapes = [*face.shapes, *(still_marks(face) if still else ())]
    return sorted({(kind, path) for kind, path, _ in strokes(shapes)})


def differences(reference, answer):
    """The facts that are not those of the reference."""
    shown, judged, tried, spots = answer
    match, game = reference.match, reference.game
    over = match.over
    score = game.score(match.state)
    face, legal = match.face, [] if match.theirs else [*match.face.choices]
    sign = {None: 0}.get(score, score)
    winner = face.signs[MAX] if (sign or 0) > 0 else face.signs[MIN]
    ending = shown["ending"]
    facts = {
        "moves": ([m for m, _ in shown["moves"]], [str(move) for move in match.moves]),
        "sides": ([s for _, s in shown["moves"]], [game.turn(s) for s in match.states[:-1]]),
        "at": (shown["at"], match.at),
        "ply": (shown["ply"], len(match.moves)),
        "you": (shown["you"], match.you),
        "level": (shown["level"], reference.level),
        "turn": (shown["turn"], "" if over else game.turn(match.state)),
        "yours": (shown["yours"], not over and not match.theirs),
        "undo": (shown["can"]["undo"], match.can_undo()),
        "choices": ([tuple(names) for names in shown["choices"]], legal),
        "over": (bool(ending), over),
        "verdict": (shown["verdict"]["share"] > 0, value(game, match.state) > 0),
        "lost": (shown["verdict"]["share"] < 0, value(game, match.state) < 0),
        "note": (shown["note"], face.note),
        "strokes": (
            sorted({(kind, path) for kind, path, _ in shown["strokes"]}),
            drawn(face, not legal),
        ),
        "labels": (shown["labels"], {spot.name: spot.label for spot in face.spots}),
        "spots": ([name for name, *_ in spots], [spot.name for spot in face.spots]),
        "grades": (judged.get("grades", []), reference.grades()),
        "wrong": (bool(shown["notice"] and shown["notice"]["error"]), reference.wrong),
        "cut": (bool(shown["notice"] and not shown["notice"]["error"]), reference.cut > 0),
        "tried": (
            [tried.get(key) for key in ("at", "move", "holds")],
            [reference.tried.get(key) for key in ("at", "move", "holds")],
        ),
    }
    if over and reference.level == "two people":
        facts["ending"] = (
            ending.startswith(f"{winner} wins") if score else ending == "a draw",
            True,
        )
    elif over and score:
        facts["ending"] = (ending.startswith("you win"), winner == face.signs[match.you])
    if tried:
        after = reference.tried["after"]
        facts["frame"] = (tried["frame"]["note"], face_of(game, after).note)
        line, state = [tried["move"]], after
        while game.moves(state):
            line.append(reference.players["perfect"](game, state))
            state = game.play(state, line[-1])
        facts["line"] = (tried["line"], [*map(str, line[:7])])
        facts["answer"] = (tried["answer"], str(line[1]) if line[1:] else None)
    return {name: pair for name, pair in facts.items() if pair[0] != pair[1]}


def case_of(name, seed):
    """A random case: how a match begins, and the messages."""
    game, dice = GAMES[name], random.Random(seed)
    spots = [[spot.name] for spot in face_of(game, game.start()).spots] + [["z9"], []]
    states, some = [game.start()], []
    for _ in range(6):
        state = dice.choice(states)
        some += face_of(game, state).choices
        states += [game.play(state, move) for move in game.moves(state)]
    spots += [list(names) for names in some]
    others = "undo undo new swap go go level review review try try show"
    acts = ["choose"] * 12 + others.split()
    messages = []
    for _ in range(30):
        message = {"do": dice.choice(acts)}
        if message["do"] in ("choose", "try"):
            message["spots"] = dice.choice(spots)
        if message["do"] in ("go", "try", "show"):
            message["at"] = dice.choice([0, 1, 2, 3, 4, 5, 9])
        if message["do"] == "level":
            message["level"] = dice.choice(["two people", "perfect", "beginner"])
        if dice.random() < 0.03:
            message["ply"] = 77  # it comes too late
        messages.append(message)
    begin = {
        "you": dice.choice([MAX, MIN]),
        "level": dice.choice(["two people", "perfect", "beginner"]),
    }
    return {"begin": begin, "seed": seed + 1, "messages": messages}


def unlike(play, name, seeds, *changes):
    """The first difference of each case that is played otherwise in the browser."""
    cases = [case_of(name, seed) for seed in seeds]
    found = []
    for case, answers in zip(cases, play(name, cases, *changes), strict=True):
        reference = Reference(name, case["begin"], case["seed"])
        for message, answer in zip([None, *case["messages"]], answers, strict=True):
            if message:
                reference.send(message)
            if wrong := differences(reference, answer):
                found.append((case["seed"], message, wrong))
                break
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_match_in_the_browser_is_that_in_python(play, name):
    assert unlike(play, name, range(15)) == []


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_many_matches_in_the_browser_are_those_in_python(play, name):
    assert unlike(play, name, range(15, 600)) == []


# ---- the words of the session -------------------------------------------------------------------

OWN = ("asked", "acts", "reason", "why", "about", "notice", "can")  # not compared word by word


def told(name, case):
    """What the session of a board with a kernel shows after each message."""
    table, begin = table_of(name), case["begin"]
    match, shown = Match(GAMES[name], you=begin["you"]), []
    session = Session(match, begin["level"], None, lambda _: None, lambda _: None, None, table)
    session.proceed()
    for message in [None, *case["messages"]]:
        if message and message.get("ply", len(match.moves)) == len(match.moves):
            given = {key: value for key, value in message.items() if key not in ("do", "ply")}
            with suppress(ValueError):
                session.do(message["do"], **given)
        shown.append((session.shown(None), session.judged(), session.tried))
    return json.loads(json.dumps(shown))


@pytest.mark.parametrize("name", GAMES)
def test_the_browser_says_what_the_session_says(play, name):
    cases = [case_of(name, seed) for seed in range(8)]
    for case in cases:
        case["begin"]["level"] = "perfect"
        lazy = ("level",)  # a beginner draws other lots
        case["messages"] = [m for m in case["messages"] if m["do"] not in lazy]
        case["messages"][::4] = [{"do": "hint"} for _ in case["messages"][::4]]
    for case, answers in zip(cases, play(name, cases), strict=True):
        for expected, answer in zip(told(name, case), answers, strict=True):
            shown, judged, tried, _ = answer
            drawn = [{(k, p) for k, p, _ in each["strokes"]} for each in (shown, expected[0])]
            assert drawn[0] == drawn[1]
            facts = {key: shown.get(key) for key in expected[0] if key not in (*OWN, "strokes")}
            assert facts == {key: expected[0][key] for key in facts}
            assert {k: v for k, v in judged.items() if k != "done"} == expected[1]
            if tried:
                drop = ("frame",)
                assert {k: v for k, v in tried.items() if k not in drop} == {
                    k: v for k, v in expected[2].items() if k not in drop
                }
            reason, other = shown["reason"], expected[0]["reason"]
            assert (reason is None) == (other is None)
            if reason and "other replies" not in reason["text"]:
                assert reason == other


# ---- mutants, and single messages ---------------------------------------------------------------

MUTANTS = {
    "a reply that is not the best": ("moves[table.best(state)];", "moves[0];"),
    "a beginner who misses a win": ("if (wins) return wins;", ""),
    "a beginner who knows better": ("better && random() < 0.5", "random() < 0.5"),
    "replies while you look back": ("this.theirs && !this.lookingBack", "this.theirs"),
    "moves for the other side": ("if (this.theirs) this.refuse", "if (false) this.refuse"),
    "undo of one move only": ("this.by(index) === this.you)", "true)"),
    "games that do not come back": ("index < this.abandoned.at(-1).until", "false"),
    "a loss becomes a win": ("this.states.at(-1))) this.begin();", "0)) this.begin();"),
    "a review of another game": ("move.place !== reviewed[index]?.place", "false"),
    "a mistake that is none": ("now < 0 && was >= 0", "now < 0"),
    "a win given away": ("was > 0 && now <= 0", "was > 0 && now < 0"),
    "half a point is nothing": ("table.data.fall", "9"),
    "a wrong try holds": ("const holds = !this.graded(", "const holds = this.graded("),
    "messages that come too late": ("if (ply === this.moves.length)", "if (true)"),
    "marks of the first move only": ("if (turn.length > 1) parts", "if (false) parts"),
    "a face without its changes": ("result.delete(part) || result.add(part)", "result.add(part)"),
}


SOME = ["a reply that is not the best", "games that do not come back", "a mistake that is none"]


@pytest.mark.parametrize(
    "mutant",
    [*SOME, *(pytest.param(m, marks=pytest.mark.nightly) for m in MUTANTS if m not in SOME)],
)
def test_a_mutant_is_found(play, mutant):
    old, new = MUTANTS[mutant]
    texts = [(WEB_FOLDER / file).read_text("utf-8") for file in FILES]
    assert sum(text.count(old) for text in texts) == 1, f"no module has {old!r}: change the mutant"

    def is_found(name):
        try:
            return bool(unlike(play, name, range(60), (old, new)))
        except (AssertionError, KeyError):  # it fails in node, or does what cannot be compared
            return True

    assert any(map(is_found, ("dots", "MIN first", "nim")))  # the first one that finds it is enough


def shown(play, *messages, name="tic-tac-toe", you=MAX, level="perfect", moves=()):
    """What is shown after the last of some messages: the name of an act, or a spot."""
    sent = [
        {"do": act} if act in ("hint", "review", "new", "swap", "undo") else
        json.loads(act) if act.startswith("{") else {"do": "choose", "spots": [act]}
        for act in messages
    ]  # fmt: skip
    begin = {"you": you, "level": level, "moves": [*moves]}
    return play(name, [{"begin": begin, "seed": 1, "messages": sent}])[0][-1]


def test_a_reply_has_its_reason(play):
    now, *_ = shown(play, "a1")
    text = "It lies on 3 open lines. It is the only reply that holds."
    assert now["reason"] == {"move": "b2", "side": "MIN", "text": text}
    assert now["why"] == [
        ["b2", "lies on 3 open lines", "0, proved", True],
        ["a2, b1", "lies on 1 open line", "1, proved", False],
        ["a3, b3, c1, c2 and 1 more", "lies on 2 open lines", "1, proved", False],
    ]
    now, *_ = shown(play, "a2")
    assert now["reason"]["text"].endswith("After 4 of the 7 other replies you could win by force.")
    now, *_ = shown(play, "a1", level="two people")
    assert (now["reason"], now["why"]) == (None, [])


def test_a_hint_has_the_kind_of_move_a_region_and_the_move(play):
    hint = shown(play, "a1", "a3", "hint")[0]["hint"]
    assert hint["kind"] == "The best result here is a draw. Look for a move that blocks 3 in a row."
    assert (hint["region"], hint["move"]) == (["c1", "c2", "c3"], "c2")
    assert [kind for kind, _ in hint["marks"]] == ["hint"]
    assert hint["verdict"]["text"] == "a draw if both play their best"
    assert shown(play, "a1", "a3", "hint", "c2")[0]["hint"] is None


@pytest.mark.parametrize(
    "act, sentence",
    [
        ("a1", "a1 is taken."),
        ("z9", "There is no such place on this board."),
        ("undo undo", "There is no move of yours to take back."),
        ('{"do":"dance"}', "dance is not an action of this board."),
        ('{"do":"level","level":"easy"}', "easy is not a level of this board."),
        ('{"do":"go","at":9}', "There is no moment 9: 2 moves were played."),
        ('{"do":"step"}', "A step needs two players: board(game, against=(one, other))."),
    ],
)
def test_what_cannot_be_done_is_answered_by_a_sentence(play, act, sentence):
    now, *_ = shown(play, "a1", *act.split())
    assert now["notice"] == {"text": sentence, "error": True}


def test_later_moves_are_cut_off_and_come_back(play):
    earlier = ("a1", "a3", '{"do":"go","at":2}', "b3")
    now, *_ = shown(play, *earlier)
    cut = "2 later moves were cut off; Take back brings them back."
    assert now["notice"] == {"text": cut, "error": False}
    now, *_ = shown(play, *earlier, "undo")
    assert [move for move, _ in now["moves"]] == ["a1", "b2", "a3", "a2"]


LOST = ("a1", "a2", "c3")


def test_a_review_names_the_mistakes_and_what_was_better(play):
    now, judged, *_ = shown(play, *LOST, "review")
    assert now["ending"] == "you lose"
    assert judged["summary"] == "You made 1 mistake: c3 at move 5."
    assert (judged["range"], judged["grades"]) == (["O wins", "X wins"], ["", "", "", "", "??", ""])
    assert judged["best"][4] == "c1"
    assert judged["comments"][4] == (
        "X played c3. It lies on 1 open line. Better: c1, which blocks 3 in a row and threatens 3 "
        "in a row. With it: a draw if both play their best (proved); now: O wins by force "
        "(proved). Expected: c1 b1 b3 c2 c3."
    )
    assert [verdict["share"] for verdict in judged["verdicts"]] == [0, 0, 0, 0, 0, -1, -1]
    for act in ("new", "swap"):
        assert shown(play, *LOST, "review", act)[1] == {}
    assert shown(play, *LOST, "review", "undo")[1]["grades"] == [""] * 4
    assert shown(play, *LOST, "review", "undo", "b3")[1] == {}


def test_swapping_sides_after_the_end_begins_a_new_game(play):
    now, *_ = shown(play, *LOST, "swap")
    assert (now["ending"], now["you"], now["moves"]) == ("", "MIN", [["a1", "MAX"]])


@pytest.mark.parametrize(
    "tried, text",
    [
        (
            "c3",
            "c3 is the move that was played. O wins by force. O answers c1. It makes 3 in a row.",
        ),
        ("b1", "b1 does not hold. O wins by force. O answers c1. It makes 3 in a row."),
        (
            "c1",
            "c1 holds. It blocks 3 in a row and threatens 3 in a row. "
            "A draw if both play their best.",
        ),
    ],
)
def test_a_try_is_answered(play, tried, text):
    learn = json.dumps({"do": "try", "at": 4, "spots": [tried]})
    now, _, tried, _ = shown(play, *LOST, "review", learn)
    assert tried["text"] == text
    assert [kind for kind, _, _ in tried["frame"]["strokes"]].count("arrow") == 1
    assert now["at"] == 6, "the game is not changed"


def test_a_heat_map_has_the_values_of_all_moves(play):
    now, *_ = shown(play, "a1", '{"do":"heat","on":true}')
    assert now["heat"][""]["a3"] == [0, "0"]
    assert now["legend"] == ["0", "0"]
    now, *_ = shown(play, "a1", "a2", '{"do":"heat","on":true}')
    assert now["heat"][""] == {
        "b1": [0, "-1"],
        "b3": [0, "-1"],
        "c1": [1, "0"],
        "c2": [0, "-1"],
        "c3": [0, "-1"],
    }
