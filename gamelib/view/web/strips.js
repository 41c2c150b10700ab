import { svg } from "./dom.js";

// A wide tree is cut into strips, and those far from what is seen are left out: a browser takes its
// time for everything that is on a page, also for what is scrolled out of sight.

const WIDTH = 400; // of a strip, in the units of the tree
const ALWAYS = -1; // what is longer than a strip is never left out

export class Strips {
  constructor() {
    this.groups = []; // pairs of a strip and an element that holds a part of it
    this.first = this.last = null;
  }

  /** Return one element that holds pieces [from, to, element], strip by strip. */
  layer(pieces) {
    const strips = new Map();
    for (const [from, to, element] of pieces) {
      const strip = to - from > WIDTH ? ALWAYS : Math.floor(from / WIDTH);
      if (!strips.has(strip)) strips.set(strip, svg("g"));
      strips.get(strip).append(element);
    }
    this.groups.push(...strips);
    return svg("g", {}, ...strips.values());
  }

  /** Leave out what lies far from the part of the tree between two places. */
  show(from, to) {
    const first = Math.floor(from / WIDTH) - 2; // a piece may reach into the next strip
    const last = Math.floor(to / WIDTH) + 1;
    if (first === this.first && last === this.last) return;
    [this.first, this.last] = [first, last];
    for (const [strip, group] of this.groups) {
      const near = strip === ALWAYS || (strip >= first && strip <= last);
      if (near) group.removeAttribute("display");
      else group.setAttribute("display", "none");
    }
  }
}
