import { announce, button, control, html, svg, write } from "./dom.js";
import { Form, field } from "./form.js";
import { link, listed, writeParts } from "./links.js";
import { Menu } from "./panels.js";
import { practiceTree } from "./practice.js";
import { drawn, facts } from "./record.js";
import { above, addChild, alphaBeta, asPython, format, moveNode, other, parse, removeNode, reorder, setValue, shown, swapSides } from "./search.js";
import { Stage } from "./stage.js";
import { allOrders, covering, leavesOf, mostTelling, otherNumbers } from "./strip.js";
import { Tree } from "./tree.js";

// Exploring: change a tree, and see at once what alpha-beta makes of it. No kernel is needed.

const PER_UNIT = 14; // pixels to drag for a difference of 1
const FAR = 5; // pixels that make a drag of a press
const MOST_CAUSES = 3; // curves that can be told apart,
const WIDE = 480; // where there is this much room
const WEDGES = "M-7 -23h14l-7 -9zM-6 36h12l-6 6.5z"; // above and below a leaf that is held
const KEYS =
  "Keys at a leaf: ↑ ↓ change its number, digits or Enter type it, ← → go to the next leaf. At any node: Shift ← → moves it, " +
  "Shift ↑ ↓ goes up and down, a adds a child, Delete removes it, m swaps the sides, Ctrl Z undoes";

class Explore {
  constructor(model, el) {
    this.templates = model.get("templates");
    this.orders = model.get("orders");
    const tree = parse(model.get("tree"));
    const chosen = mostTelling(tree);
    this.moments = [{ tree, original: tree, strict: false, chosen, leaf: chosen }]; // what undo comes back to
    this.windows = true;
    this.where = html("div", { class: "gl-where" });
    this.sentence = html("p", { class: "gl-sentence" });
    this.say = html("div", { class: "gl-say", role: "status" }, this.sentence);
    this.strip = html("div", { class: "gl-strip" });
    this.text = control("textarea", { class: "gl-text", readonly: true });
    this.menu = new Menu(this.entries());
    const title = this.orders ? "Which order looks at the fewest nodes?" : "Drag a number. Which cuts survive?";
    const reset = button({ word: "Reset", title: "Back to the original tree", "data-act": "reset" }, () => this.begin(this.now.original));
    const top = html("div", { class: "gl-top" }, html("p", { class: "gl-title gl-grow" }, title), reset, this.menu.element);
    this.root = control(
      "div",
      { class: "gamelib gl-explore", tabindex: 0, role: "group", "aria-label": `Explorer. ${KEYS}.` },
      html("div", { class: "gl-frame" }, top, this.where, this.say, this.strip, this.text),
    );
    link(this.root);
    el.append(this.root);
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.where.addEventListener("pointerdown", (event) => this.press(event), { capture: true }); // before the stage is moved
    this.where.addEventListener("dblclick", (event) => this.tree.meant(event)?.matches(".leaf") && this.type());
    this.where.addEventListener("focusin", ({ target }) => {
      const node = target.closest("[data-node]");
      if (node) this.choose(this.names[node.dataset.node]);
    });
    this.strip.addEventListener("pointerdown", (event) => this.slide(event));
    this.show();
  }

  get now() {
    return this.moments.at(-1);
  }

  get names() {
    return [...this.now.tree.nodes.keys()];
  }

  node(name) {
    return this.now.tree.nodes.get(name);
  }

  get chosen() {
    return this.node(this.now.chosen);
  }

  /** The leaf that was chosen last: the strip is about it. */
  get leaf() {
    return this.node(this.now.leaf);
  }

  // ---- changing ----

  /** Change something and show it, or say why not. Changes with the same key are undone together. */
  change(make, key = null) {
    try {
      const { now } = this;
      const next = this.held({ ...now, news: "", ...make(now), key });
      const same = ["tree", "original", "strict"].every((part) => next[part] === now[part]);
      if (same || (key !== null && now.key === key)) this.moments.pop();
      this.moments.push(next);
      this.show();
    } catch (error) {
      if (error.name !== "TreeError") throw error;
      this.show();
      this.write("wrong", `Not done: ${error.message}.`);
    }
  }

  /** Return a moment whose chosen node and leaf are in its tree. */
  held(moment) {
    const { nodes, start } = moment.tree;
    const isLeaf = (name) => nodes.has(name) && !nodes.get(name).children.length;
    const chosen = nodes.has(moment.chosen) ? moment.chosen : start;
    const leaf = [chosen, moment.leaf].find(isLeaf) ?? leavesOf(moment.tree)[0].name;
    return { ...moment, chosen, leaf };
  }

  choose(name) {
    if (name === this.now.chosen) return;
    this.moments.push(this.held({ ...this.moments.pop(), chosen: name, news: "", key: null }));
    this.show();
  }

  add() {
    this.change(({ tree, chosen }) => {
      const changed = addChild(tree, chosen);
      const child = changed.nodes.get(chosen).children.at(-1);
      return { tree: changed, chosen: child, news: `${child} is new. ` };
    });
  }

  remove() {
    const { name, parent } = this.chosen;
    this.change(({ tree }) => ({ tree: removeNode(tree, name), chosen: parent, news: `${name} is removed. ` }));
  }

  /** Move the chosen node among its siblings. */
  move(way) {
    const { name, parent } = this.chosen;
    const at = this.node(parent)?.children.indexOf(name);
    this.change(({ tree }) => ({ tree: moveNode(tree, name, at + way) }));
  }

  swap() {
    const { name, children } = this.chosen;
    this.change(({ tree }) => ({ tree: swapSides(tree, children.length ? name : null) }));
  }

  /** Give the leaf a number. */
  set(value, key) {
    this.change(({ tree, leaf }) => ({ tree: setValue(tree, leaf, value), chosen: leaf }), key);
  }

  /** Give the leaf a number among those of the strip; others can be typed. */
  near(value, key) {
    const numbers = [...covering(this.now.original), this.leaf.value];
    const within = Math.max(Math.min(...numbers), Math.min(Math.max(...numbers), value));
    if (within !== this.leaf.value) this.set(within, key);
  }

  begin(tree) {
    this.change(({ chosen }) => ({ tree, original: tree, chosen: tree.nodes.has(chosen) ? chosen : mostTelling(tree) }));
  }

  undo() {
    if (this.moments.length > 1) this.moments.pop();
    this.show();
  }

  // ---- showing ----

  searched(tree) {
    const result = alphaBeta(tree, { strictCuts: this.now.strict });
    return { ...result, ...facts(tree, result) };
  }

  show() {
    const { tree, original } = this.now;
    [this.result, this.base] = [tree, original].map((each) => this.searched(each));
    this.root.dataset.visited = this.result.visited;
    this.root.dataset.value = this.result.value;
    this.text.hidden = true;
    this.strip.hidden = false;
    this.showTree();
    const take = (order) => this.change(() => ({ tree: reorder(tree, order) }));
    const parts = this.orders ? allOrders(this.now, this.result.visited, take) : otherNumbers(this.now, this.leaf, this.tree.data.nodes);
    const held = this.strip.contains(this.root.getRootNode().activeElement);
    this.strip.replaceChildren(...parts);
    if (held) this.strip.querySelector(".on")?.focus({ preventScroll: true });
    this.showSentence();
    if (this.announced !== tree) announce(this.root, { tree: format((this.announced = tree)) });
  }

  showTree() {
    const { tree, original, chosen } = this.now;
    const data = drawn(tree, this.result, this.templates, { windows: this.windows });
    const key = JSON.stringify([data.rooms, data.nodes.map(({ shape, label, parent, template }) => [shape, label, parent, template])]);
    this.causes = [];
    if (key === this.built) this.tree.update(data);
    else this.build(data);
    this.built = key;
    this.names.forEach((name, index) => {
      const before = original.nodes.get(name);
      const changed = before && (before.value !== this.node(name).value || this.base.claims.get(name) !== this.result.claims.get(name));
      this.tree.mark(index, `${name === chosen ? "chosen" : ""}${changed ? " changed" : ""}`);
      this.describe(index);
    });
    this.tree.current = this.names.indexOf(chosen);
    this.stage.folds.step();
    this.stage.folds.reveal(this.tree.current);
    this.causes = data.causes;
    this.because();
  }

  /** Draw the causes of all cuts or, of many, those that concern the chosen node. */
  because() {
    const at = this.names.indexOf(this.now.chosen);
    const { ends } = this.tree;
    const near = ([, cut]) => (at >= cut && at < ends[cut]) || (cut > at && cut < ends[at]);
    const some = this.causes.length > MOST_CAUSES ? this.causes.filter(near) : this.causes;
    this.tree.because(this.stage.room.width < WIDE ? [] : some.slice(0, MOST_CAUSES));
  }

  /** Draw another tree. */
  build(data) {
    const focused = this.where.contains(this.root.getRootNode().activeElement);
    this.stage?.observer.disconnect();
    this.tree = new Tree(data);
    this.stage = new Stage(this.tree);
    this.stage.overview = true;
    this.stage.element.addEventListener("layout", () => {
      this.because();
      this.where.classList.toggle("wide", this.tree.width > this.stage.room.width + 1);
    });
    this.tree.current = this.names.indexOf(this.now.chosen); // the stage follows it
    this.tree.svg.setAttribute("role", "group");
    this.tree.svg.setAttribute("aria-label", "Game tree. Its leaves are sliders.");
    this.tree.parts.forEach(({ group, outline }, index) => {
      if (data.nodes[index].shape === "leaf") outline.after(svg("g", { class: "gl-wedges" }, svg("path", { d: WEDGES })));
      group.dataset.lmSuppressShortcuts = "true";
    });
    this.value = field("Number", 6);
    const walk = { stage: this.stage, nodes: data.nodes, focus: () => this.focus() };
    this.form = new Form(walk, [html("label", {}, "number ", this.value)], { done: () => this.done(), changed: () => write(this.form.message, "") });
    this.where.replaceChildren(this.stage.element);
    const { width, height } = this.where.getBoundingClientRect();
    this.stage.room = { width, height };
    this.stage.lay();
    if (focused) this.focus();
  }

  /** Say what a node is: a leaf is a slider, another node a button. */
  describe(index) {
    const { name, side, children, value } = this.node(this.names[index]);
    const { status, value: claim, note } = this.tree.now[index];
    const skipped = status === "skipped" && "never looked at";
    const numbers = [...covering(this.now.original), value];
    const words = children.length ? [name, side, claim, note && `window ${note}`, skipped] : [shown(value), skipped];
    const text = words.filter(Boolean).join(", ");
    const own = children.length
      ? { role: "button", "aria-pressed": name === this.now.chosen, "aria-label": text }
      : {
          role: "slider",
          "aria-label": `Leaf ${name}`,
          "aria-valuenow": value,
          "aria-valuetext": text,
          "aria-valuemin": Math.min(...numbers),
          "aria-valuemax": Math.max(...numbers),
        };
    const all = { ...own, tabindex: name === this.now.chosen ? 0 : -1 };
    for (const [attribute, word] of Object.entries(all)) this.tree.parts[index].group.setAttribute(attribute, word);
  }

  focus() {
    const index = this.names.indexOf(this.now.chosen);
    this.stage.follow(index);
    this.tree.parts[index].group.focus({ preventScroll: true });
  }

  // ---- the sentence ----

  write(edge, ...parts) {
    writeParts(this.sentence, this.tree.data.nodes, parts);
    this.say.className = `gl-say ${edge}`;
  }

  showSentence() {
    const { tree, original, news = "" } = this.now;
    const { name, children, value, side } = this.chosen;
    const lead = [news, { name }, children.length ? ` (${side}). ` : ` = ${shown(value)}. `];
    const cut = children.length ? null : this.skippedAt(name);
    if (cut) return this.write("", lead, "The search never looks at ", { name }, ": it cut at ", { name: cut }, " before. Drag it anywhere, and nothing changes.");
    const [edge, differences] = this.differences();
    if (differences.length) return this.write(edge, lead, differences, ".");
    const sideways = "Drag a node sideways, or press Shift and an arrow key, to put its moves in another order";
    if (this.strip.querySelector("button")) return this.write("", lead, `${sideways}; a click on a bar gives one of that kind.`);
    if (children.length || this.orders) return this.write("", lead, `${sideways}. The menu does more.`);
    if (format(tree) === format(original)) return this.write("", news, "Take hold of ", { name }, ", or of any other leaf. Arrow keys work, too.");
    const same = ["The same nodes are looked at, and ", { name: tree.start }, ` is still worth ${shown(this.result.value)}.`];
    this.write("", lead, this.stays(name) ?? same);
  }

  /** Return the node whose cut skips another one, if there is one. */
  skippedAt(name) {
    const top = above(this.now.tree, name).find((each) => this.result.cut.has(each));
    return top ? this.node(top).parent : null;
  }

  /** Say what differs from the original tree: the root's value and move, and which nodes are skipped. */
  differences() {
    const { tree, original } = this.now;
    const { side, name } = this.node(tree.start);
    const changed = (from, to, nodes) => {
      const found = this.names.filter((each) => nodes.has(each) && from.seen.has(each) && !to.seen.has(each));
      return found.filter((each) => !found.includes(this.node(each).parent));
    };
    const [now, before] = [this.result, this.base];
    const [gone, back] = [changed(before, now, original.nodes), changed(now, before, original.nodes)];
    const worth = now.value !== before.value && [{ name }, ` is now worth ${shown(now.value)} (it was ${shown(before.value)})`];
    const plays = now.move !== before.move && [`${side} plays `, { name: now.move }, " instead of ", { name: before.move }];
    const parts = [
      worth && plays ? [worth, ", and ", plays] : worth || plays,
      back.length && [listed(back, "and"), " must be looked at"],
      gone.length && [listed(gone, "and"), gone.length > 1 ? " are skipped" : " is skipped"],
    ].filter(Boolean);
    const edge = worth ? side.toLowerCase() : back.length ? "cut" : "right";
    return [edge, parts.map((part, index) => [index ? "; " : "", part])];
  }

  /** Say why a cut that depends on a leaf stays. */
  stays(leaf) {
    const pair = this.result.causes.find(([, cut]) => above(this.now.tree, leaf).includes(cut));
    if (!pair) return null;
    const [there, here] = pair.map((name) => this.result.claims.get(name).replace(/^. /, ""));
    const [name, side] = [pair[1], this.node(pair[1]).side];
    return ["Nothing else changes: at ", { name }, ` ${side} has ${here}, and ${other(side)} has ${there} at `, { name: pair[0] }, ", so the cut stays."];
  }

  // ---- the menu ----

  entries() {
    const at = () => this.now.chosen;
    const seed = () => Math.floor(Math.random() * 1_000_000);
    const level = (level) => ({ act: `practice${level}`, word: `Practice tree, level ${level}`, press: () => this.begin(practiceTree(seed(), level)) });
    return [
      { act: "type", word: "Type a number", state: () => `at ${this.now.leaf}`, press: () => this.type() },
      { act: "add", word: "Add a child", state: () => `at ${at()} (a)`, press: () => this.add() },
      { act: "remove", word: "Remove", state: () => `${at()} (Delete)`, press: () => this.remove() },
      { act: "earlier", word: "Move earlier", state: () => `${at()} (Shift ←)`, press: () => this.move(-1) },
      { act: "later", word: "Move later", state: () => `${at()} (Shift →)`, press: () => this.move(1) },
      { act: "swap", word: "Swap sides", state: () => (this.chosen.children.length ? `at ${at()} (m)` : "everywhere (m)"), press: () => this.swap() },
      { act: "undo", word: "Undo", state: () => "Ctrl Z", press: () => this.undo() },
      { act: "rule", word: "Cut on", state: () => (this.now.strict ? "α > β" : "α ≥ β"), press: () => this.change(({ strict }) => ({ strict: !strict })) },
      { act: "windows", word: "Windows", state: () => (this.windows ? "on" : "off"), press: () => ((this.windows = !this.windows), this.show()) },
      { act: "text", word: "Copy as text", press: () => this.copy("text", format(this.now.tree)) },
      { act: "python", word: "Copy as Python", press: () => this.copy("Python", asPython(this.now.tree)) },
      { act: "given", word: "The tree as it was given", press: () => this.begin(this.moments[0].tree) },
      ...[1, 2, 3].map(level),
    ];
  }

  /** Show the tree as text, and copy it where the browser allows that. */
  copy(kind, text) {
    this.text.value = text;
    this.text.setAttribute("aria-label", `The tree as ${kind}`);
    this.text.hidden = false;
    this.strip.hidden = true;
    this.text.select();
    const by = navigator.clipboard?.writeText(text) ?? Promise.reject();
    const failed = `Press Ctrl C to copy the tree as ${kind}: this page may not do it by itself.`;
    by.then(() => this.write("right", `The tree is copied as ${kind}.`), () => this.write("", failed));
  }

  // ---- typing ----

  type(text) {
    const { name, text: written } = this.leaf;
    this.choose(name);
    this.form.open(this.names.indexOf(name));
    this.value.value = text ?? written;
    if (!text) this.value.select();
  }

  /** Take what was typed, or say what is wrong with it; tell whether the form is closed. */
  done() {
    if (this.form.element.hidden) return true;
    try {
      setValue(this.now.tree, this.now.leaf, this.value.value);
    } catch (error) {
      write(this.form.message, `${error.message}.`);
      this.form.place();
      return false;
    }
    this.form.close();
    this.set(this.value.value);
    this.focus();
    return true;
  }

  // ---- pointer and keys ----

  /** Take hold of a node: a leaf's number follows the pointer up and down, and another node its way to the side. */
  press(start) {
    if (start.button || start.target.closest(".gl-editor, .gl-handle")) return;
    const node = this.tree.meant(start);
    if (!node) return;
    start.preventDefault();
    start.stopPropagation();
    if (!this.done()) return;
    const { open } = this.stage.folds;
    this.choose(this.names[node.dataset.node]);
    this.focus();
    if (this.stage.folds.open !== open) return; // other nodes were unfolded, and this one may lie elsewhere now
    const { children, value } = this.chosen;
    const key = {}; // of this drag alone
    const number = ({ clientY }) => this.near(value + Math.round((start.clientY - clientY) / PER_UNIT), key);
    const place = (event) => Math.abs(event.clientX - start.clientX) > FAR && this.pull(event, key);
    following(children.length ? place : number);
  }

  /** Move a node past a sibling when the pointer is past it. */
  pull({ clientX }, key) {
    const { name, parent } = this.chosen;
    if (parent === null) return;
    const { left } = this.tree.svg.getBoundingClientRect();
    const { children } = this.node(parent);
    const before = (other) => other !== name && this.tree.data.nodes[this.names.indexOf(other)].x < clientX - left;
    const place = children.filter(before).length;
    if (place !== children.indexOf(name)) this.change(({ tree }) => ({ tree: moveNode(tree, name, place) }), key);
  }

  slide(start) {
    if (!start.target.closest("[role=img]") || start.button || !this.done()) return;
    start.preventDefault();
    const [key, numbers] = [{}, covering(this.now.original)];
    const pull = ({ clientX }) => {
      const { left, width } = this.strip.lastChild.getBoundingClientRect();
      const column = Math.floor(((clientX - left) / width) * numbers.length);
      this.near(numbers[Math.max(0, Math.min(numbers.length - 1, column))], key);
    };
    pull(start);
    following(pull);
  }

  key(event) {
    const { target, ctrlKey, metaKey, altKey, key } = event;
    if (key === "Escape" && target === this.text) this.show();
    if (target.matches("input, textarea") || altKey) return;
    const own = target === this.root || Boolean(target.closest("[data-node]"));
    const undo = key.toLowerCase() === "z" && (() => this.undo());
    const act = ctrlKey || metaKey ? undo : own && this.act(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
    if (own && this.form.element.hidden) this.focus();
  }

  /** Return what a key does at the chosen node. */
  act({ key, shiftKey }) {
    const { name, children, parent } = this.chosen;
    const alike = this.names.filter((each) => Boolean(this.node(each).children.length) === Boolean(children.length));
    const go = (to) => to && (() => this.choose(to));
    const next = (way) => go(alike[alike.indexOf(name) + way]);
    const number = (by) => () => this.near(this.leaf.value + by);
    const free = children.length || shiftKey; // up and down are not needed for the number
    if (!children.length && /^[-\d]$/.test(key)) return () => this.type(key);
    return {
      ArrowUp: free ? go(parent) : number(1),
      ArrowDown: free ? go(children[0]) : number(-1),
      ArrowLeft: shiftKey ? () => this.move(-1) : next(-1),
      ArrowRight: shiftKey ? () => this.move(1) : next(1),
      Enter: !children.length && (() => this.type()),
      a: () => this.add(),
      Insert: () => this.add(),
      Delete: () => this.remove(),
      Backspace: () => this.remove(),
      m: () => this.swap(),
    }[key];
  }
}

/** Call a function while the pointer moves, until it is lifted. */
function following(pull) {
  const over = new AbortController();
  for (const type of ["pointerup", "pointercancel"]) window.addEventListener(type, () => over.abort(), { signal: over.signal });
  window.addEventListener("pointermove", pull, { signal: over.signal });
}

export default {
  render({ model, el }) {
    new Explore(model, el);
  },
};
