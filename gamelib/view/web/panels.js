import { button, control, html, svg, write } from "./dom.js";
import { writeNamed } from "./links.js";

// What stands beside the tree: where the search is, the counts, the pseudocode, the open calls.

/** A part with a heading that can be folded up. */
export function part(name, ...children) {
  const head = control("summary", {}, name);
  return html("details", { class: "gl-part", open: true }, head, ...children);
}

const SHAPES = { MAX: "M6 1.5L11 10.5H1z", MIN: "M6 10.5L11 1.5H1z" };

/** Return the sign of a side: the shape that its nodes have. */
export function sign(side) {
  const d = SHAPES[side] ?? "M6 1.2a4.8 4.8 0 1 0 0.01 0z";
  return svg(
    "svg",
    { viewBox: "0 0 12 12", class: `gl-sign-of ${side}`, "aria-hidden": "true" },
    svg("path", { d }),
  );
}

/** The algorithm, with the lines of the last event marked. */
export class Code {
  constructor(data) {
    this.lines = data.code.map((line) => html("li", {}, html("code", {}, line)));
    const name = data.heading ?? "Algorithm";
    this.list = html("ol", { class: "gl-code", "aria-label": name }, ...this.lines);
    this.element = part(name, this.list);
    this.element.hidden = !this.lines.length;
    this.marked = [];
  }

  show(entry) {
    const lines = entry ? entry.lines : [];
    if (lines.join() === this.marked.join()) return;
    for (const line of this.marked) {
      this.lines[line].removeAttribute("aria-current");
      this.lines[line].className = "";
    }
    for (const line of lines) {
      this.lines[line].setAttribute("aria-current", "step");
      this.lines[line].className = "now";
      requestAnimationFrame(() => this.uncover(this.lines[line])); // then sizes are known, and cost nothing
    }
    this.marked = lines;
  }

  /** Scroll a long listing, and nothing else, until a line is seen. */
  uncover({ offsetTop, offsetHeight }) {
    const { list } = this;
    const top = offsetTop - list.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top - offsetHeight;
    const below = top + 2 * offsetHeight - list.clientHeight;
    if (below > list.scrollTop) list.scrollTop = below;
  }
}

/** What was found about a search that somebody wrote, and the way to the step it is about. */
export function finding({ words, names, at, right }, go) {
  const title = "Go to this step";
  const show = button({ word: `Step ${at}`, title, "data-act": "finding" }, () => go(at));
  show.hidden = !at;
  const told = html("span");
  writeNamed(told, words, names);
  return html("p", { class: `gl-finding ${right ? "" : "astray"}` }, told, " ", show);
}

/** The open calls, root first, each with the columns that the search describes itself by. */
export class Stack {
  constructor(data) {
    this.data = data;
    const heads = ["Node", ...data.columns];
    this.body = html("tbody");
    this.rows = [];
    const table = html(
      "table",
      { class: "gl-stack" },
      html("thead", {}, html("tr", {}, ...heads.map((head) => html("th", { scope: "col" }, head)))),
      this.body,
    );
    this.empty = html("p", { class: "gl-empty" });
    this.element = part("Call stack", table, this.empty);
  }

  show(entry, finished) {
    const calls = [];
    for (let at = entry ? entry.call : -1; at >= 0; at = this.data.calls[at].above)
      calls.unshift(at);
    while (this.rows.length < calls.length) this.addRow();
    this.rows.forEach((row, place) => {
      row.element.hidden = place >= calls.length;
      if (place >= calls.length) return writeNamed(row.name, "");
      const call = this.data.calls[calls[place]];
      const last = place === calls.length - 1;
      if (row.side !== call.side) row.mark.replaceChildren(sign((row.side = call.side)));
      writeNamed(row.name, call.name, call.spot < 0 ? [] : [[0, [...call.name].length, call.spot]]);
      row.cells.forEach((cell, place) => write(cell, call.cells[place]));
      row.element.className = last ? "now" : "";
    });
    const why = finished ? ": the search is over" : entry ? "" : " yet";
    write(this.empty, calls.length ? "" : `No call is open${why}.`);
  }

  addRow() {
    const row = {
      mark: html("span"),
      name: html("span"),
      cells: this.data.columns.map(() => html("td")),
    };
    const head = html("th", { scope: "row" }, row.mark, row.name);
    row.element = html("tr", {}, head, ...row.cells);
    this.rows.push(row);
    this.body.append(row.element);
  }
}

/** One line: at which node the search is, what it was given, when it will be cut; the counts. */
export class Head {
  constructor(data) {
    this.data = data;
    this.node = html("strong");
    this.mark = html("span");
    this.note = html("span");
    this.condition = html("span", { class: "gl-condition" });
    this.where = html(
      "p",
      { class: "gl-where" },
      this.mark,
      this.node,
      this.note,
      this.condition,
    );
    const counted = data.skips ? ["visited", "skipped", `${data.word ?? "cut"}s`] : ["visited"];
    this.counts = counted.map((name) => {
      const [number, word] = [html("strong"), html("span")];
      return {
        name,
        number,
        word,
        element: html("span", { class: "gl-count" }, number, " ", word),
      };
    });
    const counts = html(
      "p",
      { class: "gl-counts gl-watch", title: data.convention },
      ...this.counts.map((c) => c.element),
    );
    this.element = html("div", { class: "gl-head" }, this.where, counts);
  }

  show(entry) {
    const call = entry && entry.call >= 0 ? this.data.calls[entry.call] : null;
    if (this.side !== call?.side) this.mark.replaceChildren(...(call ? [sign(call.side)] : []));
    this.side = call?.side;
    const moves = ["MAX", "MIN"].includes(call?.side) ? `${call.side} to move` : "chance";
    write(this.node, call ? `${call.name}, ${moves}` : this.data.title);
    write(this.note, call?.note ?? "");
    write(this.condition, call?.condition ?? "");
    const counts = entry ? entry.counts : [0, 0, 0];
    this.counts.forEach(({ name, number, word }, place) => {
      write(number, counts[place].toLocaleString("en"));
      write(word, place === 2 && counts[place] === 1 ? name.slice(0, -1) : name);
    });
  }
}
