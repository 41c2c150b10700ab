"""The stepper in a real browser, as a page from a file with the network off."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from browser_views import (
    CUTS,
    LAST,
    TRACE,
    assert_all_steps,
    assert_readable,
    assert_same_order,
    choose,
    press,
    step_of,
)
from geometry import Item, overlap

from course import watch
from gamelib import SAMPLE, TicTacToe, TreeGame, alpha_beta, minimax, stepper
from gamelib.view.style import with_minus
from gamelib.view.tree.drawing import drawing_of

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
    page = show(stepper(trace, **options))
    assert_all_steps(page, drawing_of(trace, **options))
    assert_same_order(page, drawing_of(trace, **options))
    if trace.description.windows:
        choose(page, "windows")
        assert_all_steps(page, drawing_of(trace, windows="all", **options))


def test_keys_step_jump_and_play(show):
    page = show(stepper(SAMPLE))
    pairs = [
        ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", LAST), ("ArrowRight", LAST),
        ("Home", 0), ("ArrowLeft", 0), ("c", CUTS[0]), ("c", CUTS[1]), ("C", CUTS[0]),
        ("PageDown", CUTS[0] + 1), ("PageUp", CUTS[0]),
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


def test_playing_stops_at_the_end_and_starts_over_from_there(show):
    page = show(stepper(SAMPLE, at=LAST - 3))
    press(page, "more")
    speed = page.locator("[data-act=speed]")
    for rate in (2, 4, 8, 16):
        press(page, "speed")
        assert speed.inner_text().split() == ["Speed", str(rate), "a", "second"]
    press(page, "play")
    page.wait_for_selector(f".gamelib[data-step='{LAST}']")
    page.wait_for_selector("[data-act=play][aria-label^=Play]")
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
    slider = page.locator("input[type=range]")
    assert slider.input_value() == str(CUTS[-1])
    slider.fill("20")
    assert step_of(page) == 20
    assert page.locator(".gl-bar output").inner_text() == "20 / 34"
    assert len(page.locator(".gl-ticks s:visible").all()) == len(CUTS)


# ---- the sentence, the code, the window ---------------------------------------------------------


def test_one_sentence_the_counts_and_the_line_of_code_with_its_values(show):
    page = show(stepper(SAMPLE, at=13))
    told = "Cut at F: MAX has 5 or more here, but MIN at B has 3 already, through E; "
    assert page.locator(".gl-say").inner_text() == f"{told}the other move, N, cannot matter."
    assert page.locator(".gl-bar output").inner_text() == "13 / 34"
    counts = page.locator(".gl-counts").inner_text().split()
    assert " ".join(counts) == "7 looked at 1 skipped 1 cut"
    assert page.locator(".gl-say.cut .gl-name-of.min").inner_text() == "B"
    assert page.locator(".gl-code .now").inner_text().split("\n") == [
        "    if α ≥ β: break",
        "5 ≥ 3",
    ]


def test_the_code_is_that_of_the_side_that_moves_in_eight_lines(show):
    page = show(stepper(SAMPLE))
    lines = page.locator(".gl-code li:visible code")
    for event in TRACE.events:
        press(page, "forward")
        code = lines.all_inner_texts()
        assert len(code) == 8
        if event.side:  # a leaf belongs to the node above it
            name, change = TRACE.name(event.path), {"MAX": "α = max(α", "MIN": "β = min(β"}
            assert (
                page.locator(".gl-side .gl-cap")
                .first.inner_text()
                .startswith(f"The code at {name} ({event.side} chooses)")
            )
            assert code[4].strip() == f"best = {event.side.lower()}(best, v)"
            assert code[5].strip().startswith(change[event.side])
        assert page.locator(".gl-code [aria-current=step]").count() >= 1


def test_the_window_is_a_number_line_that_closes(show):
    page = show(stepper(SAMPLE))
    window = page.locator(".gl-window")

    def ends():
        drawn = "all => all.map((e) => Boolean(e.getAttribute('d')))"
        wedges = window.locator(".gl-end").evaluate_all(drawn)
        arrows = window.locator(".gl-band").get_attribute("d").count("L")
        return wedges, arrows, window.locator(".gl-end-text").all_text_contents()

    assert window.inner_text().startswith("The window: every value matters")
    assert ends() == ([False, False], 2, ["", ""])
    numbers = window.locator(".gl-numbers text").all_text_contents()
    assert numbers == [*"012345679"], "those of all leaves, looked at or not"
    page.locator("input[type=range]").fill(str(CUTS[0] - 1))
    label = window.locator("svg").get_attribute("aria-label")
    assert label == "At F alpha is 5 now, and beta 3."
    assert ends() == ([True, True], 0, ["α 5", "β 3"])
    press(page, "forward")
    assert window.inner_text().startswith("Window closed: α has met β")
    label = window.locator("svg").get_attribute("aria-label")
    assert label == "At F the window is empty, alpha 5 ≥ beta 3."
    assert window.locator(".gl-band.shut").count() == 1
    press(page, "forward")
    assert window.inner_text().startswith("Window closed"), "also while F returns"
    press(page, "forward")
    assert window.inner_text().startswith("The window at B")
    assert ends() == ([False, True], 1, ["", "β 3"])
    assert_readable(page)


@pytest.mark.parametrize(
    "view, skips",
    [
        (lambda: stepper(minimax(SAMPLE, record=True)), False),
        (lambda: stepper(SAMPLE, windows=False), True),
    ],
    ids=["minimax", "windows=False"],
)
def test_without_windows_there_is_no_number_line_and_no_greek_letter(show, view, skips):
    page = show(view())
    assert not page.locator(".gl-window").is_visible()
    assert page.locator(".gl-key").get_by_text("never looked at").is_visible() == skips
    assert page.locator("[data-act=cutNext]").is_visible() == skips
    lines = page.locator(".gl-code li:visible")
    heights = "all => [...new Set(all.map((line) => line.getBoundingClientRect().height))]"
    high = lines.first.bounding_box()["height"]
    while page.locator("[data-act=forward]").get_attribute("aria-disabled") == "false":
        press(page, "forward")
        told = page.locator(".gamelib").inner_text()
        assert not re.search("[αβ∞]|alpha (rises|falls|stays)|beta (rises|falls|stays)|indow", told)
        assert page.locator(".gl-tree .gl-note").count() == 0
        assert lines.evaluate_all(heights) == [high]
    press(page, "more")
    assert not page.locator("[data-act=windows]").is_visible()


# ---- the cause of a cut, linked names -----------------------------------------------------------

DEEP = alpha_beta(TreeGame.random(364, depth=4, branching=(2, 3)), record=True).trace


@pytest.mark.parametrize("trace", [TRACE, DEEP], ids=["sample", "deep"])
def test_the_cause_of_a_cut_is_one_curve_between_the_two_numbers_that_met(show, trace):
    page = show(stepper(trace))
    drawing = drawing_of(trace)
    causes = [(n, step.cause) for n, step in enumerate(drawing.steps, start=1) if step.cause]
    assert causes
    for at, cause in causes:
        page.locator("input[type=range]").fill(str(at))
        why = page.locator(".gl-why")
        scene = drawing.scene(at)
        boxed = [scene.nodes[index].value for index in cause]
        assert why.locator("text").all_text_contents() == [*map(with_minus, boxed)]
        assert (why.locator(".gl-cause").count(), why.locator(".gl-claim").count()) == (1, 2)
        for box, index in zip(why.locator(".gl-claim").all(), cause, strict=True):
            number = page.locator(f"[data-node='{index}'] .gl-value").bounding_box()
            outer = box.bounding_box()
            assert outer["x"] <= number["x"] + 1
            assert outer["x"] + outer["width"] >= number["x"] + number["width"] - 1
        red = "e => getComputedStyle(e).stroke"
        colours = [part.evaluate(red) for part in why.locator(".gl-cause, .gl-claim").all()]
        token = "e => getComputedStyle(e).borderLeftColor"
        assert {*colours} == {page.locator(".gl-say.cut").evaluate(token)}
    press(page, "forward")
    assert page.locator(".gl-why > *").count() == 0


def test_names_and_nodes_light_each_other_up(show):
    page = show(stepper(SAMPLE, at=CUTS[0]))
    lit = page.locator("[data-lit]")

    def shown():
        return sorted(lit.evaluate_all("all => all.map((e) => e.localName)"))

    page.locator(".gl-sentence .gl-name-of", has_text="B").hover()
    assert shown() == ["g", "span"]  # the node and the sentence
    page.locator("[data-node='5'] .gl-name").hover()
    assert set(lit.locator("xpath=self::*[local-name()='span']").all_inner_texts()) == {"F"}
    page.mouse.move(0, 0)
    page.keyboard.press("Home")
    choose(page, "stack")
    page.mouse.move(0, 0)
    page.keyboard.press("ArrowRight")
    page.locator(".gl-stack .gl-name-of", has_text="A").focus()
    assert shown() == ["g", "span", "span"]
    page.keyboard.press("ArrowRight")  # a key on a name steps, also where the name goes away
    page.keyboard.press("End")
    assert shown() == []
    page.keyboard.press("ArrowLeft")
    assert page.locator(".gl-stack .now").first.inner_text().startswith("A")


# ---- the menu ------------------------------------------------------------------------------------


def test_everything_else_is_in_one_menu_that_keys_open_and_close(show):
    page = show(stepper(SAMPLE, at=13))
    more, menu = page.locator("[data-act=more]"), page.locator(".gl-menu")
    titles = "all => all.map((e) => e.title)"
    buttons = page.locator(".gl-stepper button:visible").evaluate_all(titles)
    steps = ["Step back (←)", "Play (space)", "Step (→)", "Next cut (c)"]
    assert buttons == ["More", *steps]
    more.focus()
    page.keyboard.press("Enter")
    assert menu.locator("button:visible span:first-child").all_inner_texts() == [
        "Ask me first", "Windows at every node", "Speed", "Call stack", "All steps as text",
        "Big, for a projector",
    ]  # fmt: skip
    focused = menu.locator("button:focus")
    assert more.get_attribute("aria-expanded") == "true"
    for key, name in [
        ("ArrowDown", "Windows at every node: off"), ("End", "Big, for a projector: off"),
        ("ArrowDown", "Ask me first: off"), ("ArrowUp", "Big, for a projector: off"),
        ("Home", "Ask me first: off"),
    ]:  # fmt: skip
        page.keyboard.press(key)
        assert focused.get_attribute("aria-label") == name
    page.keyboard.press("Escape")
    assert not menu.is_visible()
    assert page.locator("[data-act=more]:focus").count() == 1
    assert step_of(page) == 13  # none of these keys stepped
    page.keyboard.press("ArrowDown")  # opens it as well
    assert focused.get_attribute("data-act") == "ask"
    page.mouse.click(300, 200)
    assert not menu.is_visible()


def test_the_menu_shows_windows_calls_and_all_steps(show):
    page = show(stepper(SAMPLE, at=13))
    notes = page.locator(".gl-tree .gl-note:visible")
    assert notes.all_text_contents() == []  # the window of F has closed
    choose(page, "windows")
    assert notes.all_text_contents() == ["(−∞, 3)"]  # the others are infinite at both ends
    press(page, "more")
    states = page.locator(".gl-menu button:visible .gl-state").all_inner_texts()
    assert states == ["off", "on", "1 a second", "off", "off", "off"]
    press(page, "stack")
    rows = page.locator(".gl-stack tbody tr:visible").all_inner_texts()
    assert [row.split("\t") for row in rows] == [
        ["A", "(−∞, +∞)", "(−∞, +∞)", ""],
        ["B", "(−∞, +∞)", "(−∞, 3)", "3"],
        ["F", "(−∞, 3)", "(5, 3)", "5"],
    ]
    assert not page.locator(".gl-code").is_visible()
    choose(page, "text")
    assert not page.locator(".gl-stack").is_visible()
    steps = page.locator(".gl-steps-text button")
    assert [*steps.all_inner_texts()] == [with_minus(s.sentence) for s in drawing_of(TRACE).steps]
    assert steps.nth(12).get_attribute("aria-current") == "step"
    steps.nth(3).click()
    assert step_of(page) == 4
    choose(page, "text")
    assert page.locator(".gl-code").is_visible()


# ---- presenting ----------------------------------------------------------------------------------

PARTS = """(view) => [...view.querySelector(".gl-frame").children]
  .filter((part) => !part.matches(".gl-say, .gl-bar")).map((part) => part.outerHTML)"""


def test_a_presenter_shows_nothing_of_a_step_before_it_is_asked_for(show):
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
    page.keyboard.press("Home")
    assert not page.locator(".gl-ticks s:visible").count()  # they would tell where the cuts are
    page.keyboard.press("End")
    before = view.evaluate(PARTS)
    page.keyboard.press("v")
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


# ---- one screen on which nothing moves and nothing overlaps --------------------------------------

# All shapes, texts and boxes of the tree that are seen: kind, node, corners on the screen.
DRAWN = """(view) => {
  const corners = (part, points) => {
    const m = part.getScreenCTM();
    return points.map(([x, y]) => [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f]);
  };
  const box = (x, y, w, h) => [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
  const seen = (part) => getComputedStyle(part).display !== "none";
  const drawn = [];
  for (const spot of view.querySelectorAll(".gl-node")) {
    const own = spot.dataset.node;
    const add = (kind, part, points) => drawn.push([kind, own, corners(part, points)]);
    for (const path of spot.querySelectorAll(":scope > path, .gl-ring")) {
      const numbers = path.getAttribute("d").match(/-?[\\d.]+/g).map(Number);
      const points = numbers.flatMap((x, n) => (n % 2 ? [] : [[x, numbers[n + 1]]]));
      if (seen(path)) add(path.matches(".gl-ring") ? "ring" : "shape", path, points);
    }
    for (const text of spot.querySelectorAll("text:not(.gl-name, .gl-inside)")) {
      const { x, width } = text.getBBox();
      const size = parseFloat(getComputedStyle(text).fontSize);
      const high = 0.73 * size; // of figures and capitals
      if (seen(text)) add("text", text, box(x, text.getAttribute("y") - high, width, high));
    }
  }
  for (const claim of view.querySelectorAll(".gl-claim")) {
    const [x, y, w, h] = ["x", "y", "width", "height"].map((name) => +claim.getAttribute(name));
    drawn.push(["claim", null, corners(claim, box(x, y, w, h))]);
  }
  return drawn;
}"""
# Where the rows and the buttons stand in the view, and how high they are.
CONTROLS = """(view) => [".gl-top", ".gl-stage", ".gl-side", ".gl-say", ".gl-bar", ".gl-slide",
  ...["back", "play", "forward", "cutNext", "more"].map((act) => `[data-act=${act}]`)]
  .map((name) => {
    const { y, height } = view.querySelector(name).getBoundingClientRect();
    const down = Math.round(y - view.getBoundingClientRect().y);
    return [name, down, ...(name === ".gl-side" ? [] : [Math.round(height)])];
  })"""


# Presses Show where it is seen, else Step, at most so many times: the step and the controls.
PRESSED = """async (view, times) => {
  const act = (name) => view.querySelector(`[data-act=${name}]`);
  const step = () => Number(view.dataset.step);
  const found = [];
  while (found.length < times && step() < times) {
    act(act("show")?.checkVisibility({ visibilityProperty: true }) ? "show" : "forward").click();
    await new Promise(requestAnimationFrame);
    found.push([step(), (@CONTROLS@)(view)]);
  }
  return found;
}""".replace("@CONTROLS@", CONTROLS)


def clashing(drawn):
    """Return what overlaps; a number lies beside its node, and the box around it over it."""
    items = [(kind, spot, Item(kind, tuple(map(tuple, at)), spot)) for kind, spot, at in drawn]
    return [
        (kind, spot, other, its)
        for (kind, spot, one), (other, its, two) in combinations(items, 2)
        if overlap(one, two)
        and not (spot == its and {kind, other} <= {"ring", "shape"})
        and {kind, other} != {"text", "claim"}
    ]


@pytest.mark.parametrize("width", [871, 416])  # with the page's margins, 845 and 390
@pytest.mark.parametrize("windows", [False, True])
def test_nothing_overlaps_at_any_step(show, width, windows):
    page = show(stepper(SAMPLE))
    page.set_viewport_size({"width": width, "height": 600})
    if windows:
        choose(page, "windows")
    view = page.locator(".gamelib")
    settled(page)
    for step in range(LAST + 1):
        assert clashing(view.evaluate(DRAWN)) == [], step
        page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("ask", [False, True], ids=["step", "ask"])
@pytest.mark.parametrize("width", [871, 416])
def test_controls_stay_where_they_are_and_all_fits_on_one_screen(show, width, ask):
    page = show(stepper(SAMPLE, ask=ask))
    page.set_viewport_size({"width": width, "height": 600})
    view = page.locator(".gamelib")
    settled(page)
    before = view.evaluate(CONTROLS)
    top = view.bounding_box()["y"]
    end = view if width > 600 else page.locator(".gl-bar").first
    box = end.bounding_box()
    assert box["y"] + box["height"] - top <= 560
    presses = view.evaluate(PRESSED, LAST)
    assert presses[-1][0] == LAST
    for step, controls in presses:
        assert controls == before, step


def settled(page):
    """Wait until the tree has taken the room that there is."""
    page.evaluate("new Promise((done) => setTimeout(() => requestAnimationFrame(done), 100))")


# ---- large trees ---------------------------------------------------------------------------------

MEDIUM = alpha_beta(TreeGame.random(40, depth=5, branching=(2, 3)), record=True).trace
FOUR = alpha_beta(TicTacToe(), depth=4, evaluate=lambda _: 0, record=True).trace
# Whether the node of the search is in sight, and what can be scrolled beside the tree.
IN_SIGHT = """(view) => {
  const [a, b] = [view.querySelector(".gl-node.current path") ?? view.querySelector(".gl-node"),
    view.querySelector(".gl-view")].map((part) => part.getBoundingClientRect());
  const wide = document.documentElement;
  return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1
    && a.bottom <= b.bottom + 1 && wide.scrollWidth <= wide.clientWidth
    && [...view.querySelectorAll("*")].every((part) => part.matches(".gl-view, .gl-code")
      || part.closest("svg") || part.scrollWidth <= part.clientWidth + 1 || !part.clientWidth);
}"""
# At each of some steps: whether it is so, and the number of nodes that are open.
AT = """async (view, steps) => {
  const slider = view.querySelector("input[type=range]");
  const found = [];
  for (const step of steps) {
    slider.value = step;
    slider.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    await new Promise(requestAnimationFrame);
    found.push([(@IN_SIGHT@)(view), view.querySelectorAll("[aria-expanded=true]").length]);
  }
  return found;
}""".replace("@IN_SIGHT@", IN_SIGHT)


@pytest.mark.parametrize(
    "trace, every, width",
    [
        pytest.param(MEDIUM, 1, 390, id="199-390"),
        pytest.param(MEDIUM, 1, 871, id="199-871", marks=pytest.mark.nightly),
        pytest.param(FOUR, 97, 390, id="3,610-390"),
        pytest.param(FOUR, 97, 871, id="3,610-871"),
    ],
)
def test_a_large_tree_is_folded_to_the_path_with_the_search_in_sight(show, trace, every, width):
    page = show(stepper(trace))
    page.set_viewport_size({"width": width, "height": 600})
    view = page.locator(".gamelib")
    page.wait_for_function(  # it has laid itself out again
        """() => document.querySelector(".gl-live").shadowRoot
          .querySelectorAll(".gl-node").length < 60"""
    )
    steps = range(0, len(trace.events) + 1, every)
    for step, (in_sight, expanded) in zip(steps, view.evaluate(AT, [*steps]), strict=True):
        assert in_sight, step
        path = trace.events[step - 1].path if step else ()
        line = trace.line if step == len(trace.events) else ()
        opened = {path[:end] for end in range(len(path) + 1)} & {
            node for node in trace.nodes if trace.nodes[node].moves
        } | {line[:end] for end in range(len(line))}
        assert expanded == len(opened), step


def notes(page):
    """Return the places of the nodes that are seen, with the small texts at each of them."""
    texts = "[...e.querySelectorAll('.gl-note')].map((text) => text.textContent).join(' ')"
    found = f"all => all.map((e) => [Number(e.dataset.node), {texts}])"
    return dict(page.locator(".gl-node").evaluate_all(found))


def test_a_search_of_a_real_game_is_opened_node_by_node(show):
    page = show(stepper(FOUR))
    choose(page, "path")  # it is off now: what is folded up stays so
    assert notes(page) == {0: ""} | {1 + 401 * move: "+400" for move in range(9)}
    page.locator("[data-node='1'] .gl-handle").click()
    assert len(notes(page)) == 1 + 9 + 8
    assert step_of(page) == 0  # a handle is not its node
    page.locator("[data-node='1']").focus()
    page.keyboard.press("Space")
    assert len(notes(page)) == 1 + 9
    assert page.locator("[data-node='1']").get_attribute("aria-expanded") == "false"
    page.keyboard.press("ArrowRight")
    focused = page.locator("[data-node]:focus")
    assert "folded up, +400, not looked at yet" in focused.get_attribute("aria-label")
    page.locator(".gamelib").focus()
    page.keyboard.press("c")
    current = page.locator(".gl-node.current")
    assert current.get_attribute("data-node") == "1"
    step = drawing_of(FOUR, depth=1).scene(step_of(page)).nodes[1]
    assert step.note.replace(": ", ", ") in current.get_attribute("aria-label")
    choose(page, "path")  # nodes on the path are open, and no others
    path = FOUR.events[step_of(page) - 1].path
    assert page.locator("[aria-expanded=true]").count() == 1 + len(path)
    assert current.get_attribute("data-node") == str([*FOUR.nodes].index(path))
    page.keyboard.press("End")
    assert page.locator(".gl-node.best").count() == 1 + len(FOUR.line)


def test_what_is_opened_again_is_what_it_was(show):
    trace = alpha_beta(TreeGame.random(2, depth=4, branching=(2, 2)), record=True).trace
    page = show(stepper(trace))
    page.set_viewport_size({"width": 1280, "height": 720})
    choose(page, "path")
    assert page.locator("[data-node]").count() < len(trace.nodes)
    choose(page, "open")
    assert page.locator("[data-node]").count() == len(trace.nodes)
    assert_all_steps(page, drawing_of(trace))
    assert_same_order(page, drawing_of(trace))


def test_a_tree_that_does_not_fit_is_dragged(show):
    page = show(stepper(TreeGame.random(3, depth=6, branching=(2, 3))))
    choose(page, "open")
    view = page.locator(".gl-view")

    def where():
        found = page.locator("[data-node='0'] > path").first.bounding_box()
        return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2

    x, y = where()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y)
    page.mouse.up()
    assert where()[0] == pytest.approx(x - 60, abs=1)
    assert step_of(page) == 0  # the end of a drag is no click
    assert view.evaluate("e => e.scrollLeft") > 0


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


def unwritten(game, state): ...


def test_a_function_that_is_not_written_yet_leaves_no_empty_stage(show):
    page = show(watch(unwritten, SAMPLE))
    assert (
        page.locator(".gl-finding").inner_text()
        == "unwritten returns nothing for A: write it first."
    )
    assert page.locator(".gl-code code").inner_text() == "def unwritten(game, state): ..."
    assert not any(page.locator(part).is_visible() for part in (".gl-stage", ".gl-say", ".gl-bar"))
    assert page.locator(".gamelib").bounding_box()["height"] < 150
    assert_readable(page)


def test_a_function_of_ones_own_begins_where_it_goes_wrong_with_its_line_marked(show):
    page = show(watch(always_max, SAMPLE))
    line = page.locator(".gl-code .now")
    assert step_of(page) == 11
    assert line.locator("code").inner_text().strip().startswith("return max(always_max(")
    page.keyboard.press("Home")
    press(page, "forward")
    assert line.locator("code").inner_text() == "def always_max(game, state):"
    assert "smallest of 3 (E), 9 (F): 3" in page.locator(".gl-finding").inner_text()
    assert page.locator("[data-act=ask]").get_attribute("hidden") == ""  # it cannot be predicted
    press(page, "finding")
    assert step_of(page) == 11
    assert_readable(page)
    for width in (871, 416):
        page.set_viewport_size({"width": width, "height": 800})
        settled(page)
        inner = page.locator(".gl-code .now").bounding_box()
        outer = page.locator(".gamelib").bounding_box()
        assert inner["y"] + inner["height"] <= outer["y"] + outer["height"]
        assert page.locator("[data-node]").count() == 21  # nothing had to be folded up
    choose(page, "present")
    press(page, "forward")
    assert page.locator(".gl-finding").is_hidden()
