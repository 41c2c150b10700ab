"""What the browser tests of our views share: steps, folds, verdicts, contrasts."""

from __future__ import annotations

import json

from axe_playwright_python.base import AXE_SCRIPT

from gamelib import SAMPLE, alpha_beta
from gamelib.view.style import with_minus
from gamelib.view.tree.drawing import drawing_of

TRACE = alpha_beta(SAMPLE, record=True).trace
CUTS = [step for step, event in enumerate(TRACE.events, start=1) if event.kind == "cut"]
LAST = len(TRACE.events)


# ---- the stepper ----------------------------------------------------------------------------


def step_of(page, number=0):
    return page.locator(".gl-stepper").nth(number).evaluate("view => Number(view.dataset.step)")


def press(page, act, number=0, kind="stepper"):
    page.locator(f".gl-{kind}").nth(number).locator(f"[data-act={act}]").click()


def choose(page, act, number=0, kind="stepper"):
    """Open the menu of a view and press one of its entries, which closes it."""
    press(page, "more", number, kind)
    press(page, act, number, kind)


def texts_of(page, selector):
    """Return the texts of what is seen."""
    return [part.inner_text() for part in page.locator(selector).all() if part.is_visible()]


# What every node that is seen shows: status, line of play, value, window or what is folded up, cut.
NODES = """(view) => [...view.querySelectorAll("[data-node]")]
  .sort((a, b) => a.dataset.node - b.dataset.node)
  .map((node) => {
    const texts = (kinds) => [...node.querySelectorAll(kinds)]
      .filter((text) => getComputedStyle(text).display !== "none")
      .map((text) => text.textContent).join(" ");
    const edge = view.querySelector(`[data-edge="${node.dataset.node}"]`);
    const names = ["unseen", "open", "current", "done", "skipped"];
    return [
      names.find((name) => node.classList.contains(name)),
      node.classList.contains("best"),
      texts(".gl-value, .gl-inside"),
      texts(".gl-note"),
      Boolean(edge && getComputedStyle(edge.querySelector(".gl-cut")).display !== "none"),
    ];
  })"""
# Steps with the view's own button and records what the page shows at each step.
ALL_STEPS = """(root, act) => {
  const states = [];
  for (;;) {
    const sentence = root.querySelector(".gl-sentence").textContent;
    const tight = Boolean(root.querySelector(".gl-tree.tight:not(.noted)"));
    states.push({ step: Number(root.dataset.step), tight, nodes: (@NODES@)(root), sentence });
    const button = root.querySelector(`[data-act=${act}]`);
    if (button.getAttribute("aria-disabled") === "true") return JSON.stringify(states);
    button.click();
  }
}""".replace("@NODES@", NODES)
PLACES = """(view) => [...view.querySelectorAll("[data-node]")]
  .sort((a, b) => a.dataset.node - b.dataset.node)
  .map((node) => node.getAttribute("transform").match(/-?[\\d.]+/g).map(Number))"""


def shown_node(node):
    """Return what a node of Python's scene shows, in the form of `NODES`."""
    note = node.note if node.shape != "leaf" else ""
    if node.folded:  # in lines
        note = note.replace(": ", " ").replace(", ", " ")
    return [node.status, node.best, with_minus(node.value), with_minus(note), node.cut]


def assert_is_fold(drawing, scene, state):
    """The page shows what Python's own fold of the same events gives, which is the scene."""
    expected = [shown_node(node) for node in scene.nodes]
    for shown, node in zip(expected, scene.nodes, strict=True):
        if state["tight"] and not node.folded:  # there is no room for windows
            shown[3] = ""
    assert state["nodes"] == expected, state["step"]
    if state["step"]:
        assert state["sentence"] == with_minus(drawing.steps[state["step"] - 1].sentence)


def assert_all_steps(page, drawing, number=0):
    """All steps forward, then all of them backward."""
    view = page.locator(".gl-stepper").nth(number)
    forward = json.loads(view.evaluate(ALL_STEPS, "forward"))
    assert [state["step"] for state in forward] == list(range(len(drawing.steps) + 1))
    back = json.loads(view.evaluate(ALL_STEPS, "back"))
    assert [state["step"] for state in back] == list(range(len(drawing.steps), -1, -1))
    scenes = [drawing.scene(step) for step in range(len(drawing.steps) + 1)]
    for state in [*forward, *back]:
        assert_is_fold(drawing, scenes[state["step"]], state)


def assert_same_order(page, drawing):
    """Each level has its own height, with the nodes in the order of Python's own layout."""
    places = page.locator(".gl-stepper").first.evaluate(PLACES)
    assert len(places) == len(drawing.nodes)
    levels = {}
    for node, (x, y) in zip(drawing.nodes, places, strict=True):
        levels.setdefault(len(node.path), []).append((node.x, x, y - node.top))
    depths = []
    for level in sorted(levels):
        across = [x for _, x, _ in sorted(levels[level])]
        assert across == sorted(across)
        depths.append(max(y for *_, y in levels[level]))
    assert depths == sorted(set(depths))


# ---- predictions -----------------------------------------------------------------------------

SKIPPED = ["N", "H", "P", "Q", "J", "T", "U"]


def node(page, name):
    """Return the shape of a node; a click on it may land on its name, which lies over it."""
    place = [TRACE.name(drawn.path) for drawn in drawing_of(TRACE).nodes].index(name)
    return page.locator(f".gl-stepper [data-node='{place}'] > path").first


# ---- colours ---------------------------------------------------------------------------------

# The contrast of each text with what lies behind it, as the accessibility rules count it.
CONTRASTS = """(view) => {
  const channels = (text) => {
    const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
    const scale = text.startsWith("color(") ? 255 : 1;
    return [r * scale, g * scale, b * scale, a];
  };
  const light = (text) => channels(text).slice(0, 3)
    .map((c) => ((c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => {
    const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement ?? e.getRootNode().host) {
      const colour = getComputedStyle(e).backgroundColor;
      if (channels(colour)[3] > 0) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const paper = behind(view);
  const found = [];
  for (const e of view.querySelectorAll("*")) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !e.getClientRects().length || e.closest("[aria-disabled=true]")) continue;
    const style = getComputedStyle(e);
    if (e.localName === "text") {
      const shape = e.closest(".gl-node")?.querySelector("path");
      const inside = shape && e.matches(".gl-name, .gl-value, .gl-inside") &&
        e.getBoundingClientRect().right <= shape.getBoundingClientRect().right + 1 &&
        e.getBoundingClientRect().bottom <= shape.getBoundingClientRect().bottom + 1;
      const back = inside ? getComputedStyle(shape).fill : paper;
      found.push([e.textContent, contrast(style.fill, back)]);
    } else found.push([e.textContent, contrast(style.color, behind(e))]);
  }
  for (const line of view.querySelectorAll(".gl-node > path, .gl-line")) {
    const name = `line of ${line.parentNode.textContent}`;
    found.push([name, contrast(getComputedStyle(line).stroke, paper)]);
  }
  return found;
}"""


def assert_readable(page):
    for view in page.locator(".gamelib").all():
        found = view.evaluate(CONTRASTS)
        assert [(text, round(ratio, 2)) for text, ratio in found if ratio < 4.5] == []


# Only what is asserted is handed over: all that axe-core reports takes longer than its search.
FOUND_BY_AXE = """async (part) => {
  const { violations } = await axe.run(part ?? document, { resultTypes: ["violations"] });
  return violations.map(({ id, impact, nodes }) => [id, impact, nodes.map(({ html }) => html)]);
}"""


def assert_accessible(page, part=None, *, every=False):
    """axe-core finds nothing serious in a page, or in a part of it; with `every` nothing at all."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(FOUND_BY_AXE, part)
    serious = ("serious", "critical")
    assert [(rule, html) for rule, impact, html in found if every or impact in serious] == []
