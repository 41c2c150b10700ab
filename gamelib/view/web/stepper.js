import { Ask, stop } from "./ask.js";
import { Closing } from "./closing.js";
import { button, control, html, icon, svg, write } from "./dom.js";
import { heard, ranked } from "./ear.js";
import { legend } from "./legend.js";
import { link, writeNamed } from "./links.js";
import { Code, finding, Head, Stack } from "./panels.js";
import { clock, player } from "./player.js";
import { Prediction } from "./predict.js";
import { Screen } from "./screen.js";
import { Stage } from "./stage.js";
import { Tree } from "./tree.js";
import { Walk } from "./walk.js";

// The stepper: a tree, what is told about the present step, and the controls.

const SPEEDS = [0.5, 1, 2, 4, 8, 16]; // steps per second
const KEYS =
  "Keys: ← → step, Home End, space plays, c C next and previous cut, + − 0 zoom, " +
  "l folds all but the line, o opens all, f presents";
const AT_NODES =
  "Arrow keys go from node to node, space folds one up or opens it, enter goes to its step, escape leaves them";

class Stepper {
  constructor(model, el) {
    this.model = model;
    this.data = model.get("data");
    this.player = player(model);
    this.tree = new Tree(this.data);
    this.stage = new Stage(this.tree);
    this.prediction = model.get("truth") ? new Prediction(model, this.tree, this.stage) : null;
    this.asker = new Ask(model, this.tree, this.stage, this.player, () => this.walkable());
    this.walk = new Walk(this.tree, this.stage);
    this.head = new Head(this.data);
    this.code = new Code(this.data);
    this.stack = new Stack(this.data);
    this.closing = new Closing(this.data);
    this.sentence = html("p", { class: "gl-sentence", "aria-live": "polite" });
    this.root = control(
      "div",
      {
        class: "gamelib gl-stepper",
        tabindex: 0,
        role: "group",
        "aria-label": `Stepper. ${this.data.title}. ${KEYS}.`,
      },
      html(
        "div",
        { class: "gl-frame" },
        this.head.element,
        this.stage.element,
        html("div", { class: "gl-telling gl-watch" }, this.sentence, this.asker.element),
        this.bar(),
        this.closing.element,
        html(
          "div",
          { class: "gl-side gl-watch" },
          this.code.element,
          html("div", { class: "gl-parts" }, this.stack.element, legend(this.data.legend)),
        ),
      ),
    );
    if (this.prediction) this.addPrediction();
    link(this.root);
    this.screen = new Screen(this.root, (on) => this.ask(on));
    if (this.data.finding) {
      this.finding = finding(this.data.finding, (step) => this.player.go(step));
      this.head.element.prepend(this.finding);
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
    this.listen(["step", "revealed", "ask", "answers"], () => this.show());
    this.listen(["presenter", "mode"], () => this.present());
    this.listen(["playing", "speed"], () => this.showBar());
    this.present();
  }

  addPrediction() {
    const { prediction } = this;
    const frame = this.root.firstElementChild;
    frame.append(prediction.task, prediction.bar, prediction.report);
    const to = (mode, word, act) =>
      button({ word, title: word, "data-act": act }, () => this.player.set({ mode }));
    prediction.bar.append(to("watch", "Watch the search", "watch"));
    this.controls.present.before(to("predict", "My prediction", "predict"));
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

  show() {
    const step = this.predicting ? 0 : this.model.get("step");
    const hidden = this.hides(step);
    const seen = hidden ? step - 1 : step; // all that can be seen is that of the step before
    const entry = seen ? this.data.steps[seen - 1] : null;
    this.tree.go(seen);
    if (!this.predicting && !this.tree.svg.matches(":focus-within"))
      this.walk.enter(this.tree.holder[this.tree.current]);
    this.root.dataset.step = step;
    this.stage.follow();
    this.head.show(entry);
    this.code.show(entry);
    this.closing.show(entry);
    this.stack.show(entry, seen === this.data.steps.length);
    const start = "Nothing is searched yet. Step forward, or play.";
    const asked = "What happens next, and why? Press v to see.";
    if (hidden || !entry) writeNamed(this.sentence, hidden ? asked : start);
    else writeNamed(this.sentence, entry.sentence, entry.names);
    this.sentence.classList.toggle("veiled", hidden);
    this.showBar();
    this.asker.show(this.root, !this.predicting);
    const later = hidden || step !== this.data.finding?.at; // when presented, it waits for its step
    this.finding?.toggleAttribute("hidden", this.model.get("presenter") && later);
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
    this.stage.large = on ? 1.7 : 1;
    this.stage.zoomed = null;
    this.stage.lay();
    this.show();
  }

  /** Let the nodes be walked by their own keys, and be heard. */
  walkable() {
    this.tree.svg.setAttribute("role", "tree");
    this.tree.svg.setAttribute("aria-label", `${this.data.title}. ${AT_NODES}.`);
    this.walk.start("treeitem", (_, place) => heard(this.tree, place));
    ranked(this.tree);
  }

  showBar() {
    const [step, playing, speed] = ["step", "playing", "speed"].map((name) => this.model.get(name));
    const last = this.data.steps.length;
    const end = stop(this.model, last); // an open question is not passed
    const parts = this.controls;
    write(parts.count, `Step ${step} of ${last}`);
    parts.slider.value = step;
    parts.slider.setAttribute("aria-valuetext", `Step ${step} of ${last}`);
    this.able(parts.first, step > 0);
    this.able(parts.back, step > 0);
    this.able(parts.forward, step < end);
    this.able(parts.last, step < end);
    this.able(parts.cutBack, this.player.cut(-1) !== null);
    this.able(parts.cutNext, this.player.cut(1) !== null);
    if (this.playing !== playing) {
      this.playing = playing;
      const name = playing ? "Pause (space)" : "Play (space)";
      parts.play.replaceChildren(icon(playing ? "pause" : "play"));
      parts.play.setAttribute("aria-label", name);
      parts.play.title = name;
      // A screen reader could not keep up with the search.
      this.sentence.setAttribute("aria-live", playing ? "off" : "polite");
    }
    const choice = SPEEDS.includes(speed) ? String(speed) : "";
    if (parts.speed.value !== choice) parts.speed.value = choice;
    parts.present.setAttribute("aria-pressed", String(this.screen.on));
    parts.reveal.hidden = !this.model.get("presenter") || this.model.get("ask");
    write(parts.reveal, step > this.model.get("revealed") ? "Show the answer (v)" : "Hide the answer (v)");
    this.able(parts.reveal, step > 0);
  }

  /** A button that can do nothing keeps the focus: `disabled` would throw it away. */
  able(part, can) {
    part.setAttribute("aria-disabled", String(!can));
  }

  // ---- controls ----

  bar() {
    const { player } = this;
    const last = this.data.steps.length;
    const make = (name, title, act, more = {}) =>
      (this.controls[name] = button({ image: name, title, "data-act": name, ...more }, act));
    this.controls = {};
    const steps = html(
      "div",
      { class: "gl-group", role: "group", "aria-label": "Steps" },
      make("first", "First (Home)", () => player.go(0)),
      make("back", "Back (←)", () => player.by(-1)),
      make("play", "Play (space)", () => player.toggle()),
      make("forward", "Forward (→)", () => player.by(1)),
      make("last", "Last (End)", () => player.go(last)),
    );
    const { word = "cut" } = this.data; // for moves that are skipped
    const cuts = html(
      "div",
      { class: "gl-group", role: "group", "aria-label": "Cuts" },
      make("cutBack", `Previous ${word} (C)`, () => player.toCut(-1), { word }),
      make("cutNext", `Next ${word} (c)`, () => player.toCut(1), { word }),
    );
    this.controls.cutNext.append(this.controls.cutNext.firstChild); // the arrow after the word
    if (!this.data.skips) cuts.hidden = true;
    this.controls.slider = control("input", {
      type: "range",
      min: 0,
      max: last,
      step: 1,
      "aria-label": "Step",
      input: ({ target }) => {
        player.go(Number(target.value));
        target.value = this.model.get("step"); // a question may have held it
      },
    });
    this.controls.count = html("output", { class: "gl-steps" });
    this.controls.speed = control(
      "select",
      {
        "aria-label": "Speed",
        title: "Steps per second",
        change: (e) => player.set({ speed: Number(e.target.value) }),
      },
      ...SPEEDS.map((speed) => html("option", { value: speed }, `${speed}/s`)),
    );
    this.controls.reveal = button(
      {
        word: "Show the answer (v)",
        title: "Show or hide what this step brings",
        "data-act": "reveal",
      },
      () => this.reveal(),
    );
    this.controls.present = button(
      { word: "Present", title: "Present on the whole screen (f)", "data-act": "present" },
      () => this.screen.toggle(),
    );
    return html(
      "div",
      { class: "gl-bar gl-watch" },
      html("div", { class: "gl-slide" }, this.controls.slider, this.ticks()),
      steps,
      cuts,
      this.controls.count,
      html("span", { class: "gl-keys", "aria-hidden": "true" }, "Click here to steer with the keys"),
      this.controls.speed,
      this.asker.toggle,
      this.controls.reveal,
      this.controls.present,
    );
  }

  /** Marks below the slider, one for each cut. */
  ticks() {
    const last = Math.max(1, this.data.steps.length);
    const d = this.data.steps
      .map((entry, place) => (entry.verb === "skip" ? `M${place + 1} 0V1` : ""))
      .join("");
    return svg(
      "svg",
      {
        class: "gl-ticks",
        viewBox: `0 0 ${last} 1`,
        preserveAspectRatio: "none",
        "aria-hidden": "true",
      },
      svg("path", { d }),
    );
  }

  /** Let the view ask before it shows a step, or no longer. */
  ask(on) {
    this.player.set({ presenter: on, revealed: this.model.get("step") });
    this.present();
  }

  /** Tell whether what a step brings is still to be asked for; what plays asks nothing. */
  hides(step) {
    if (this.model.get("playing")) this.model.set("revealed", step);
    const asks = this.model.get("presenter") && !this.model.get("ask");
    return asks && step > this.model.get("revealed");
  }

  /** Go on as a remote control does, which has one key for it: before an audience the answer comes first. */
  next() {
    if (this.hides(this.model.get("step"))) this.reveal();
    else if (this.asker.open && this.root.matches(".presenter, [data-fill]")) this.asker.answer(null);
    else this.player.by(1);
  }

  reveal() {
    const step = this.model.get("step");
    this.player.set({ revealed: step > this.model.get("revealed") ? step : Math.max(0, step - 1) });
  }

  click(event) {
    const spot = event.target.closest("[data-spot]");
    if (!spot || this.predicting || this.asker.click(Number(spot.dataset.spot))) return;
    this.player.go(this.data.spots[spot.dataset.spot].jump);
  }

  /** Do what a key does at the node with the focus; tell whether it does anything. */
  atNode(node, key) {
    this.walk.at = Number(node.dataset.spot);
    if (key === " ") return this.stage.folds.toggle(this.walk.at);
    if (key === "Enter") this.player.go(this.data.spots[this.walk.at].jump);
    if (key === "Escape") this.root.focus({ preventScroll: true });
    return key === "Enter" || key === "Escape" || this.walk.go(key);
  }

  key(event) {
    const { target, key } = event;
    if (this.screen.key(event)) return;
    if (this.predicting || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.asker.key(event)) return;
    if (target.closest("[data-spot]") && this.atNode(target.closest("[data-spot]"), key)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const typing = target.matches("select, input:not([type=range])");
    if (typing && !key.startsWith("Page")) return; // they need their keys themselves
    const presses = key === " " || key === "Enter";
    if (presses && target !== this.root && !target.matches("input")) return; // a button's own
    const [step, last] = [this.model.get("step"), this.data.steps.length];
    const hides = this.hides(step);
    const act = {
      ArrowRight: () => this.player.by(1),
      ArrowLeft: () => this.player.by(-1),
      // What remote controls for lecturers send; at the ends they turn the page around the view.
      PageDown: (hides || step < last) && (() => this.next()),
      PageUp: step > 0 && (() => this.player.by(-1)),
      Home: () => this.player.go(0),
      End: () => this.player.go(this.data.steps.length),
      " ": () => this.player.toggle(),
      c: () => this.player.toCut(1),
      C: () => this.player.toCut(-1),
      n: () => this.player.toCut(1),
      p: () => this.player.toCut(-1),
      v: () => this.model.get("presenter") && this.reveal(),
      f: () => this.screen.toggle(),
      F5: () => this.screen.on || this.screen.enter(), // the remote's key that begins
      "+": () => this.stage.by(1.25),
      "-": () => this.stage.by(1 / 1.25),
      0: () => this.stage.fit(),
      l: () => this.stage.folds.line(),
      o: () => this.stage.folds.all(),
    }[key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
}

export default {
  render({ model, el }) {
    clock(model);
    new Stepper(model, el);
  },
};
