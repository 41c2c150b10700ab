import { html } from "./dom.js";
import { Folds } from "./folds.js";

// The frame in which a tree is seen: it takes the room there is, is scrolled where that is not enough, and follows the search.

const SCROLLED = [2, 1.25]; // how many times the room a tree may be wide and high before it is folded up

export class Stage {
  constructor(tree) {
    this.tree = tree;
    this.scale = 1; // before an audience everything is larger
    this.overview = false; // whether all of a tree should be seen, not only the path to the search
    this.canvas = html("div", { class: "gl-canvas" }, tree.svg);
    this.view = html("div", { class: "gl-view" }, this.canvas);
    this.folds = new Folds(this);
    this.element = html("div", { class: "gl-stage" }, this.view);
    // Sizes are kept when they change, so that a step never has to ask for them.
    this.room = { width: 0, height: 0 };
    this.left = this.down = 0;
    this.observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      if (Math.abs(width - this.room.width) < 1 && Math.abs(height - this.room.height) < 1) return;
      this.room = { width, height };
      this.lay();
    });
    this.observer.observe(this.element);
    this.view.addEventListener(
      "scroll",
      () => this.moved(this.view.scrollLeft, this.view.scrollTop),
      { passive: true },
    );
    this.view.addEventListener("pointerdown", (event) => this.drag(event));
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
  }

  /** A tree that does not fit is moved with the mouse. */
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

  /** Arrange the tree in the room there is, at its ease or with smaller nodes; tell whether it fits then. */
  fits(wider = [1, 1]) {
    const { tree, scale } = this;
    const room = { width: this.room.width / scale, height: this.room.height / scale };
    const fits = ([wide, high]) => tree.width <= room.width * wide + 1 && tree.height <= room.height * high + 1;
    tree.arrange(room);
    if (fits([1, 1])) return true;
    tree.arrange({ ...room, tight: true });
    return fits(wider);
  }

  /** Lay the tree out. One that is too large is folded up; where all of it should be seen, it is scrolled first. */
  lay(follow = true) {
    if (!this.room.width) return;
    const { tree, scale } = this;
    const wider = this.overview && !tree.folded.size ? SCROLLED : undefined;
    if (!this.fits(wider) && !this.folds.chosen && !tree.windows) this.folds.begin();
    tree.svg.style.width = `${tree.width * scale}px`;
    tree.svg.style.height = `${tree.height * scale}px`;
    this.element.dispatchEvent(new Event("layout"));
    this.move(0, 0);
    if (follow) this.follow();
  }

  /** Change what is folded up; a node stays where it is on the screen. */
  refold(index, change) {
    const node = this.tree.data.nodes[index];
    const [x, y] = [node.x * this.scale - this.left, node.y * this.scale - this.down];
    change();
    this.lay(false);
    this.move(node.x * this.scale - this.left - x, node.y * this.scale - this.down - y);
  }

  leaveOut() {
    this.tree.strips.show(this.left / this.scale, (this.left + this.room.width) / this.scale);
  }

  /** Scroll so far that a node, the one being searched if not given, can be seen. */
  follow(index) {
    if (!this.room.width) return;
    if (index === undefined) this.folds.step();
    const { width, height, holder } = this.tree;
    const { width: wide, height: high } = this.room;
    if (width * this.scale <= wide + 1 && height * this.scale <= high + 1) return;
    const node = this.tree.data.nodes[holder[index ?? this.tree.current]];
    const margin = Math.min(90 * this.scale, wide / 4, high / 4);
    const by = (at, from, room) => (at < from + margin || at > from + room - margin ? at - room / 2 - from : 0);
    this.move(by(node.x * this.scale, this.left, wide), by(node.y * this.scale, this.down, high));
  }
}
