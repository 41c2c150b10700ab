import { svg, write } from "./dom.js";
import { layOut, tenths } from "./layout.js";
import { Strips } from "./virtualize.js";

// The tree of a search as one SVG. A step touches only what changes.
//
// The data say what each kind of node looks like (`templates`, the outline first), which texts it has, and what changes at each
// step (`steps`); the browser applies the changes forward and takes them off backward. Every template is moved to its node: where
// that is depends on the room there is, and on what is folded up. Nodes are in depth-first order.

export const SMALLER = 0.78; // how small nodes are where there is little room
export const BOX = [42, 22]; // the size of a box for a value
const [GAP, LETTER] = [6, 6.2]; // before a window, and the width of one of its letters
const [ASIDE, FOLD, STUBS, LINE, SMALL] = [10, 14, 23, 14, 12]; // to the words at a fold or at stubs, from one to the next, their size
const REACH = 22; // half the width of what a finger hits
const TIP = [4, 11]; // how much nearer to the tip of a triangle a window stands
const TEXTS = { $name: "label", $value: "value", $note: "note" }; // the texts of a template that a node fills in

export class Tree {
  constructor(data) {
    this.data = data;
    this.step = 0;
    this.current = 0; // the node where the search is
    this.dirty = new Set();
    this.now = data.nodes.map(({ status, cut, best, value, note }) => ({ status, cut, best, value, note }));
    this.parts = data.nodes.map((_, index) => {
      const [outline, texts] = [svg("path"), svg("g", { class: "gl-texts" })];
      const group = svg("g", { "data-node": index }, outline, texts);
      return { group, outline, texts, words: [], edge: null };
    });
    this.children = data.nodes.map(() => []);
    data.nodes.forEach(({ parent }, index) => this.children[parent]?.push(index));
    this.ends = data.nodes.map((_, index) => index + 1); // where the subtree of each node ends
    for (let index = data.nodes.length - 1; index > 0; index--) {
      const { parent } = data.nodes[index];
      this.ends[parent] = Math.max(this.ends[parent], this.ends[index]);
    }
    this.longest = 0; // letters of a window
    for (const { changes } of data.steps)
      for (const [node, field, , text] of changes)
        if (field === "note" && !data.nodes[node].folded) this.longest = Math.max(this.longest, text.length);
    this.level = []; // of each node; the root's is 1
    for (const { parent } of data.nodes) this.level.push(1 + (this.level[parent] ?? 0));
    this.fold((index) => this.level[index] > (data.open ?? Infinity));
    this.strips = new Strips(3);
    const [edges, names, nodes] = this.strips.layers; // names of moves lie over all edges
    this.cause = svg("g", { class: "gl-why" });
    this.svg = svg("svg", { class: "gl-tree" }, edges, names, nodes, this.cause);
    this.arrange();
  }

  /** Show other facts about the same nodes, which stay where they are. */
  update({ nodes }) {
    nodes.forEach((node, index) => {
      const { status, cut, best, value, note } = Object.assign(this.data.nodes[index], node);
      this.now[index] = { status, cut, best, value, note };
      this.show(index);
    });
  }

  // ---- which nodes are seen, and where ----

  /** Fold up all nodes that a rule holds for, and open the others. */
  fold(rule) {
    const inner = this.children.flatMap((below, index) => (below.length ? [index] : []));
    this.folded = new Set(inner.filter(rule));
  }

  /** Put the nodes that are not folded up into their places: close to each other, or over all the room there is. */
  arrange(room = {}) {
    const { nodes, bars } = this.data;
    const focused = this.svg.getRootNode().activeElement;
    const size = layOut(this, { ...room, ...this.extra(room) });
    [this.width, this.height] = size;
    this.tight = Boolean(room.tight);
    this.svg.classList.toggle("tight", this.tight);
    this.svg.classList.toggle("noted", this.windows === true);
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    this.seen = [];
    this.holder = new Int32Array(nodes.length); // the node that each node is seen at
    for (let index = 0, next; index < nodes.length; index = next) {
      next = this.folded.has(index) ? this.ends[index] : index + 1;
      this.seen.push(index);
      this.holder.fill(index, index, next);
    }
    const pieces = [];
    for (const index of this.seen) {
      const [node, part] = [nodes[index], this.parts[index]];
      const move = `translate(${node.x} ${node.y})`;
      part.group.setAttribute("transform", move);
      if (this.children[index].length) part.group.setAttribute("aria-expanded", !this.folded.has(index));
      pieces.push([2, node.x, node.x, part.group]);
      if (index) {
        const { group, line, cut, word } = (part.edge ??= this.edge(index, bars));
        const upper = nodes[node.parent];
        const end = node.y - node.top * (this.tight && !node.card ? SMALLER : 1) - (word ? this.data.gaps.label : 0);
        const turn = (Math.atan2(upper.x - node.x, end - upper.y) * 180) / Math.PI;
        line.setAttribute("d", `M${tenths(upper.x)} ${tenths(upper.y)}L${tenths(node.x)} ${tenths(end)}`);
        const middle = `${tenths((upper.x + node.x) / 2)} ${tenths((upper.y + end) / 2)}`;
        cut.setAttribute("transform", `translate(${middle}) rotate(${turn})`);
        const ends = [Math.min(upper.x, node.x), Math.max(upper.x, node.x)];
        pieces.push([0, ...ends, group]);
        word?.setAttribute("transform", move);
        if (word) pieces.push([1, ...ends, word]);
      }
      this.show(index);
    }
    this.strips.fill(pieces);
    const cause = this.caused; // its nodes may be elsewhere now
    this.caused = null;
    this.because(cause);
    if (this.svg.contains(focused)) focused.focus({ preventScroll: true }); // moving it took it away
  }

  /** Return the room that windows at every node need, or boxes: beside a node, or below a small one. */
  extra({ tight }) {
    if (this.windows) return { beside: () => GAP + this.longest * LETTER };
    if (!this.boxed) return {};
    return { beside: (index) => (tight && !this.folded.has(index) ? 0 : BOX[0] + 12), between: tight ? BOX[1] + 2 : undefined };
  }

  edge(index, bars) {
    const { over } = this.data.nodes[index];
    const line = svg("path", { class: "gl-line" });
    const cut = svg("path", { class: "gl-cut", d: bars });
    const word = over ? svg("g", {}, drawn(over)) : null;
    return { group: svg("g", { "data-edge": index }, line, cut), line, cut, word };
  }

  // ---- steps ----

  /** Go to a step: apply the changes up to it, or take them off again. */
  go(step) {
    const { steps } = this.data;
    while (this.step < step) this.apply(steps[this.step++], 1);
    while (this.step > step) this.apply(steps[--this.step], -1);
    if (!step) this.current = 0;
    const cause = steps[step - 1]?.cause;
    this.dirty.add(this.current); // its window is not seen while moves are cut
    this.because(cause);
    this.flush();
  }

  apply(entry, way) {
    for (const [node, field, old, fresh] of entry.changes) {
      const value = way > 0 ? fresh : old;
      this.now[node][field] = value;
      if (value === "current") this.current = node;
      this.dirty.add(node);
    }
  }

  flush() {
    for (const node of this.dirty) {
      this.show(this.holder[node]);
      this.named?.(this.holder[node]); // its name for screen readers has changed, too
    }
    this.dirty.clear();
  }

  /**
   * Draw the cause of a cut, or none: a curve from the number that closes the window to the one that it meets, at
   * the nodes `[from, to]`, and a box around each of the two. Several causes are drawn together.
   */
  because(cause) {
    if (cause === this.caused) return;
    this.caused = cause;
    const pairs = !cause?.length ? [] : Array.isArray(cause[0]) ? cause : [cause];
    const seen = pairs.filter((pair) => pair.every((index) => this.holder[index] === index && this.now[index].value));
    this.cause.replaceChildren(...seen.flatMap(([from, to]) => this.curve(from, to)));
  }

  curve(from, to) {
    const [a, b] = [this.claim(from), this.claim(to)];
    const box = ({ x, y, width, height, text, size, kind }) => [
      svg("rect", { class: "gl-claim", x, y, width, height, rx: 5 }),
      drawn([kind, x + 3, y + height - 5, text, size, "start"]),
    ];
    return [svg("path", { class: "gl-cause", d: joining(a, b) }), ...box(a), ...box(b)];
  }

  /** Return the box around the number that stands beside a node. */
  claim(index) {
    const { x, y, template } = this.data.nodes[index];
    const { value, note } = this.now[index];
    const [, right, down, , size] = this.data.templates[template].find(([kind]) => kind === "value");
    const aside = this.data.nodes[index].shape === "max" ? this.data.gaps.shoulder : [-3, 0]; // as in views.css
    const [dx, dy] = this.tight ? aside : [0, 0];
    const [left, up] = note && this.windowed(index) ? this.lifted(index) : [0, 0];
    const top = down - size * 0.36 - 10 - up;
    const width = [...value].length * size * 0.6 + 8;
    return { x: x + right + dx - left - 3, y: y + top + dy, width, height: 20, text: value, size, kind: `value${this.parts[index].extra ?? ""}` };
  }

  // ---- how a node looks ----

  /** Tell whether the window of a node is seen: on the path to the node that is searched, or everywhere. */
  windowed(index) {
    if (this.windows || !this.data.windows) return true;
    const closed = this.data.steps[this.step - 1]?.verb === "skip" && index === this.current; // the sentence says more
    return !closed && ["open", "current"].includes(this.now[index].status);
  }

  /** How far to the left and up a number goes to make room for a window below it: beside a triangle's tip there is more. */
  lifted(index, kind = "value") {
    const { shape, card } = this.data.nodes[index];
    const { lift } = this.data.gaps;
    if (shape !== "max" || card) return [0, lift];
    return this.tight && kind === "value" ? [0, 0] : [TIP[0], lift + TIP[1]]; // at its shoulder it is out of the way
  }

  show(index) {
    const { shape, template } = this.data.nodes[index];
    const { cut, best, value, note } = this.now[index];
    const status = this.plain ? "plain" : this.now[index].status; // before a prediction all nodes look alike
    const part = this.parts[index];
    const folded = this.folded.has(index);
    const here = folded && this.holder[this.current] === index ? "current" : status;
    const state = `${here}${best ? " best" : ""}`;
    kinds(part.group, part, `gl-node ${shape} ${state}${folded ? " folded" : ""}${part.extra ?? ""}`);
    if (part.edge) {
      kinds(part.edge.group, part.edge, `gl-edge ${state}${cut ? " cut" : ""}${part.extra ?? ""}`);
      part.edge.word?.setAttribute("class", `gl-edge ${state}`);
    }
    const away = this.data.nodes[index].folded; // these nodes did not come along
    const lines = folded ? this.below(index).slice(0, 1) : away ? note.split(/: |, /) : [];
    const window = !away && (this.data.remarks.includes(note) || this.windowed(index)) ? note : "";
    const seen = [template, value, window, ...lines].join("\n");
    if (part.seen === seen) return;
    part.seen = seen;
    const texts = { label: this.data.nodes[index].label, value, note: window };
    const [outline, ...marks] = this.data.templates[template];
    const filled = marks.flatMap((mark) => {
      const [kind, x, y, text, ...rest] = mark;
      if (!(text in TEXTS)) return [mark];
      const own = texts[TEXTS[text]];
      const beside = window && shape !== "leaf" && (kind === "value" || kind === "note");
      const [left, up] = beside ? this.lifted(index, kind) : [0, 0];
      const rise = kind === "note" ? up - this.data.gaps.lift : up; // a note stands that much lower by itself
      return own ? [[kind, x - left, y - (beside ? rise : 0), own, ...rest]] : [];
    });
    const down = this.data.nodes[index].top * (this.tight ? SMALLER : 1);
    const place = away ? ["note", 0, down + STUBS, "middle"] : ["note fold", ASIDE, down + FOLD, "start"];
    filled.push(...lines.map((line, n) => [place[0], place[1], place[2] + LINE * n, line, SMALL, place[3]]));
    this.rewrite(part, outline, filled);
  }

  /** Return in lines how many nodes are folded up at one, and what became of them. */
  below(index) {
    const count = { visited: 0, skipped: 0 };
    let [all, known] = [0, true];
    for (let below = index + 1; below < this.ends[index]; below++) {
      const { status } = this.now[below];
      const { folded } = this.data.nodes[below];
      all += 1 + folded;
      known &&= !folded; // of what the data do not have it is not known
      if (status === "skipped") count.skipped++;
      else if (status !== "unseen") count.visited++;
    }
    const number = (many) => many.toLocaleString("en");
    const became = Object.entries(count).filter(([, many]) => known && many);
    return [
      `+${number(all)}`,
      ...became.map(([what, many]) => `${many < all ? number(many) : "all"} ${what}`),
    ];
  }

  /** Draw a template; elements that are there already are used again. */
  rewrite(part, outline, marks) {
    filledIn(part.outline, outline);
    marks.forEach((mark, number) => {
      const fresh = mark.length === 2 ? "path" : "text";
      let element = part.words[number];
      if (element?.localName !== fresh) {
        const made = svg(fresh);
        if (element) element.replaceWith(made);
        else part.texts.append(made);
        element = part.words[number] = made;
      }
      filledIn(element, mark);
    });
    while (part.words.length > marks.length) part.words.pop().remove();
  }

  /** Return the node that a click is meant for: a finger may be 22 px off, if no other node is nearer. */
  meant({ target, clientX, clientY }) {
    const hit = target.closest("[data-node]");
    if (hit) return hit;
    const box = this.svg.getBoundingClientRect();
    const scale = box.width / this.width;
    const far = (index) => {
      const { x, y } = this.data.nodes[index];
      return Math.hypot(box.left + x * scale - clientX, box.top + y * scale - clientY);
    };
    const [nearest] = this.seen.map((index) => [far(index), index]).sort(([a], [b]) => a - b);
    return nearest[0] <= REACH ? this.parts[nearest[1]].group : null;
  }

  /** Give a node another class, for what a mode marks at it. */
  mark(index, extra) {
    this.parts[index].extra = extra ? ` ${extra}` : "";
    this.show(index);
  }
}

function kinds(element, memory, wanted) {
  if (memory.kinds !== wanted) element.setAttribute("class", (memory.kinds = wanted));
}

/** Return a curve from one box to another: round the right side, or from below where the other lies to the left. */
function joining(a, b) {
  const [ax, bx] = [a.x + a.width, b.x + b.width];
  const [ay, by] = [a.y + a.height / 2, b.y + b.height / 2];
  if (ax < bx) return `M${ax} ${ay}C${bx + 18} ${ay} ${bx + 34} ${by - 30} ${bx} ${by}`;
  const [x, y] = [a.x + a.width / 2, a.y + a.height];
  return `M${x} ${y}C${x} ${y + 30} ${bx + 40} ${by} ${bx} ${by}`;
}

export function drawn(mark) {
  return filledIn(svg(mark.length === 2 ? "path" : "text"), mark);
}

/** Fill an element from a mark: [kinds, line] or [kinds, x, y, text, size, anchor]. */
function filledIn(element, mark) {
  element.setAttribute(
    "class",
    mark[0]
      .split(" ")
      .map((kind) => `gl-${kind}`)
      .join(" "),
  );
  if (mark.length === 2) {
    element.setAttribute("d", mark[1]);
    return element;
  }
  const [, x, y, text, size, anchor] = mark;
  element.setAttribute("x", x);
  element.setAttribute("y", y);
  element.setAttribute("font-size", size);
  element.setAttribute("text-anchor", anchor);
  write(element, text);
  return element;
}
