import { button, html, svg, write } from "./dom.js";
import { Editor } from "./editor.js";
import { judge, unread } from "./verdict.js";
import { Walk } from "./walk.js";

// Predicting: mark the nodes that will be skipped, fill in values and windows, then check.

const ICON = { right: "M2 6.5L5 9.5L10 3", wrong: "M3 3L9 9M9 3L3 9", missed: "M6 2V7M6 9.2V10.2" };
const [VALUE, WINDOW] = [40, 56]; // how wide the boxes are
const KEYS =
  "Game tree. Arrow keys go from node to node, space marks one as skipped, enter fills in its boxes.";

export class Prediction {
  constructor(model, tree, stage) {
    Object.assign(this, { model, tree, stage });
    this.spots = tree.data.spots;
    this.place = new Map(this.spots.map((spot, place) => [spot.label, place]));
    this.walk = new Walk(tree, stage);
    this.notes = this.spots.map((spot, place) => this.boxes(spot, place));
    this.spots.forEach((spot, place) => tree.parts[place].group.firstChild.after(cross(spot)));
    this.badges = svg("g", { class: "gl-badges" });
    tree.svg.append(this.badges);
    this.build();
    tree.svg.addEventListener("click", (event) => this.click(event));
    tree.svg.addEventListener("keydown", (event) => this.key(event));
    stage.element.addEventListener("layout", () => (this.editor.place(), this.show()));
    this.editor = new Editor(this);
  }

  get answer() {
    return { skipped: [], values: {}, windows: {}, none: false, ...this.model.get("answer") };
  }

  /** Keep a new answer; a verdict on the old one no longer holds. */
  change(answer) {
    this.model.set("answer", { ...this.answer, ...answer });
    this.judged({});
  }

  judged(verdict) {
    this.model.set("verdict", verdict);
  }

  // ---- parts ----

  build() {
    this.count = html("p", { class: "gl-steps", "aria-live": "polite" });
    this.checker = button(
      { word: "Check", title: "Check the prediction", class: "strong", "data-act": "check" },
      () => this.check(),
    );
    const act = (word, title, act, press) => button({ word, title, "data-act": act }, press);
    this.clearer = act("Clear", "Take all marks away", "clear", () =>
      this.change({ skipped: [], values: {}, windows: {}, none: false }),
    );
    this.none = act("Nothing is skipped", "Say that nothing is skipped", "none", () => {
      const { skipped, none } = this.answer;
      if (!skipped.length) this.change({ none: !none });
    });
    this.bar = html(
      "div",
      { class: "gl-bar gl-predict" },
      this.checker,
      this.none,
      this.clearer,
      this.count,
    );
    const windows = this.tree.data.asks.includes("windows");
    const fill = this.model.get("boxes")
      ? ` Beside a node you can fill in its value${windows ? " and its window" : ""}.`
      : "";
    this.task = html(
      "p",
      { class: "gl-sentence gl-predict" },
      html("strong", {}, "Before the search: "),
      `click the nodes that you think it will skip, then check.${fill}`,
    );
    this.score = html("p", { class: "gl-score" });
    this.told = html("p");
    this.list = html("ul", { "aria-live": "polite" });
    this.more = html(
      "div",
      { class: "gl-answer" },
      act("Hint", "Where to look, not the answer", "hint", () => this.reveal(0)),
      act("Show one", "Show one mistake, and why", "one", () => this.reveal(1)),
      act("Show all", "Show all mistakes, and why", "all", () => this.reveal(Infinity)),
    );
    this.report = html(
      "div",
      { class: "gl-report gl-predict" },
      html("div", { role: "status" }, this.score, this.told),
      this.more,
      this.list,
    );
  }

  /** Two boxes beside an inner node, for its value and its window. */
  boxes(spot, place) {
    if (spot.shape === "leaf" || !this.model.get("boxes")) return null;
    const left = spot.wide + 4;
    const box = (kind, y, width, height, size) => ({
      frame: svg("rect", { x: left, y, width, height, rx: 2 }),
      text: svg("text", { x: left + 3, y: y + height - 3.6, "font-size": size }),
      kind,
    });
    const [value, window] = [
      box("value", -15.5, VALUE, 15, 12),
      box("window", 1.5, WINDOW, 14, 10.5),
    ];
    if (!this.tree.data.asks.includes("windows")) window.frame.setAttribute("display", "none");
    const both = svg("rect", {
      class: "gl-hit",
      x: left,
      y: -15.5,
      width: WINDOW,
      height: 31,
    });
    const group = svg(
      "g",
      { class: "gl-boxes", "data-box": place },
      both,
      value.frame,
      value.text,
      window.frame,
      window.text,
    );
    this.tree.parts[place].group.append(group);
    return { value, window };
  }

  // ---- showing ----

  start() {
    this.on = true;
    this.tree.svg.setAttribute("role", "group");
    this.tree.svg.setAttribute("aria-label", KEYS);
    this.show();
  }

  stop() {
    this.on = false;
    this.editor.close();
    this.tree.parts.forEach(({ group }, place) => {
      group.removeAttribute("aria-checked");
      this.tree.mark(place, "");
    });
    this.walk.stop();
    this.badges.replaceChildren();
  }

  show() {
    if (!this.on) return;
    const { skipped, values, windows, none } = this.answer;
    const marked = new Set(skipped);
    const verdict = this.model.get("verdict");
    const hinted = verdict.hinted ? mistakes(verdict)[verdict.shown]?.look : undefined;
    this.badges.replaceChildren();
    const kind = (shape) => (shape === "leaf" ? "leaf" : shape.toUpperCase());
    this.walk.start("checkbox", ({ label, shape }) => `${label}, ${kind(shape)}, skipped`);
    this.spots.forEach((spot, place) => {
      const is = marked.has(spot.label);
      this.tree.parts[place].group.setAttribute("aria-checked", String(is));
      this.tree.mark(place, `${is ? "marked" : ""}${spot.label === hinted ? " hinted" : ""}`);
      const boxes = this.notes[place];
      if (!boxes) return;
      const window = windows[spot.label];
      const written = window && `(${window.map((half) => half || "?").join(", ")})`;
      this.fill(boxes.value, values[spot.label], place ? "" : "value"); // the root says what is what
      const asked = this.tree.data.asks.includes("windows");
      this.fill(boxes.window, written, asked && !place ? "window" : "");
    });
    const boxes = Object.keys(values).length + Object.keys(windows).length;
    this.none.setAttribute("aria-pressed", String(none && !marked.size));
    this.none.setAttribute("aria-disabled", String(marked.size > 0));
    write(this.count, `${marked.size} marked${boxes ? `, ${boxes} filled in` : ""}`);
    this.showVerdict(verdict);
  }

  fill(box, text, hint) {
    const fits = text?.length > 11 ? `${text.slice(0, 10)}…` : text;
    write(box.text, fits ? fits.replace(/-(?=[\d.∞])/g, "−") : hint);
    box.frame.setAttribute("class", text ? "filled" : "");
    box.text.setAttribute("class", text ? "" : "hint");
  }

  /** Show how much is right; the mistakes one by one, as somebody asks for them. */
  showVerdict(verdict) {
    const { marks = [], points, possible, counts, shown, hinted, problem } = verdict;
    const wrong = mistakes(verdict);
    const all = shown >= wrong.length;
    this.report.hidden = points === undefined && !problem;
    this.more.hidden = !wrong.length;
    for (const part of this.more.children) part.setAttribute("aria-disabled", String(all));
    if (hinted) this.more.firstChild.setAttribute("aria-disabled", "true");
    write(this.score, problem ?? `${points} of ${possible} point${possible === 1 ? "" : "s"}`);
    const { none, values, windows } = this.answer;
    const blank = none && !Object.keys({ ...values, ...windows }).length; // what was right is little
    const right = `${counts} All of it is right.${blank ? " No value is filled in yet." : ""}`;
    write(this.told, problem ? "" : wrong.length ? counts : right);
    const seen = wrong.slice(0, shown);
    const line = ({ name, verdict, told, reason }) =>
      html("li", { class: verdict }, `${name}: ${told} ${reason}`);
    this.list.replaceChildren(...seen.map(line));
    if (hinted && !all) this.list.append(html("li", {}, wrong[shown].hint));
    for (const mark of all ? marks : seen) {
      const place = this.place.get(mark.name);
      if (place !== undefined) this.badge(place, mark);
    }
  }

  /** Show some more mistakes, or where the next one is. */
  reveal(more) {
    const verdict = this.model.get("verdict");
    const shown = Math.min(mistakes(verdict).length, verdict.shown + more);
    this.judged({ ...verdict, shown, hinted: more === 0 });
  }

  badge(place, { kind, verdict, name, reason }) {
    const { x, y, wide, top } = this.spots[place];
    const at = {
      skipped: [x + wide * 0.75, y - top + 1],
      value: [x + wide + 4 + VALUE, y - 8],
      window: [x + wide + 4 + WINDOW, y + 8.5],
    }[kind];
    if (!at) return;
    this.badges.append(
      svg(
        "g",
        {
          class: `gl-verdict ${verdict}`,
          transform: `translate(${at[0] - 6.5} ${at[1] - 6.5})`,
          "data-verdict": `${name} ${kind} ${verdict}`,
        },
        svg("title", {}, reason || verdict),
        svg("circle", { cx: 6.5, cy: 6.5, r: 7 }),
        svg("path", { d: ICON[verdict], transform: "translate(0.5 0.5)" }),
      ),
    );
  }

  // ---- what the student does ----

  click(event) {
    if (!this.on) return;
    const spot = event.target.closest("[data-spot]");
    if (!spot) return;
    const place = Number(spot.dataset.spot);
    this.walk.focus(place);
    if (event.target.closest("[data-box]")) this.editor.open(place);
    else this.toggle(place);
  }

  /**
   * Mark or unmark a node. What is below a skipped node is skipped as well, and what is above a
   * visited one is visited.
   */
  toggle(place) {
    const marked = new Set(this.answer.skipped);
    const is = marked.has(this.spots[place].label);
    for (let below = place; below < this.walk.ends[place]; below++)
      if (is) marked.delete(this.spots[below].label);
      else marked.add(this.spots[below].label);
    for (let above = this.spots[place].parent; is && above >= 0; above = this.spots[above].parent)
      marked.delete(this.spots[above].label);
    const inOrder = this.spots.map(({ label }) => label).filter((label) => marked.has(label));
    this.change({ skipped: inOrder, none: false });
  }

  write(place, value, window) {
    const { label } = this.spots[place];
    const { values, windows } = this.answer;
    const [v, w] = [{ ...values }, { ...windows }];
    if (value) v[label] = value;
    else delete v[label];
    if (window.some(Boolean)) w[label] = window;
    else delete w[label];
    this.change({ values: v, windows: w });
  }

  key(event) {
    if (!this.on || !event.target.closest("[data-spot]")) return;
    const { at } = this.walk;
    if (event.key === " ") this.toggle(at);
    else if (event.key === "Enter" && this.notes[at]) this.editor.open(at);
    else if (!this.walk.go(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // ---- checking ----

  check() {
    this.editor.close();
    const { answer } = this;
    const problem = this.problem(answer);
    this.judged(problem ? { problem } : judge(this.model.get("truth"), answer));
  }

  /** Return what keeps an answer from being checked, in a sentence. */
  problem({ skipped, values, windows, none }) {
    for (const { label } of this.spots) {
      const bad = unread(label, values[label], windows[label]);
      if (bad) return bad;
    }
    const empty = ![...skipped, ...Object.keys(values), ...Object.keys(windows)].length;
    if (!empty || none) return "";
    return "Nothing is marked yet: click the nodes that will be skipped, or say that nothing is.";
  }
}

function mistakes({ marks = [] }) {
  return marks.filter(({ verdict }) => verdict !== "right");
}

/** A cross behind the text of a node, which is seen when the node is meant to be skipped. */
function cross({ wide, top }) {
  const [a, b] = [wide + 1, top + 1];
  const d = `M${-a} ${-b}L${a} ${b}M${a} ${-b}L${-a} ${b}`;
  return svg("path", { class: "gl-cross", d });
}
