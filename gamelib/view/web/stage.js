import { button, html } from "./dom.js";
import { Folds } from "./folds.js";
import { Minimap } from "./minimap.js";

// The frame in which a tree is seen: it fits or is zoomed, is moved, and follows the search.

const LARGEST = 1.5; // a small tree is not blown up further than this
const READABLE = 0.72; // a tree that would become smaller than this is scrolled instead
const SMALLEST = 0.45; // the whole of a tree that would become smaller than this is a map, without texts
const FLAT = 0.4; // and such a map is at least so many parts of its width high

const STRIP = 54; // the height of the minimap, and what lies between
const WHOLE = "whole"; // instead of a scale that somebody chose

const limited = (scale) => Math.min(4, Math.max(0.02, scale));

export class Stage {
  constructor(tree) {
    this.tree = tree;
    this.scale = 0;
    this.zoomed = null; // a scale that somebody chose; else the tree fits
    this.large = 1; // in presenter mode texts are larger
    this.canvas = html("div", { class: "gl-canvas" }, tree.svg);
    this.view = html("div", { class: "gl-view" }, this.canvas);
    this.folds = new Folds(this);
    this.minimap = new Minimap(this);
    this.zoom = html(
      "div",
      { class: "gl-zoom", role: "group", "aria-label": "Zoom" },
      ...this.folds.buttons,
      button({ image: "minus", title: "Smaller (-)" }, () => this.by(1 / 1.25)),
      button({ image: "fit", title: "Whole tree (0)" }, () => this.fit()),
      button({ image: "plus", title: "Larger (+)" }, () => this.by(1.25)),
    );
    this.element = html("div", { class: "gl-stage" }, this.view, this.minimap.element, this.zoom);
    // Sizes are noted when they change, so that a step never has to ask for them.
    this.room = { width: 0, height: 0 };
    this.left = this.down = 0;
    this.observer = new ResizeObserver(([entry]) => {
      this.room.width = entry.contentRect.width;
      this.box = entry.contentRect.height;
      this.lay();
    });
    this.observer.observe(this.element);
    this.view.addEventListener(
      "scroll",
      () => this.moved(this.view.scrollLeft, this.view.scrollTop),
      { passive: true },
    );
    this.grips();
  }

  destroy() {
    this.observer.disconnect();
  }

  // ---- zooming and moving ----

  by(factor) {
    this.zoomed = this.tree.map ? null : limited(this.scale * factor);
    this.lay();
  }

  /** Zoom around a place on the screen. */
  around(factor, x, y) {
    const box = this.tree.svg.getBoundingClientRect();
    const at = [(x - box.left) / this.scale, (y - box.top) / this.scale];
    const near = this.tree.map ? this.tree.nearest(...at) : null; // a map and the tree differ
    this.zoomed = limited(this.scale * factor);
    this.lay(false);
    if (near) [at[0], at[1]] = [near.x, near.y];
    const now = this.tree.svg.getBoundingClientRect();
    this.move(now.left + at[0] * this.scale - x, now.top + at[1] * this.scale - y);
  }

  /** Scroll by so many pixels. The browser is not asked how far it came: it would lay out the page. */
  move(right, down) {
    const end = (whole, room) => Math.max(0, whole * this.scale - room);
    const { width, height } = this.tree;
    const left = Math.max(0, Math.min(this.left + right, end(width, this.room.width)));
    const top = Math.max(0, Math.min(this.down + down, end(height, this.room.height)));
    const here = left === this.left && top === this.down;
    this.moved(left, top);
    if (!here) this.view.scrollTo(left, top);
  }

  moved(left, down) {
    [this.left, this.down] = [left, down];
    this.leaveOut();
    this.minimap.move();
  }

  /** Dragging moves the tree; Ctrl with the wheel and two fingers zoom. One finger scrolls by itself. */
  grips() {
    const { view } = this;
    const wheel = (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const turned = event.deltaY * (event.deltaMode ? 16 : 1);
      const factor = Math.exp(-Math.max(-50, Math.min(50, turned)) / 150);
      this.around(factor, event.clientX, event.clientY);
    };
    let last = null;
    const fingers = (event) => {
      if (event.touches.length !== 2) return (last = null);
      event.preventDefault();
      const [a, b] = event.touches;
      const [x, y] = [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2];
      const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      if (last) {
        this.move(last.x - x, last.y - y);
        this.around(apart / last.apart, x, y);
      }
      last = { x, y, apart };
    };
    view.addEventListener("wheel", wheel, { passive: false });
    for (const name of ["touchstart", "touchmove", "touchend"])
      view.addEventListener(name, fingers, { passive: false });
    view.addEventListener("pointerdown", (event) => this.drag(event));
  }

  drag(start) {
    if (start.defaultPrevented || start.button || start.pointerType === "touch") return;
    let [x, y, dragged] = [start.clientX, start.clientY, false];
    const pull = (event) => {
      dragged ||= Math.hypot(event.clientX - x, event.clientY - y) > 4;
      if (!dragged) return;
      this.view.classList.add("dragged");
      this.move(x - event.clientX, y - event.clientY);
      [x, y] = [event.clientX, event.clientY];
    };
    const drop = () => {
      window.removeEventListener("pointermove", pull);
      this.view.classList.remove("dragged");
      const stop = (event) => event.stopPropagation(); // the end of a drag is no click
      if (dragged) window.addEventListener("click", stop, { capture: true, once: true });
      if (dragged) setTimeout(() => window.removeEventListener("click", stop, { capture: true }));
    };
    window.addEventListener("pointermove", pull);
    window.addEventListener("pointerup", drop, { once: true });
    window.addEventListener("pointercancel", drop, { once: true });
  }

  /** Show the whole tree, however small it becomes. */
  fit() {
    this.zoomed = WHOLE;
    this.lay();
  }

  whole() {
    const { width, height } = this.tree;
    return Math.min(this.room.width / width, this.highest() / height, LARGEST * this.large);
  }

  highest() {
    if (this.element.closest(".presenter, [data-fill]"))
      return this.box - (this.minimap.element.hidden ? 0 : STRIP);
    return Math.max(260, window.innerHeight * 0.56);
  }

  lay(follow = true) {
    if (!this.room.width) return;
    if (this.tree.map) this.tree.arrange();
    if (this.zoomed === WHOLE && this.whole() < SMALLEST)
      this.tree.arrange(true, Math.min(FLAT, this.highest() / this.room.width));
    const { width, height } = this.tree;
    const readable = Math.max(this.whole(), READABLE * Math.sqrt(this.large));
    this.scale = this.zoomed === WHOLE ? this.whole() : (this.zoomed ?? readable);
    this.tree.svg.style.width = `${width * this.scale}px`;
    this.tree.svg.style.height = `${height * this.scale}px`;
    this.minimap.draw();
    this.room.height = Math.min(this.highest(), height * this.scale);
    this.view.style.height = `${Math.ceil(this.room.height) + 1}px`;
    this.element.dispatchEvent(new Event("layout"));
    this.move(0, 0);
    if (follow) this.follow();
  }

  /** Change what is folded up; a node stays where it is on the screen. */
  refold(place, change) {
    const spot = this.tree.data.spots[place];
    const [x, y] = [spot.x * this.scale - this.left, spot.y * this.scale - this.down];
    change();
    this.tree.arrange();
    this.lay(false);
    this.move(spot.x * this.scale - this.left - x, spot.y * this.scale - this.down - y);
  }

  leaveOut() {
    this.tree.strips.show(this.left / this.scale, (this.left + this.room.width) / this.scale);
  }

  /** Scroll so far that a node, the one being searched if not given, can be seen. */
  follow(place) {
    if (place === undefined) this.folds.step();
    const { width, height, holder } = this.tree;
    const seen = [this.room.width, this.room.height];
    const whole = [width * this.scale, height * this.scale];
    this.minimap.mark();
    if (whole[0] <= seen[0] + 1 && whole[1] <= seen[1] + 1) return;
    const spot = this.tree.data.spots[holder[place ?? this.tree.current]];
    const margin = Math.min(90 * this.scale, seen[0] / 4);
    const by = (at, from, room) =>
      at < from + margin || at > from + room - margin ? at - room / 2 - from : 0;
    this.move(by(spot.x * this.scale, this.left, seen[0]), by(spot.y * this.scale, this.down, seen[1]));
  }
}
