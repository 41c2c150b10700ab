"""The stepper in a real browser, as a page from a file with the network off."""

from __future__ import annotations

import pytest
from browser_views import CUTS, LAST, TRACE, assert_all_steps, assert_readable, press, step_of

from course import watch
from gamelib import SAMPLE, TicTacToe, TreeGame, alpha_beta, minimax, stepper
from gamelib.view.style import with_minus
from gamelib.view.tree.drawing import drawing_of
from gamelib.view.tree.shapes import shapes_of

GAME = TicTacToe()
SEARCHES = {
    "sample": lambda: TRACE,
    "folded": lambda: TRACE,
    "minimax": lambda: minimax(SAMPLE, record=True).trace,
    "strict": lambda: alpha_beta(SAMPLE, strict_cuts=True, record=True).trace,
    "random, often alike": lambda: random_trace(4, values=(-3, 3)),
    "player moves twice": lambda: random_trace(7, repeat=0.5, values=(-9, 9)),
    "boards": lambda: alpha_beta(GAME, GAME.from_text("XOX/OXO/..."), record=True).trace,
}


def random_trace(seed, **options):
    tree = TreeGame.random(seed, depth=4, branching=(1, 3), **options)
    return alpha_beta(tree, record=True).trace


@pytest.mark.parametrize("name", SEARCHES)
def test_every_step_is_the_fold_of_the_same_events(show, name):
    trace = SEARCHES[name]()
    options = {"depth": 2} if name == "folded" else {}
    assert_all_steps(show(stepper(trace, **options)), drawing_of(trace, **options))


def test_keys_step_jump_and_play(show):
    page = show(stepper(SAMPLE))
    pairs = [
        ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", LAST), ("ArrowRight", LAST),
        ("Home", 0), ("ArrowLeft", 0), ("c", CUTS[0]), ("c", CUTS[1]), ("C", CUTS[0]),
        ("n", CUTS[1]), ("p", CUTS[0]), ("PageDown", CUTS[0] + 1), ("PageUp", CUTS[0]),
    ]  # fmt: skip
    for key, step in pairs:
        page.keyboard.press(key)
        assert step_of(page) == step, key


def test_space_plays_and_a_step_pauses(show):
    page = show(stepper(SAMPLE))
    play = page.locator("[data-act=play]")
    page.keyboard.press("Space")
    page.wait_for_selector(".gamelib:not([data-step='0'])")
    assert play.get_attribute("aria-label").startswith("Pause")
    page.keyboard.press("Home")
    assert play.get_attribute("aria-label").startswith("Play")
    assert step_of(page) == 0


def test_playing_stops_at_the_end_and_starts_anew_from_there(show):
    page = show(stepper(SAMPLE, at=LAST - 3))
    page.get_by_label("Speed").select_option("16")
    press(page, "play")
    page.wait_for_selector(f".gamelib[data-step='{LAST}']")
    page.wait_for_selector("[data-act=play][aria-label^=Play]")
    page.get_by_label("Speed").select_option("0.5")
    press(page, "play")
    page.wait_for_selector(f".gamelib:not([data-step='{LAST}'])")


def test_buttons_lead_to_the_cuts_and_stop_at_the_last(show):
    page = show(stepper(SAMPLE))
    seen = "all => all.filter((e) => e.getClientRects().length).length"
    assert page.locator(".gl-cut").evaluate_all(seen) == 0
    for count, cut in enumerate(CUTS, start=1):
        press(page, "cutNext")
        assert step_of(page) == cut
        assert page.locator(".gl-cut").evaluate_all(seen) == count
    assert page.locator("[data-act=cutNext]").get_attribute("aria-disabled") == "true"
    page.locator("[data-act=cutNext]").click(force=True)
    assert step_of(page) == CUTS[-1]
    press(page, "first")
    assert step_of(page) == 0
    press(page, "last")
    assert step_of(page) == LAST
    slider = page.locator("input[type=range]")
    assert slider.input_value() == str(LAST)
    slider.fill("20")
    assert step_of(page) == 20


def test_it_tells_the_sentence_the_counts_the_calls_and_the_line_of_code(show):
    page = show(stepper(SAMPLE, at=13))
    said = page.locator(".gamelib").inner_text()
    assert "Cut at F: MAX has 5 or more here, but MIN at B has 3 already, through E" in said
    assert "Step 13 of 34" in said
    counts = page.locator(".gl-counts").inner_text().split()
    assert " ".join(counts) == "7 visited 1 skipped 1 cut"
    assert page.locator(".gl-where").inner_text().split("\n") == [
        "F, MAX to move", "window (−∞, 3)", "cut as soon as ≥ 3",
    ]  # fmt: skip
    rows = page.locator(".gl-stack tbody tr:visible").all_inner_texts()
    assert [row.split("\t") for row in rows] == [
        ["A", "(−∞, +∞)", "(−∞, +∞)", ""],
        ["B", "(−∞, +∞)", "(−∞, 3)", "3"],
        ["F", "(−∞, 3)", "(5, 3)", "5"],
    ]
    assert page.locator(".gl-code [aria-current=step]").all_inner_texts() == [
        "      if alpha >= beta: skip the rest"
    ]


# ---- the cause of a cut, the closing window, the legend, linked names ----------------------------

BOXES = """all => all.map((mark) => {
  const own = mark.ownerSVGElement.getCTM(), at = mark.getCTM(), box = mark.getBBox();
  const [left, top] = [(at.e - own.e) / own.a + box.x, (at.f - own.f) / own.d + box.y];
  return [left, top, left + box.width, top + box.height];
})"""
DEEP = alpha_beta(TreeGame.random(364, depth=4, branching=(2, 3)), record=True).trace


@pytest.mark.parametrize("trace, at", [(TRACE, CUTS[0]), (DEEP, 40)], ids=["sample", "deep"])
def test_the_cause_is_drawn_at_the_cut_as_in_the_static_picture(show, trace, at):
    page = show(stepper(trace, at=at))
    for kind in ("cause", "through", "ring"):
        marks = [mark for mark in shapes_of(drawing_of(trace).scene(at)) if mark.kind == kind]
        boxes = page.locator(f".gl-why > .gl-{kind}").evaluate_all(BOXES)
        assert len(boxes) == len(marks) == 1 + (kind == "ring")
        for mark, box in zip(marks, boxes, strict=True):
            across, down = zip(*mark.lines[0], strict=True)
            assert box == pytest.approx([min(across), min(down), max(across), max(down)], abs=0.1)
    press(page, "forward")
    assert page.locator(".gl-why > *").count() == 0


def test_the_window_closes_until_it_is_empty_and_the_legend_opens(show):
    page = show(stepper(SAMPLE, at=CUTS[0] - 1))
    words, closing = page.locator(".gl-closing p"), page.locator(".gl-closing")
    assert words.inner_text() == "At F alpha is 5 now, and beta 3."
    page.keyboard.press("ArrowRight")
    assert words.inner_text() == "At F the window is empty, alpha 5 ≥ beta 3."
    assert "empty" in closing.get_attribute("class")
    assert closing.locator("text").all_text_contents() == ["alpha 5", "beta 3", "5"]
    assert page.locator(".gl-legend li").count() == 0
    page.locator("summary", has_text="Legend").press("Enter")
    page.wait_for_selector(".gl-legend li")
    assert "the cause of a cut" in page.locator(".gl-legend").inner_text()
    assert_readable(page)


def test_names_and_nodes_light_each_other_up(show):
    page = show(stepper(SAMPLE, at=CUTS[0]))
    lit = page.locator("[data-lit]")

    def shown():
        return sorted(lit.evaluate_all("all => all.map((e) => e.localName)"))

    page.locator(".gl-sentence .gl-name-of", has_text="B").hover()
    assert shown() == ["g", "span", "span"]  # the node, the sentence, the call stack
    page.locator("[data-spot='5'] .gl-name").hover()
    assert set(lit.locator("xpath=self::*[local-name()='span']").all_inner_texts()) == {"F"}
    page.mouse.move(0, 0)
    page.locator(".gl-stack .gl-name-of", has_text="A").focus()
    assert shown() == ["g", "span"]
    page.keyboard.press("ArrowRight")  # a key on a name steps, also where the name goes away
    page.keyboard.press("End")
    assert shown() == []
    page.keyboard.press("ArrowLeft")
    assert page.locator(".gl-stack .now").first.inner_text().startswith("A")


# ---- presenting ----------------------------------------------------------------------------------

PARTS = """(view) => [...view.querySelector(".gl-frame").children]
  .filter((part) => !part.matches(".gl-telling, .gl-bar")).map((part) => part.outerHTML)"""


def test_a_presenter_shows_nothing_of_a_step_before_somebody_asks(show):
    page = show(stepper(SAMPLE, presenter=True))
    view, told = page.locator(".gamelib"), page.locator(".gl-sentence")
    before = view.evaluate(PARTS)
    for step in drawing_of(TRACE).steps:
        page.keyboard.press("ArrowRight")
        assert view.evaluate(PARTS) == before, step.sentence
        assert told.inner_text() == "What happens next, and why? Press v to see."
        page.keyboard.press("v")
        before = view.evaluate(PARTS)
        assert told.inner_text() == with_minus(step.sentence)
    assert not page.locator(".gl-ticks").is_visible()  # they would tell where the cuts are
    press(page, "reveal")
    assert view.evaluate(PARTS) != before
    page.keyboard.press("PageDown")  # of a remote control: the answer first, then the next step
    assert view.evaluate(PARTS) == before


# What is scrolled, or lies outside the window.
OUTSIDE = """(view) => [...view.querySelectorAll("*")].filter((part) => {
  const { right, bottom, width } = part.getBoundingClientRect();
  const cut = part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;
  return width && (right > innerWidth + 1 || bottom > innerHeight + 1
    || (cut && part.matches(".gl-view, .gl-side, .gl-code, .gl-frame")));
}).map((part) => part.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize(
    "size, refused", [((1280, 720), False), ((1920, 1080), True)], ids=["full screen", "window"]
)
def test_presenting_fills_the_screen_and_nothing_is_scrolled(show, size, refused):
    page = show(stepper(SAMPLE, at=4))
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    if refused:
        page.evaluate("() => { Element.prototype.requestFullscreen = undefined; }")
    page.keyboard.press("f")
    page.wait_for_selector(".gamelib.screen.presenter")
    view = page.locator(".gamelib")
    assert view.bounding_box() == {"x": 0, "y": 0, "width": size[0], "height": size[1]}
    assert page.evaluate("document.fullscreenElement === null") == refused
    for key in ["v", "End", "v", *["PageUp"] * 20]:
        page.keyboard.press(key)
        page.evaluate("new Promise(requestAnimationFrame)")
        assert view.evaluate(OUTSIDE) == []
    smallest = "view => parseFloat(getComputedStyle(view.querySelector('.gl-side')).fontSize)"
    assert view.evaluate(smallest) >= size[1] / 48  # 15 px of 720
    page.keyboard.press("b")
    step = step_of(page)
    assert not page.locator(".gl-frame").is_visible()
    page.keyboard.press("PageDown")  # whatever comes, it only lights the screen up again
    assert page.locator(".gl-frame").is_visible()
    assert step_of(page) == step
    page.keyboard.press("Escape")
    page.wait_for_selector(".gamelib:not(.screen, .presenter)")
    assert page.evaluate("document.fullscreenElement") is None
    page.keyboard.press("ArrowRight")  # the focus is still there
    assert step_of(page) == step + 1


def test_a_large_tree_is_zoomed_and_followed(show):
    tree = TreeGame.random(3, depth=5, branching=(2, 3))
    page = show(stepper(tree))
    view = page.locator(".gamelib")
    inside = """(view) => {
      const [a, b] = [".gl-spot.current path", ".gl-view"]
        .map((name) => view.querySelector(name).getBoundingClientRect());
      return a.left >= b.left - 1 && a.right <= b.right + 1
        && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
    }"""
    for key in ["c", "c", "c", "End", "C", "c"]:
        page.keyboard.press(key)
        assert view.evaluate(inside), key
    wide = "view => view.querySelector('.gl-tree').getBoundingClientRect().width"
    before = view.evaluate(wide)
    page.keyboard.press("+")
    assert view.evaluate(wide) > before
    page.keyboard.press("0")
    assert view.evaluate(wide) <= view.locator(".gl-view").evaluate("e => e.clientWidth") + 1


def notes(page):
    """Return the places of the nodes that are seen, with the small texts at each of them."""
    texts = "[...e.querySelectorAll('.gl-note')].map((text) => text.textContent).join(' ')"
    found = f"all => all.map((e) => [Number(e.dataset.spot), {texts}])"
    return dict(page.locator(".gl-spot").evaluate_all(found))


def test_a_search_of_a_real_game_is_opened_node_by_node(show):
    trace = alpha_beta(TicTacToe(), depth=4, evaluate=lambda _: 0, record=True).trace
    page = show(stepper(trace))
    assert notes(page) == {0: ""} | {1 + 401 * move: "+400 nodes" for move in range(9)}
    page.locator("[data-spot='1'] .gl-handle").click()
    assert len(notes(page)) == 1 + 9 + 8
    assert step_of(page) == 0  # a handle is not its node
    page.locator("[data-spot='1']").focus()
    page.keyboard.press("Space")
    assert len(notes(page)) == 1 + 9
    assert page.locator("[data-spot='1']").get_attribute("aria-expanded") == "false"
    page.keyboard.press("ArrowRight")
    focused = page.locator("[data-spot]:focus")
    assert "folded up, +400 nodes, not looked" in focused.get_attribute("aria-label")
    page.locator(".gamelib").focus()
    page.keyboard.press("c")
    current = page.locator(".gl-spot.current")
    step = drawing_of(trace, depth=1).scene(step_of(page)).nodes[1]
    assert notes(page)[1].endswith(step.note.replace(":", "").replace(",", ""))
    assert current.get_attribute("data-spot") == "1"
    page.keyboard.press("l")  # nodes on the line are open, and no others
    path = trace.events[step_of(page) - 1].path
    assert page.locator("[aria-expanded=true]").count() == 1 + len(path)
    assert current.get_attribute("data-spot") == str([*trace.nodes].index(path))
    page.keyboard.press("End")
    assert page.locator(".gl-spot.best").count() == 1 + len(trace.line)


def test_what_is_opened_again_stands_where_it_stood(show):
    page = show(stepper(SAMPLE))
    for place in (5, 2, 1):
        page.locator(f"[data-spot='{place}'] .gl-handle").click(force=True)
    assert len(notes(page)) == 21 - 6
    page.keyboard.press("o")
    assert_all_steps(page, drawing_of(TRACE))


def test_a_tree_that_does_not_fit_is_dragged_and_zoomed(show):
    page = show(stepper(TreeGame.random(3, depth=6, branching=(2, 3))))
    view = page.locator(".gl-view")
    box, at = view.bounding_box(), "[data-spot='3'] > path"

    def where():
        found = page.locator(at).first.bounding_box()
        return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2

    page.locator(at).first.scroll_into_view_if_needed()
    x, y = where()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y)
    page.mouse.up()
    assert where()[0] == pytest.approx(x - 60, abs=1)
    assert step_of(page) == 0  # the end of a drag is no click
    (x, y), wide = where(), page.locator(".gl-tree").bounding_box()["width"]
    page.mouse.move(x, y)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.wait_for_function(
        "wide => document.querySelector('.gl-live').shadowRoot"
        ".querySelector('.gl-tree').getBoundingClientRect().width > wide",
        arg=wide,
    )
    assert where() == pytest.approx((x, y), abs=2)
    page.keyboard.press("0")
    assert page.locator(".gl-minimap").is_hidden()
    assert page.locator(".gl-tree").bounding_box()["height"] > 0.3 * box["width"]
    page.keyboard.press("+")
    page.locator(".gl-minimap").click(position={"x": 5, "y": 5})
    assert view.evaluate("e => e.scrollLeft") == 0


def test_nothing_is_cut_off_at_the_width_of_a_notebook_or_a_screen(show):
    page = show(stepper(SAMPLE, at=24))
    for width in (600, 700, 1000, 1400):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function(  # the view fits itself in the frame after the change
            """() => [...document.querySelector(".gl-live").shadowRoot.querySelectorAll("*")]
              .filter((e) => e.clientWidth && !e.closest("svg"))
              .every((e) => e.scrollWidth <= e.clientWidth + 1)"""
        )


def always_max(game, state):
    if not game.moves(state):
        return game.score(state)
    return max(always_max(game, game.play(state, move)) for move in game.moves(state))


def test_a_function_of_ones_own_begins_where_it_goes_wrong_with_its_line_marked(show):
    page = show(watch(always_max, SAMPLE))
    line = page.locator(".gl-code .now")
    assert step_of(page) == 11
    assert line.inner_text().strip().startswith("return max(always_max(")
    page.keyboard.press("Home")
    press(page, "forward")
    assert line.inner_text() == "def always_max(game, state):"
    assert "smallest of 3 (E), 9 (F): 3" in page.locator(".gl-finding").inner_text()
    assert page.locator("[data-act=ask]").is_hidden()  # nobody can predict it
    press(page, "finding")
    assert step_of(page) == 11
    assert_readable(page)
    press(page, "present")
    press(page, "forward")
    assert page.locator(".gl-finding").is_hidden()
