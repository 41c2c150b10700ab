import { html, svg, write } from "./dom.js";

// The window of the innermost call on a number line: alpha is a triangle below it, beta one above, and what still matters is a band.

const [WIDE, HIGH, AXIS] = [252, 92, 46];
const [LEFT, RIGHT] = [4, WIDE - 4];
const APART = 15; // two numbers of the line that are nearer than this would touch

export class WindowBar {
  constructor({ marks }) {
    this.marks = marks;
    this.title = html("p", { class: "gl-cap" });
    this.band = svg("path");
    this.ends = { alpha: this.end("max"), beta: this.end("min") };
    this.point = svg("path", { class: "gl-point" });
    this.numbers = svg("g", { class: "gl-numbers" });
    this.picture = svg(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, width: WIDE, height: HIGH, role: "img" },
      svg("path", { class: "gl-axis", d: `M${LEFT} ${AXIS}H${RIGHT}` }),
      this.band,
      this.point,
      this.numbers,
      ...Object.values(this.ends).flatMap(({ wedge, text }) => [wedge, text]),
    );
    this.cover = html("p", { class: "gl-cover" }, "covered until you answer");
    this.element = html("div", { class: "gl-window" }, this.title, this.picture, this.cover);
    this.element.hidden = !marks.length;
  }

  end(shape) {
    return { wedge: svg("path", { class: `gl-end ${shape}` }), text: svg("text", { class: "gl-end-text" }) };
  }

  x(mark) {
    return LEFT + (RIGHT - LEFT) * this.marks[mark][0];
  }

  show(entry, call, closes, quiet) {
    if (!this.marks.length) return;
    const shut = closes && call?.empty;
    this.cover.hidden = !quiet;
    this.picture.toggleAttribute("hidden", quiet);
    this.element.classList.toggle("closed", Boolean(shut) && !quiet);
    if (quiet) return write(this.title, "The window");
    const title = shut ? "Window closed: α has met β" : call?.window ? `The window at ${call.name}` : "The window: every value matters";
    write(this.title, title);
    const last = this.marks.length - 1;
    const [, , alpha, beta] = call?.window ?? [0, last, 0, last];
    this.picture.setAttribute("aria-label", (shut || call?.matters) ?? "every value matters");
    const [a, b] = [alpha, beta].map((mark) => this.x(mark));
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const wide = Math.max(8, high - low);
    const from = alpha === beta ? low - 4 : low;
    this.band.setAttribute("class", alpha < beta ? "gl-band" : "gl-band shut");
    const left = alpha ? `M${from} ${AXIS + 7}v-14` : `M${LEFT + 9} ${AXIS + 7}v5L${LEFT - 4} ${AXIS}l13 -12v5`; // an arrow has no end
    const right = beta < last || alpha === last ? `H${from + wide}v14` : `H${RIGHT - 9}v-5L${RIGHT + 4} ${AXIS}l-13 12v-5`;
    this.band.setAttribute("d", `${left}${right}z`);
    this.place("alpha", "α", alpha, alpha > 0, [AXIS + 21, -12, AXIS + 36]);
    this.place("beta", "β", beta, beta < last, [AXIS - 21, 12, AXIS - 26]);
    const [mark] = entry?.point ?? [];
    this.point.setAttribute("d", mark > 0 && mark < last ? `M${this.x(mark)} ${AXIS - 7}v14` : "");
    this.ticks(alpha, beta);
  }

  place(name, letter, mark, seen, [foot, tip, down]) {
    const { wedge, text } = this.ends[name];
    const x = this.x(mark);
    wedge.setAttribute("d", seen ? `M${x - 7} ${foot}h14l-7 ${tip}z` : "");
    text.setAttribute("x", Math.max(16, Math.min(WIDE - 16, x)));
    text.setAttribute("y", down);
    write(text, seen ? `${letter} ${this.marks[mark][1]}` : "");
  }

  /** Write the numbers below the line, but for those that would touch another one or an end of the window. */
  ticks(alpha, beta) {
    const key = `${alpha} ${beta}`;
    if (this.written === key) return;
    this.written = key;
    let before = [alpha, beta].filter((mark) => mark > 0 && mark < this.marks.length - 1).map((mark) => this.x(mark));
    const texts = [];
    for (let mark = 1; mark < this.marks.length - 1; mark++) {
      const [x, text] = [this.x(mark), this.marks[mark][1]];
      if (before.some((other) => Math.abs(other - x) < APART)) continue;
      before = [...before, x];
      texts.push(svg("text", { x, y: AXIS + 26 }, text));
    }
    this.numbers.replaceChildren(...texts);
  }
}
