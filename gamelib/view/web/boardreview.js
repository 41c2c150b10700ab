import { button, control, html, svg, write } from "./dom.js";

// The review of a game: the value of each moment as a line, and a comment on the move before it.

const [WIDTH, HEIGHT, MARGIN] = [300, 84, 8];
const KEYS = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, Home: -Infinity, End: Infinity };

export class Review {
  /** `go` shows the moment after a number of moves. */
  constructor(go) {
    this.go = go;
    this.drawn = svg("g", { class: "gl-strokes" });
    this.chart = svg("svg", {
      class: "gl-graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "slider", tabindex: 0, "aria-valuemin": 0,
      "aria-label": "Value of the game after each move", "data-lm-suppress-shortcuts": "true",
    }, this.drawn);
    this.chart.addEventListener("click", (event) => {
      const { left, width } = this.chart.getBoundingClientRect();
      const along = (((event.clientX - left) / width) * WIDTH - MARGIN) / (WIDTH - 2 * MARGIN);
      this.jump(Math.round(along * this.last));
    });
    this.chart.addEventListener("keydown", (event) => {
      if (!(event.key in KEYS) || event.ctrlKey || event.metaKey || event.altKey) return;
      this.jump(this.at + KEYS[event.key]);
      event.preventDefault();
      event.stopPropagation();
    });
    this.comment = html("p", { class: "gl-judged", "aria-live": "polite" });
    this.counts = html("p", { class: "gl-about" });
    this.before = button(
      { word: "Before this move", title: "Show the position before this move, to play on from there", "data-act": "before" },
      () => this.jump(this.at - 1),
    );
    const head = control("summary", {}, "Review");
    this.element = html("details", { class: "gl-part gl-review", open: true }, head, this.chart, this.comment, this.before, this.counts);
  }

  jump(at) {
    this.go(Math.max(0, Math.min(this.last, at)));
  }

  show(now, judged) {
    const { values = [], grades = [], told: comments = [], counts = "" } = judged ?? {};
    this.element.hidden = !values.length;
    if (!values.length) return;
    this.at = now.at;
    this.last = Math.max(1, now.ply);
    const x = (at) => MARGIN + (at * (WIDTH - 2 * MARGIN)) / this.last;
    const y = (value) => HEIGHT / 2 - value * (HEIGHT / 2 - MARGIN);
    const points = [...values.entries()].filter(([, value]) => value !== null);
    const cross = (at, value) => `M${x(at) - 4} ${y(value) - 4}l8 8m0 -8l-8 8`;
    const mistakes = points.filter(([at]) => grades[at] === "mistake");
    const label = (y, text) => svg("text", { class: "gl-label", x: 2, y, "font-size": 11 }, text);
    this.drawn.replaceChildren(
      svg("path", { class: "gl-even", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      svg("path", { class: "gl-now", d: `M${x(this.at)} 0V${HEIGHT}` }),
      svg("path", { class: "gl-worth", d: points.map(([at, value], i) => `${i ? "L" : "M"}${x(at)} ${y(value)}`).join("") }),
      svg("path", { class: "gl-blunder", d: mistakes.map(([at, value]) => cross(at, value)).join("") }),
      label(8, now.sides[0]), label(HEIGHT - 7, now.sides[1]),
    );
    const comment = comments[this.at] || (this.at ? "This move has not been judged." : "The start of the game.");
    this.chart.setAttribute("aria-valuemax", this.last);
    this.chart.setAttribute("aria-valuenow", this.at);
    this.chart.setAttribute("aria-valuetext", `After move ${this.at}${grades[this.at] ? `, ${grades[this.at]}` : ""}`);
    write(this.comment, comment);
    write(this.counts, counts && `${counts} A cross is a mistake.`);
    this.before.hidden = !["good", "mistake"].includes(grades[this.at]);
  }
}
