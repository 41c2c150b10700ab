"""What the browser tests of our views share: steps, folds, verdicts, contrasts."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

from axe_playwright_python.sync_playwright import Axe

from gamelib import SAMPLE, alpha_beta
from gamelib.face import Words
from gamelib.view.style import with_minus
from gamelib.view.tree.drawing import drawing_of
from gamelib.view.tree.shapes import cut_mark, edge_shapes, node_shapes
from gamelib.view.tree.svg import path_of

TRACE = alpha_beta(SAMPLE, record=True).trace
CUTS = [step for step, event in enumerate(TRACE.events, start=1) if event.kind == "cut"]
LAST = len(TRACE.events)


# ---- the stepper ----------------------------------------------------------------------------


def step_of(page, number=0):
    return page.locator(".gl-stepper").nth(number).evaluate("view => Number(view.dataset.step)")


def press(page, act, number=0, kind="stepper"):
    page.locator(f".gl-{kind}").nth(number).locator(f"[data-act={act}]").click()


# The state of every node that is seen, by its classes.
SPOTS = """(view) => [...view.querySelectorAll("[data-spot]")]
  .sort((a, b) => a.dataset.spot - b.dataset.spot)
  .map(({ classList }) => [
    ["unseen", "open", "current", "done", "skipped"].find((name) => classList.contains(name)),
    classList.contains("best"),
  ])"""
# Steps with the widget's own buttons and notes what the page shows after each step.
ALL_STEPS = """(root, act) => {
  const states = [];
  for (;;) {
    const marks = [...root.querySelectorAll(".gl-tree :is(path, text)")]
      .filter((mark) => !mark.matches(
        ".gl-edge:not(.cut) > .gl-cut, .gl-handle *, .gl-why > path"))
      .map((mark) => {
        const moved = mark.closest("[transform]")?.getAttribute("transform") ?? "translate(0 0)";
        const [x, y] = moved.match(/-?[\\d.]+/g);
        const names = ["x", "y", "font-size", "text-anchor"];
        return mark.localName === "path"
          ? [x, y, mark.getAttribute("d")]
          : [x, y, ...names.map((name) => mark.getAttribute(name)), mark.textContent];
      });
    const sentence = root.querySelector(".gl-sentence").textContent;
    states.push({ step: Number(root.dataset.step), spots: (@SPOTS@)(root), marks, sentence });
    const button = root.querySelector(`[data-act=${act}]`);
    if (button.getAttribute("aria-disabled") === "true") return JSON.stringify(states);
    button.click();
  }
}""".replace("@SPOTS@", SPOTS)


def expected_marks(scene):
    """Return all that is drawn, each thing with the place from which it is measured."""
    found = []
    for upper, place, label in scene.edges:
        lower = scene.nodes[place]
        shapes = edge_shapes(scene.nodes[upper], lower, label)
        ((start, end),) = shapes[0].lines
        found.append((0, 0, path_of(shapes[0])))
        if lower.cut:
            middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
            found.append((*middle, path_of(cut_mark((0, -1), (0, 1)))))
        if label:
            found.append(placed(lower, shapes[-1], lower.x, lower.y))
    for node in scene.nodes:
        found += [placed(node, shape) for shape in node_shapes(replace(node, x=0.0, y=0.0))]
    return Counter(found)


def placed(node, shape, x=0.0, y=0.0):
    if not isinstance(shape, Words):
        return node.x, node.y, path_of(shape)
    numbers = round(shape.x - x, 1), round(shape.y - y, 1), shape.size
    return node.x, node.y, *numbers, shape.anchor, shape.text


def shown_marks(marks):
    return Counter(
        (*map(float, mark[: 2 if len(mark) == 3 else 5]), *mark[2 if len(mark) == 3 else 5 :])
        for mark in marks
    )


def assert_is_fold(drawing, state):
    """The page shows what Python's own fold of the same events gives."""
    scene = drawing.scene(state["step"])
    assert state["spots"] == [[node.status, node.best] for node in scene.nodes]
    assert shown_marks(state["marks"]) == expected_marks(scene)
    if state["step"]:
        assert state["sentence"] == with_minus(drawing.steps[state["step"] - 1].sentence)


def assert_all_steps(page, drawing, number=0):
    """All steps forward, then all of them backward."""
    view = page.locator(".gl-stepper").nth(number)
    forward = json.loads(view.evaluate(ALL_STEPS, "forward"))
    assert [state["step"] for state in forward] == list(range(len(drawing.steps) + 1))
    back = json.loads(view.evaluate(ALL_STEPS, "back"))
    assert [state["step"] for state in back] == list(range(len(drawing.steps), -1, -1))
    for state in [*forward, *back]:
        assert_is_fold(drawing, state)


# ---- predictions -----------------------------------------------------------------------------

SKIPPED = ["N", "H", "P", "Q", "J", "T", "U"]


def node(page, name):
    """Return the shape of a node; a click on it may land on its name, which lies over it."""
    place = [TRACE.name(drawn.path) for drawn in drawing_of(TRACE).nodes].index(name)
    return page.locator(f".gl-stepper [data-spot='{place}'] > path").first


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
      const shape = e.closest(".gl-spot")?.querySelector("path");
      const inside = shape && e.matches(".gl-name, .gl-value") &&
        e.getBoundingClientRect().right <= shape.getBoundingClientRect().right + 1 &&
        e.getBoundingClientRect().bottom <= shape.getBoundingClientRect().bottom + 1;
      const back = inside ? getComputedStyle(shape).fill : paper;
      found.push([e.textContent, contrast(style.fill, back)]);
    } else found.push([e.textContent, contrast(style.color, behind(e))]);
  }
  for (const line of view.querySelectorAll(".gl-spot > path, .gl-line")) {
    const name = `line of ${line.parentNode.textContent}`;
    found.push([name, contrast(getComputedStyle(line).stroke, paper)]);
  }
  return found;
}"""


def assert_readable(page):
    for view in page.locator(".gamelib").all():
        found = view.evaluate(CONTRASTS)
        assert [(text, round(ratio, 2)) for text, ratio in found if ratio < 4.5] == []


def assert_accessible(page, part=None):
    """axe-core has nothing serious to say about a page, or about a part of it."""
    found = Axe().run(page, part).response["violations"]
    serious = [rule for rule in found if rule["impact"] in ("serious", "critical")]
    assert [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in serious] == []
