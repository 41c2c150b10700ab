import { html, svg } from "./dom.js";

// A tree that does not fit, in small, below it: where one looks, and where the search is.

export class Minimap {
  constructor(stage) {
    this.stage = stage;
    this.lines = svg("path");
    this.here = html("i", { class: "gl-here" });
    this.frame = html("i", { class: "gl-window" });
    const drawing = svg("svg", { preserveAspectRatio: "none" }, this.lines);
    this.drawing = drawing;
    this.element = html(
      "div",
      { class: "gl-minimap", "aria-hidden": "true", title: "The whole tree. Press to look there." },
      drawing,
      this.here,
      this.frame,
    );
    const look = (event) => {
      if (!event.buttons) return;
      const box = this.element.getBoundingClientRect();
      const { left, down, room } = stage;
      const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
      stage.move(x * this.size[0] - room.width / 2 - left, y * this.size[1] - room.height / 2 - down);
    };
    this.element.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.element.setPointerCapture(event.pointerId);
      look(event);
    });
    this.element.addEventListener("pointermove", look);
  }

  /** Draw the tree anew, if it does not fit. */
  draw() {
    const { tree, scale, room } = this.stage;
    const { width, height, seen } = tree;
    const { spots } = tree.data;
    this.size = [width * scale, height * scale];
    this.element.hidden = this.size[0] <= room.width + 1 && this.size[1] <= this.stage.highest() + 1;
    this.stage.element.classList.toggle("large", !this.element.hidden);
    if (this.element.hidden || this.drawn === seen) return;
    this.drawn = seen;
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const edge = ({ x, y, parent }) => `M${spots[parent].x} ${spots[parent].y}L${x} ${y}`;
    this.lines.setAttribute("d", seen.slice(1).map((place) => edge(spots[place])).join(""));
    this.mark();
  }

  /** Show which part of the tree is seen. */
  move() {
    if (this.element.hidden) return;
    const { left, down, room } = this.stage;
    const [width, height] = this.size;
    const share = (part, whole) => `${Math.min(100, (100 * part) / whole)}%`;
    this.frame.style.cssText =
      `left: ${share(left, width)}; top: ${share(down, height)};` +
      `width: ${share(room.width, width)}; height: ${share(room.height, height)}`;
  }

  /** Show where the search is. */
  mark() {
    if (this.element.hidden) return;
    const { tree } = this.stage;
    const { x, y } = tree.data.spots[tree.holder[tree.current]];
    this.here.style.cssText = `left: ${(100 * x) / tree.width}%; top: ${(100 * y) / tree.height}%`;
  }
}
