import { button, control, html, write } from "./dom.js";
import { Stage } from "./stage.js";
import { Tree } from "./tree.js";
import { Walk } from "./walk.js";

// Reordering: drag a node to another place among its siblings, or move it with keys and buttons.
// The kernel searches the new order and sends the picture; the browser only asks for it.

const PATIENCE = 4000; // milliseconds until we say that the kernel does not answer
const FAR = 5; // pixels that make a drag of a click
const KEYS =
  "Drag a node to another place among its siblings, or choose it and press Shift with ← or →.";

class Reorder {
  constructor(model, el) {
    this.model = model;
    this.chosen = null; // the label of the node that buttons move
    this.where = html("div", { class: "gl-stage" });
    this.counts = html("p", { class: "gl-sentence", "aria-live": "polite" });
    this.hint = html("p", { class: "gl-hint" }, KEYS);
    this.chart = html("div", { class: "gl-chart" });
    const scope = model.get("scope");
    this.scope = html(
      "p",
      {},
      html("strong", {}, `${scope[0].toUpperCase()}${scope.slice(1)}, by the nodes they visit`),
    );
    this.root = control(
      "div",
      {
        class: "gamelib gl-reorder",
        tabindex: 0,
        role: "group",
        "aria-label": `Order of moves. ${KEYS}`,
      },
      html(
        "div",
        { class: "gl-frame" },
        html(
          "div",
          { class: "gl-head" },
          html(
            "p",
            { class: "gl-where" },
            html("strong", {}, "Alpha-beta in this order of the moves"),
          ),
        ),
        this.where,
        this.counts,
        this.bar(),
        html("div", { class: "gl-side" }, this.scope, this.chart),
      ),
    );
    el.append(this.root);
    this.root.gamelibState = () => ({ order: this.model.get("order"), spots: this.tree.state() }); // for tests
    this.react = () => this.show();
    this.names = ["change:data", "change:counts", "change:chart"];
    for (const name of this.names) model.on(name, this.react);
    this.show();
  }

  destroy() {
    for (const name of this.names) this.model.off(name, this.react);
    this.stage.destroy();
    clearTimeout(this.timer);
  }

  bar() {
    const known = this.model.get("known");
    const found = this.model.get("scope").startsWith("all") ? "" : " found"; // of a sample
    const to = (name, word) =>
      button(
        {
          word: `${word} (${known[name].visited})`,
          title: `Go to the ${name} order`,
          "data-act": name,
        },
        () => this.ask(known[name].order),
      );
    const mover = (way, side, key) => {
      const title = `Move the chosen node (Shift ${key})`;
      return button({ image: side, word: `move ${side}`, title, "data-act": side }, () =>
        this.move(way),
      );
    };
    this.movers = [mover(-1, "left", "←"), mover(1, "right", "→")];
    this.movers[1].append(this.movers[1].firstChild); // the arrow after the word
    const group = (name, ...buttons) =>
      html("div", { class: "gl-group", role: "group", "aria-label": name }, ...buttons);
    return html(
      "div",
      { class: "gl-bar" },
      group("Chosen node", ...this.movers),
      group(
        "Orders",
        to("original", "Original"),
        to("best", `Best${found}`),
        to("worst", `Worst${found}`),
      ),
      this.hint,
    );
  }

  // ---- showing ----

  show() {
    const data = this.model.get("data");
    if (data !== this.data) this.showTree(data);
    const { visited, skipped, cuts } = this.model.get("counts");
    write(
      this.counts,
      `${visited} nodes visited, ${skipped} skipped in ${cuts} cut${cuts === 1 ? "" : "s"}.`,
    );
    this.root.dataset.visited = visited;
    this.root.dataset.cuts = cuts;
    const chart = this.model.get("chart");
    if (this.drawn !== chart) this.chart.innerHTML = this.drawn = chart; // numbers only, from Python
    [-1, 1].forEach((way, place) => {
      this.movers[place].setAttribute("aria-disabled", String(!this.neighbour(way)));
    });
  }

  /** A new order is a new picture; what was chosen stays chosen, and the zoom as it was. */
  showTree(data) {
    clearTimeout(this.timer);
    const zoomed = this.stage?.zoomed ?? null;
    const focused = this.root.querySelector("[data-spot]:focus");
    this.stage?.destroy();
    this.data = data;
    this.tree = new Tree(data);
    this.stage = new Stage(this.tree);
    this.stage.zoomed = zoomed;
    this.walk = new Walk(this.tree, this.stage);
    this.tree.svg.setAttribute("role", "group");
    this.tree.svg.setAttribute("aria-label", data.title);
    this.where.replaceWith(this.stage.element);
    this.where = this.stage.element;
    this.walk.at = Math.max(
      0,
      data.spots.findIndex(({ label }) => label === this.chosen),
    );
    this.walk.start("button", (spot) => this.name(spot));
    if (this.chosen !== null) this.tree.mark(this.walk.at, "chosen");
    if (focused) this.walk.focus(this.walk.at);
    this.tree.svg.addEventListener("pointerdown", (event) => this.press(event));
    this.tree.svg.addEventListener("keydown", (event) => this.key(event));
    this.tree.svg.addEventListener("focusin", ({ target }) => {
      this.choose(Number(target.closest("[data-spot]").dataset.spot));
    });
  }

  name({ label, parent }) {
    const among = this.siblings(label);
    return parent < 0
      ? `${label}, the root`
      : `${label}, move ${among.indexOf(label) + 1} of ${among.length}`;
  }

  choose(place) {
    this.tree.mark(this.walk.at, "");
    this.walk.at = place;
    this.chosen = this.data.spots[place].label;
    this.tree.mark(place, "chosen");
    this.show();
  }

  // ---- what the user does ----

  parent(label) {
    const order = this.model.get("order");
    return Object.keys(order).find((name) => order[name].includes(label));
  }

  siblings(label) {
    const parent = this.parent(label);
    return parent === undefined ? [label] : this.model.get("order")[parent];
  }

  neighbour(way) {
    if (this.chosen === null) return undefined;
    const among = this.siblings(this.chosen);
    return among[among.indexOf(this.chosen) + way];
  }

  move(way) {
    if (this.neighbour(way) === undefined) return;
    this.put(this.chosen, this.siblings(this.chosen).indexOf(this.chosen) + way);
  }

  /** Put a node at another place among its siblings. */
  put(label, place) {
    const among = this.siblings(label).filter((other) => other !== label);
    among.splice(place, 0, label);
    this.ask({ ...this.model.get("order"), [this.parent(label)]: among });
  }

  /** Ask the kernel for an order; if it does not answer, say so. */
  ask(order) {
    if (JSON.stringify(order) === JSON.stringify(this.model.get("order"))) return;
    this.model.set("order", order);
    this.model.save_changes();
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => write(this.counts, "The kernel does not answer. Run this cell again to go on."),
      PATIENCE,
    );
  }

  key(event) {
    const ways = { ArrowLeft: -1, ArrowRight: 1 };
    if (event.shiftKey && event.key in ways) this.move(ways[event.key]);
    else if (!this.walk.go(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  press(event) {
    const group = event.target.closest("[data-spot]");
    if (!group || event.button) return;
    event.preventDefault(); // no text is to be selected
    const place = Number(group.dataset.spot);
    this.walk.focus(place);
    if (this.siblings(this.chosen).length > 1) this.drag(event, place);
  }

  drag(start, place) {
    const { tree, stage } = this;
    const [label, spot] = [this.chosen, this.data.spots[place]];
    const moved = tree.parts.slice(place, this.walk.ends[place]);
    let by = 0;
    const pull = (event) => {
      by = (event.clientX - start.clientX) / stage.scale;
      if (Math.abs(by) < FAR) return;
      tree.mark(place, "chosen dragged");
      for (const { group, edge } of moved) {
        group.setAttribute("transform", `translate(${by} 0)`);
        edge?.group.setAttribute("transform", `translate(${by} 0)`);
      }
    };
    const drop = (event) => {
      for (const [name, stop] of Object.entries(listeners))
        tree.svg.removeEventListener(name, stop);
      for (const { group, edge } of moved) {
        group.removeAttribute("transform");
        edge?.group.removeAttribute("transform");
      }
      tree.mark(place, "chosen");
      if (event.type !== "pointerup" || Math.abs(by) < FAR) return;
      const places = new Map(this.data.spots.map((other) => [other.label, other.x]));
      const others = this.siblings(label).filter((other) => other !== label);
      const to = others.filter((other) => places.get(other) < spot.x + by).length;
      if (to !== this.siblings(label).indexOf(label)) this.put(label, to);
    };
    const listeners = { pointermove: pull, pointerup: drop, pointercancel: drop };
    tree.svg.setPointerCapture(start.pointerId);
    for (const [name, act] of Object.entries(listeners)) tree.svg.addEventListener(name, act);
  }
}

export default {
  render({ model, el }) {
    const view = new Reorder(model, el);
    return () => view.destroy();
  },
};
