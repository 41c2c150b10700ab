import { button, html } from "./dom.js";

// The frame in which a tree is seen: it fits or is zoomed, and follows the search.

const LARGEST = 1.5; // a small tree is not blown up further than this
const READABLE = 0.72; // a tree that would become smaller than this is scrolled instead

export class Stage {
  constructor(tree) {
    this.tree = tree;
    this.scale = 0;
    this.zoomed = null; // a scale that somebody chose; else the tree fits
    this.large = 1; // in presenter mode texts are larger
    this.canvas = html("div", { class: "gl-canvas" }, tree.svg);
    this.view = html("div", { class: "gl-view" }, this.canvas);
    this.zoom = html(
      "div",
      { class: "gl-zoom", role: "group", "aria-label": "Zoom" },
      button({ image: "minus", title: "Smaller (-)" }, () => this.by(1 / 1.25)),
      button({ image: "fit", title: "Whole tree (0)" }, () => this.fit()),
      button({ image: "plus", title: "Larger (+)" }, () => this.by(1.25)),
    );
    this.element = html("div", { class: "gl-stage" }, this.view, this.zoom);
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
      () => {
        this.left = this.view.scrollLeft;
        this.down = this.view.scrollTop;
        this.leaveOut();
      },
      { passive: true },
    );
  }

  destroy() {
    this.observer.disconnect();
  }

  by(factor) {
    this.zoomed = Math.min(4, Math.max(0.02, this.scale * factor));
    this.lay();
  }

  /** Show the whole tree, however small it becomes. */
  fit() {
    this.zoomed = this.whole();
    this.lay();
  }

  whole() {
    const { width, height } = this.tree.data;
    return Math.min(this.room.width / width, this.highest() / height, LARGEST * this.large);
  }

  highest() {
    if (this.element.closest(".presenter, [data-fill]")) return this.box;
    return Math.max(260, window.innerHeight * 0.56);
  }

  lay() {
    if (!this.room.width) return;
    const { width, height } = this.tree.data;
    this.scale = this.zoomed ?? Math.max(this.whole(), READABLE * Math.sqrt(this.large));
    this.tree.svg.style.width = `${width * this.scale}px`;
    this.tree.svg.style.height = `${height * this.scale}px`;
    this.room.height = Math.min(this.highest(), height * this.scale);
    this.view.style.height = `${Math.ceil(this.room.height) + 1}px`;
    this.element.dispatchEvent(new Event("layout"));
    this.leaveOut();
    this.follow();
  }

  leaveOut() {
    this.tree.strips.show(this.left / this.scale, (this.left + this.room.width) / this.scale);
  }

  /** Scroll so far that the node being searched can be seen, if it cannot. */
  follow() {
    const { width, height, spots } = this.tree.data;
    const seen = [this.room.width, this.room.height];
    const whole = [width * this.scale, height * this.scale];
    if (whole[0] <= seen[0] + 1 && whole[1] <= seen[1] + 1) return;
    const spot = spots[this.tree.current];
    const margin = Math.min(90 * this.scale, seen[0] / 4);
    const [x, y] = [spot.x * this.scale, spot.y * this.scale];
    const out = (at, from, room) => at < from + margin || at > from + room - margin;
    const move = (at, from, room, end) =>
      out(at, from, room) ? Math.max(0, Math.min(at - room / 2, end - room)) : from;
    const left = move(x, this.left, seen[0], whole[0]);
    const down = move(y, this.down, seen[1], whole[1]);
    if (left === this.left && down === this.down) return;
    [this.left, this.down] = [left, down];
    this.leaveOut();
    this.view.scrollTo(left, down);
  }
}
