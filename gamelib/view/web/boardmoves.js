import { button, html } from "./dom.js";
import { rounds } from "./boardwords.js";

// The moves in three columns: the number of the first move in a row, and the moves of each side. A press shows the moment after a move.

const WAYS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity };
const GRADES = { "??": "mistake", "?": "doubtful" };

export class Moves {
  /** `go` shows the moment after a number of moves. */
  constructor({ sides }, go) {
    Object.assign(this, { sides, go, items: [] });
    this.element = html("div", { class: "gl-moves", role: "group", "aria-label": "Moves" });
    this.element.addEventListener("keydown", (event) => {
      const way = WAYS[event.key];
      if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      go(Math.max(0, Math.min(this.items.length, this.at + way)));
    });
  }

  /** Show moves; `lit` is the one that is marked, or -1, and `fixed` that none can be gone to. */
  show({ moves, at, ply }, { grades = [], lit, fixed }) {
    const inside = this.element.contains(this.element.getRootNode().activeElement);
    const now = JSON.stringify([moves, grades, fixed]);
    if (now !== this.drawn) this.draw(moves, grades, fixed);
    this.drawn = now;
    this.at = at;
    this.items.forEach((item, index) => {
      item.setAttribute("tabindex", index === Math.max(0, at - 1) ? 0 : -1);
      item.toggleAttribute("aria-current", index === lit);
      if (index === lit) item.setAttribute("aria-current", "step");
    });
    const current = this.items[Math.max(0, at - 1)];
    if (inside) current?.focus({ preventScroll: true });
    this.target = this.items[lit] ?? (at === ply ? this.items.at(-1) : current);
    requestAnimationFrame(() => this.scroll());
  }

  draw(moves, grades, fixed) {
    this.items = moves.map(([move, side], index) => {
      const grade = grades[index] ?? "";
      const title = `${this.sides[side]} played ${move}${grade && `, ${GRADES[grade]}`}`;
      const item = button({ word: grade ? `${move} ${grade}` : move, "aria-label": title, "data-move": move, "data-grade": grade }, () => {
        if (!fixed) this.go(index + 1);
      });
      if (fixed) item.setAttribute("aria-disabled", "true");
      return item;
    });
    const cells = rounds(moves).flatMap(({ MAX, MIN }) => [
      html("span", { class: "gl-number" }, String(Math.min(...MAX, ...MIN) + 1)),
      ...[MAX, MIN].map((turn) => html("span", {}, ...turn.map((move) => this.items[move]))),
    ]);
    this.element.replaceChildren(...(cells.length ? cells : [html("span", { class: "gl-none" }, "No moves yet")]));
  }

  /** Scroll the list, but not the page, to the move that matters. */
  scroll() {
    if (!this.target) return;
    const [list, item] = [this.element, this.target].map((part) => part.getBoundingClientRect());
    const [above, below] = [list.top + 6 - item.top, item.bottom - list.bottom];
    if (above > 0) this.element.scrollTop -= above;
    else if (below > 0) this.element.scrollTop += below;
  }
}
