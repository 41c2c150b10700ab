import { svg, write } from "./dom.js";
import { layOut, tenths } from "./layout.js";
import { Strips } from "./strips.js";

// The tree of a search as one SVG. A step touches only what changes.
//
// Python decided what is drawn (`looks`, each with the node's outline first) and what changes at each step (`steps`); the
// browser applies the changes forward and takes them off backward. It moves every look to where its node is: that depends
// on what is folded up here. Nodes are in depth-first order.

const ROUND = 8; // the radius of a corner
const [FOLD, LINE, SMALL] = [27, 13, 10.5]; // to the words at a fold, from one to the next, their size

export class Tree {
  constructor(data) {
    this.data = data;
    this.step = 0;
    this.current = 0; // the spot where the search is
    this.dirty = new Set();
    this.now = data.spots.map(({ status, cut, best, look }) => ({ status, cut, best, look }));
    this.parts = data.spots.map((_, place) => {
      const [outline, texts] = [svg("path"), svg("g", { class: "gl-texts" })];
      const group = svg("g", { "data-spot": place }, outline, texts);
      return { group, outline, texts, words: [], edge: null };
    });
    this.children = data.spots.map(() => []);
    data.spots.forEach(({ parent }, place) => this.children[parent]?.push(place));
    this.ends = data.spots.map((_, place) => place + 1); // where the subtree of each node ends
    for (let place = data.spots.length - 1; place > 0; place--) {
      const { parent } = data.spots[place];
      this.ends[parent] = Math.max(this.ends[parent], this.ends[place]);
    }
    this.level = []; // of each node; the root's is 1
    for (const { parent } of data.spots) this.level.push(1 + (this.level[parent] ?? 0));
    this.fold((place) => this.level[place] > (data.open ?? Infinity));
    this.strips = new Strips(3);
    const [edges, names, nodes] = this.strips.layers; // names of moves lie over all edges
    this.cause = svg("g", { class: "gl-why" });
    this.svg = svg("svg", { class: "gl-tree" }, edges, names, this.cause, nodes);
    this.arrange();
  }

  // ---- which nodes are seen, and where ----

  /** Fold up all nodes that a rule holds for, and open the others. */
  fold(rule) {
    const inner = this.children.flatMap((below, place) => (below.length ? [place] : []));
    this.folded = new Set(inner.filter(rule));
  }

  /** Put the nodes that are not folded up into their places; on a `map` they have no texts. */
  arrange(map = false, high = 0) {
    const { spots, bars } = this.data;
    const focused = this.svg.getRootNode().activeElement;
    [this.width, this.height] = layOut(this, map, high);
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    this.svg.classList.toggle("map", (this.map = map));
    this.seen = [];
    this.holder = new Int32Array(spots.length); // the node that each node is seen at
    for (let place = 0, next; place < spots.length; place = next) {
      next = this.folded.has(place) ? this.ends[place] : place + 1;
      this.seen.push(place);
      this.holder.fill(place, place, next);
    }
    const pieces = [];
    for (const place of this.seen) {
      const [spot, part] = [spots[place], this.parts[place]];
      const move = `translate(${spot.x} ${spot.y})`;
      part.group.setAttribute("transform", move);
      if (this.children[place].length) part.group.setAttribute("aria-expanded", !this.folded.has(place));
      pieces.push([2, spot.x, spot.x, part.group]);
      if (place) {
        const { group, line, cut, word } = (part.edge ??= this.edge(spot, bars));
        const upper = spots[spot.parent];
        const [top, end] = [upper.y + upper.top, spot.y - spot.top - (word ? this.data.gaps.label : 0)];
        const turn = (Math.atan2(upper.x - spot.x, end - top) * 180) / Math.PI;
        line.setAttribute("d", `M${tenths(upper.x)} ${tenths(top)}L${tenths(spot.x)} ${tenths(end)}`);
        const middle = `${(upper.x + spot.x) / 2} ${(top + end) / 2}`;
        cut.setAttribute("transform", `translate(${middle}) rotate(${turn})`);
        const ends = [Math.min(upper.x, spot.x), Math.max(upper.x, spot.x)];
        pieces.push([0, ...ends, group]);
        word?.setAttribute("transform", move);
        if (word) pieces.push([1, ...ends, word]);
      }
      this.show(place);
    }
    this.strips.fill(pieces);
    const cause = this.blamed; // it may be elsewhere now
    this.blamed = null;
    this.blame(cause);
    if (this.svg.contains(focused)) focused.focus({ preventScroll: true }); // moving it took it away
  }

  /** Return the spot next to a place, of those that are seen. */
  nearest(x, y) {
    const far = (spot) => Math.hypot(spot.x - x, spot.y - y);
    const spots = this.seen.map((place) => this.data.spots[place]);
    return spots.reduce((best, spot) => (far(spot) < far(best) ? spot : best));
  }

  edge({ over }, bars) {
    const line = svg("path", { class: "gl-line" });
    const cut = svg("path", { class: "gl-cut", d: bars });
    const word = over < 0 ? null : svg("g", {}, ...this.data.looks[over].map(drawn));
    return { group: svg("g", {}, line, cut), line, cut, word };
  }

  // ---- steps ----

  /** Go to a step: apply the changes up to it, or take them off again. */
  go(step) {
    const { steps } = this.data;
    while (this.step < step) this.apply(steps[this.step++], 1);
    while (this.step > step) this.apply(steps[--this.step], -1);
    if (!step) this.current = 0;
    this.flush();
    this.blame(steps[step - 1]?.cause);
  }

  /** Draw the cause of a cut, or none: rings around nodes, and lines by corners [spot, right, spot, down]. */
  blame(cause) {
    if (cause === this.blamed) return;
    this.blamed = cause;
    const { spots } = this.data;
    const corners = cause?.lines.flatMap((line) => line[1]);
    const seen = corners?.every(([place]) => this.holder[place] === place);
    const { rings, lines } = seen && !this.map ? cause : { rings: [], lines: [] };
    this.cause.replaceChildren(
      ...lines.map(([kind, corners]) => {
        const points = corners.map(([beside, right, above, down]) => [spots[beside].x + right, spots[above].y + down]);
        return svg("path", { class: `gl-${kind}`, d: rounded(points) });
      }),
      ...rings.map(([place, d]) => {
        const { x, y } = spots[place];
        return svg("path", { class: "gl-ring", d, transform: `translate(${x} ${y})` });
      }),
    );
  }

  apply(entry, way) {
    for (const [spot, field, old, fresh] of entry.changes) {
      const value = way > 0 ? fresh : old;
      this.now[spot][field] = value;
      if (value === "current") this.current = spot;
      this.dirty.add(spot);
    }
  }

  flush() {
    for (const spot of this.dirty) {
      this.show(this.holder[spot]);
      this.named?.(this.holder[spot]); // what is said of it has changed, too
    }
    this.dirty.clear();
  }

  // ---- how a spot looks ----

  show(place) {
    const { shape } = this.data.spots[place];
    const { status, cut, best, look } = this.now[place];
    const part = this.parts[place];
    const folded = this.folded.has(place);
    const here = folded && this.holder[this.current] === place ? "current" : status;
    const state = `${here}${best ? " best" : ""}`;
    kinds(part.group, part, `gl-spot ${shape} ${state}${folded ? " folded" : ""}${part.extra ?? ""}`);
    if (part.edge) {
      kinds(part.edge.group, part.edge, `gl-edge ${state}${cut ? " cut" : ""}`);
      part.edge.word?.setAttribute("class", `gl-edge ${state}`);
    }
    const told = folded ? this.told(place) : [];
    const seen = `${look} ${told}`;
    if (part.seen === seen) return;
    part.seen = seen;
    const down = this.data.spots[place].top + FOLD;
    const lines = told.map((line, n) => ["note", 0, down + LINE * n, line, SMALL, "middle"]);
    this.rewrite(part, [...this.data.looks[look], ...lines]);
  }

  /** Return in lines how many nodes are folded up at one, and what became of them. */
  told(place) {
    const count = { visited: 0, skipped: 0 };
    let [all, known] = [0, true];
    for (let below = place + 1; below < this.ends[place]; below++) {
      const { status } = this.now[below];
      const { folded } = this.data.spots[below];
      all += 1 + folded;
      known &&= !folded; // of what the data do not have it is not known
      if (status === "skipped") count.skipped++;
      else if (status !== "unseen") count.visited++;
    }
    const number = (many) => many.toLocaleString("en");
    const became = Object.entries(count).filter(([, many]) => known && many);
    return [
      became.length ? `+${number(all)}` : `+${number(all)} node${all > 1 ? "s" : ""}`,
      ...became.map(([what, many]) => `${many < all ? number(many) : "all"} ${what}`),
    ];
  }

  /** Draw a look; elements that are there already are used again. */
  rewrite(part, [outline, ...marks]) {
    filled(part.outline, outline);
    marks.forEach((mark, number) => {
      const fresh = mark.length === 2 ? "path" : "text";
      let element = part.words[number];
      if (element?.localName !== fresh) {
        const made = svg(fresh);
        if (element) element.replaceWith(made);
        else part.texts.append(made);
        element = part.words[number] = made;
      }
      filled(element, mark);
    });
    while (part.words.length > marks.length) part.words.pop().remove();
  }

  /** Give a spot another class, for what a mode marks at it. */
  mark(place, extra) {
    this.parts[place].extra = extra ? ` ${extra}` : "";
    this.show(place);
  }
}

function kinds(element, memory, wanted) {
  if (memory.kinds !== wanted) element.setAttribute("class", (memory.kinds = wanted));
}

/** Return a line with its corners rounded off, as the attribute `d` of a path. */
function rounded(points) {
  const part = ([x, y], [ax, ay]) => {
    const far = Math.hypot(ax - x, ay - y);
    const share = far && Math.min(ROUND, far / 2) / far;
    return [x + (ax - x) * share, y + (ay - y) * share];
  };
  const corners = points.slice(1, -1).map((corner, place) => {
    const [before, after] = [points[place], points[place + 2]];
    return `L${part(corner, before)}Q${corner} ${part(corner, after)}`;
  });
  return `M${points[0]}${corners.join("")}L${points.at(-1)}`;
}

export function drawn(mark) {
  return filled(svg(mark.length === 2 ? "path" : "text"), mark);
}

/** Fill an element from a mark: [kinds, line] or [kinds, x, y, text, size, anchor]. */
function filled(element, mark) {
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
