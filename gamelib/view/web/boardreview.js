import { button, control, html, svg, write } from "./dom.js";

// The review of a game: what each moment is worth, as a line, and what is said of the move before it.

const [WIDE, HIGH, RIM] = [300, 84, 8];
const KEYS = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, Home: -Infinity, End: Infinity };

export class Review {
  /** `go` shows the moment after so many moves. */
  constructor(go) {
    this.go = go;
    this.drawn = svg("g", { class: "gl-strokes" });
    this.chart = svg("svg", {
      class: "gl-graph", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "slider", tabindex: 0, "aria-valuemin": 0,
      "aria-label": "Value of the game after each move", "data-lm-suppress-shortcuts": "true",
    }, this.drawn);
    this.chart.addEventListener("click", (event) => {
      const { left, width } = this.chart.getBoundingClientRect();
      const along = (((event.clientX - left) / width) * WIDE - RIM) / (WIDE - 2 * RIM);
      this.jump(Math.round(along * this.last));
    });
    this.chart.addEventListener("keydown", (event) => {
      if (!(event.key in KEYS) || event.ctrlKey || event.metaKey || event.altKey) return;
      this.jump(this.at + KEYS[event.key]);
      event.preventDefault();
      event.stopPropagation();
    });
    this.told = html("p", { class: "gl-judged", "aria-live": "polite" });
    this.counts = html("p", { class: "gl-about" });
    this.before = button(
      { word: "Before this move", title: "Show the position before this move, to play on from there", "data-act": "before" },
      () => this.jump(this.at - 1),
    );
    const head = control("summary", {}, "Review");
    this.element = html("details", { class: "gl-part gl-review", open: true }, head, this.chart, this.told, this.before, this.counts);
  }

  jump(at) {
    this.go(Math.max(0, Math.min(this.last, at)));
  }

  show(now, judged) {
    const { values = [], grades = [], told = [], counts = "" } = judged ?? {};
    this.element.hidden = !values.length;
    if (!values.length) return;
    this.at = now.at;
    this.last = Math.max(1, now.ply);
    const x = (at) => RIM + (at * (WIDE - 2 * RIM)) / this.last;
    const y = (value) => HIGH / 2 - value * (HIGH / 2 - RIM);
    const known = [...values.entries()].filter(([, value]) => value !== null);
    const cross = (at, value) => `M${x(at) - 4} ${y(value) - 4}l8 8m0 -8l-8 8`;
    const mistakes = known.filter(([at]) => grades[at] === "mistake");
    const sign = (place, words) => svg("text", { class: "gl-label", x: 2, y: place, "font-size": 11 }, words);
    this.drawn.replaceChildren(
      svg("path", { class: "gl-even", d: `M0 ${HIGH / 2}H${WIDE}` }),
      svg("path", { class: "gl-now", d: `M${x(this.at)} 0V${HIGH}` }),
      svg("path", { class: "gl-worth", d: known.map(([at, value], i) => `${i ? "L" : "M"}${x(at)} ${y(value)}`).join("") }),
      svg("path", { class: "gl-blunder", d: mistakes.map(([at, value]) => cross(at, value)).join("") }),
      sign(8, now.sides[0]), sign(HIGH - 7, now.sides[1]),
    );
    const words = told[this.at] || (this.at ? "This move is not judged." : "The beginning of the game.");
    this.chart.setAttribute("aria-valuemax", this.last);
    this.chart.setAttribute("aria-valuenow", this.at);
    this.chart.setAttribute("aria-valuetext", `After move ${this.at}${grades[this.at] ? `, ${grades[this.at]}` : ""}`);
    write(this.told, words);
    write(this.counts, counts && `${counts} A cross is a mistake.`);
    this.before.hidden = !["good", "mistake"].includes(grades[this.at]);
  }
}
