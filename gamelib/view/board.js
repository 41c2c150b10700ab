import { button, control, html, svg, write } from "./dom.js";

// The board: cells to choose from, what was played, and the controls. The kernel decides everything;
// here it is drawn, and what the reader does is sent there.

const KEYS = "Keys: arrows move, Enter plays, u undo, n new game, s swap sides";
const PATIENCE = 4000; // milliseconds after which a silent kernel is mentioned
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

class Board {
  constructor(model, el) {
    this.model = model;
    this.layout = model.get("plan");
    this.sent = null; // how many moves there were when something was sent that is not answered yet
    this.root = html(
      "div",
      {
        class: "gamelib gl-board", role: "group", "aria-label": `${this.layout.title}. ${KEYS}.`,
        style: `--gl-board: ${this.layout.width}px`,
      },
      html("div", { class: "gl-table" }, this.stage(), this.words(), this.bar(), this.side()),
    );
    this.root.addEventListener("keydown", (event) => this.key(event));
    el.append(this.root);
    this.react = () => this.show();
    model.on("change:shown", this.react);
    this.show();
  }

  destroy() {
    clearTimeout(this.timer);
    this.model.off("change:shown", this.react);
  }

  // ---- parts ----

  stage() {
    const { width, height, size, cells, labels } = this.layout;
    this.cells = new Map();
    const rows = [];
    for (const cell of cells) {
      const middle = { cx: cell.x + size / 2, cy: cell.y + size / 2, r: Math.max(3, size / 18) };
      const drawn = svg(
        "g",
        { class: "gl-cell", role: "gridcell", tabindex: -1, "data-cell": cell.name, "data-lm-suppress-shortcuts": "true" },
        svg("rect", { x: cell.x + 2, y: cell.y + 2, width: size - 4, height: size - 4 }),
        svg("circle", middle),
      );
      drawn.addEventListener("click", () => this.choose(cell.name));
      drawn.addEventListener("focus", () => this.hold(cell.name));
      this.cells.set(cell.name, { ...cell, drawn });
      (rows[cell.row] ??= svg("g", { role: "row" })).append(drawn);
    }
    this.held = cells[Math.floor(cells.length / 2)].name;
    this.strokes = svg("g", { class: "gl-strokes", "aria-hidden": "true" });
    this.back = svg("g", { class: "gl-strokes", "aria-hidden": "true" });
    const names = labels.map(([x, y, text]) => svg("text", { class: "gl-coordinate", x, y, "aria-hidden": "true" }, text));
    const field = svg(
      "svg",
      { class: "gl-field", viewBox: `0 0 ${width} ${height}`, width, height, role: "grid", "aria-label": this.layout.title },
      this.back, ...names, ...rows, this.strokes,
    );
    return html("div", { class: "gl-stage" }, field);
  }

  words() {
    this.sentence = html("p", { "aria-live": "polite" });
    this.trouble = html("p", { class: "gl-trouble", role: "alert" });
    return html("div", { class: "gl-sentence" }, this.sentence, this.trouble);
  }

  bar() {
    const make = (act, word, title) => button({ word, title, "data-act": act }, () => this.ask(act));
    this.undo = make("undo", "Undo", "Take back your last move (u)");
    const more = [make("new", "New game", "Begin again (n)")];
    if (!this.layout.alone) more.push(make("swap", "Swap sides", "Change sides with the player (s)"));
    return html("div", { class: "gl-bar", role: "group", "aria-label": "Game" }, this.undo, ...more);
  }

  side() {
    this.moves = html("p", { class: "gl-moves" });
    this.reasons = html("tbody");
    const heads = ["Move", "Value for MAX"].map((head) => html("th", { scope: "col" }, head));
    const table = html("table", { class: "gl-stack" }, html("thead", {}, html("tr", {}, ...heads)), this.reasons);
    const head = control("summary", {}, "Why did it play that?");
    this.why = html("details", { class: "gl-part gl-why" }, head, html("div", { class: "gl-table-of" }, table));
    return html("div", { class: "gl-side" }, this.moves, this.why);
  }

  // ---- showing ----

  show() {
    const now = this.model.get("shown");
    clearTimeout(this.timer);
    this.sent = null;
    const paths = now.strokes.map(([kind, d]) => [kind, svg("path", { class: kind.replace(/^| /g, "$&gl-").trim(), d })]);
    const behind = ([kind]) => kind === "grid" || kind.startsWith("last");
    this.back.replaceChildren(...paths.filter(behind).map(([, path]) => path));
    this.strokes.replaceChildren(...paths.filter((path) => !behind(path)).map(([, path]) => path));
    for (const [name, { drawn }] of this.cells) {
      const legal = now.legal.includes(name);
      drawn.classList.toggle("legal", legal);
      drawn.setAttribute("aria-label", now.words[name]);
      drawn.setAttribute("aria-disabled", String(!legal));
      drawn.setAttribute("tabindex", name === this.held ? 0 : -1);
    }
    this.root.classList.toggle("waiting", now.thinking);
    this.root.dataset.ply = now.ply;
    write(this.sentence, now.sentence);
    write(this.trouble, now.trouble);
    this.undo.setAttribute("aria-disabled", String(!now.undo));
    this.moves.replaceChildren(html("strong", {}, "Moves: "), now.moves.join(" ") || "none yet");
    this.why.hidden = !now.why.length;
    this.reasons.replaceChildren(
      ...now.why.map(([move, known, played]) =>
        html(
          "tr",
          { class: played ? "played" : "" },
          html("th", { scope: "row" }, String(move)),
          html("td", {}, played ? `${known} (played)` : known),
        ),
      ),
    );
  }

  // ---- doing ----

  hold(name) {
    this.cells.get(this.held).drawn.setAttribute("tabindex", -1);
    this.held = name;
    this.cells.get(name).drawn.setAttribute("tabindex", 0);
  }

  choose(move) {
    this.ask("play", { move });
  }

  ask(act, more = {}) {
    const now = this.model.get("shown");
    if (this.sent !== null || now.thinking) {
      write(this.trouble, "Please wait: the last move is not answered yet.");
      return;
    }
    this.sent = now.ply;
    this.root.classList.add("waiting");
    write(this.trouble, "");
    this.timer = setTimeout(() => this.giveUp("No answer yet: the kernel is busy, or this cell has to be run again."), PATIENCE);
    try {
      this.model.send({ do: act, ply: now.ply, ...more });
    } catch {
      this.giveUp("There is no kernel to answer: run this cell again.");
    }
  }

  /** Stop waiting, so that another click can try again. */
  giveUp(why) {
    clearTimeout(this.timer);
    this.sent = null;
    this.root.classList.remove("waiting");
    write(this.trouble, why);
  }

  key(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const name = target.dataset?.cell;
    const presses = key === " " || key === "Enter";
    let act = { u: () => this.ask("undo"), n: () => this.ask("new"), s: () => this.layout.alone || this.ask("swap") }[key];
    if (name && presses) act = () => this.choose(name);
    if (name && STEPS[key]) act = () => this.step(name, ...STEPS[key]);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  step(name, down, right) {
    const { row, column } = this.cells.get(name);
    const next = [...this.cells.values()].find((c) => c.row === row + down && c.column === column + right);
    if (next) next.drawn.focus();
  }
}

export default {
  render({ model, el }) {
    const view = new Board(model, el);
    return () => view.destroy();
  },
};
