import { html, svg, write } from "./dom.js";

// The window of the innermost call as a bar on a number line; it closes until it is empty.

const [LEFT, LONG, AXIS] = [70, 260, 29]; // at both ends there is room for a text
const at = (place) => LEFT + LONG * place;
const along = (from, to) => `M${from} ${AXIS}H${to}`;
const head = (x, way) => `M${x - way * 6} ${AXIS - 4}L${x} ${AXIS}L${x - way * 6} ${AXIS + 4}`;

export class Closing {
  constructor({ marks, calls }) {
    Object.assign(this, { marks, calls });
    const inner = marks.length > 40 ? [] : marks.slice(1, -1);
    const ticks = inner.map(([place]) => `M${at(place)} ${AXIS - 4}v8`).join("");
    const axis = along(LEFT - 6, LEFT + LONG + 6) + head(LEFT - 6, -1) + head(LEFT + LONG + 6, 1);
    const named = (names, make) => Object.fromEntries(names.map((name) => [name, make(name)]));
    this.lines = named(["given", "bar", "alpha", "beta", "point"], (name) =>
      svg("path", { class: `gl-${name}` }),
    );
    this.texts = named(["alpha", "beta", "point"], (name) =>
      svg("text", { y: name === "point" ? 11 : AXIS + 23, "text-anchor": "middle" }),
    );
    this.words = html("p");
    this.picture = svg(
      "svg",
      { viewBox: "0 0 400 56", "aria-hidden": "true" },
      svg("path", { d: axis + ticks }),
      ...Object.values(this.lines),
      ...Object.values(this.texts),
    );
    this.element = html("div", { class: "gl-closing gl-watch" }, this.picture, this.words);
    this.element.hidden = !marks.length;
  }

  show(entry) {
    const call = entry?.call >= 0 ? this.calls[entry.call] : null;
    const shut = entry?.verb === "skip" && call.empty;
    write(this.words, shut || (call?.matters ?? ""));
    this.element.classList.toggle("empty", Boolean(shut));
    this.picture.classList.toggle("none", !call?.window);
    if (!call?.window) return;
    const [from, to, alpha, beta] = call.window;
    this.draw("given", along(...[from, to].map((mark) => at(this.marks[mark][0]))));
    const bar = along(...[alpha, beta].map((mark) => at(this.marks[mark][0])));
    this.draw("bar", alpha < beta || shut ? bar : "");
    // Their texts point away from each other, so they never meet.
    this.end("alpha", alpha, 5, alpha > beta ? "start" : "end");
    this.end("beta", beta, -5, alpha > beta ? "end" : "start");
    const [mark, text] = entry.point ?? [];
    const x = mark === undefined ? 0 : at(this.marks[mark][0]);
    this.draw("point", mark === undefined ? "" : `M${x} ${AXIS - 7}l-6 -8h12z`);
    this.texts.point.setAttribute("x", x);
    write(this.texts.point, text ?? "");
  }

  draw(name, d) {
    this.lines[name].setAttribute("d", d);
  }

  /** An end of the window: a bracket, unless it is infinite, and its number. */
  end(name, mark, serif, anchor) {
    const [place, text] = this.marks[mark];
    const finite = mark > 0 && mark < this.marks.length - 1;
    const bracket = `M${at(place) + serif} ${AXIS - 9}h${-serif}v18h${serif}`;
    this.draw(name, finite ? bracket : "");
    this.texts[name].setAttribute("x", at(place) + (anchor === "end" ? -3 : 3));
    this.texts[name].setAttribute("text-anchor", anchor);
    write(this.texts[name], `${name} ${text}`);
  }
}
