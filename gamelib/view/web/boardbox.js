import { html, svg, write } from "./dom.js";
import { verdictWords } from "./boardwords.js";

// What stands beside the board: whose turn it is, who is ahead, one box of text, and the reasons as a table.

const OWN_SIGNS = { X: ["gl-max", "M10 10L50 50M50 10L10 50"], O: ["gl-min", "M30 8a22 22 0 1 0 .01 0Z"] };

/** The sign of a side: drawn if it is X or O, else a triangle. */
export function signOf(side, text) {
  const [kind, path] = OWN_SIGNS[text] ?? [];
  const own = kind === `gl-${side.toLowerCase()}`;
  if (!own) return html("i", { class: `gl-sign-of ${side.toLowerCase()}`, "aria-hidden": "true" }, side === "MAX" ? "▲" : "▼");
  return svg("svg", { class: "gl-turn-sign", viewBox: "0 0 60 60", "aria-hidden": "true" }, svg("path", { class: kind, d: path }));
}

const SHORT_NAME = 16; // characters; longer names may be broken at the end of a line

/** Put parts of a text into an element; `{ strong }` is bold. */
export function writeBold(element, parts) {
  const bold = ({ strong }) => html("b", strong.length > SHORT_NAME ? {} : { class: "gl-whole" }, strong);
  const made = parts.map((part) => (part.strong ? bold(part) : part));
  element.replaceChildren(...made);
}

/** One bar and one line: who is ahead, and whether that is proved. */
export class Evaluation {
  constructor({ sides }) {
    this.part = html("i");
    this.meter = html("div", { class: "gl-rail", role: "meter", "aria-label": "Evaluation", "aria-valuemin": -1, "aria-valuemax": 1 }, this.part);
    this.tag = html("span", { class: "gl-tag" });
    this.rest = html("span");
    const end = (side) => html("b", { class: side.toLowerCase(), "aria-hidden": "true" }, sides[side]);
    this.element = html("div", { class: "gl-evaluation" }, end("MAX"), this.meter, end("MIN"), html("p", {}, this.tag, this.rest));
  }

  show(verdict, on) {
    this.element.classList.toggle("off", !on);
    const share = verdict?.share ?? 0;
    const [tag, rest] = verdict ? verdictWords(verdict) : ["", "Nothing is known about this position yet."];
    this.element.dataset.sure = verdict ? (verdict.proved ? "proved" : "guess") : "";
    this.part.className = share < 0 ? "min" : "max";
    this.part.style.width = `${50 * Math.min(1, Math.abs(share))}%`;
    this.meter.setAttribute("aria-valuenow", share.toFixed(2));
    this.meter.setAttribute("aria-valuetext", `${tag}${rest}`);
    write(this.tag, tag);
    write(this.rest, rest);
  }
}

/** One box for a reason, a hint, a review, a lesson or a notice. */
export class Box {
  constructor() {
    this.small = html("small");
    this.text = html("p");
    this.element = html("div", { class: "gl-text-box" }, this.small, this.text);
  }

  /** Show a box, and return its text. */
  show({ tone, small, parts }) {
    this.element.className = `gl-text-box ${tone}`;
    write(this.small, small);
    writeBold(this.text, parts);
    return [small, this.text.textContent].filter(Boolean).join(". ");
  }
}

/** The reasons for the last move, beside those for the others, with the value of each. */
export class Why {
  constructor({ sides }) {
    this.rows = html("tbody");
    this.about = html("p");
    const heads = ["Move", "Why", `Value for ${sides.MAX}`].map((head) => html("th", { scope: "col" }, head));
    const table = html("table", {}, html("thead", {}, html("tr", {}, ...heads)), this.rows);
    this.element = html("div", { class: "gl-why", role: "region", "aria-label": "Why did it play that?", tabindex: 0, "data-lm-suppress-shortcuts": "true" }, table, this.about);
  }

  show({ why, about }) {
    write(this.about, about);
    this.rows.replaceChildren(
      ...why.map(([move, reason, value, played]) =>
        html(
          "tr",
          { class: played ? "played" : "" },
          html("th", { scope: "row" }, move, ...(played ? [html("small", {}, "played")] : [])),
          html("td", {}, reason),
          html("td", {}, value),
        ),
      ),
    );
  }
}
