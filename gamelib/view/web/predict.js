import { button, html, svg, write } from "./dom.js";
import { Form, field } from "./form.js";
import { Walk } from "./keys.js";
import { BOX, SMALLER } from "./tree.js";
import { judge, parsed, unread } from "./verdict.js";

// Predicting: strike out the nodes that will be skipped, or write down values, then check.

const ICONS = { right: "M2 6.5L5 9.5L10 3", wrong: "M3 3L9 9M9 3L3 9", missed: "M6 2V7M6 9.2V10.2" };
const [BOX_WIDTH, BOX_HEIGHT] = BOX;
const KEYS = "Game tree. Arrow keys go from node to node, space strikes one out, enter writes its value, + and − open and fold it.";

export class Prediction {
  constructor(model, tree, stage, rounds) {
    Object.assign(this, { model, tree, stage, rounds });
    this.nodes = tree.data.nodes;
    this.index = new Map(this.nodes.map((node, index) => [node.label, index]));
    this.walk = new Walk(tree, stage);
    this.slashes = svg("g", { class: "gl-slashes" });
    this.badges = svg("g", { class: "gl-badges" });
    tree.svg.append(this.slashes, this.badges);
    this.boxes = this.nodes.map((node, index) => this.box(node, index));
    tree.boxed = this.boxes.some(Boolean);
    this.build();
    tree.svg.addEventListener("click", (event) => this.click(event));
    tree.svg.addEventListener("keydown", (event) => this.key(event));
    stage.element.addEventListener("layout", () => (this.place(), this.editor.place(), this.show()));
    this.editor = new Editor(this);
  }

  get answer() {
    return { skipped: [], values: {}, ...this.model.get("answer") };
  }

  /** Keep a new answer; a verdict on the old one no longer holds. */
  change(answer) {
    this.model.set("answer", { ...this.answer, ...answer });
    this.model.set("verdict", {});
  }

  // ---- parts ----

  build() {
    const { name, skips } = this.tree.data;
    const act = (word, title, act, press) => button({ word, title, "data-act": act }, press);
    const ask = skips ? `Which nodes will ${name} never look at?` : "What is each node worth?";
    this.task = html("p", { class: "gl-task gl-predict" }, ask);
    this.head = html("div", { class: "gl-head gl-predict" }, this.task, ...(this.rounds ? [this.rounds.element] : []));
    const strike = "Click a node to strike it out with everything below it. Click again to take it back.";
    const fill = "Write the value of each node into its box.";
    this.how = [skips ? strike : "", this.model.get("boxes") ? fill : ""].filter(Boolean).join(" ");
    this.score = html("p", { class: "gl-score" });
    this.message = html("p");
    this.list = html("ul", { "aria-live": "polite" });
    this.report = html(
      "div",
      { class: "gl-report gl-predict", tabindex: 0, role: "region", "aria-label": "Feedback" },
      html("div", { role: "status" }, this.score, this.message),
      this.list,
    );
    this.checker = act("Check", "Check the prediction", "check", () => (this.done && this.rounds ? this.rounds.next() : this.check()));
    this.checker.classList.add("main");
    this.clearer = act("Clear", "Take all marks away", "clear", () => this.change({ skipped: [], values: {} }));
    this.hinter = act("Hint", "Where to look, not the answer", "hint", () => this.reveal(0));
    this.one = act("Show one", "Show one mistake, and why", "one", () => this.reveal(1));
    this.rest = act("Show all", "Show all mistakes, and why", "all", () => this.reveal(Infinity));
    this.count = html("p", { class: "gl-steps", "aria-live": "polite" });
    const more = [this.hinter, this.one, this.rest];
    this.bar = html("div", { class: "gl-bar gl-predict" }, this.checker, this.clearer, ...more, html("span", { class: "gl-grow" }), this.count);
    if (this.rounds) this.clearer.after(this.rounds.other);
  }

  /** Tell whether all is known about this tree: everything was right, or all mistakes are shown. */
  get done() {
    const verdict = this.model.get("verdict");
    return Boolean(verdict.summary) && mistakes(verdict).length <= verdict.shown;
  }

  /** Return a box for the value of an inner node, where values are asked for. */
  box(node, index) {
    if (node.shape === "leaf" || !this.model.get("boxes")) return null;
    const frame = svg("rect", { height: BOX_HEIGHT, rx: 5 });
    const text = svg("text", { "font-size": 14, "text-anchor": "middle" });
    this.tree.parts[index].group.append(svg("g", { class: "gl-boxes", "data-box": index }, frame, text));
    return { frame, text };
  }

  /** Return left, top and width of a box: at the right of its node, or below it where there is little room and nothing is folded up. */
  room(index) {
    const { wide, top } = this.nodes[index];
    return this.tree.tight && !this.tree.folded.has(index) ? [-17, top * SMALLER + 2, 34] : [wide + 5, -BOX_HEIGHT / 2, BOX_WIDTH];
  }

  place() {
    this.boxes.forEach((box, index) => {
      if (!box) return;
      const [left, top, width] = this.room(index);
      for (const [name, at] of Object.entries({ x: left, y: top, width })) box.frame.setAttribute(name, at);
      box.text.setAttribute("x", left + width / 2);
      box.text.setAttribute("y", top + BOX_HEIGHT / 2 + 5);
    });
  }

  // ---- showing ----

  start() {
    this.on = this.tree.plain = this.stage.overview = true;
    this.tree.svg.setAttribute("role", "group");
    this.tree.svg.setAttribute("aria-label", KEYS);
    this.show();
  }

  stop() {
    this.on = this.tree.plain = this.stage.overview = false;
    this.editor.close();
    this.tree.parts.forEach(({ group }, index) => {
      group.removeAttribute("aria-checked");
      this.tree.mark(index, "");
    });
    this.walk.stop();
    this.badges.replaceChildren();
    this.slashes.replaceChildren();
  }

  show() {
    if (!this.on) return;
    const { skipped, values } = this.answer;
    const marked = new Set(skipped);
    const verdict = this.model.get("verdict");
    const hinted = verdict.hinted ? mistakes(verdict)[verdict.shown]?.look : undefined;
    this.badges.replaceChildren();
    const kind = (shape) => (shape === "leaf" ? "leaf" : shape.toUpperCase());
    this.walk.start("checkbox", ({ label, shape }) => `${label}, ${kind(shape)}, skipped`);
    this.nodes.forEach((node, index) => {
      const struck = marked.has(node.label);
      this.tree.parts[index].group.setAttribute("aria-checked", String(struck));
      this.tree.mark(index, `${struck ? "marked" : ""}${node.label === hinted ? " hinted" : ""}`);
      const box = this.boxes[index];
      if (!box) return;
      const text = values[node.label] ?? "";
      write(box.text, (text.length > 5 ? `${text.slice(0, 4)}…` : text).replace(/-(?=[\d.∞])/g, "−"));
      box.frame.setAttribute("class", text ? "filled" : "");
    });
    this.slash(marked);
    const boxes = this.boxes.filter(Boolean).length;
    const count = this.tree.data.skips ? [`${marked.size} of ${this.nodes.length} nodes struck out`] : [];
    if (boxes) count.push(`${Object.keys(values).length} of ${boxes} boxes filled in`);
    write(this.count, this.rounds && this.done ? this.rounds.tally : count.join(", "));
    this.rounds?.show(this.checker, Boolean(verdict.summary), this.done);
    this.showVerdict(verdict);
  }

  /** Draw two slashes across the edge to each node that is struck out, where the node above is not. */
  slash(marked) {
    const tops = this.nodes.filter(({ label, parent }) => marked.has(label) && parent >= 0 && !marked.has(this.nodes[parent].label));
    this.slashes.replaceChildren(
      ...tops.map(({ x, y, parent }) => {
        const upper = this.nodes[parent];
        const turn = (Math.atan2(upper.x - x, y - upper.y) * 180) / Math.PI;
        const transform = `translate(${(x + upper.x) / 2} ${(y + upper.y) / 2}) rotate(${turn})`;
        return svg("path", { d: this.tree.data.bars, transform });
      }),
    );
  }

  /** Show how much is right; the mistakes one by one, as the student asks for them. */
  showVerdict(verdict) {
    const { marks = [], summary, shown, hinted, problem } = verdict;
    const wrong = mistakes(verdict);
    const all = shown >= wrong.length;
    for (const part of [this.hinter, this.one, this.rest]) {
      part.hidden = !wrong.length;
      part.setAttribute("aria-disabled", String(all));
    }
    this.through.hidden = !summary; // it would give the answer away
    if (hinted) this.hinter.setAttribute("aria-disabled", "true");
    this.report.classList.toggle("right", Boolean(summary) && !wrong.length);
    write(this.score, problem ?? summary?.head ?? "");
    write(this.message, problem ? "" : (all && wrong.length ? "" : (summary?.text ?? this.how)));
    const seen = wrong.slice(0, shown);
    const line = ([names, verdict, text]) => html("li", { class: verdict }, html("b", {}, names.join(" ")), text);
    this.list.replaceChildren(...together(seen).map(line));
    if (hinted && !all) this.list.append(html("li", {}, wrong[shown].hint));
    for (const mark of all ? marks : seen) {
      const index = this.index.get(mark.name);
      if (this.tree.holder[index] === index) this.badge(index, mark); // and not one in a folded subtree
    }
  }

  /** Show some more mistakes, or where the next one is. */
  reveal(more) {
    const verdict = this.model.get("verdict");
    const shown = Math.min(mistakes(verdict).length, verdict.shown + more);
    this.model.set("verdict", { ...verdict, shown, hinted: more === 0 });
  }

  badge(index, { kind, verdict, name, reason }) {
    const { x, y, wide, top } = this.nodes[index];
    const small = this.tree.tight ? SMALLER : 1;
    const [left, high, width] = this.room(index);
    const [right, down] = kind === "value" ? [left + width, high] : [wide * small * 0.8, 2 - top * small];
    this.badges.append(
      svg(
        "g",
        {
          class: `gl-verdict ${verdict}`,
          transform: `translate(${x + right - 7} ${y + down - 7})`,
          "data-verdict": `${name} ${kind} ${verdict}`,
        },
        svg("title", {}, reason || verdict),
        svg("circle", { cx: 7, cy: 7, r: 8 }),
        svg("path", { d: ICONS[verdict], transform: "translate(1 1)" }),
      ),
    );
  }

  // ---- what the student does ----

  click(event) {
    if (!this.on) return;
    const node = this.tree.meant(event);
    if (!node) return;
    const index = Number(node.dataset.node);
    this.walk.focus(index);
    if (event.target.closest("[data-box]") || (this.boxes[index] && !this.tree.data.skips)) this.editor.open(index);
    else this.toggle(index);
  }

  /** Strike a node out with all below it, or take that back with all above it. */
  toggle(index) {
    if (!this.tree.data.skips) return;
    const marked = new Set(this.answer.skipped);
    const struck = marked.has(this.nodes[index].label);
    for (let below = index; below < this.walk.ends[index]; below++)
      if (struck) marked.delete(this.nodes[below].label);
      else marked.add(this.nodes[below].label);
    for (let above = this.nodes[index].parent; struck && above >= 0; above = this.nodes[above].parent)
      marked.delete(this.nodes[above].label);
    this.change({ skipped: this.nodes.map(({ label }) => label).filter((label) => marked.has(label)) });
  }

  write(index, value) {
    const values = { ...this.answer.values };
    if (value) values[this.nodes[index].label] = value;
    else delete values[this.nodes[index].label];
    this.change({ values });
  }

  key(event) {
    if (!this.on || !event.target.closest("[data-node]")) return;
    const { at } = this.walk;
    if (event.key === " ") this.toggle(at);
    else if (event.key === "Enter" && this.boxes[at]) this.editor.open(at);
    else if (event.key === "Enter") this.toggle(at);
    else if (!this.stage.folds.key(at, event.key) && !this.walk.go(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // ---- checking ----

  check() {
    this.editor.close();
    const { answer } = this;
    const unreadable = this.nodes.map(({ label }) => unread(label, answer.values[label])).find(Boolean);
    const names = this.nodes.filter((_, index) => this.boxes[index]).map(({ label }) => label);
    const verdict = unreadable ? { problem: unreadable } : judge(this.model.get("truth"), answer, names);
    if (!unreadable) this.rounds?.count(!mistakes(verdict).length);
    this.model.set("verdict", verdict);
  }
}

function mistakes({ marks = [] }) {
  return marks.filter(({ verdict }) => verdict !== "right");
}

/** Return lines [names, verdict, text]: nodes that are wrong for the same reason share one. */
function together(marks) {
  const lines = [];
  for (const { name, verdict, message, reason } of marks) {
    const text = `: ${message} ${reason}`;
    if (lines.at(-1)?.[2] === text) lines.at(-1)[0].push(name);
    else lines.push([[name], verdict, text]);
  }
  return lines;
}

/** The form for a node's value. */
class Editor extends Form {
  constructor(prediction) {
    const value = field("Value", 5);
    super(prediction.walk, [html("label", {}, "value ", value)], { done: () => this.done(), changed: () => this.changed() });
    Object.assign(this, { prediction, value });
  }

  open(index) {
    this.value.value = this.prediction.answer.values[this.prediction.nodes[index].label] ?? "";
    this.mark();
    super.open(index);
  }

  /** Mark what is no number; it is kept all the same. */
  mark() {
    const text = this.value.value.trim();
    this.value.toggleAttribute("aria-invalid", Boolean(text) && !parsed(text, true));
  }

  changed() {
    this.mark();
    write(this.message, "");
    this.prediction.write(this.at, this.value.value.trim());
  }

  done() {
    const problem = unread(this.name.textContent, this.value.value.trim());
    write(this.message, problem);
    if (problem) this.place();
    else this.close(true);
  }
}
