import { svg } from "./dom.js";

// The field of the board: spots that can be chosen, and what is drawn. Which spots are legal, which
// moves they make and what is drawn, all that comes from the kernel.

const WAYS = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" };

const classes = (kind) => kind.replace(/^| /g, "$&gl-");

export class Field {
  /** `play` is called with a move and tells whether it was sent, `refuse` with two spots that make none, `tell` with words. */
  constructor(plan, { play, refuse, tell }) {
    Object.assign(this, { plan, play, refuse, tell });
    this.spots = new Map();
    this.first = ""; // the piece that was chosen, where a move needs two choices
    this.pointed = "";
    this.drawn = new Map();
    this.now = null;
    this.back = svg("g", { class: "gl-strokes", "aria-hidden": "true" });
    this.front = svg("g", { class: "gl-strokes", "aria-hidden": "true" });
    this.texts = svg("g", { class: "gl-strokes gl-writings", "aria-hidden": "true" });
    const names = plan.labels.map(([x, y, text]) =>
      svg("text", { class: "gl-coordinate", x, y, "aria-hidden": "true" }, text),
    );
    const { width, height, title } = plan;
    this.element = svg(
      "svg",
      { class: "gl-field", viewBox: `0 0 ${width} ${height}`, width, height, role: "grid", "aria-label": title },
      this.back, ...names, ...this.rows(), this.front, this.texts,
    );
    this.element.addEventListener("pointerleave", () => this.point(""));
  }

  rows() {
    const rows = [];
    for (const spot of this.plan.spots) {
      const title = svg("title");
      const drawn = svg(
        "g",
        { class: "gl-cell", role: "gridcell", tabindex: -1, "data-cell": spot.name, "data-lm-suppress-shortcuts": "true" },
        title,
        svg("path", { class: "gl-area", d: spot.path }),
        svg("path", { class: "gl-target", d: spot.mark }),
      );
      drawn.addEventListener("click", () => this.choose(spot.name));
      drawn.addEventListener("focus", () => this.hold(spot.name));
      drawn.addEventListener("pointerenter", () => this.point(spot.name));
      this.spots.set(spot.name, { ...spot, drawn, title, legal: null, label: null, shade: null });
      (rows[spot.row] ??= svg("g", { role: "row" })).append(drawn);
    }
    this.held = this.plan.spots[Math.floor(this.plan.spots.length / 2)].name;
    this.spots.get(this.held).drawn.setAttribute("tabindex", 0);
    return rows.filter(Boolean);
  }

  // ---- showing ----

  show(now) {
    if (this.now?.acts !== now.acts) this.first = "";
    this.element.classList.toggle("choosing", this.first !== "");
    this.now = now;
    this.forget();
    this.draw(now.strokes);
    const texts = now.writings.map(([x, y, text, size]) => svg("text", { x, y, "font-size": size }, text));
    this.texts.replaceChildren(...texts);
    this.mark();
    this.point(this.pointed);
  }

  /** Draw the strokes in their order; those that are there already stay, so a move costs little. */
  draw(strokes) {
    const keys = new Set(strokes.map(([kind, path]) => `${kind} ${path}`));
    for (const [key, element] of this.drawn) {
      if (keys.has(key)) continue;
      element.remove();
      this.drawn.delete(key);
    }
    const next = new Map([this.back, this.front].map((group) => [group, group.firstChild]));
    for (const [kind, path, behind] of strokes) {
      const key = `${kind} ${path}`;
      const group = behind ? this.back : this.front;
      if (!this.drawn.has(key)) {
        this.drawn.set(key, svg("path", { class: classes(kind), d: path, pathLength: kind === "win" ? 1 : null }));
      }
      const element = this.drawn.get(key);
      if (element === next.get(group)) next.set(group, element.nextSibling);
      else group.insertBefore(element, next.get(group));
    }
  }

  /** Say of each spot whether it can be chosen now; only what has changed is written. */
  mark() {
    const { now, first } = this;
    const legal = new Set(first ? Object.keys(now.ways[first]) : now.legal);
    const heat = now.heat[first] ?? {};
    for (const spot of this.spots.values()) {
      const { drawn, name } = spot;
      const can = legal.has(name);
      if (spot.legal !== can) {
        drawn.classList.toggle("legal", can);
        drawn.setAttribute("aria-disabled", String(!can));
        spot.legal = can;
      }
      const label = this.words(name);
      if (spot.label !== label) {
        drawn.setAttribute("aria-label", label);
        spot.title.textContent = label;
        spot.label = label;
      }
      const shade = heat[name]?.[0] ?? null;
      if (spot.shade !== shade) {
        drawn.classList.toggle("heated", shade !== null);
        drawn.style.setProperty("--gl-heat", `${Math.round(60 * (shade ?? 0))}%`);
        spot.shade = shade;
      }
      if (spot.chosen !== (name === first)) {
        spot.chosen = name === first;
        drawn.classList.toggle("chosen", spot.chosen);
        drawn.setAttribute("aria-selected", String(spot.chosen));
      }
    }
  }

  words(name) {
    const value = this.now?.heat[this.first]?.[name]?.[1];
    const words = this.now?.words[name] ?? this.plan.words[name];
    return value === undefined ? words : `${words}, value ${value}`;
  }

  // ---- doing ----

  hold(name) {
    this.spots.get(this.held).drawn.setAttribute("tabindex", -1);
    this.held = name;
    this.spots.get(name).drawn.setAttribute("tabindex", 0);
    this.point(name);
  }

  /** Say what is under the pointer or has the focus. */
  point(name) {
    this.pointed = name;
    this.tell(name && this.words(name));
  }

  choose(name) {
    const { ways } = this.now;
    const move = this.first ? ways[this.first][name] : this.plain(name);
    if (move !== undefined) this.play(move) && this.preview(name);
    else if (this.first === name) this.select("");
    else if (name in ways) this.select(name);
    else this.refuse(this.first, name);
  }

  /** Return the move of a spot where one choice makes a move; there a spot and its move are one. */
  plain(name) {
    return this.plan.kind !== "pieces" && this.now.legal.includes(name) ? name : undefined;
  }

  /** Draw what was chosen at once; the kernel's answer takes its place. */
  preview(name) {
    const [kind, path] = this.now.preview;
    const { x, y } = this.spots.get(name);
    if (!kind) return;
    this.pending = svg("path", { class: classes(kind), d: path, transform: `translate(${x} ${y})` });
    this.front.append(this.pending);
  }

  forget() {
    this.pending?.remove();
    this.pending = null;
  }

  select(name) {
    this.first = name;
    this.element.classList.toggle("choosing", name !== "");
    this.mark();
  }

  /** Move the focus; tell whether the key was one that does. */
  step(name, key) {
    const to = this.spots.get(this.spots.get(name).near[WAYS[key]]);
    to?.drawn.focus();
    return key in WAYS;
  }
}
