import { html, svg, write } from "./dom.js";
import { part } from "./panels.js";

// The window of the innermost call as a bar on a number line; it closes until it is empty.

const [LEFT, LONG, AXIS] = [12, 276, 42];
const at = (place) => LEFT + LONG * place;
const along = (from, to) => `M${from} ${AXIS}H${to}`;

export class Closing {
  constructor({ marks, calls }) {
    Object.assign(this, { marks, calls });
    const ticks = marks.length > 40 ? [] : marks.slice(1, -1).map(([place]) => `M${at(place)} ${AXIS - 3}v6`);
    const ends = `${ticks.join("")}${along(4, 296)}M10 ${AXIS - 4}L4 ${AXIS}L10 ${AXIS + 4}M290 ${AXIS - 4}L296 ${AXIS}L290 ${AXIS + 4}`;
    this.parts = Object.fromEntries(["given", "bar", "alpha", "beta", "point"].map((name) => [name, svg("path", { class: `gl-${name}` })]));
    this.texts = Object.fromEntries(["point", "alpha", "beta"].map((name, row) => [name, svg("text", { class: `gl-of-${name}`, y: [20, 66, 82][row] })]));
    this.words = html("p");
    this.picture = svg(
      "svg",
      { viewBox: "0 0 300 88", class: "gl-line-of", "aria-hidden": "true" },
      svg("path", { class: "gl-axis", d: ends }),
      ...Object.values(this.parts),
      ...Object.values(this.texts),
    );
    this.element = part("Window", html("div", { class: "gl-closing" }, this.picture, this.words));
    this.element.hidden = !marks.length;
  }

  show(entry) {
    const call = entry?.call >= 0 ? this.calls[entry.call] : null;
    write(this.words, call?.matters ?? "No call is open.");
    this.element.classList.toggle("empty", Boolean(call?.empty));
    if (!call?.window) return this.picture.setAttribute("hidden", "");
    this.picture.removeAttribute("hidden");
    const [from, to, alpha, beta] = call.window;
    this.draw("given", along(...this.places(from, to)));
    const [low, high] = this.places(alpha, beta);
    this.draw("bar", along(low, high));
    this.end("alpha", alpha, 5);
    this.end("beta", beta, -5);
    const [place, text] = entry.point ?? [];
    const x = text === undefined ? null : at(this.marks[place][0]);
    this.draw("point", x === null ? "" : `M${x} ${AXIS - 9}l-6 -9h12z`);
    this.say("point", text ?? "", x ?? 0);
  }

  places(...marks) {
    return marks.map((mark) => at(this.marks[mark][0]));
  }

  /** An end of the window: a bracket, unless it is infinite. */
  end(name, mark, serif) {
    const [place, text] = this.marks[mark];
    const finite = mark > 0 && mark < this.marks.length - 1;
    this.draw(name, finite ? `M${at(place) + serif} ${AXIS - 11}H${at(place)}V${AXIS + 11}h${serif}` : "");
    this.say(name, `${name} ${text}`, at(place));
  }

  draw(name, d) {
    this.parts[name].setAttribute("d", d);
  }

  /** Write a text at a place, so that it stays in the picture. */
  say(name, text, x) {
    const element = this.texts[name];
    write(element, text);
    element.setAttribute("x", x < 100 ? Math.max(2, x - 8) : x > 200 ? Math.min(298, x + 8) : x);
    element.setAttribute("text-anchor", x < 100 ? "start" : x > 200 ? "end" : "middle");
  }
}
