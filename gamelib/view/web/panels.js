import { button, html, svg, write } from "./dom.js";
import { writeNamed } from "./links.js";

// What stands around the tree: the signs and the counts above it, the code beside it, the open calls.

const SIGNS = { max: "▲", min: "▼", chance: "●", leaf: "■" };
const NAMES = { max: "MAX", min: "MIN", chance: "chance", leaf: "leaf" };

/** Return the sign of a side, as its nodes have it. */
export function sign(shape) {
  return html("i", { class: `gl-sign-of ${shape}`, "aria-hidden": "true" }, SIGNS[shape]);
}

/** Return a key to the signs of a tree. */
export function key(data) {
  const shapes = Object.keys(SIGNS).filter((shape) => data.nodes.some((node) => node.shape === shape));
  const parts = shapes.map((shape) => html("span", {}, sign(shape), NAMES[shape]));
  if (data.skips) parts.push(html("span", {}, html("i", { class: "gl-dashed" }), "never looked at"));
  return html("div", { class: "gl-key", "aria-hidden": "true" }, ...parts);
}

/** How many nodes were looked at and skipped so far. */
export class Counts {
  constructor(data) {
    const { word = "cut" } = data;
    const names = data.skips ? ["looked at", "skipped", `${word}s`] : ["looked at"];
    this.parts = names.map((name) => [html("b"), html("span", {}, ` ${name}`)]);
    this.single = ` ${word}`;
    this.plural = ` ${word}s`;
    const spans = this.parts.map((part) => html("span", {}, ...part));
    this.element = html("p", { class: "gl-counts gl-watch", title: data.convention }, ...spans);
  }

  show(entry) {
    const counts = entry ? entry.counts : [0, 0, 0];
    this.parts.forEach(([number, word], index) => {
      write(number, counts[index].toLocaleString("en"));
      if (index === 2) write(word, counts[2] === 1 ? this.single : this.plural);
    });
  }
}

/** The algorithm, with the lines of the last event lit, and the values of this step at their ends. */
export class Code {
  constructor(data) {
    this.data = data;
    this.lines = data.code.map(([side, text]) => {
      const value = html("u");
      return { side, value, item: html("li", { class: "" }, html("code", {}, text), value) };
    });
    this.sides = data.code.some(([side]) => side);
    this.title = html("p", { class: "gl-cap" });
    this.list = html("ol", { class: "gl-code", "aria-label": "The code" }, ...this.lines.map(({ item }) => item));
    this.element = html("div", { hidden: !this.lines.length }, this.title, this.list);
    this.lit = [];
  }

  show(entry, call, quiet) {
    const side = this.sides ? (call?.side ?? "MAX") : "";
    if (this.side !== side) for (const line of this.lines) line.item.hidden = Boolean(line.side) && line.side !== side;
    this.side = side;
    const at = call?.name ? ` at ${call.name}` : "";
    const chooses = this.sides && call ? ` (${call.side} chooses)` : "";
    write(this.title, this.data.heading ?? (call ? `The code${at}${chooses}` : this.sides ? "The code, for MAX" : "The code"));
    for (const index of this.lit) {
      const { item, value } = this.lines[index];
      item.removeAttribute("aria-current");
      item.className = "";
      write(value, "");
    }
    this.lit = entry && !quiet ? entry.lines : [];
    this.lit.forEach((index, number) => {
      const { item, value } = this.lines[index];
      item.setAttribute("aria-current", "step");
      item.className = entry.verb === "skip" ? "now cut" : "now";
      write(value, entry.texts?.[number] ?? "");
    });
    if (this.lit.length) requestAnimationFrame(() => this.uncover(this.lines[this.lit[0]]?.item)); // then sizes are known
  }

  /** Scroll a long listing, and nothing else, until a line is seen. */
  uncover(item) {
    if (!item) return;
    const { list } = this;
    const { offsetTop, offsetHeight } = item;
    const top = offsetTop - list.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top - offsetHeight;
    const below = top + 2 * offsetHeight - list.clientHeight;
    if (below > list.scrollTop) list.scrollTop = below;
  }
}

/** What is wrong with a search that a student wrote, and the way to the step it is about. */
export function finding({ words, names, at, right }, go) {
  const title = "Go to this step";
  const show = button({ word: `Step ${at}`, title, "data-act": "finding" }, () => go(at));
  show.hidden = !at;
  const text = html("span");
  writeNamed(text, words, names);
  return html("p", { class: `gl-finding ${right ? "" : "astray"}` }, text, " ", show);
}

/** The open calls, root first, each with the columns that the search describes itself by. */
export class Stack {
  constructor(data) {
    this.data = data;
    const heads = ["Node", ...data.columns];
    this.body = html("tbody");
    this.rows = [];
    this.empty = html("p", { class: "gl-empty" });
    this.element = html(
      "div",
      { class: "gl-sheet" },
      html(
        "table",
        { class: "gl-stack" },
        html("thead", {}, html("tr", {}, ...heads.map((head) => html("th", { scope: "col" }, head)))),
        this.body,
      ),
      this.empty,
    );
  }

  show(entry, finished) {
    const calls = [];
    for (let at = entry ? entry.call : -1; at >= 0; at = this.data.calls[at].above) calls.unshift(at);
    while (this.rows.length < calls.length) this.addRow();
    this.rows.forEach((row, index) => {
      row.element.hidden = index >= calls.length;
      if (index >= calls.length) return writeNamed(row.name, "");
      const call = this.data.calls[calls[index]];
      writeNamed(row.name, call.name, call.node < 0 ? [] : [[0, [...call.name].length, call.node]]);
      row.cells.forEach((cell, column) => write(cell, call.cells[column]));
      row.element.className = index === calls.length - 1 ? "now" : "";
    });
    const why = finished ? ": the search is over" : entry ? "" : " yet";
    write(this.empty, calls.length ? "" : `No call is open${why}.`);
  }

  addRow() {
    const row = { name: html("span"), cells: this.data.columns.map(() => html("td")) };
    row.element = html("tr", {}, html("th", { scope: "row" }, row.name), ...row.cells);
    this.rows.push(row);
    this.body.append(row.element);
  }
}

/** All steps as text; a click goes to one. */
export class Steps {
  constructor(data, go) {
    Object.assign(this, { data, go });
    this.list = html("ol", { class: "gl-steps-text" });
    this.element = html("div", { class: "gl-sheet" }, this.list);
  }

  show(step, quiet) {
    if (!this.list.firstChild)
      this.list.append(
        ...this.data.steps.map(({ sentence }, index) =>
          html("li", {}, button({ word: sentence, title: `${index + 1}. ${sentence}` }, () => this.go(index + 1))),
        ),
      );
    for (const [index, item] of [...this.list.children].entries()) item.hidden = quiet && index >= step;
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const now = this.list.children[step - 1];
    now?.firstChild.setAttribute("aria-current", "step");
    if (now) this.element.scrollTop = now.offsetTop - this.element.offsetTop - 60;
  }
}

const DOTS = "M2.5 6.3a1.7 1.7 0 1 0 .01 0zM8 6.3a1.7 1.7 0 1 0 .01 0zM13.5 6.3a1.7 1.7 0 1 0 .01 0z";

/**
 * Everything else: a button with three dots, and behind it entries, each with its present state at the right.
 *
 * An entry that is `off` is grey. `letter` is a key for the same. An entry with `choices` leads to further entries in the same place.
 */
export class Menu {
  constructor(entries, foot = "") {
    this.first = entries.map((entry) => this.entry(entry));
    this.foot = foot;
    this.button = button(
      { title: "More", class: "gl-more-button", "data-act": "more", "aria-haspopup": "true", "aria-expanded": "false" },
      ({ detail }) => {
        this.open(this.list.hidden);
        if (!detail && !this.list.hidden) this.walk("Home"); // pressed by a key
      },
    );
    this.button.append(svg("svg", { viewBox: "0 0 16 16", class: "gl-icon", "aria-hidden": "true" }, svg("path", { d: DOTS })));
    this.list = html("div", { class: "gl-menu", role: "group", "aria-label": "More", hidden: true });
    this.lead(this.first);
    this.element = html("div", { class: "gl-more" }, this.button, this.list);
    this.element.addEventListener("keydown", (event) => {
      const { key } = event;
      if (key === "ArrowDown" && this.list.hidden) this.open(true);
      else if (this.list.hidden) return;
      if (key === "Escape") {
        this.open(false);
        this.button.focus();
      } else if (!this.walk(key)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.element.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !this.element.contains(event.relatedTarget)) this.open(false);
    });
    this.outside = (event) => {
      if (!event.composedPath().includes(this.element)) this.open(false);
    };
  }

  entry({ act, word, state, press, hidden, off, choices, letter }) {
    const [text, now] = [html("span", {}, word), html("span", { class: "gl-state" })];
    const element = button({ title: word, "data-act": act, "data-name": word, "aria-keyshortcuts": letter }, () => {
      if (off?.()) return;
      if (choices) {
        this.lead(choices().map((entry) => this.entry(entry)));
        this.walk("Home");
        return;
      }
      press();
      if (act !== "speed") this.open(false);
    });
    element.append(text, now, ...(letter ? [html("kbd", { "aria-hidden": "true" }, letter)] : []));
    element.hidden = Boolean(hidden);
    return { element, now, word, state, off };
  }

  /** Show these entries in the menu. */
  lead(entries) {
    this.entries = entries;
    this.list.replaceChildren(...entries.map(({ element }) => element), ...(entries === this.first ? [this.foot] : []));
    if (!this.list.hidden) this.show();
  }

  open(on) {
    const inside = !on && this.list.contains(this.element.getRootNode().activeElement);
    this.list.hidden = !on;
    if (inside) this.element.closest("[tabindex]").focus({ preventScroll: true }); // the keys go on working
    this.button.setAttribute("aria-expanded", String(on));
    document[on ? "addEventListener" : "removeEventListener"]("pointerdown", this.outside);
    if (on) this.lead(this.first);
  }

  /** Go to the entry that a key leads to; tell whether the key was one. */
  walk(key) {
    const all = this.entries.map(({ element }) => element).filter(({ hidden }) => !hidden);
    const at = all.indexOf(this.element.getRootNode().activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[key];
    if (to === undefined) return false;
    all.at(to % all.length).focus();
    return true;
  }

  show() {
    for (const { element, now, word, state, off } of this.entries) {
      if (off) element.setAttribute("aria-disabled", String(off()));
      const text = state?.() ?? "";
      write(now, text);
      element.setAttribute("aria-label", text ? `${word}: ${text}` : word);
    }
  }
}
