"""The browser's side of the board, on facts that a test writes."""

from __future__ import annotations

from functools import reduce
from itertools import product

import pytest
from browser_views import assert_accessible

from browser.board_stub import face_part, open_board, traits
from gamelib import SAMPLE, TicTacToe
from gamelib.face import face_of
from gamelib.games.dots import DotsAndBoxes
from gamelib.games.hasami import HasamiShogi
from gamelib.view.live.bundle import joined

GAME = TicTacToe()
MOVES = ["a1", "b2", "a2", "a3", "b1", "c1"]  # O wins; b1 leaves a threat unanswered
SIZES = [(871, 600), (390, 844)]


def proved(share, text):
    return {"share": share, "proved": True, "ahead": None, "text": text}


def guess(share, text, ahead=2):
    return {"share": share, "proved": False, "ahead": ahead, "text": text}


DRAW, LOST = proved(0, "a draw if both play their best"), proved(-1, "O wins by force")
REASON = {"move": "b2", "side": "MIN", "text": "It is the only reply that holds."}
HINT = {
    "kind": "O threatens to complete a row. Where?",
    "region": ["a3", "b3", "c3"],
    "move": "c3",
    "marks": [["hint", "M200 200L268 200L268 268L200 268Z"]],
    "verdict": DRAW,
    "note": "depth 5, 90 nodes",
}
JUDGED = {
    "range": ["O wins", "X wins"],
    "verdicts": [DRAW, DRAW, DRAW, DRAW, DRAW, LOST, proved(-1, "O has won")],
    "grades": ["", "", "", "", "??", ""],
    "comments": [
        "a1 holds.",
        "b2 holds.",
        "a2 holds.",
        "a3 holds.",
        "After b1 O wins.",
        "c1 wins.",
    ],
    "best": [None, None, None, None, "c1", None],
    "summary": "You made 1 mistake: b1 at move 5.",
    "done": "",
}
OVER = {"ending": "you lose", "verdict": JUDGED["verdicts"][-1]}
WRONG = {
    "at": 4,
    "move": "b3",
    "holds": False,
    "text": "b3 does not do it: O answers c1.",
    "answer": "c1",
}
RIGHT = {"at": 4, "move": "c1", "holds": True, "text": "c1 is right.", "answer": None}


def tried(part, *line):
    """Return the trait `tried`, with the position after the move."""
    state = reduce(GAME.play, [*MOVES[: part["at"]], part["move"]], GAME.start())
    verdict = DRAW if part["holds"] else LOST
    return {
        **part,
        "line": [part["move"], *line],
        "verdict": verdict,
        "frame": face_part(face_of(GAME, state)),
    }


@pytest.fixture
def show(offline):
    """Open a board with some traits."""
    return lambda more, **options: open_board(offline, more, **options)


def change(board, **more):
    """Let the source change some traits; those of `shown` in part."""
    shown = more.pop("shown", None)
    if shown is not None:
        more["shown"] = {**board.page.evaluate("source.get('shown')"), **shown}
    board.page.evaluate("(more) => source.set(more)", more)


def sent(board):
    """Return the messages that were sent since the last call, without the number of moves."""
    messages = board.page.evaluate("source.sent.splice(0)")
    return [{key: value for key, value in one.items() if key != "ply"} for one in messages]


def says(board):
    """Return the title, the box and the buttons that are seen; a grey one is in brackets."""
    acts = board.locator(".gl-acts .gl-button").all()
    grey = [act.get_attribute("aria-disabled") == "true" for act in acts]
    words = [act.inner_text() for act in acts]
    shown = [f"({word})" if off else word for word, off in zip(words, grey, strict=True) if word]
    parts = board.locator(".gl-text-box > *").all_text_contents()
    text = " | ".join(filter(None, parts))
    return [board.locator(".gl-turn").inner_text(), text.strip(), ", ".join(shown)]


def press(board, act):
    board.locator(f".gl-acts [data-act={act}]").click(force=True)


def choose(board, act):
    """Press an entry of the menu."""
    board.locator("[data-act=more]").click()
    board.locator(f".gl-menu [data-act={act}]").first.click(force=True)


def keys(board, *names):
    for name in names:
        board.page.keyboard.press(name)


# ---- what is said in each state ------------------------------------------------------------------


def test_each_moment_has_a_title_a_sentence_and_two_buttons(show):
    board = show(traits(GAME, [], verdict=DRAW))
    assert says(board) == [
        "Your turn: you are X",
        "You begin. Click, or go there with the arrow keys and press Enter.",
        "Take back, Hint",
    ]
    assert (
        board.locator(".gl-evaluation p").inner_text() == "proved: a draw if both play their best"
    )
    moment = traits(GAME, MOVES[:2], verdict=guess(-0.2, "O is slightly better"), reason=REASON)
    board = show(moment)
    assert says(board)[:2] == [
        "Your turn: you are X",
        "O played b2. It is the only reply that holds.",
    ]
    assert (
        board.locator(".gl-evaluation p").inner_text()
        == "a guess, 2 moves ahead: O is slightly better"
    )
    assert (
        board.get_by_role("meter").get_attribute("aria-valuetext")
        == "a guess, 2 moves ahead: O is slightly better"
    )
    assert board.get_by_role("status").inner_text() == (
        "O played b2. It is the only reply that holds. Your turn: you are X."
    )
    can = dict.fromkeys(("undo", "hint", "review", "swap", "new"), False)
    change(
        board,
        shown={
            "can": can,
            "level": "two people",
            "reason": None,
            "notice": {"text": "a1 is taken.", "error": True},
        },
    )
    assert says(board) == ["X to move", "a1 is taken.", "(Take back), (Hint)"]
    assert board.locator(".gl-text-box.cut").count() == 1
    press(board, "undo")
    assert sent(board) == []
    board = show(traits(GAME, MOVES, 4))
    assert says(board)[0] == "Before move 5"
    assert says(board)[2] == "Last move, Hint"
    press(board, "last")
    assert sent(board) == [{"do": "go", "at": 6}]
    board = show(traits(GAME, MOVES, **OVER))
    assert says(board) == ["You lose", "O played c1.", "Review, New game"]
    press(board, "new")
    assert sent(board) == [{"do": "new"}]
    watched = traits(GAME, MOVES[:2])
    watched["plan"]["spectating"] = True
    board = show(watched)
    assert says(board)[2] == "Play, Step"
    press(board, "step")
    assert sent(board) == [{"do": "step"}]
    several = traits(DotsAndBoxes(1, 2), ["h 0,0", "h 1,0", "v 0,0", "v 0,1", "h 0,1"])
    board = show(several)
    rows = board.locator(".gl-moves > span").all_inner_texts()
    assert "|".join(rows).replace("\n", " ") == "1|h 0,0|h 1,0|3|v 0,0|v 0,1 h 0,1"
    moves = [["c1", "MIN"], ["a1", "MAX"], ["b1", "MIN"]]
    change(board, shown={"moves": moves, "ply": 3, "at": 3})
    rows = board.locator(".gl-moves > span").all_inner_texts()
    assert "|".join(rows) == "1||c1|2|a1|b1", "a side keeps its column, also when O begins"


@pytest.mark.parametrize("width, height", SIZES)
def test_nothing_moves_between_moves(show, width, height, offline):
    offline.set_viewport_size({"width": width, "height": height})
    margin = 12 if width > 500 else 0
    board = show(traits(GAME, MOVES[:2], verdict=DRAW, reason=REASON), margin=margin)
    parts = [".gl-field", ".gl-text-box", ".gl-moves", ".gl-acts"]

    def places():
        return [list(board.locator(part).bounding_box().values()) for part in parts]

    before, room = places(), board.bounding_box()
    assert before[-1][1] + before[-1][3] <= min(height, room["y"] + room["height"])
    assert room["width"] == min(width, 845)
    long = "You threatened three in a row there. After each other reply you could have won."
    for more in (
        {"verdict": None},
        {"verdict": guess(0.4, "X is better"), "reason": None},
        {"reason": {**REASON, "text": long}},
        {"hint": HINT},
        {"evaluation": False, "busy": "hint"},
        {"busy": "", "notice": {"text": "a1 is taken.", "error": True}},
    ):
        change(board, shown=more)
        assert places() == before, more
    board = show(traits(GAME, MOVES, **OVER), margin=margin)
    assert places() == before


def test_a_finger_hits_all_of_it(show, offline):
    offline.set_viewport_size({"width": 390, "height": 844})
    board = show(traits(GAME, MOVES, judged=JUDGED, **OVER), margin=0)
    press(board, "review")
    for button in board.locator(".gl-acts .gl-button, [data-act=more]").all():
        assert button.bounding_box()["height"] == 44
    assert (
        min(b.bounding_box()["height"] for b in board.locator(".gl-moves .gl-button").all()) >= 24
    )
    assert board.locator(".gl-area").first.bounding_box()["width"] > 44
    assert board.page.evaluate("document.documentElement.scrollWidth") == 390


def test_names_of_rows_are_never_scaled(show, offline):
    sizes = []
    for width, style in (
        (871, ""),
        (390, ""),
        (1200, "width: 1100px; height: 320px"),
    ):
        offline.set_viewport_size({"width": width, "height": 700})
        board = show(traits(GAME, []), margin=0)
        if style:
            board.evaluate("(board, style) => (board.parentElement.style.cssText = style)", style)
            board.evaluate("(board) => (board.dataset.fill = '')")
        label = board.locator("text.gl-label").first
        offline.wait_for_function(
            "(text) => Math.abs(text.getBoundingClientRect().height - 15) < 2",
            arg=label.element_handle(),
        )
        sizes.append(board.locator(".gl-field [data-cell=b2]").bounding_box()["width"])
    assert len({round(size) for size in sizes}) == 3, "but the board is"


# ---- hint, review, learn -------------------------------------------------------------------------


def test_a_hint_is_given_in_three_degrees(show):
    board = show(traits(GAME, ["a1", "b2", "a2", "a3"], verdict=DRAW))
    press(board, "hint")
    assert sent(board) == [{"do": "hint"}]
    change(board, shown={"hint": HINT})
    kinds = ("shaded", "region", "hint")
    drawn = [board.locator(f".gl-field .gl-{kind}") for kind in kinds]
    counts = []
    for degree in range(3):
        counts.append([one.count() for one in drawn])
        text, acts = says(board)[1:]
        assert text.startswith(f"Hint {degree + 1} of 3")
        assert acts == ("Take back, (Hint)" if degree == 2 else "Take back, More")
        assert ("c3" in text) == (degree == 2)
        small, below = (part.bounding_box() for part in board.locator(".gl-text-box > *").all())
        assert small["y"] + small["height"] <= below["y"], "no text lies over another"
        press(board, "hint")
    assert counts == [[0, 0, 0], [3, 1, 0], [3, 1, 1]]
    assert sent(board) == []
    assert says(board)[1] == "Hint 3 of 3 · depth 5, 90 nodes | Play c3."
    change(board, shown={"evaluation": False})
    assert says(board)[1].endswith("| Play c3. Proved: a draw if both play their best.")
    change(board, shown={"hint": None})
    assert says(board)[2] == "Take back, Hint"
    change(board, shown={"hint": HINT})
    assert says(board)[1].startswith("Hint 1 of 3"), "each hint begins with its first degree"


def test_a_game_is_reviewed_and_its_mistake_is_learned_from(show):
    board = show(traits(GAME, MOVES, **OVER))
    press(board, "review")
    assert sent(board) == [{"do": "review"}]
    change(board, shown={"busy": "review"}, judged={"done": "2 of 6 moves judged"})
    assert says(board) == [
        "Review",
        "The moves are being judged … | 2 of 6 moves judged",
        "Stop, (New game)",
    ]
    change(board, shown={"busy": ""}, judged=JUDGED)
    assert says(board)[1:] == [
        "You made 1 mistake: b1 at move 5.",
        "Learn from your mistakes, New game",
    ]
    assert board.locator("[data-grade='??']").inner_text() == "b1 ??"
    assert board.locator(".gl-chart .gl-mistake").count() == 1
    chart = board.get_by_role("slider")
    chart.focus()
    keys(board, "ArrowLeft")
    assert sent(board) == [{"do": "go", "at": 5}]
    at5 = traits(GAME, MOVES, 5)["shown"]
    change(board, shown=at5)
    assert says(board)[1] == "Move 5, X: b1 ?? | After b1 O wins."
    assert board.locator(".gl-better").count() == 0, "it is still to be found"
    press(board, "learn")
    assert sent(board) == [{"do": "go", "at": 4}]
    change(board, shown=traits(GAME, MOVES, 4)["shown"])
    question = (
        "Mistake 1 of 1, move 5 | You played b1, and from there O wins by force. "
        "Find a move that still holds."
    )
    assert says(board) == ["Learn from your mistakes", question, "Show me, Back"]
    assert board.page.evaluate("document.activeElement.dataset.cell") is not None
    assert board.locator("text.gl-wrong").text_content() == "??"
    board.locator("[data-cell=b3]").click()
    assert sent(board) == [{"do": "try", "at": 4, "spots": ["b3"]}]
    change(board, shown={})
    assert says(board)[1] == question, "the answer has not come"
    change(board, tried=tried(WRONG, "c1"))
    assert says(board)[1:] == ["b3 does not do it: O answers c1.", "Show me, Try again"]
    assert board.locator(".gl-text-box.cut").count() == 1
    assert board.locator("[class='gl-max']").count() == 3, "the move that was tried is seen"
    assert board.locator(".gl-cell.legal").count() == 0
    press(board, "again")
    assert says(board)[1] == question
    press(board, "solve")
    assert sent(board) == [{"do": "show", "at": 4}]
    change(board, tried=tried(RIGHT, "c3", "b1"))
    assert says(board)[1:] == ["c1 is right. It may go on with c3 b1.", "Done, Try again"]
    assert board.locator(".gl-text-box.right").count() == 1
    press(board, "leave")
    assert sent(board) == [{"do": "go", "at": 6}]
    change(board, shown=at5)
    assert board.locator(".gl-better").count() == 1, "it was found"
    change(board, shown=traits(GAME, [])["shown"], judged={})
    assert says(board)[0] == "Your turn: you are X", "a review ends with its game"
    assert board.locator(".gl-chart").is_hidden()


def test_without_a_clear_mistake_doubtful_moves_are_learned_from(show):
    verdicts = [guess(0.5, "X is better"), *[guess(-0.1, "about equal")] * 6]
    judged = {**JUDGED, "verdicts": verdicts, "grades": ["?", "?", "", "", "", ""]}
    board = show(traits(GAME, MOVES, 0, judged=judged))
    choose(board, "review")
    press(board, "learn")
    question = "You played a1 and gave much away. Find a better move."
    assert says(board)[1] == f"Doubtful move 1 of 1, move 1 | {question}", "O's own are not yours"
    change(board, shown=traits(GAME, MOVES, 3)["shown"])
    assert says(board)[0] == "Review", "another moment was gone to"
    board = show(traits(GAME, MOVES, judged={**JUDGED, "grades": ["", "??", "", "", "", ""]}))
    choose(board, "review")
    assert says(board)[2] == "(Learn from your mistakes), New game"


def test_the_reasons_are_a_table_whose_values_are_seen(show, offline):
    why = [
        ["c1", "completes three in a row from a3 to c1", "exactly -1", True],
        ["c2", "", "at least 0", False],
    ]
    for width, height in SIZES:
        offline.set_viewport_size({"width": width, "height": height})
        board = show(traits(GAME, MOVES, why=why, about="O wants small values.", **OVER), margin=0)
        choose(board, "why")
        assert board.locator(".gl-why thead").inner_text().split() == [
            "Move",
            "Why",
            "Value",
            "for",
            "X",
        ]
        for cell in board.locator(".gl-why td:last-child").all():
            box, room = cell.bounding_box(), board.bounding_box()
            assert box["x"] + box["width"] <= room["x"] + room["width"]
        press(board, "close")
        assert says(board)[0] == "You lose"


# ---- the menu and the keys -----------------------------------------------------------------------


def test_the_menu_has_the_rest(show):
    board = show(traits(GAME, MOVES[:2], verdict=DRAW))
    menu = board.locator(".gl-menu")
    for act, message in (
        ("new", {"do": "new"}),
        ("swap", {"do": "swap"}),
        ("rate", {"do": "rate", "on": False}),
        ("heat", {"do": "heat", "on": True}),
        ("review", {"do": "review"}),
    ):
        choose(board, act)
        assert menu.is_hidden()
        assert sent(board) == [message]
        change(board, shown={})
    choose(board, "level")
    assert menu.locator(".gl-button").all_inner_texts() == ["easy\n✓", "perfect", "two people"]
    keys(board, "ArrowDown", "Enter")
    assert sent(board) == [{"do": "level", "level": "perfect"}]
    assert menu.is_hidden()
    change(board, shown={})
    choose(board, "why")
    assert says(board)[0] != "Why did it play that?", "there are no reasons"


def test_all_is_done_by_keys(show):
    board = show(traits(GAME, MOVES[:2], verdict=DRAW))
    board.locator("[data-cell][tabindex='0']").focus()
    assert board.page.evaluate("document.activeElement.dataset.cell") == "b2"
    keys(board, "ArrowUp", "ArrowRight", "Enter")
    assert sent(board) == [{"do": "choose", "spots": ["a3"]}]
    assert board.locator(".gl-strokes g [class='gl-max']").count() == 1, "it is drawn at once"
    change(board, shown={})
    for letter, message in {
        "u": {"do": "undo"},
        "n": {"do": "new"},
        "s": {"do": "swap"},
        "h": {"do": "hint"},
        "e": {"do": "rate", "on": False},
    }.items():
        keys(board, letter)
        assert sent(board) == [message]
        change(board, shown={})
    board.locator(".gl-moves [tabindex='0']").focus()
    keys(board, "ArrowLeft")
    assert sent(board) == [{"do": "go", "at": 1}]
    change(board, shown=traits(GAME, MOVES[:2], 1)["shown"])
    assert board.page.evaluate("document.activeElement.dataset.move") == "a1"
    change(board, shown=traits(GAME, MOVES, **OVER)["shown"])
    keys(board, "r")
    assert sent(board) == [{"do": "review"}]
    change(board, judged=JUDGED)
    assert says(board)[0] == "Review"
    keys(board, "Escape")
    assert says(board)[0] == "You lose"


# ---- waiting, saved ------------------------------------------------------------------------------


def test_while_it_waits_it_says_so_and_is_never_alarmed_too_early(show, offline):
    offline.clock.install()
    board = show(traits(GAME, MOVES[:2], verdict=DRAW, reason=REASON))
    calm = says(board)
    board.locator("[data-cell=c3]").click()
    thinking = traits(GAME, [*MOVES[:2], "c3"], busy="reply")["shown"]
    change(board, shown=thinking)
    assert says(board) == calm, "a quick reply makes nothing flicker"
    offline.clock.run_for(400)
    assert says(board) == ["O is thinking …", "O is thinking …", "(Take back), Stop"]
    for _ in range(3):
        offline.clock.run_for(15_000)
        offline.evaluate("source.tell({ progress: 'depth 4, 2,540 nodes' })")
    assert says(board)[1] == "O is thinking … | Depth 4, 2,540 nodes"
    sent(board)
    board.locator("[data-cell=a3]").click(force=True)
    assert says(board)[1].startswith("Please wait for the answer, or press Stop.")
    press(board, "stop")
    assert sent(board) == [{"do": "stop"}]
    offline.clock.run_for(21_000)
    assert says(board)[1] == "The kernel does not answer. Another cell may be running."
    sent(board)
    board.locator("[data-cell=a3]").click(force=True)
    assert sent(board) == [{"do": "choose", "spots": ["a3"]}], "a click tries again"
    change(board, shown=traits(GAME, [*MOVES[:2], "c3", "a3"])["shown"])
    assert says(board)[1:] == ["O played a3.", "Take back, Hint"]
    offline.clock.run_for(60_000)
    assert says(board)[1] == "O played a3."


def test_the_moves_are_played_again_and_paused(show, offline):
    offline.clock.install()
    board = show(traits(GAME, MOVES, **OVER))
    choose(board, "play")
    assert sent(board) == [{"do": "go", "at": 0}]
    change(board, shown=traits(GAME, MOVES, 0)["shown"])
    assert says(board)[2] == "Pause, Last move"
    offline.clock.run_for(1000)
    assert sent(board) == [{"do": "go", "at": 1}]
    change(board, shown=traits(GAME, MOVES, 1)["shown"])
    press(board, "play")
    offline.clock.run_for(5000)
    assert sent(board) == []
    assert says(board)[2] == "Last move, Hint"


def test_a_kernel_that_goes_away_is_noticed(offline):
    heard = offline.evaluate(
        """async (module) => {
          const url = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
          const { kernelSource } = await import(url);
          const script = { comm_live: true, on: (name, listener) => (script.changed = listener) };
          const model = {
            get: (name) => ({ script: "IPY_MODEL_7", shown: 5 })[name],
            widget_manager: { get_model: async (id) => (id === "7" ? script : null) },
            send: () => { throw new Error("Kernel is dead"); },
          };
          const source = kernelSource(model);
          const heard = [source.get("shown"), source.get("alive")];
          source.on("change:alive", () => heard.push(source.get("alive")));
          await null;
          await null;
          for (const live of [true, false, false, true]) {
            script.comm_live = live;
            script.changed();
          }
          try {
            source.send({ do: "hint" });
          } catch (error) {
            heard.push(error.message);
          }
          return heard;
        }""",
        joined("boardsource"),
    )
    assert heard == [5, True, False, True, False, "Kernel is dead"]


def test_a_saved_board_says_so_at_once(show, offline):
    board = show({**traits(GAME, MOVES[:2], verdict=DRAW), "alive": False})
    assert says(board) == [
        "X to move",
        "Saved board: its cell has to be run before you can play.",
        "",
    ]
    assert board.locator(".gl-cell.legal").count() == 0
    board.locator("[data-cell=c3]").click(force=True)
    keys(board, "u", "n")
    choose(board, "new")
    assert sent(board) == []
    change(board, alive=True)
    assert says(board)[0] == "Your turn: you are X"
    frames = [traits(GAME, MOVES, at)["shown"] for at in range(len(MOVES) + 1)]
    board = show({**traits(GAME, MOVES, 5, judged=JUDGED), "frames": frames})
    assert says(board)[2] == "Back, Next"
    press(board, "back")
    assert board.get_attribute("data-at") == "4"
    board.locator(".gl-moves .gl-button").first.click()
    assert board.get_attribute("data-at") == "1"
    board.get_by_role("slider").focus()
    keys(board, "End")
    assert board.get_attribute("data-at") == "6"
    assert (sent(board), says(board)[2]) == ([], "Back, (Next)")
    offline.locator("#board").evaluate("e => { e.className = 'reveal'; e.style.width = '600px'; }")
    board.locator(".gl-panel").wait_for(state="hidden")
    assert board.locator(".gl-field").is_visible(), "on a slide the picture alone"


# ---- everyone -----------------------------------------------------------------------------------


def test_axe_finds_nothing_in_any_state(show, offline):
    pieces = HasamiShogi(5)
    states = [
        (traits(GAME, MOVES[:2], verdict=DRAW, reason=REASON, hint=HINT), ["hint"]),
        (traits(GAME, MOVES, judged=JUDGED, **OVER), ["review"]),
        (traits(GAME, MOVES, 4, judged=JUDGED, verdict=DRAW), ["review", "learn"]),
        ({**traits(GAME, MOVES[:2], verdict=LOST), "alive": False}, []),
        (traits(pieces, [], verdict=guess(0.3, "X is better")), ["more"]),
        (traits(SAMPLE, [], verdict=None), []),
    ]
    looks = [*zip(("light", "dark"), SIZES, strict=True)]
    for (facts, acts), (scheme, (width, height)) in product(states, looks):
        offline.emulate_media(color_scheme=scheme)
        offline.set_viewport_size({"width": width, "height": height})
        board = show(facts, margin=0)
        for act in acts:
            if act == "review" and facts["shown"]["at"] < facts["shown"]["ply"]:
                choose(board, "review")
            else:
                board.locator(f"[data-act={act}]").last.click()
        assert_accessible(offline, every=True)


@pytest.mark.parametrize(
    "text, names, bold",
    [
        ("b1 holds. It makes two with b10.", ["b1"], ["b1"]),
        ("h 0,1 at move 9, then h 0,12", ["h 0,1", None], ["h 0,1"]),
        ("O is ahead by about 1. O answers 1.", ["1"], []),  # a number is not always the move
    ],
)
def test_the_names_of_moves_are_bold(offline, text, names, bold):
    found = offline.evaluate(
        """async ([module, text, names]) => {
          const url = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
          const { named } = await import(url);
          return named(text, names).map((part) => part.strong).filter(Boolean);
        }""",
        [joined("boardwords"), text, names],
    )
    assert found == bold
