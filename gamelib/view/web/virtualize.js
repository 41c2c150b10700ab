import { svg } from "./dom.js";

// A wide tree is cut into strips, and those far from what is seen are left out: a browser takes its
// time for everything that is on a page, also for what is scrolled out of sight.

const WIDTH = 400; // of a strip, in the units of the tree
const ALWAYS = -1; // what is longer than a strip is never left out

export class Strips {
  constructor(layers) {
    this.layers = Array.from({ length: layers }, () => svg("g"));
  }

  /** Put pieces [layer, from, to, element] into the layers, in place of what was there. */
  fill(pieces) {
    const strips = this.layers.map(() => new Map());
    for (const [layer, from, to, element] of pieces) {
      const strip = to - from > WIDTH ? ALWAYS : Math.floor(from / WIDTH);
      if (!strips[layer].has(strip)) strips[layer].set(strip, svg("g"));
      strips[layer].get(strip).append(element);
    }
    this.groups = strips.flatMap((found) => [...found]);
    this.layers.forEach((layer, place) => layer.replaceChildren(...strips[place].values()));
    this.first = this.last = null;
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
