"""A board in a page without a kernel: its facts come from a test, or from a widget in it."""

from __future__ import annotations

import json
from threading import Thread

from gamelib.face import Lines, Words, face_of
from gamelib.game import MAX, MIN
from gamelib.view.board.widget import STYLE_SHEET
from gamelib.view.live.bundle import joined
from gamelib.view.style import BROWSER, board_looks, colours, style
from gamelib.view.tree.svg import path_of

BEHIND = ("grid", "last", "from", "box", "star", "shade")  # kinds of shapes behind the pieces
OPEN = """async ([module, css, traits]) => {
  const sheet = document.createElement("style");
  sheet.textContent = css;
  document.head.append(sheet);
  const url = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
  const { createBoard } = await import(url);
  const heard = {};
  window.source = {
    sent: [],
    get: (name) => traits[name],
    on: (name, listener) => (heard[name] ??= []).push(listener),
    send: (message) => window.source.sent.push(message),
    set(more) {
      Object.assign(traits, more);
      const listeners = Object.keys(more).flatMap((name) => heard[`change:${name}`] ?? []);
      for (const listener of listeners) listener();
    },
    tell: (message) => heard["msg:custom"].forEach((listener) => listener(message)),
  };
  const root = document.querySelector("#board");
  createBoard(window.source, root);
}"""
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Board</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>:root {{ color-scheme: light dark; }} body {{ margin: {margin}px; }}
@media (prefers-color-scheme: dark) {{ body {{ background: #15171b; }} }}</style>
</head><body><main><h1 style="position: absolute; clip-path: inset(50%)">Board</h1>
<div id="board"></div></main></body></html>"""


def sheet():
    """Return the style sheet of the board."""
    looks = [
        f".gl-board .gl-{'.gl-'.join(kind.split())}{{{look.css}}}"
        for kind, look in board_looks(BROWSER).items()
    ]
    return "\n".join([colours(), style(), *looks, STYLE_SHEET.read_text(encoding="utf-8")])


def open_board(page, traits, margin=12):
    """Show a board with these traits in an empty page."""
    page.set_content(PAGE.format(margin=margin))
    page.evaluate(OPEN, [joined("board"), sheet(), traits])
    return page.locator(".gl-board")


def face_part(face):
    """Return the part of `shown` that draws a face."""
    return {
        "size": [face.width, face.height],
        "strokes": [
            [shape.kind, path_of(shape), shape.kind.split()[0] in BEHIND]
            for shape in face.shapes
            if not isinstance(shape, Words)
        ],
        "words": [list(shape) for shape in face.shapes if isinstance(shape, Words)],
        "labels": {spot.name: spot.label for spot in face.spots},
        "choices": [list(names) for names in face.choices],
        "preview": [[s.kind, path_of(s)] for s in face.preview if not isinstance(s, Words)],
        "note": face.note,
    }


def spots_of(face):
    """Return the trait `spots`."""
    spots = []
    for name, x, y, area, _, mark in face.spots:
        drawn = "" if mark is None else mark.text if isinstance(mark, Words) else path_of(mark)
        outline = path_of(Lines("", (area,), closed=True))
        spots.append([name, x, y, outline, mark.kind if mark else "", drawn])
    return spots


def traits(game, moves, at=None, *, judged=None, face=face_of, **more):
    """Return all traits of a board after some moves, at the moment `at`; `more` is for `shown`."""
    at = len(moves) if at is None else at
    states, sides = [game.start()], []
    for move in moves:
        sides.append(game.turn(states[-1]))
        states.append(game.play(states[-1], move))
    state = states[at]
    shown_face = face(game, state, (states[at - 1], moves[at - 1]) if at else None)
    over = not game.moves(state)
    turn = "" if over else game.turn(state)
    yours = turn == MAX
    shown = {
        **face_part(shown_face),
        "ply": len(moves),
        "at": at,
        "acts": 0,
        "asked": 0,
        "you": MAX,
        "level": "easy",
        "turn": turn,
        "yours": yours,
        "moves": [[str(move), side] for move, side in zip(moves, sides, strict=True)],
        "ending": "",
        "verdict": None,
        "evaluation": True,
        "reason": None,
        "hint": None,
        "why": [],
        "about": "",
        "busy": "",
        "notice": None,
        "can": dict.fromkeys(("undo", "hint", "review", "swap", "new"), True),
        "heat": {},
        "heated": False,
        "legend": [],
        "overlay": None,
    }
    plan = {
        "title": f"Board of {game!r}",
        "sides": {MAX: shown_face.signs[MAX], MIN: shown_face.signs[MIN]},
        "levels": ["easy", "perfect", "two people"],
        "estimates": True,
        "spectating": False,
    }
    if not yours:
        shown["choices"] = []
    return json.loads(
        json.dumps(
            {
                "plan": plan,
                "spots": spots_of(shown_face),
                "judged": judged or {},
                "tried": {},
                "shown": shown | more,
            }
        )
    )


# ---- a widget behind the board ------------------------------------------------------------------

TRAITS = ("plan", "spots", "judged", "tried", "shown")


class Played:
    """A board in a page, and the widget that answers its messages."""

    def __init__(self, page, widget, **options):
        self.page, self.widget = page, widget
        self.board = open_board(page, self._traits(), **options)

    def _traits(self):
        return json.loads(json.dumps({name: getattr(self.widget, name) for name in TRAITS}))

    def answer(self):
        """Let the widget act on what the board has sent; return whether there was a message."""
        messages = self.page.evaluate("source.sent.splice(0)")
        for message in messages:
            # In another thread no event loop runs, so the widget answers before it returns.
            thread = Thread(target=self.widget.hear, args=(message,))
            thread.start()
            thread.join()
            self.page.evaluate("(more) => source.set(more)", self._traits())
        return bool(messages)

    def click(self, *spots):
        for spot in spots:
            self.board.locator(f"[data-cell='{spot}']").click(force=True)
            self.answer()

    def keys(self, *names):
        for name in names:
            self.page.keyboard.press(name)
            self.answer()

    def press(self, act):
        self.board.locator(f".gl-acts [data-act={act}]").click()
        self.answer()

    def choose(self, act):
        """Press an entry of the menu."""
        self.board.locator("[data-act=more]").click()
        self.board.locator(f".gl-menu [data-act={act}]").first.click(force=True)
        self.answer()

    @property
    def title(self):
        return self.board.locator(".gl-turn > span").inner_text()

    @property
    def text(self):
        return " | ".join(filter(None, self.board.locator(".gl-text-box > *").all_text_contents()))

    def drawn(self, kind):
        """Count what is drawn of a kind."""
        return self.board.locator(f".gl-strokes .gl-{kind.replace(' ', '.gl-')}").count()
