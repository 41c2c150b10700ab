import { described, ranked } from "./aria.js";
import { Ask, stop } from "./ask.js";
import { announce, button, control, html, icon, write } from "./dom.js";
import { Walk } from "./keys.js";
import { link, writeNamed } from "./links.js";
import { Code, Counts, finding, key, Menu, Stack, Steps } from "./panels.js";
import { clock, player } from "./player.js";
import { Prediction } from "./predict.js";
import { Screen } from "./screen.js";
import { Stage } from "./stage.js";
import { Tree } from "./tree.js";
import { WindowBar } from "./windowbar.js";

// The stepper: a tree, the code and the window beside it, one sentence about the present step, and the controls.

const SPEEDS = [1, 2, 4, 8, 16]; // steps per second
const KEYS = "Keys: ← → step, Home End, space plays, c C next and previous cut, f fills the screen";
const AT_NODES = "Arrow keys go from node to node, enter goes to its step, escape leaves them";

class Stepper {
  constructor(model, el, Rounds) {
    this.model = model;
    this.Rounds = Rounds;
    this.data = model.get("data");
    this.player = player(model);
    this.tree = new Tree(this.data);
    this.stage = new Stage(this.tree);
    this.prediction = model.get("truth") ? new Prediction(model, this.tree, this.stage, this.rounds()) : null;
    this.asker = new Ask(model, this.tree, this.stage, this.player, () => this.walkable());
    this.walk = new Walk(this.tree, this.stage);
    this.counts = new Counts(this.data);
    this.code = new Code(this.data);
    this.stack = new Stack(this.data);
    this.steps = new Steps(this.data, (step) => this.player.go(step));
    this.window = new WindowBar(this.data);
    this.menu = new Menu(this.entries());
    this.sentence = html("p", { class: "gl-sentence" });
    this.words = html("div", { class: "gl-words" }, this.sentence, html("p", { class: "gl-longest", "aria-hidden": "true" }, longest(this.data)));
    this.say = html("div", { class: "gl-say gl-watch", "aria-live": "polite" }, this.words, this.asker.element);
    this.panel(null);
    this.side = html("div", { class: "gl-side gl-watch" }, this.code.element, this.window.element, this.stack.element, this.steps.element);
    this.root = control(
      "div",
      { class: "gamelib gl-stepper", tabindex: 0, role: "group", "aria-label": `Stepper. ${this.data.title}. ${KEYS}.` },
      html(
        "div",
        { class: "gl-frame" },
        html("div", { class: "gl-top" }, key(this.data), html("span", { class: "gl-grow" }), this.counts.element, this.menu.element),
        html("div", { class: "gl-main" }, this.stage.element, this.side),
        this.say,
        this.bar(),
      ),
    );
    this.side.hidden = !this.data.code.length && !this.data.marks.length;
    if (this.prediction) this.addPrediction();
    link(this.root);
    this.screen = new Screen(this.root, (on) => this.player.set({ presenter: on, revealed: this.model.get("step") }));
    if (this.data.finding) {
      this.finding = finding(this.data.finding, (step) => this.player.go(step));
      this.root.firstElementChild.prepend(this.finding);
      // A search that has looked at no move has nothing to step through: only its code is of use.
      this.root.toggleAttribute("data-alone", this.data.nodes.length === 1);
    }
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.tree.svg.addEventListener("click", (event) => this.click(event));
    this.tree.svg.addEventListener("mousedown", (event) => {
      if (this.predicting || this.root.dataset.asks === "node") return;
      event.preventDefault(); // a pressed node does not take the focus: arrow keys go on stepping
      this.root.focus({ preventScroll: true });
    });
    this.stage.element.addEventListener("layout", () => this.walk.enter(this.tree.holder[this.walk.at]));
    el.append(this.root);
    if (model.get("ask")) this.ask(true);
    this.listen(["step", "revealed", "ask", "answers"], () => this.show());
    this.listen(["presenter", "mode"], () => this.present());
    this.listen(["playing", "speed"], () => this.showBar());
    this.present();
  }

  /** Return what makes new trees, if this view can have some. */
  rounds() {
    const { Rounds, model } = this;
    return Rounds && model.get("practice") ? new Rounds(model, (values) => this.renew(values)) : null;
  }

  /** Make place for a stepper through another search; the screen stays as it is. */
  renew(values) {
    const { root, model, screen } = this;
    const around = root.parentNode;
    const next = begin(model.with(values), around, this.Rounds);
    root.remove();
    if (root.dataset.fill !== undefined) next.root.dataset.fill = "";
    screen.hand(next.screen);
    next.root.focus({ preventScroll: true });
    const { level, seed } = values.practice;
    announce(next.root, { level: String(level), seed: String(seed), tree: "" });
  }

  addPrediction() {
    const { prediction } = this;
    this.root.firstElementChild.append(prediction.head, prediction.report, prediction.bar);
    const step = () => {
      this.player.set({ mode: "watch", step: 0 });
      this.root.focus({ preventScroll: true }); // the keys step now
    };
    prediction.through = button({ word: "Step through it", title: "Step through the search", "data-act": "watch" }, step);
    prediction.bar.append(prediction.through);
    this.listen(["answer", "verdict"], () => prediction.show());
  }

  // ---- listening to the model ----

  listen(names, react) {
    for (const name of names) this.model.on(`change:${name}`, react);
  }

  // ---- showing ----

  get predicting() {
    return this.prediction !== null && this.model.get("mode") === "predict";
  }

  /** Whether what comes is to be guessed, and nothing may show it. */
  get guesses() {
    return this.model.get("ask") || this.model.get("presenter");
  }

  show() {
    const step = this.predicting ? 0 : this.model.get("step");
    const hidden = this.hides(step);
    const seen = hidden ? step - 1 : step; // all that can be seen is that of the step before
    const entry = seen ? this.data.steps[seen - 1] : null;
    this.tree.go(seen);
    if (!this.predicting && !this.tree.svg.matches(":focus-within")) this.walk.enter(this.tree.holder[this.tree.current]);
    this.root.dataset.step = step;
    this.stage.follow();
    this.asker.show(this.root, !this.predicting);
    const asked = Boolean(this.asker.open);
    const inner = entry?.verb === "leave" ? this.data.steps[seen - 2]?.call : entry?.call; // what returns is shown a last time
    const call = this.data.calls[inner] ?? null;
    const end = seen === this.data.steps.length;
    this.counts.show(entry);
    this.code.show(entry, call, asked);
    const closes = [entry, entry?.verb === "leave" && this.data.steps[seen - 2]].some((one) => one?.verb === "skip");
    this.window.show(entry, call, closes, asked);
    if (!this.stack.element.hidden) this.stack.show(entry, end);
    if (!this.steps.element.hidden) this.steps.show(seen, this.guesses);
    const start = "Nothing is searched yet. Press Step, or →.";
    const question = "What happens next, and why? Press v to see.";
    if (hidden || !entry) writeNamed(this.sentence, hidden ? question : start);
    else {
      const { verdict, reason } = this.asker;
      const shift = verdict ? [...verdict].length + 1 : 0;
      const names = reason ? [] : entry.names.map(([from, to, node]) => [from + shift, to + shift, node]);
      const words = reason || entry.sentence;
      writeNamed(this.sentence, verdict ? `${verdict} ${words}` : words, names, (node) => this.data.nodes[node].shape);
    }
    this.words.hidden = Boolean(this.asker.open);
    const edge = !entry || asked || hidden ? "" : end ? "right" : entry.verb === "skip" ? "cut" : this.edge(call);
    this.say.className = `gl-say gl-watch ${edge}`;
    this.showBar();
    const later = hidden || step !== this.data.finding?.at; // before an audience it waits for its step
    this.finding?.toggleAttribute("hidden", this.model.get("presenter") && later);
  }

  edge(call) {
    return { MAX: "max", MIN: "min" }[call?.side] ?? "";
  }

  present() {
    const on = this.model.get("presenter");
    const { predicting } = this;
    this.root.dataset.mode = predicting ? "predict" : "watch";
    if (predicting) this.prediction.start();
    else {
      this.prediction?.stop();
      this.walkable();
    }
    this.root.classList.toggle("presenter", on);
    this.stage.scale = on ? 1.7 : 1;
    this.stage.lay();
    this.show();
  }

  /** Let arrow keys go from node to node, and a screen reader read each. */
  walkable() {
    this.tree.svg.setAttribute("role", "tree");
    this.tree.svg.setAttribute("aria-label", `${this.data.title}. ${AT_NODES}.`);
    this.walk.start("treeitem", (_, index) => described(this.tree, index));
    ranked(this.tree);
  }

  showBar() {
    const [step, playing] = ["step", "playing"].map((name) => this.model.get(name));
    const last = this.data.steps.length;
    const end = stop(this.model, last); // an open question is not passed
    const parts = this.controls;
    write(parts.count, `${step} / ${last}`);
    parts.slider.value = step;
    parts.slider.style.setProperty("--gl-share", `${last ? (step / last) * 100 : 0}%`);
    parts.slider.setAttribute("aria-valuetext", `Step ${step} of ${last}`);
    this.able(parts.back, step > 0);
    this.able(parts.forward, step < end || this.hides(step) || this.asker.paused);
    const ahead = this.guesses; // ticks ahead would tell where the cuts are
    this.able(parts.cutNext, ahead ? step < end || this.asker.paused : this.player.cut(1) !== null);
    for (const tick of parts.ticks.children) tick.toggleAttribute("hidden", ahead && tick.dataset.step > step);
    if (this.playing !== playing) {
      this.playing = playing;
      const name = playing ? "Pause (space)" : "Play (space)";
      parts.play.replaceChildren(icon(playing ? "pause" : "play"));
      parts.play.setAttribute("aria-label", name);
      parts.play.title = name;
      this.say.setAttribute("aria-live", playing ? "off" : "polite"); // a screen reader could not keep up
    }
  }

  /** A button that can do nothing keeps the focus: `disabled` would throw it away. */
  able(part, can) {
    part.setAttribute("aria-disabled", String(!can));
  }

  // ---- the menu ----

  entries() {
    const { model } = this;
    const flag = (on) => (on ? "on" : "off");
    const { folds } = this.stage;
    return [
      { act: "predict", word: "My prediction", press: () => this.player.set({ mode: "predict", playing: false }), hidden: !this.prediction },
      { act: "ask", word: "Ask me first", state: () => flag(model.get("ask")), press: () => this.ask(!model.get("ask")), hidden: !this.data.questions?.all.length },
      { act: "windows", word: "Windows at every node", state: () => flag(this.tree.windows), press: () => this.windows(), hidden: !this.data.windows || !this.data.steps.some(({ changes }) => changes.some((c) => c[1] === "note")) },
      { act: "speed", word: "Speed", state: () => `${model.get("speed")} a second`, press: () => this.faster() },
      { act: "path", word: "Fold all but the path", state: () => flag(folds.following), press: () => folds.path(), hidden: this.data.nodes.length < 25 },
      { act: "open", word: "Open all nodes", press: () => folds.all(), hidden: this.data.nodes.length < 25 },
      { act: "stack", word: "Call stack", state: () => flag(this.shown === "stack"), press: () => this.panel("stack") },
      { act: "text", word: "All steps as text", state: () => flag(this.shown === "steps"), press: () => this.panel("steps") },
      { act: "present", word: "Big, for a projector", state: () => flag(this.screen.on), press: () => this.screen.toggle() },
    ];
  }

  /** Ask from now on, and first of all the next question; or no longer. */
  ask(on) {
    const { model, player } = this;
    player.set({ ask: on, playing: false });
    announce(this.root, { ask: on ? "1" : "" });
    const last = this.data.steps.length;
    if (on && stop(model, last) < last) player.go(last);
  }

  windows() {
    this.tree.windows = !this.tree.windows;
    this.stage.lay();
    this.show();
  }

  faster() {
    const at = SPEEDS.indexOf(this.model.get("speed"));
    this.player.set({ speed: SPEEDS[(at + 1) % SPEEDS.length] });
    this.menu.show();
  }

  /** Show another panel in the place of the code: the call stack, all steps as text, or none of them. */
  panel(name) {
    this.shown = this.shown === name ? null : name;
    this.code.element.hidden = Boolean(this.shown) || !this.data.code.length;
    this.window.element.hidden = this.shown === "steps" || !this.data.marks.length;
    this.stack.element.hidden = this.shown !== "stack";
    this.steps.element.hidden = this.shown !== "steps";
    if (this.root) this.show();
  }

  // ---- controls ----

  bar() {
    const { player } = this;
    const last = this.data.steps.length;
    this.controls = {};
    const make = (name, title, act, more = {}) => (this.controls[name] = button({ title, "data-act": name, ...more }, act));
    const back = make("back", "Step back (←)", () => player.by(-1), { image: "back" });
    const play = make("play", "Play (space)", () => player.toggle(), { image: "play" });
    const forward = make("forward", "Step (→)", () => this.next(), { word: "Step" });
    forward.classList.add("main");
    forward.append(icon("forward"));
    const { word = "cut" } = this.data; // for moves that are skipped
    const cutNext = make("cutNext", `Next ${word} (c)`, () => this.nextCut(), { word: `Next ${word}` });
    cutNext.hidden = !this.data.skips;
    const slider = (this.controls.slider = control("input", {
      type: "range",
      min: 0,
      max: last,
      step: 1,
      "aria-label": "Step",
      input: ({ target }) => {
        player.go(Number(target.value));
        target.value = this.model.get("step"); // a question may have held it
      },
    }));
    const count = (this.controls.count = html("output", { class: "gl-steps" }));
    return html(
      "div",
      { class: "gl-bar gl-watch" },
      back,
      play,
      forward,
      cutNext,
      html("div", { class: "gl-slide" }, slider, this.ticks()),
      count,
    );
  }

  /** Marks below the slider, one for each cut. */
  ticks() {
    const last = Math.max(1, this.data.steps.length);
    const marks = this.data.steps.flatMap(({ verb }, index) =>
      verb === "skip" ? [html("s", { "data-step": index + 1, style: `left: calc(10px + (100% - 20px) * ${(index + 1) / last})` })] : [],
    );
    return (this.controls.ticks = html("div", { class: "gl-ticks", "aria-hidden": "true" }, ...marks.slice(0, 300)));
  }

  /** Tell whether the result of a step still has to be asked for; a playing view asks nothing. */
  hides(step) {
    if (this.model.get("playing")) this.model.set("revealed", step);
    const asks = this.model.get("presenter") && !this.model.get("ask");
    return asks && step > this.model.get("revealed");
  }

  /** Go on as a remote control does, which has one key for it: before an audience the answer comes first. */
  next() {
    if (this.hides(this.model.get("step"))) this.reveal();
    else if (this.asker.paused) this.asker.goOn();
    else if (this.asker.open && this.root.matches(".presenter, [data-fill]")) this.asker.answer(null);
    else this.player.by(1);
  }

  nextCut() {
    if (this.asker.paused) this.asker.goOn();
    else this.player.toCut(1);
  }

  reveal() {
    const step = this.model.get("step");
    this.player.set({ revealed: step > this.model.get("revealed") ? step : Math.max(0, step - 1) });
  }

  click(event) {
    const node = this.tree.meant(event);
    if (!node || this.predicting || this.asker.click(Number(node.dataset.node))) return;
    this.player.go(this.data.nodes[node.dataset.node].jump);
  }

  /** Do what a key does at the node with the focus; tell whether it does anything. */
  atNode(node, key) {
    this.walk.at = Number(node.dataset.node);
    if (key === " ") return this.stage.folds.toggle(this.walk.at);
    if (key === "Enter") this.player.go(this.data.nodes[this.walk.at].jump);
    if (key === "Escape") this.root.focus({ preventScroll: true });
    return key === "Enter" || key === "Escape" || this.walk.go(key);
  }

  key(event) {
    const { target, key } = event;
    if (this.screen.key(event)) return;
    if (this.predicting || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.asker.key(event)) return;
    if (target.closest("[data-node]") && this.atNode(target.closest("[data-node]"), key)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const typing = target.matches("select, input:not([type=range])");
    if (typing && !key.startsWith("Page")) return; // they need their keys themselves
    if (event.shiftKey && key === "Enter") return; // runs a cell
    const presses = key === " " || key === "Enter";
    if (presses && target !== this.root && !target.matches("input")) return; // a button's own
    const [step, last] = [this.model.get("step"), this.data.steps.length];
    const hides = this.hides(step);
    const act = {
      ArrowRight: () => (this.asker.paused ? this.asker.goOn() : this.player.by(1)),
      ArrowLeft: () => this.player.by(-1),
      // What remote controls for lecturers send; at the ends they turn the page around the view.
      PageDown: (hides || step < last || this.asker.paused) && (() => this.next()),
      PageUp: step > 0 && (() => this.player.by(-1)),
      Home: () => this.player.go(0),
      End: () => this.player.go(this.data.steps.length),
      " ": () => this.player.toggle(),
      c: () => this.nextCut(),
      C: () => this.player.toCut(-1),
      v: () => this.model.get("presenter") && this.reveal(),
      f: () => this.screen.toggle(),
      F5: () => this.screen.on || this.screen.enter(), // the remote's key that begins
    }[key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
}

/** Return the longest sentence, with the signs before its names. */
function longest({ steps, nodes }) {
  const { sentence, names } = steps.reduce((a, b) => (b.sentence.length > a.sentence.length ? b : a), { sentence: "", names: [] });
  const letters = [...sentence];
  for (const [from, , node] of names) if (nodes[node].shape !== "leaf") letters[from] = `▲${letters[from]}`;
  return letters.join("");
}

/** Put a stepper into an element. With `Rounds` a predictor makes new trees. */
export function begin(model, el, Rounds = null) {
  clock(model);
  return new Stepper(model, el, Rounds);
}

export default { render: ({ model, el }) => void begin(model, el) };
