import { button, control, html } from "./dom.js";
import { link, listed, writeParts } from "./links.js";
import { sign } from "./panels.js";
import { drawn, widthOf } from "./record.js";
import { above, other, parse, shown, trueValues } from "./search.js";
import { Stage } from "./stage.js";
import { Tree } from "./tree.js";

// Playing a tree: the reader moves for the side that moves first, and the other side answers perfectly.

const PAUSE = 700; // milliseconds before an answer

class Play {
  constructor(model, el) {
    this.templates = model.get("templates");
    this.trees = model.get("trees").map(([lead, text]) => ({ lead, tree: parse(text) }));
    this.key = html("div", { class: "gl-key" });
    this.best = html("p", { class: "gl-best" });
    this.where = html("div", { class: "gl-where" });
    this.sentence = html("p", { class: "gl-sentence" });
    this.say = html("div", { class: "gl-say", role: "status" }, this.sentence);
    const make = (word, title, act, press) => button({ word, title, "data-act": act }, () => press());
    this.again = make("Play again", "Play this tree again", "again", () => this.path.length > 1 && !this.timer && this.start());
    this.next = make("Next tree", "Go to the next tree", "next", () => this.open(this.at + 1));
    const hint = html("span", { class: "gl-how" }, "Click a node, or press Tab and Enter");
    this.root = control(
      "div",
      { class: "gamelib gl-play", tabindex: 0, role: "group", "aria-label": "Play a tree" },
      html(
        "div",
        { class: "gl-frame" },
        html("div", { class: "gl-top" }, this.key, html("span", { class: "gl-grow" }), this.best),
        this.where,
        this.say,
        html("div", { class: "gl-bar" }, this.again, this.next, html("span", { class: "gl-grow" }), hint),
      ),
    );
    link(this.root);
    el.append(this.root);
    this.where.addEventListener("click", (event) => this.press(event));
    this.where.addEventListener("keydown", (event) => this.pressed(event));
    this.open(0);
  }

  /** Begin with a tree. */
  open(at) {
    this.at = at;
    const { tree } = this.trees[at];
    this.tree = tree;
    this.values = trueValues(tree);
    this.you = tree.nodes.get(tree.start).side;
    this.other = other(this.you);
    this.got = new Map(); // what each first move brought
    const leaves = [...tree.nodes.values()].filter(({ children }) => !children.length).map(({ value }) => value);
    this.top = this.you === "MAX" ? Math.max(...leaves) : Math.min(...leaves);
    const widest = leaves.map((value) => `you got ${shown(value)}`).reduce((a, b) => (widthOf(b, 1) > widthOf(a, 1) ? b : a));
    const beside = (name) => (tree.nodes.get(name).parent === tree.start ? widest : "");
    this.picture = new Tree(drawn(tree, null, this.templates, { beside }));
    this.nodes = [...tree.nodes.keys()];
    const stage = (this.stage = new Stage(this.picture));
    stage.overview = true;
    stage.element.addEventListener("layout", () => this.show());
    this.picture.svg.setAttribute("role", "group");
    this.picture.svg.setAttribute("aria-label", "Game tree");
    const you = html("span", {}, sign(this.you.toLowerCase()), `your turn (${this.you})`);
    const their = html("span", {}, sign(this.other.toLowerCase()), `${this.other}'s turn`);
    this.key.replaceChildren(you, their, html("span", {}, sign("leaf"), "what you get"));
    this.where.replaceChildren(stage.element);
    this.start();
  }

  start() {
    clearTimeout(this.timer);
    this.timer = null;
    this.path = [this.tree.start];
    this.show();
  }

  node(name) {
    return this.tree.nodes.get(name);
  }

  get end() {
    return this.path.at(-1);
  }

  mine(name) {
    const { side, children } = this.node(name);
    return children.length > 0 && side === this.you;
  }

  /** Tell which of two values is better for the reader: a positive number for the first. */
  better(a, b) {
    return this.you === "MAX" ? a - b : b - a;
  }

  // ---- playing ----

  press(event) {
    const node = this.picture.meant(event);
    if (!node?.matches(".can")) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(this.nodes[node.dataset.node]);
  }

  pressed(event) {
    const { key, target } = event;
    const node = target.closest("[data-node]");
    if (key === "Enter" || key === " ") this.press(event);
    else if (node) this.stage.folds.key(Number(node.dataset.node), key);
  }

  /** Go to a node, and let the other side answer until it is the reader's turn. */
  go(name) {
    const focused = this.where.contains(this.root.getRootNode().activeElement);
    this.path.push(name);
    const { children, value } = this.node(name);
    const [, first] = this.path;
    if (!children.length && (!this.got.has(first) || this.better(value, this.got.get(first)) > 0)) this.got.set(first, value);
    const answers = children.length > 0 && !this.mine(name);
    this.timer = answers ? setTimeout(() => ((this.timer = null), this.go(this.choice(children, -1))), PAUSE) : null;
    this.show();
    if (focused) (this.where.querySelector(".gl-node.can") ?? (children.length ? this.root : this.again)).focus({ preventScroll: true });
  }

  /** Return the node that is best for the reader, or worst with -1 as `way`: the first of equals. */
  choice(names, way = 1) {
    return names.reduce((a, b) => (way * this.better(this.values.get(b), this.values.get(a)) > 0 ? b : a));
  }

  // ---- showing ----

  show() {
    if (!this.path) return;
    const { end } = this;
    const [, first] = this.path;
    const live = (name) => this.path.includes(name) || above(this.tree, name).includes(end);
    const can = (name) => !this.timer && this.node(name).parent === end && this.mine(end);
    this.nodes.forEach((name, index) => {
      const { children } = this.node(name);
      const now = this.picture.now[index];
      now.status = name === end && (children.length === 0 || this.path.length > 1) ? "current" : this.path.includes(name) ? "open" : live(name) ? "done" : "unseen";
      now.best = this.path.includes(name);
      if (children.length) now.value = this.got.has(name) && name !== first ? `${this.picture.tight ? "" : "you "}got ${shown(this.got.get(name))}` : "";
      this.picture.mark(index, can(name) ? "can" : "");
      const { group } = this.picture.parts[index];
      const more = can(name) ? { role: "button", tabindex: 0, "aria-label": `Go to ${name}` } : {};
      for (const attribute of ["role", "tabindex", "aria-label"])
        if (attribute in more) group.setAttribute(attribute, more[attribute]);
        else group.removeAttribute(attribute);
    });
    const results = [...this.got.values()].sort((a, b) => this.better(b, a));
    const of = this.you === "MAX" ? ` of ${shown(this.top)}` : `; the smallest number is ${shown(this.top)}`;
    this.best.replaceChildren(...(results.length ? ["Best so far ", html("b", {}, shown(results[0])), of] : []));
    const [edge, ...parts] = this.sentences();
    writeParts(this.sentence, this.picture.data.nodes, parts);
    this.say.className = `gl-say ${edge}`;
    const more = this.at + 1 < this.trees.length;
    this.again.setAttribute("aria-disabled", String(this.path.length === 1 || Boolean(this.timer)));
    this.picture.current = this.nodes.indexOf(end);
    this.stage.follow();
    this.next.hidden = !more;
    this.next.classList.toggle("main", more && this.solved);
    this.again.classList.toggle("main", !(more && this.solved));
  }

  /** Tell whether all first moves were tried, and the best result was reached. */
  get solved() {
    const { children } = this.node(this.tree.start);
    return children.every((name) => this.got.has(name)) && [...this.got.values()].includes(this.values.get(this.tree.start));
  }

  sentences() {
    const { end, tree, you, other } = this;
    const { children, parent, value } = this.node(end);
    const name = (name) => ({ name });
    const more = you === "MAX" ? "more" : "less";
    if (this.path.length === 1) {
      const untried = children.filter((child) => !this.got.has(child));
      if (untried.length === children.length) return [you.toLowerCase(), `You are ${you}. Choose `, listed(children, "or"), "."];
      if (untried.length) return [you.toLowerCase(), "It is your move again. Choose another: ", listed(untried, "or"), "."];
      return this.verdict();
    }
    if (this.timer) return [other.toLowerCase(), "You went to ", name(end), `. ${other} is choosing …`];
    const best = this.values.get(tree.start);
    const edge = children.length ? other.toLowerCase() : value === best ? "right" : you.toLowerCase();
    const parts = this.mine(parent) ? [] : this.answered(parent, end);
    if (children.length) return [edge, parts, "Your move."];
    if (this.mine(parent)) {
      parts.push("You get ", shown(value), ". ");
      const missed = this.node(parent).children.find((child) => this.better(this.values.get(child), value) > 0);
      const most = this.choice(this.node(parent).children);
      if (missed) return [edge, parts, name(most), ` was worth ${shown(this.values.get(most))}.`];
    }
    return [edge, parts, value === best ? `Can you get ${more}?` : `Another way brings ${more}.`];
  }

  /** Say where the other side went, and what another answer would have brought. */
  answered(from, to) {
    const { other } = this;
    const others = this.node(from).children.filter((child) => child !== to);
    if (!others.length) return [`${other} can only go to `, { name: to }, ". "];
    const [worth, limit] = [this.values.get(to), this.you === "MAX" ? "at most" : "at least"];
    const get = this.node(to).children.length ? `, where you get ${shown(worth)} ${limit}. At ` : `: you get ${shown(worth)}. At `;
    const best = this.choice(others);
    const missed = this.values.get(best);
    return [`${other} goes to `, { name: to }, get, { name: best }, ` you would have got ${shown(missed)}${missed === worth ? ", too" : ""}. `];
  }

  /** Say what all first moves together have shown. */
  verdict() {
    const { children } = this.node(this.tree.start);
    const all = children.length === 1 ? "There is only one first move." : `You have tried ${children.length === 2 ? "both" : `all ${children.length}`}.`;
    const best = this.values.get(this.tree.start);
    const found = [...this.got.values()].sort((a, b) => this.better(b, a))[0];
    if (found !== best) return [this.you.toLowerCase(), `${all} One of them can bring you ${this.you === "MAX" ? "more" : "less"} than ${shown(found)}.`];
    const lead = this.trees[this.at + 1]?.lead;
    const most = `${shown(best)} is the ${this.you === "MAX" ? "most" : "least"} that ${this.other} lets you have. `;
    const way = children.find((name) => this.values.get(name) === best);
    const asks = this.mine(way) || !this.node(way).children.length ? [] : ["Who decides what ", { name: way }, ` is worth, you or ${this.other}?`];
    return ["right", `${all} `, most, lead ? [lead] : asks];
  }
}

export default {
  render({ model, el }) {
    new Play(model, el);
  },
};
