import { button, control, html, svg, write } from "./dom.js";
import { link, writeNamed } from "./links.js";
import { sign } from "./panels.js";
import { drawn } from "./record.js";
import { parse, shown } from "./search.js";
import { Stage } from "./stage.js";
import { Tree } from "./tree.js";

// A puzzle: pictures, a sentence, and things to press. What each state shows, and where each thing leads, comes from a table
// that Python computed. Only what was tried before, and the best number so far, are kept here.

const ARROWS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };
const SIGNS = { "▲": "max", "▼": "min", "●": "chance" };
const NAMED = /([▲▼●])(\w+)/g; // a node in a sentence

const classes = (kind) => kind.replace(/^| /g, "$&gl-");

/** Return a function that puts the parts into a value in the place of references to them. */
function reader(parts) {
  const known = [];
  return function whole(value) {
    if (value === null || typeof value !== "object") return value;
    if ("=" in value) return (known[value["="]] ??= whole(parts[value["="]]));
    if (Array.isArray(value)) return value.map(whole);
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, whole(part)]));
  };
}

/** Return what signs mean, each part after its sign. */
function keyed(text) {
  return text.split(/(?=[▲▼●■])/).map((part) => {
    const kind = SIGNS[part[0]] ?? (part[0] === "■" ? "leaf" : "");
    return html("span", { class: "gl-part" }, ...(kind ? [sign(kind), part.slice(1).trim()] : [part]));
  });
}

/** A drawing with spots to press. */
class Drawing {
  constructor(go) {
    this.go = go;
    const layer = () => svg("g", { "aria-hidden": "true" });
    [this.shapes, this.notes] = [layer(), layer()];
    this.spots = svg("g");
    this.element = svg("svg", { class: "gl-face" }, this.shapes, this.notes, this.spots);
    this.spots.addEventListener("keydown", (event) => this.key(event));
  }

  show({ size, shapes, alt, spots, to }, tried) {
    this.element.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
    this.element.setAttribute("aria-label", alt);
    this.element.setAttribute("role", Object.keys(to).length ? "group" : "img");
    this.shapes.replaceChildren(...shapes.map(mark));
    const known = spots.filter(([name]) => tried.has(name));
    this.notes.replaceChildren(
      ...known.map(([name, [x, y, foot]]) => {
        const size = Math.min(26, (foot - y) * 0.34);
        return mark(["kept", x, foot - size * 0.6, tried.get(name), size, "middle"]);
      }),
    );
    this.middles = new Map();
    this.spots.replaceChildren(
      ...spots.filter(([name]) => name in to).map(([name, [x, y], area, label, dotted]) => {
        const press = (event) => {
          event.preventDefault();
          this.go(to[name]);
        };
        const title = tried.has(name) ? `${label}: ${tried.get(name)}` : label;
        const own = { class: "gl-can", role: "button", tabindex: 0, "aria-label": title, "data-key": name, "data-lm-suppress-shortcuts": "true" };
        const keydown = (event) => ["Enter", " "].includes(event.key) && press(event);
        const spot = svg("g", { ...own, click: press, keydown }, svg("path", { class: `gl-area${dotted ? " dotted" : ""}`, d: area }));
        this.middles.set(spot, [x, y]);
        return spot;
      }),
    );
  }

  /** Go to the nearest spot in the direction of an arrow key. */
  key(event) {
    const [right, down] = ARROWS[event.key] ?? [0, 0];
    const from = event.target.closest(".gl-can");
    if (!from || (!right && !down)) return;
    event.preventDefault();
    event.stopPropagation();
    const [x, y] = this.middles.get(from);
    const ranked = [...this.middles].map(([spot, [atX, atY]]) => {
      const along = (atX - x) * right + (atY - y) * down;
      return [along > 0.5 ? along + 2 * Math.abs((atX - x) * down + (atY - y) * right) : Infinity, spot];
    });
    const [far, next] = ranked.reduce((a, b) => (b[0] < a[0] ? b : a));
    if (far < Infinity) next.focus();
  }
}

function mark([kind, ...rest]) {
  if (rest.length === 1) return svg("path", { class: classes(kind), d: rest[0] });
  const [x, y, text, size, anchor] = rest;
  return svg("text", { class: classes(kind), x, y, "font-size": size, "text-anchor": anchor }, text);
}

/** A written-down tree with nodes to press, or siblings that change places. */
class Nodes {
  constructor(go, templates, widest) {
    Object.assign(this, { go, templates, widest });
    this.element = html("div", { class: "gl-where" });
    const press = (event) => this.press(event);
    this.element.addEventListener("click", press);
    this.element.addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && press(event));
  }

  show(data, tried) {
    Object.assign(this, { data, tried, chosen: "" });
    if (this.text !== data.tree) this.build(data.tree);
    this.draw();
  }

  build(text) {
    this.text = text;
    this.tree = parse(text);
    this.names = [...this.tree.nodes.keys()];
    this.stage?.observer.disconnect();
    this.picture = new Tree(drawn(this.tree, null, this.templates, { beside: () => this.widest }));
    this.stage = new Stage(this.picture);
    this.stage.folds.chosen = true;
    this.stage.element.addEventListener("layout", () => this.draw());
    this.picture.svg.setAttribute("role", "group");
    this.picture.svg.setAttribute("aria-label", "Game tree");
    const { width, height } = this.element.getBoundingClientRect();
    this.element.replaceChildren(this.stage.element);
    this.stage.room = { width, height };
    this.stage.lay();
  }

  /** Return the names of the nodes that lead on: now, or after the chosen one. */
  get can() {
    const pairs = Object.keys(this.data.swaps).map((pair) => pair.split(" "));
    return new Set([...Object.keys(this.data.to), ...pairs.flat()]);
  }

  draw() {
    if (!this.data) return;
    const { can, chosen, tried } = this;
    const { skipped, line, values } = this.data;
    const gone = new Set(skipped);
    this.names.forEach((name, index) => {
      const { parent, children, value, side } = this.tree.nodes.get(name);
      const now = this.picture.now[index];
      now.status = gone.has(name) ? "skipped" : "done";
      now.cut = gone.has(name) && !gone.has(parent);
      now.best = line.includes(name);
      now.value = values[name] ?? (children.length ? (tried.get(name) ?? "") : shown(value));
      const partner = Boolean(chosen) && this.swap(chosen, name) !== undefined;
      this.picture.mark(index, `${can.has(name) && (!chosen || partner) ? "can" : ""}${name === chosen ? " chosen" : ""}`);
      const { group } = this.picture.parts[index];
      const label = `${name}, ${children.length ? side : "leaf"}${now.value ? `, ${now.value}` : ""}${gone.has(name) ? ", skipped" : ""}`;
      const pressed = name in this.data.to ? {} : { "aria-pressed": String(name === chosen) };
      const more = can.has(name) ? { role: "button", tabindex: 0, "aria-label": label, "data-key": name, "data-lm-suppress-shortcuts": "true", ...pressed } : {};
      for (const attribute of ["role", "tabindex", "aria-label", "aria-pressed", "data-key", "data-lm-suppress-shortcuts"])
        if (attribute in more) group.setAttribute(attribute, more[attribute]);
        else group.removeAttribute(attribute);
    });
  }

  swap(one, other) {
    return this.data.swaps[`${one} ${other}`] ?? this.data.swaps[`${other} ${one}`];
  }

  press(event) {
    const node = this.picture.meant(event);
    const name = this.names[node?.dataset.node];
    if (!this.can.has(name)) return;
    event.preventDefault();
    event.stopPropagation();
    if (name in this.data.to) return this.go(this.data.to[name]);
    const next = this.chosen && this.swap(this.chosen, name);
    if (next !== "" && next !== undefined) return this.go(next, name);
    this.chosen = this.chosen === name ? "" : name;
    this.draw();
  }
}

class Puzzle {
  constructor(model, el) {
    this.whole = reader(model.get("parts"));
    this.screens = model.get("screens");
    this.make = (data) =>
      "tree" in data ? new Nodes((to, name) => this.go(to, name), model.get("templates"), model.get("widest")) : new Drawing((to) => this.go(to));
    this.tried = new Map(); // what the spots and nodes of some names brought
    this.bests = new Map();
    this.key = html("div", { class: "gl-key" });
    this.scores = html("div", { class: "gl-scores" });
    this.row = html("div", { class: "gl-pictures" });
    this.sentence = html("p", { class: "gl-sentence" });
    const longest = model.get("longest").map((text) => html("p", { class: "gl-reserve", "aria-hidden": "true" }, text));
    this.say = html("div", { class: "gl-say", role: "status" }, this.sentence, ...longest);
    this.controls = html("div", { class: "gl-controls" });
    const word = model.get("again");
    this.again = button({ word, title: word, "data-act": "again" }, () => this.at && this.go(0));
    const bar = html("div", { class: "gl-bar" }, this.controls, html("span", { class: "gl-grow" }), this.again);
    const top = html("div", { class: "gl-top" }, this.key, html("span", { class: "gl-grow" }), this.scores);
    this.root = control(
      "div",
      { class: `gamelib gl-puzzle gl-${model.get("layout")}`, tabindex: 0, role: "group", "aria-label": model.get("title") },
      html("div", { class: "gl-frame" }, top, this.row, this.say, bar),
    );
    link(this.root);
    el.append(this.root);
    this.show(0);
  }

  /** Go to a state; the focus stays with what has it, or goes to what can be pressed next. */
  go(state, name) {
    const focused = this.root.getRootNode().activeElement;
    const held = focused !== this.root && this.root.contains(focused) && (name ?? focused.dataset.key ?? focused.dataset.act);
    this.show(state);
    if (!held) return;
    const all = [...this.root.querySelectorAll("[tabindex='0'], button, input")].filter((one) => one !== this.root && !one.closest("[hidden]"));
    const usable = all.filter((one) => one.getAttribute("aria-disabled") !== "true");
    const next = usable.find(({ dataset }) => dataset.key === held || dataset.act === held) ?? usable[0] ?? this.root;
    next.focus({ preventScroll: true });
  }

  show(state) {
    this.at = state;
    this.root.dataset.state = state;
    const screen = this.whole(this.screens[state]);
    if (screen.tried) this.tried.set(...screen.tried);
    this.showPictures(screen.pictures, screen.remember ? this.tried : new Map());
    this.showScores(screen.scores);
    const [names, last] = this.whole(this.screens[0]).all ?? [[], ""];
    const all = names.length > 0 && names.every((name) => this.tried.has(name));
    const sentence = all && !state ? last : "";
    this.showControls(screen.controls, all);
    this.key.replaceChildren(...(screen.key ? keyed(screen.key) : []));
    this.write(sentence || screen.say);
    this.say.className = `gl-say ${sentence ? "right" : screen.kind}`;
    this.again.setAttribute("aria-disabled", String(!state));
    const over = screen.pictures.every(({ to, swaps = {} }) => !Object.keys({ ...to, ...swaps }).length);
    this.again.classList.toggle("main", over && state > 0 && !screen.controls.length);
  }

  /** Write a sentence; a node in it, such as ▲A, has the colour of its side. */
  write(text) {
    const names = [];
    const kinds = [];
    let cut = 0; // the sign is drawn by the style
    const plain = text.replace(NAMED, (_, sign, name, at) => {
      names.push([at - cut, at - cut + name.length, names.length]);
      kinds.push(SIGNS[sign]);
      cut += 1;
      return name;
    });
    writeNamed(this.sentence, plain, names, (index) => kinds[index]);
    for (const name of this.sentence.querySelectorAll("[data-name]")) {
      name.removeAttribute("data-name"); // it lights nothing up, so Tab passes it
      name.removeAttribute("tabindex");
    }
  }

  showPictures(pictures, tried) {
    const kinds = pictures.map((data) => ("tree" in data ? "tree" : "drawing")).join();
    if (kinds !== this.kinds) {
      this.kinds = kinds;
      this.parts = pictures.map((data) => this.make(data));
      this.row.replaceChildren(...this.parts.map(({ element }) => element));
    }
    this.parts.forEach((part, index) => part.show(pictures[index], tried));
    const [width, height] = pictures[0].size ?? [1, 1];
    this.root.style.setProperty("--gl-shape", width / height);
  }

  showScores(scores) {
    this.scores.replaceChildren(
      ...scores.flatMap(([label, value, best]) => {
        const parts = [typeof value === "number" ? html("span", {}, html("b", {}, shown(value)), ` ${label}`) : html("span", {}, `${label} `, html("b", {}, value))];
        if (!best) return parts;
        const before = this.bests.get(label) ?? value;
        this.bests.set(label, best === "least" ? Math.min(before, value) : Math.max(before, value));
        return [...parts, html("span", {}, "best so far ", html("b", {}, shown(this.bests.get(label))))];
      }),
    );
  }

  showControls(controls, all) {
    const kinds = JSON.stringify(controls.map(({ button: word, slider, switch: name, texts }) => [word, slider, name, texts]));
    if (kinds !== this.made) {
      this.made = kinds;
      this.pressed = controls.map((data) => this.control(data));
      this.controls.replaceChildren(...this.pressed.map(({ element }) => element));
    }
    this.pressed.forEach(({ update }, index) => update(controls[index], all));
  }

  control(data) {
    let now = data;
    if ("slider" in data) {
      const text = html("span", { class: "gl-steps" });
      const input = control("input", { type: "range", min: 0, max: data.to.length - 1, "aria-label": data.slider, "data-key": data.slider });
      input.addEventListener("input", () => this.go(now.to[input.value]));
      const slide = html("div", { class: "gl-slide" }, input);
      const update = (fresh) => {
        now = fresh;
        input.value = now.at;
        input.setAttribute("aria-valuetext", now.texts[now.at]);
        input.style.setProperty("--gl-share", `${(100 * now.at) / Math.max(1, now.to.length - 1)}%`);
        write(text, now.texts[now.at]);
      };
      return { element: html("div", { class: "gl-slider" }, html("span", {}, data.slider), slide, text), update };
    }
    const word = data.button ?? data.switch;
    const element = button({ word, title: word, "data-key": word }, () => this.go(now.to));
    const update = (fresh, all) => {
      now = fresh;
      if ("switch" in now) element.setAttribute("aria-pressed", String(now.on));
      element.hidden = Boolean(now.late) && !all;
      element.classList.toggle("main", Boolean(now.main || now.late));
    };
    return { element, update };
  }
}

export default {
  render({ model, el }) {
    new Puzzle(model, el);
  },
};
