import { svg, write } from "./dom.js";

// The field of the board: spots that can be chosen, and the shapes drawn around them. The spots, the
// choices that make a move and the shapes all come from the source of facts.

const DIRECTIONS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

const classes = (kind) => kind.replace(/^| /g, "$&gl-");

export class Field {
  /** `choose` sends spots and returns whether they were sent. */
  constructor(plan, choose) {
    this.send = choose;
    this.spots = new Map();
    this.chosen = []; // the spots chosen so far, where a move needs more than one
    this.held = ""; // the spot that has the focus, or gets it next
    this.drawn = new Map();
    this.now = null;
    const layer = (extra) => svg("g", { class: `gl-strokes${extra}`, "aria-hidden": "true" });
    [this.zone, this.back, this.front, this.texts, this.marks] = ["", "", "", " gl-writings", " gl-marks"].map(layer);
    this.rows = svg("g", { role: "presentation" });
    this.element = svg(
      "svg",
      { class: "gl-field", role: "grid", "aria-label": plan.title, tabindex: -1, "data-lm-suppress-shortcuts": "true" },
      this.zone, this.back, this.rows, this.front, this.texts, this.marks,
    );
    new ResizeObserver(() => this.fit()).observe(this.element);
  }

  /** Tell the style how many units of the picture a pixel is: names of rows and columns are never scaled. */
  fit() {
    const { width, height } = this.element.getBoundingClientRect();
    if (!width || !this.now) return;
    const [wide, high] = this.now.size;
    this.element.style.setProperty("--gl-unit", Math.max(wide / width, high / height).toFixed(3));
  }

  // ---- showing ----

  show(now, spots) {
    if (this.now?.acts !== now.acts) this.chosen = [];
    this.now = now;
    const [width, height] = now.size;
    for (const [name, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, width, height }))
      this.element.setAttribute(name, value);
    this.place(spots);
    this.forget();
    this.draw(now.strokes);
    this.texts.replaceChildren(
      ...now.words.map(([kind, x, y, text, size, anchor]) =>
        svg("text", { class: classes(kind), x, y, "font-size": size, "text-anchor": anchor }, text)),
    );
    this.mark();
    this.fit();
  }

  /** Draw what the view itself adds: shaded areas, and shapes and texts in front. */
  add({ shaded = [], strokes = [], words = [] }) {
    this.zone.replaceChildren(...shaded.map((d) => svg("path", { class: "gl-shaded", d })));
    this.marks.replaceChildren(
      ...strokes.map(([kind, d]) => svg("path", { class: classes(kind), d })),
      ...words.map(([kind, x, y, text]) => svg("text", { class: classes(kind), x, y, "text-anchor": "middle" }, text)),
    );
  }

  /** Draw the spots, unless they are the same as before; on most boards they never change. */
  place(spots) {
    if (spots === this.placed) return;
    this.placed = spots;
    const focused = this.element.contains(this.element.getRootNode().activeElement);
    const old = this.spots.get(this.held);
    const rows = new Map();
    this.spots.clear();
    const [across, down] = [0, 1].map((odd) => (spots[0]?.[3].match(/-?[\d.]+/g) ?? []).filter((_, index) => index % 2 === odd));
    const wide = Math.min(...[across, down].map((line) => Math.max(...line) - Math.min(...line)));
    this.element.style.setProperty("--gl-cell", spots.length ? wide : 0);
    for (const [name, x, y, area, kind, mark] of spots) {
      const title = svg("title");
      const target = kind === "button"
        ? svg("text", { class: "gl-target", x, y }, mark)
        : svg("path", { class: `gl-target gl-${kind || "none"}`, d: mark });
      const drawn = svg(
        "g",
        { class: `gl-cell gl-on-${kind || "none"}`, role: "gridcell", tabindex: -1, "data-cell": name, "data-lm-suppress-shortcuts": "true" },
        title, svg("path", { class: "gl-area", d: area }), target,
      );
      drawn.addEventListener("click", () => this.choose(name));
      drawn.addEventListener("focus", () => this.hold(name));
      this.spots.set(name, { name, x, y, drawn, title, button: kind === "button" });
      if (!rows.has(y)) rows.set(y, svg("g", { role: "row" }));
      rows.get(y).append(drawn);
    }
    this.rows.replaceChildren(...[...rows].sort(([a], [b]) => a - b).map(([, row]) => row));
    if (!this.spots.size) {
      if (focused) this.element.focus(); // so that keys still work, though nothing can be chosen
      return;
    }
    const all = [...this.spots.values()];
    const far = (spot) => Math.hypot(spot.x - old.x, spot.y - old.y);
    const next = this.spots.get(this.held) ??
      (old ? all.reduce((a, b) => (far(b) < far(a) ? b : a)) : all[Math.floor(all.length / 2)]);
    this.held = next.name;
    next.drawn.setAttribute("tabindex", 0);
    if (focused) next.drawn.focus();
  }

  /** Draw the strokes in their order; keep those that are there already, so a move costs little. */
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

  /** Return the choices that begin with these spots. */
  after(spots) {
    return this.now.choices.filter((choice) => spots.every((name, index) => choice[index] === name));
  }

  /** Mark each spot as one that can be chosen now or not; write only what has changed. */
  mark() {
    const { now, chosen } = this;
    const legal = new Set(this.after(chosen).map((choice) => choice[chosen.length]));
    const first = new Set(now.choices.map(([name]) => name));
    const heat = now.heat[chosen.join("\n")] ?? {};
    this.element.classList.toggle("choosing", chosen.length > 0);
    this.element.classList.toggle("steps", now.choices.some((choice) => choice.length > 1));
    for (const spot of this.spots.values()) {
      const { drawn, name } = spot;
      const can = legal.has(name);
      const other = can || first.has(name); // another piece may be chosen instead
      if (spot.legal !== can || spot.other !== other) {
        drawn.classList.toggle("legal", can);
        drawn.setAttribute("aria-disabled", String(!other));
        Object.assign(spot, { legal: can, other });
      }
      // A button that needs another choice first is hidden; arrow keys skip it.
      spot.hidden = spot.button && now.choices.length > 0 && !other;
      if (spot.button) drawn.classList.toggle("hidden", spot.hidden);
      const label = this.label(name);
      if (spot.label !== label) {
        drawn.setAttribute("aria-label", label);
        write(spot.title, label);
        spot.label = label;
      }
      const shade = heat[name]?.[0] ?? null;
      if (spot.shade !== shade) {
        drawn.classList.toggle("heated", shade !== null);
        drawn.style.setProperty("--gl-heat", `${Math.round(60 * (shade ?? 0))}%`);
        spot.shade = shade;
      }
      const taken = chosen.includes(name);
      if (spot.chosen !== taken) {
        spot.chosen = taken;
        drawn.classList.toggle("chosen", taken);
        drawn.setAttribute("aria-selected", String(taken));
      }
    }
  }

  label(name) {
    const value = this.now.heat[this.chosen.join("\n")]?.[name]?.[1];
    const label = this.now.labels[name];
    return value === undefined ? label : `${label}, value ${value}`;
  }

  // ---- doing ----

  hold(name) {
    this.spots.get(this.held)?.drawn.setAttribute("tabindex", -1);
    this.held = name;
    const { x, y, drawn } = this.spots.get(name);
    drawn.setAttribute("tabindex", 0);
    if (!this.stepping) this.line = [x, y];
  }

  focus() {
    (this.spots.get(this.held)?.drawn ?? this.element).focus({ preventScroll: true });
  }

  /** Choose a spot: send a complete move, add the spot to the choice, or remove it from there. */
  choose(name) {
    const spots = [...this.chosen, name];
    const choices = this.after(spots);
    if (choices.some((choice) => choice.length === spots.length)) this.send(spots) && this.preview(name);
    else if (choices.length) this.select(spots);
    else if (this.chosen.at(-1) === name) this.select(this.chosen.slice(0, -1));
    else if (this.after([name]).some((choice) => choice.length > 1)) this.select([name]);
    else this.send(spots); // the answer says why this is not legal
  }

  /** Draw the chosen move at once, until the kernel answers. */
  preview(name) {
    const { x, y } = this.spots.get(name);
    const drawn = this.now.preview.map(([kind, d]) => svg("path", { class: classes(kind), d }));
    this.pending = svg("g", { transform: `translate(${x} ${y})` }, ...drawn);
    this.front.append(this.pending);
  }

  forget() {
    this.pending?.remove();
    this.pending = null;
  }

  select(spots) {
    this.chosen = spots;
    this.mark();
  }

  /**
   * Move the focus to the nearest spot in the direction of an arrow key; false for other keys.
   * Of two equally near spots, prefer the one on the line on which the cursor started.
   */
  step(name, key) {
    const [right, down] = DIRECTIONS[key] ?? [0, 0];
    if (!right && !down) return false;
    const from = this.spots.get(name);
    const ranked = [];
    for (const spot of this.spots.values()) {
      const [dx, dy] = [spot.x - from.x, spot.y - from.y];
      const along = dx * right + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * right);
      if (along <= 0.5 || spot.hidden) continue;
      const off = right ? Math.abs(spot.y - this.line[1]) : Math.abs(spot.x - this.line[0]);
      ranked.push([aside > along + 0.5 ? 1 : 0, Math.round(Math.hypot(dx, dy)), Math.round(off), -spot.x - spot.y, spot]);
    }
    ranked.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
    if (!ranked.length) return true;
    const to = ranked[0][4];
    this.stepping = true;
    to.drawn.focus();
    this.stepping = false;
    this.line = right ? [to.x, this.line[1]] : [this.line[0], to.y];
    return true;
  }
}
