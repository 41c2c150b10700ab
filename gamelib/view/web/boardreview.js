import { control, html, svg, write } from "./dom.js";

// The review of a game as a curve: who was ahead after each move, and where the mistakes were.

const [WIDTH, HEIGHT, MARGIN] = [300, 56, 5];
const WAYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -Infinity, End: Infinity };

export class Chart {
  /** `go` shows the moment after a number of moves. */
  constructor({ sides }, go) {
    Object.assign(this, { go, sides });
    this.drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.ends = [html("span", { "aria-hidden": "true" }), html("span", { "aria-hidden": "true" })];
    this.element = control(
      "div",
      { class: "gl-chart", role: "slider", tabindex: 0, "aria-valuemin": 0, "aria-label": "Who was ahead after each move" },
      this.drawn, ...this.ends,
    );
    this.element.addEventListener("click", ({ clientX }) => {
      const { left, width } = this.element.getBoundingClientRect();
      const along = (((clientX - left) / width) * WIDTH - MARGIN) / (WIDTH - 2 * MARGIN);
      this.jump(Math.round(along * this.last));
    });
    this.element.addEventListener("keydown", (event) => {
      const way = WAYS[event.key];
      if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.jump(this.at + way);
    });
  }

  jump(at) {
    this.go(Math.max(0, Math.min(this.last, at)));
  }

  show({ at, ply, moves }, { range = [], verdicts = [], grades = [] }) {
    Object.assign(this, { at, last: Math.max(1, ply) });
    const x = (moment) => MARGIN + (moment * (WIDTH - 2 * MARGIN)) / this.last;
    const y = ({ share }) => HEIGHT / 2 - share * (HEIGHT / 2 - MARGIN);
    const points = [...verdicts.entries()].filter(([, verdict]) => verdict);
    const parts = { "gl-proved": "", "gl-guess": "" };
    points.slice(1).forEach(([moment, verdict], index) => {
      const [before, from] = points[index];
      const kind = verdict.proved && from.proved ? "gl-proved" : "gl-guess";
      parts[kind] += `M${x(before)} ${y(from)}L${x(moment)} ${y(verdict)}`;
    });
    const line = (kind, d) => svg("path", { class: kind, d });
    const dot = (moment, verdict) => line("gl-mistake", `M${x(moment)} ${y(verdict)}h0.01`);
    this.drawn.replaceChildren(
      line("gl-even", `M0 ${HEIGHT / 2}H${WIDTH}`),
      line("gl-moment", `M${x(at)} 2V${HEIGHT - 2}`),
      ...Object.entries(parts).map(([kind, d]) => line(kind, d)),
      ...points.filter(([moment]) => grades[moment - 1] === "??").map(([moment, verdict]) => dot(moment, verdict)),
    );
    const [low, high] = range;
    write(this.ends[0], high || `${this.sides.MAX} better`);
    write(this.ends[1], low || `${this.sides.MIN} better`);
    const grade = grades[at - 1];
    const words = verdicts[at] ? `, ${verdicts[at].proved ? "proved" : "a guess"}: ${verdicts[at].text}` : "";
    this.element.setAttribute("aria-valuemax", this.last);
    this.element.setAttribute("aria-valuenow", at);
    this.element.setAttribute("aria-valuetext", at ? `After ${moves[at - 1]?.[0]}${grade ? ` ${grade}` : ""}${words}` : `The start${words}`);
  }
}
