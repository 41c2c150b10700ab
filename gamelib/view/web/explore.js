import { button, control, html, svg, write } from "./dom.js";
import { link, writeNamed } from "./links.js";
import { NodeForm } from "./nodeform.js";
import { Head, part } from "./panels.js";
import { Stage } from "./stage.js";
import { Tree } from "./tree.js";
import { Walk } from "./walk.js";

// Exploring: the browser asks for a change of the tree; the kernel makes it, searches again and sends the picture.

const PATIENCE = 4000; // milliseconds until we say that the kernel does not answer
const FAR = 5; // pixels that make a drag of a click
const KEYS =
  "Keys at a node: arrows choose, Enter or a digit edits, Shift ← → moves it, Insert or a adds a child, Delete removes, " +
  "m swaps MAX and MIN, Ctrl Z and Ctrl Y undo and redo";
const HINT = "Choose a node: a double click edits it, dragging gives it another place.";

class Explore {
  constructor(model, el) {
    this.model = model;
    this.where = html("div", { class: "gl-stage" });
    this.head = html("div");
    this.sentence = html("p", { class: "gl-sentence", "aria-live": "polite" });
    this.said = html("p", { class: "gl-said", role: "status" });
    this.told = control("ol", { class: "gl-told", tabindex: 0, "aria-label": "Narration" });
    this.told.addEventListener("click", ({ target }) => {
      const line = target.closest("li");
      if (line) this.go([...this.told.children].indexOf(line) + 1);
    });
    this.text = control("pre", { class: "gl-text", tabindex: 0, "aria-label": "The tree as text" });
    this.panel = html("div", { class: "gl-panel" });
    this.root = control(
      "div",
      { class: "gamelib gl-explore", tabindex: 0, role: "group", "aria-label": `Explorer. ${KEYS}.` },
      html(
        "div",
        { class: "gl-frame" },
        this.head,
        this.where,
        this.sentence,
        this.bar(),
        html(
          "div",
          { class: "gl-side" },
          this.panel,
          part("Narration", this.told),
          part("As text", this.text, button({ word: "Copy", title: "Copy the text", "data-act": "copy" }, () => this.copy())),
        ),
      ),
    );
    this.root.addEventListener("keydown", (event) => this.key(event));
    link(this.root);
    this.form = new NodeForm((asked) => this.ask("edit", asked));
    el.append(this.root);
    this.root.gamelibState = () => ({ step: this.tree.step, spots: this.tree.state() }); // for tests
    this.reactions = { "change:data": () => this.showTree(), "change:shown": () => this.show(), "change:panel": () => this.showPanel() };
    for (const [name, react] of Object.entries(this.reactions)) model.on(name, react);
    this.showTree();
    this.show();
    this.showPanel();
  }

  destroy() {
    for (const [name, react] of Object.entries(this.reactions)) this.model.off(name, react);
    this.stage.destroy();
    clearTimeout(this.timer);
  }

  // ---- controls ----

  bar() {
    const group = (name, ...buttons) => html("div", { class: "gl-group", role: "group", "aria-label": name }, ...buttons);
    const make = (act, word, title, press, more = {}) =>
      (this.controls[act] = button({ word, title, "data-act": act, ...more }, press));
    const at = (act, more = {}) => () => this.ask(act, { node: this.chosen, ...more });
    this.controls = {};
    this.slider = control("input", { type: "range", min: 0, step: 1, "aria-label": "Step of the search", input: ({ target }) => this.go(Number(target.value)) });
    this.search = control("select", { "aria-label": "Search", change: ({ target }) => this.ask("choose", { search: target.value }) });
    this.who = html("strong", { class: "gl-who" });
    return html(
      "div",
      { class: "gl-bar" },
      html("div", { class: "gl-slide" }, this.slider),
      this.said,
      this.who,
      group(
        "Chosen node",
        make("edit", "Edit", "Edit the value and the name of the chosen node (Enter)", () => this.edit()),
        make("left", "", "Move the chosen node to the left (Shift ←)", () => this.move(-1), { image: "left" }),
        make("right", "", "Move the chosen node to the right (Shift →)", () => this.move(1), { image: "right" }),
        make("add", "child", "Add a child at the chosen node (Insert)", at("add"), { image: "plus" }),
        make("remove", "remove", "Remove the chosen node and all below it (Delete)", at("remove"), { image: "minus" }),
        make("swap", "swap side", "Let the other side move at the chosen node (m)", at("swap")),
      ),
      group(
        "Whole tree",
        make("swapAll", "Swap all sides", "Swap MAX and MIN in the whole tree", () => this.ask("swap")),
        make("undo", "Undo", "Undo (Ctrl Z)", () => this.ask("undo")),
        make("redo", "Redo", "Redo (Ctrl Y)", () => this.ask("redo")),
        make("again", "Start again", "Back to the tree as it was given", () => this.ask("again")),
      ),
      this.search,
    );
  }

  able(name, can) {
    this.controls[name].setAttribute("aria-disabled", String(!can));
  }

  // ---- showing ----

  show() {
    const { text, said, bad, search, searches, able, heard, visited } = this.model.get("shown");
    if (heard !== this.heard) clearTimeout(this.timer);
    this.heard = heard;
    write(this.said, said || HINT);
    this.said.classList.toggle("bad", bad);
    write(this.text, text);
    if (this.search.options.length !== searches.length)
      this.search.replaceChildren(...searches.map((name) => html("option", { value: name }, name)));
    this.search.value = search;
    for (const [name, can] of Object.entries(able)) this.able(name, can);
    this.root.dataset.visited = visited;
    this.root.dataset.heard = heard;
    if (bad) this.form.refused();
  }

  /** A new tree is a new picture, at the end of its search; the zoom stays as it was. */
  showTree() {
    const data = this.model.get("data");
    const zoomed = this.stage?.zoomed ?? null;
    const focused = this.where.querySelector("[data-spot]:focus, .gl-editor :focus");
    this.stage?.destroy();
    this.data = data;
    this.tree = new Tree(data);
    this.stage = new Stage(this.tree);
    this.stage.zoomed = zoomed;
    this.walk = new Walk(this.tree, this.stage);
    this.where.replaceWith(this.stage.element);
    this.where = this.stage.element;
    const head = new Head(data);
    this.head.replaceWith(head.element);
    [this.head, this.heading] = [head.element, head];
    this.told.replaceChildren(...data.steps.map(({ sentence }) => html("li", {}, sentence)));
    this.slider.max = data.steps.length;
    this.form.leave(this.stage);
    const { svg: picture } = this.tree;
    picture.setAttribute("role", "group");
    picture.setAttribute("aria-label", `${data.title}. ${KEYS}`);
    const chosen = this.model.get("shown").chosen || this.chosen;
    this.walk.at = Math.max(0, data.spots.findIndex(({ label }) => label === chosen));
    this.marked = this.walk.at;
    this.walk.start("button", (_, place) => data.names[place]);
    this.choose(this.walk.at);
    if (focused) this.walk.focus(this.walk.at);
    picture.addEventListener("pointerdown", (event) => this.press(event));
    picture.addEventListener("dblclick", ({ target }) => target.closest("[data-spot]") && this.edit());
    picture.addEventListener("focusin", ({ target }) => {
      const spot = target.closest("[data-spot]");
      if (spot) this.choose(Number(spot.dataset.spot));
    });
    this.go(data.steps.length);
  }

  /** Show the search after so many steps. */
  go(step) {
    const entry = step ? this.data.steps[step - 1] : null;
    this.tree.go(step);
    this.heading.show(entry, false);
    this.slider.value = step;
    this.slider.setAttribute("aria-valuetext", `Step ${step} of ${this.data.steps.length}`);
    writeNamed(this.sentence, entry?.sentence ?? "Nothing is searched yet.", entry?.names);
    this.told.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const line = this.told.children[step - 1];
    line?.setAttribute("aria-current", "step");
    if (line) this.told.scrollTop = line.offsetTop - this.told.clientHeight / 2;
  }

  showPanel() {
    const { title, chart, buttons, bars } = this.model.get("panel");
    this.panel.hidden = !title;
    if (!title) return;
    const to = (name) => () => this.ask("go", { to: name });
    const focused = this.panel.contains(document.activeElement) ? document.activeElement.dataset.to : null;
    const drawing = html("div", { class: "gl-chart" });
    drawing.innerHTML = chart; // numbers only, from Python
    for (const [left, width, name, words] of bars) {
      const place = `left: ${left * 100}%; width: ${width * 100}%`;
      drawing.append(control("button", { type: "button", style: place, title: words, "aria-label": words, "data-to": name, click: to(name) }));
    }
    const links = Object.entries(buttons).map(([name, word]) => button({ word, title: `Go to: ${word}`, "data-to": name }, to(name)));
    this.panel.replaceChildren(html("p", {}, html("strong", {}, title)), drawing, html("div", { class: "gl-group" }, ...links));
    if (focused) this.panel.querySelector(`[data-to="${CSS.escape(focused)}"]`)?.focus();
  }

  // ---- what the user does ----

  /** Choose one node, and no other. */
  choose(place) {
    if (place !== this.form.at) this.form.finish();
    this.tree.mark(this.marked, "");
    this.marked = this.walk.at = place;
    this.chosen = this.data.spots[place].label;
    this.tree.mark(place, "chosen");
    write(this.who, `Node ${this.chosen}`);
    const among = this.siblings(place);
    this.able("left", among.indexOf(place) > 0);
    this.able("right", among.indexOf(place) < among.length - 1);
    this.able("remove", place > 0);
    this.able("swap", !this.isLeaf(place));
  }

  isLeaf(place) {
    return this.data.spots[place].shape === "leaf";
  }

  siblings(place) {
    const { spots } = this.data;
    return [...spots.keys()].filter((other) => spots[other].parent === spots[place].parent);
  }

  /** Ask the kernel for a change; if it does not answer, say so. */
  ask(act, more = {}) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.giveUp("No answer yet: the kernel is busy, or this cell has to be run again."), PATIENCE);
    try {
      this.model.send({ do: act, ...more });
    } catch {
      this.giveUp("There is no kernel to answer: run this cell again to go on.");
    }
  }

  giveUp(words) {
    clearTimeout(this.timer);
    write(this.said, words);
    this.said.classList.add("bad");
    this.form.waiting = false; // what was typed can be sent again
  }

  move(way) {
    const among = this.siblings(this.walk.at);
    const to = among.indexOf(this.walk.at) + way;
    if (to >= 0 && to < among.length) this.ask("move", { node: this.chosen, place: to });
  }

  edit(typed) {
    this.form.open(this.stage, this.walk, this.isLeaf(this.walk.at), this.model.get("shown").text, typed);
  }

  async copy() {
    getSelection().selectAllChildren(this.text);
    this.said.classList.remove("bad");
    try {
      await navigator.clipboard.writeText(this.text.textContent);
      write(this.said, "The text is copied.");
    } catch {
      write(this.said, "The text is selected: press Ctrl C to copy it.");
    }
  }

  key(event) {
    const { key, target } = event;
    const control = event.ctrlKey || event.metaKey;
    const back = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[key.toLowerCase()];
    const ways = { ArrowLeft: -1, ArrowRight: 1 };
    let act = null;
    if (control && back && !target.matches("input")) act = () => this.ask(back);
    else if (target.closest("[data-spot]") && !control && !event.altKey) {
      const acts = {
        Enter: () => this.edit(),
        F2: () => this.edit(),
        Insert: () => this.ask("add", { node: this.chosen }),
        Delete: () => this.ask("remove", { node: this.chosen }),
        m: () => this.ask("swap", { node: this.chosen }),
      };
      acts.a = acts.Insert;
      acts.Backspace = acts.Delete;
      if (event.shiftKey && key in ways) act = () => this.move(ways[key]);
      else if (this.isLeaf(this.walk.at) && /^[-\d]$/.test(key)) act = () => this.edit(key);
      else act = acts[key] ?? (this.walk.go(key) ? () => {} : null);
    }
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  press(event) {
    const group = event.target.closest("[data-spot]");
    if (!group || event.button) return;
    event.preventDefault(); // no text is to be selected
    event.stopPropagation();
    const place = Number(group.dataset.spot);
    this.walk.focus(place);
    if (this.siblings(place).length > 1) this.drag(event, place);
  }

  /** While a node is dragged it stays where it is, and a marker shows where it would go. */
  drag(start, place) {
    const { tree, stage } = this;
    const { spots } = this.data;
    const among = this.siblings(place);
    const others = among.filter((other) => other !== place);
    const marker = svg("path", { class: "gl-drop" });
    let to = among.indexOf(place);
    const pull = (event) => {
      const by = event.clientX - start.clientX;
      if (Math.abs(by) < FAR && !marker.isConnected) return;
      tree.svg.setPointerCapture(event.pointerId); // not before: a click would lose its node
      const x = spots[place].x + by / stage.scale;
      to = others.filter((other) => spots[other].x < x).length;
      const [left, right] = [others[to - 1], others[to]].map((other) => spots[other]);
      const gap = !left ? right.x - right.wide - 8 : !right ? left.x + left.wide + 8 : (left.x + right.x) / 2;
      const y = (left ?? right).y;
      marker.setAttribute("d", `M${gap} ${y - 26}V${y + 26}`);
      tree.svg.append(marker);
      tree.mark(place, "chosen dragged");
    };
    const drop = (event) => {
      for (const [name, stop] of Object.entries(listeners)) tree.svg.removeEventListener(name, stop);
      const dropped = event.type === "pointerup" && marker.isConnected;
      marker.remove();
      tree.mark(place, "chosen");
      if (dropped && to !== among.indexOf(place)) this.ask("move", { node: spots[place].label, place: to });
    };
    const listeners = { pointermove: pull, pointerup: drop, pointercancel: drop };
    for (const [name, act] of Object.entries(listeners)) tree.svg.addEventListener(name, act);
  }
}

export default {
  render({ model, el }) {
    const view = new Explore(model, el);
    return () => view.destroy();
  },
};
