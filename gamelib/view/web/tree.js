import { svg, write } from "./dom.js";
import { Strips } from "./strips.js";

// The tree of a search as one SVG. It is built once; a step touches only what changes.
//
// Python decided what is drawn (`looks`, each with the node's outline first) and what changes at each step (`steps`); the
// browser applies the changes forward and takes them off backward.

const ROUND = 8; // the radius of a corner
const STATES = ["unseen", "open", "current", "done", "skipped"];

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
    this.strips = new Strips();
    const edges = data.edges.map((edge) => this.edge(edge));
    const over = (place, element) => {
      const ends = [place, data.spots[place].parent].map((end) => data.spots[end].x);
      return [Math.min(...ends), Math.max(...ends), element];
    };
    const named = edges.flatMap(({ lower, words }) => words.map((word) => over(lower, word)));
    this.svg = svg(
      "svg",
      { class: "gl-tree", viewBox: `0 0 ${data.width} ${data.height}` },
      this.strips.layer(edges.map(({ lower, group }) => over(lower, group))),
      this.strips.layer(named), // names of moves lie over all edges
      (this.cause = svg("g", { class: "gl-why" })),
      this.strips.layer(this.parts.map(({ group }, place) => [data.spots[place].x, data.spots[place].x, group])),
    );
    data.spots.forEach((_, place) => this.show(place));
  }

  edge({ lower, line, bars, words }) {
    const group = svg(
      "g",
      {},
      svg("path", { class: "gl-line", d: line }),
      svg("path", { class: "gl-cut", d: bars }),
    );
    return (this.parts[lower].edge = {
      lower,
      group,
      words: words.map((mark) => svg("g", {}, drawn(mark))),
    });
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
    const { rings, lines } = cause ?? { rings: [], lines: [] };
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
    for (const spot of this.dirty) this.show(spot);
    this.dirty.clear();
  }

  // ---- how a spot looks ----

  show(place) {
    const { shape } = this.data.spots[place];
    const { status, cut, best, look } = this.now[place];
    const part = this.parts[place];
    const state = `${status}${best ? " best" : ""}`;
    kinds(part.group, part, `gl-spot ${shape} ${state}${part.extra ?? ""}`);
    if (part.edge) {
      kinds(part.edge.group, part.edge, `gl-edge ${state}${cut ? " cut" : ""}`);
      for (const word of part.edge.words) word.setAttribute("class", `gl-edge ${state}`);
    }
    if (part.look === look) return;
    part.look = look;
    this.rewrite(part, this.data.looks[look]);
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

  // ---- for tests ----

  /** Read back from the page what it shows: tests compare this with Python's own fold. */
  state() {
    return this.parts.map(({ group, texts, edge }) => {
      const all = (kind) =>
        [...texts.parentNode.querySelectorAll(kind)].map((t) => t.textContent).join("\n");
      return {
        status: STATES.find((state) => group.classList.contains(state)),
        value: all(".gl-value"),
        note: all(".gl-note, .gl-live"),
        order: all(".gl-order"),
        cut: edge ? edge.group.classList.contains("cut") : false,
        best: group.classList.contains("best"),
      };
    });
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
