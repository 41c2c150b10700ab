import { button, control, html, svg, write } from "./dom.js";
import { heard, ranked } from "./aria.js";
import { Form, field } from "./form.js";
import { link, writeNamed } from "./links.js";
import { Head, part } from "./panels.js";
import { Stage } from "./stage.js";
import { Tree } from "./tree.js";
import { Walk } from "./keys.js";

// Exploring: the browser asks for a change of the tree; the kernel makes it, searches again and sends the picture.

const PATIENCE = 4000; // milliseconds until we say that the kernel does not answer
const FAR = 5; // pixels that make a drag of a click
const BESIDE = 90; // from the last node to where one more would stand
const HINT = "Choose a node: a double click edits it, dragging gives it another place.";
const KEYS =
  "Keys at a node: arrows choose, Enter or a digit edits, Shift ← → moves it, Insert or a adds a child, Delete removes, " +
  "m swaps MAX and MIN, Ctrl Z and Ctrl Y undo and redo";
const ACTS = { Insert: "add", a: "add", Delete: "remove", Backspace: "remove", m: "swap" };
const BACK = { z: "undo", Z: "redo", y: "redo" }; // with Ctrl
const WAYS = { ArrowLeft: -1, ArrowRight: 1 }; // with Shift

class Explore {
  constructor(model, el) {
    this.model = model;
    this.where = html("div", { style: "display: contents" }); // for the head and the stage
    this.sentence = html("p", { class: "gl-sentence", "aria-live": "polite" });
    this.said = html("p", { class: "gl-said", role: "status" });
    this.told = control("select", { class: "gl-told", size: 8, "aria-label": "Narration" });
    this.told.addEventListener("change", () => this.go(this.told.selectedIndex));
    this.text = control("pre", { class: "gl-text", tabindex: 0, "aria-label": "The tree as text" });
    this.panel = html("div", { class: "gl-panel" });
    const copy = button({ word: "Copy", title: "Copy the text", "data-act": "copy" }, () => this.copy());
    const parts = [part("Narration", this.told), part("As text", this.text, copy)];
    const side = html("div", { class: "gl-side" }, this.panel, ...parts);
    this.root = control(
      "div",
      { class: "gamelib gl-explore", tabindex: 0, role: "group", "aria-label": `Explorer. ${KEYS}.` },
      html("div", { class: "gl-frame" }, this.where, this.sentence, this.bar(), side),
    );
    this.root.addEventListener("keydown", (event) => this.key(event));
    link(this.root);
    el.append(this.root);
    this.reactions = { "change:shown": () => this.show(), "change:panel": () => this.showPanel() };
    for (const [name, react] of Object.entries(this.reactions)) {
      model.on(name, react);
      react();
    }
  }

  destroy() {
    for (const [name, react] of Object.entries(this.reactions)) this.model.off(name, react);
    this.stage.destroy();
    clearTimeout(this.timer);
  }

  bar() {
    const group = (name, ...buttons) => html("div", { class: "gl-group", role: "group", "aria-label": name }, ...buttons);
    const make = (act, word, title, press, image) => button({ word, title, image, "data-act": act }, press);
    const at = (act) => () => this.ask(act, this.chosen);
    this.search = control(
      "select",
      { "aria-label": "Search", change: () => this.ask("choose", this.search.value) },
      ...this.model.get("shown").searches.map((name) => html("option", {}, name)),
    );
    return html(
      "div",
      { class: "gl-bar" },
      this.said,
      group(
        "Chosen node",
        make("edit", "Edit", "Edit the value of the chosen leaf (Enter)", () => this.edit()),
        make("left", "", "Move the chosen node to the left (Shift ←)", () => this.move(-1), "left"),
        make("right", "", "Move the chosen node to the right (Shift →)", () => this.move(1), "right"),
        make("add", "child", "Add a child at the chosen node (Insert)", at("add"), "plus"),
        make("remove", "remove", "Remove the chosen node and all below it (Delete)", at("remove"), "minus"),
        make("swap", "swap side", "Let the other side move at the chosen node (m)", at("swap")),
      ),
      group(
        "Whole tree",
        make("swapAll", "Swap all sides", "Swap MAX and MIN in the whole tree", () => this.ask("swap")),
        make("undo", "Undo", "Undo (Ctrl Z)", () => this.ask("undo")),
        make("redo", "Redo", "Redo (Ctrl Y)", () => this.ask("redo")),
        make("again", "Start again", "Back to the tree as it was given", () => this.ask("again")),
      ),
      this.search,
    );
  }

  // ---- showing ----

  /** Show the kernel's answer. */
  show() {
    const { text, said, bad, search, visited } = this.model.get("shown");
    this.say(said || HINT, bad);
    write(this.text, text);
    this.search.value = search;
    this.root.dataset.visited = visited;
    if (this.data !== this.model.get("data")) this.showTree();
    else if (!bad) this.form.close(this.form.element.contains(document.activeElement));
    else {
      this.value.setAttribute("aria-invalid", "true"); // what was typed stays
      this.value.focus();
    }
  }

  say(words, bad) {
    clearTimeout(this.timer);
    write(this.said, words);
    this.said.classList.toggle("bad", bad);
  }

  /** A new tree is a new picture, at the end of its search; the zoom stays as it was. */
  showTree() {
    const data = (this.data = this.model.get("data"));
    const zoomed = this.stage?.zoomed ?? null;
    const focused = this.where.querySelector("[data-spot]:focus, .gl-editor :focus");
    this.stage?.destroy();
    this.tree = new Tree(data);
    this.stage = new Stage(this.tree);
    this.stage.zoomed = zoomed;
    this.heading = new Head(data);
    this.where.replaceChildren(this.heading.element, this.stage.element);
    this.told.replaceChildren(...data.steps.map(({ sentence }) => html("option", {}, sentence)));
    this.walk = new Walk(this.tree, this.stage);
    this.value = field("Value", 6);
    this.form = new Form(this.walk, [html("label", {}, "value ", this.value)], { done: () => this.finish() });
    const { svg: picture } = this.tree;
    picture.setAttribute("role", "tree");
    picture.setAttribute("aria-label", `${data.title}. ${KEYS}`);
    const chosen = this.model.get("shown").chosen || this.chosen;
    this.walk.at = Math.max(0, data.spots.findIndex(({ label }) => label === chosen));
    this.walk.start("treeitem", (_, place) => heard(this.tree, place));
    ranked(this.tree);
    this.choose(this.walk.at);
    if (focused) this.walk.focus(this.walk.at);
    picture.addEventListener("pointerdown", (event) => this.press(event));
    picture.addEventListener("dblclick", ({ target }) => target.closest("[data-spot]") && this.edit());
    picture.addEventListener("focusin", ({ target }) => {
      const spot = target.closest("[data-spot]");
      if (spot) this.choose(Number(spot.dataset.spot));
    });
    this.go(data.steps.length - 1);
  }

  /** Show the search after one of its steps. */
  go(step) {
    const entry = this.data.steps[step];
    this.tree.go(step + 1);
    this.heading.show(entry);
    this.told.selectedIndex = step;
    writeNamed(this.sentence, entry.sentence, entry.names);
  }

  showPanel() {
    const { title, chart, buttons, bars } = this.model.get("panel");
    this.panel.hidden = !title;
    if (!title) return;
    const to = (name) => () => this.ask("go", name);
    const focused = this.panel.contains(document.activeElement) ? document.activeElement.dataset.to : null;
    const drawing = html("div", { class: "gl-chart" });
    drawing.innerHTML = chart; // numbers only, from Python
    for (const [left, width, name, words] of bars) {
      const style = `left: ${left * 100}%; width: ${width * 100}%`;
      drawing.append(control("button", { type: "button", style, title: words, "aria-label": words, "data-to": name, click: to(name) }));
    }
    const links = Object.entries(buttons).map(([name, word]) => button({ word, title: `Go to: ${word}`, "data-to": name }, to(name)));
    this.panel.replaceChildren(html("p", {}, html("strong", {}, title)), drawing, html("div", { class: "gl-group" }, ...links));
    if (focused) this.panel.querySelector(`[data-to="${focused}"]`)?.focus();
  }

  // ---- what the user does ----

  /** Ask the kernel for a change; if it does not answer, say so. */
  ask(...message) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.say("No answer yet: the kernel is busy, or this cell has to be run again.", true), PATIENCE);
    try {
      this.model.send(message);
    } catch {
      this.say("There is no kernel to answer: run this cell again to go on.", true);
    }
  }

  /** Choose one node, and no other. */
  choose(place) {
    if (place !== this.form.at && !this.form.element.hidden) this.finish();
    this.walk.enter(place);
    this.chosen = this.data.spots[place].label;
    this.tree.parts.forEach((_, other) => this.tree.mark(other, other === place ? "chosen" : ""));
  }

  siblings(place) {
    return this.tree.children[this.data.spots[place].parent] ?? [place];
  }

  move(way) {
    const { at } = this.walk;
    this.ask("move", this.chosen, this.siblings(at).indexOf(at) + way);
  }

  edit() {
    const leaf = this.text.textContent.split(/\s+/).find((word) => word.startsWith(`${this.chosen}=`));
    if (!leaf) return this.ask("edit", this.chosen, ""); // the kernel says why not
    this.value.value = leaf.slice(this.chosen.length + 1);
    this.value.removeAttribute("aria-invalid");
    this.form.open(this.walk.at);
  }

  finish() {
    this.ask("edit", this.data.spots[this.form.at].label, this.value.value);
  }

  copy() {
    const [done, failed] = ["The text is copied.", "The browser does not allow it: click into the text and press Ctrl C."];
    const copied = navigator.clipboard?.writeText(this.text.textContent) ?? Promise.reject();
    copied.then(() => this.say(done, false), () => this.say(failed, true));
  }

  key(event) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey) {
      if (!(key in BACK)) return;
      this.ask(BACK[key]);
    } else if (event.altKey || !event.target.closest("[data-spot]")) return;
    else if (event.shiftKey && key in WAYS) this.move(WAYS[key]);
    else if (key in ACTS) this.ask(ACTS[key], this.chosen);
    else if (/^([-\d]|Enter)$/.test(key)) this.edit();
    else if (!this.walk.go(key)) return;
    event.stopPropagation();
    if (key.length > 1 || this.form.element.hidden) event.preventDefault(); // else the digit goes to the form
  }

  /** A node that is dragged follows the pointer, and a line marks its place; the kernel then gives it that place. */
  press(start) {
    const group = start.target.closest("[data-spot]");
    if (!group || start.button) return;
    start.preventDefault(); // no text is to be selected
    start.stopPropagation();
    const place = Number(group.dataset.spot);
    this.walk.focus(place);
    const { x, y, top, label } = this.data.spots[place];
    const others = this.siblings(place).filter((other) => other !== place).map((other) => this.data.spots[other].x);
    const { style } = group;
    const marker = svg("path", { class: "gl-drop" });
    const over = new AbortController();
    let [by, to] = [0, 0];
    const pull = ({ clientX }) => {
      if (!by && Math.abs(clientX - start.clientX) <= FAR) return;
      by = (clientX - start.clientX) / this.stage.scale;
      style.translate = `${by}px`;
      if (!others.length) return;
      to = others.filter((other) => other < x + by).length;
      const [left, right] = [others[to - 1] ?? others[0] - BESIDE, others[to] ?? others.at(-1) + BESIDE];
      marker.setAttribute("d", `M${(left + right) / 2} ${y - 1.6 * top}v${3.2 * top}`);
      this.tree.svg.append(marker);
    };
    const drop = ({ type }) => {
      over.abort();
      marker.remove();
      style.translate = "";
      if (by && type === "pointerup") this.ask("move", label, to);
    };
    const listeners = { pointermove: pull, pointerup: drop, pointercancel: drop };
    for (const [name, act] of Object.entries(listeners)) window.addEventListener(name, act, { signal: over.signal });
  }
}

export default {
  render({ model, el }) {
    const view = new Explore(model, el);
    return () => view.destroy();
  },
};
