import { Box, Evaluation, signOf, Why } from "./boardbox.js";
import { Field } from "./boardfield.js";
import { marks } from "./boardmarks.js";
import { Moves } from "./boardmoves.js";
import { Chart } from "./boardreview.js";
import { kernelSource } from "./boardsource.js";
import { box, buttons, mistakes, reviewed, title } from "./boardwords.js";
import { control, html, write } from "./dom.js";
import { LocalMatch } from "./localmatch.js";
import { unpacked } from "./localtable.js";
import { Menu } from "./panels.js";

// The board. A source has the facts about the game, and is told what the player does; the view alone knows
// what it shows of them: how much of a hint, the review, which mistake you learn from.

const KEYS = "Arrow keys move, Enter chooses, Escape goes back. u: Take back. h: Hint.";
const LETTERS = { u: "undo", n: "new", s: "swap", h: "hint", r: "review", e: "rate", p: "play" };
const PATIENCE = 300; // milliseconds before the view says that something is thinking
const MAX_SILENCE = 20_000; // milliseconds without any message from the kernel
const REPLAY_PACE = 900; // milliseconds between two moves of a replay
const SILENT = "The kernel does not answer. Another cell may be running.";
const WAIT = "Please wait for the answer, or press Stop.";

class Board {
  constructor(source, element) {
    this.source = source;
    this.plan = source.get("plan");
    this.view = { mode: "play", degree: 0, index: 0, tried: null, solved: new Set(), notice: undefined, progress: "", running: false };
    this.sent = false; // whether a message has still to be answered
    this.silent = false; // whether nothing was heard for long; then a click may try again
    this.build(element);
    this.listeners = {
      "change:shown": () => this.soon(),
      "change:spots": () => this.soon(),
      "change:judged": () => this.soon(),
      "change:tried": () => this.soon(),
      "change:alive": () => this.soon(),
      "msg:custom": ({ progress }) => this.progress(progress),
    };
    for (const [name, listener] of Object.entries(this.listeners)) source.on(name, listener);
    this.update();
  }

  destroy() {
    this.destroyed = true;
    for (const timer of [this.patience, this.silence, this.pace]) clearTimeout(timer);
    for (const [name, listener] of Object.entries(this.listeners)) this.source.off?.(name, listener);
    this.menu.open(false);
  }

  // ---- parts ----

  build(element) {
    const { plan } = this;
    const go = (at) => this.go(at);
    this.turn = html("div", { class: "gl-turn" });
    this.note = html("p", { class: "gl-note-of" });
    this.menu = new Menu(this.entries(), html("p", { class: "gl-keys" }, KEYS));
    this.field = new Field(plan, (spots) => this.choose(spots));
    this.evaluation = new Evaluation(plan);
    this.beside = html("p", { class: "gl-overlay-text" });
    this.scale = html("p", { class: "gl-scale" });
    this.box = new Box();
    this.chart = new Chart(plan, go);
    this.moves = new Moves(plan, go);
    this.why = new Why(plan);
    this.acts = [0, 1].map(() => {
      const made = control("button", { type: "button", class: "gl-button" });
      made.addEventListener("click", () => this.press(made));
      return made;
    });
    this.live = html("p", { class: "gl-live-text", role: "status" });
    this.root = html(
      "div",
      {
        class: "gamelib gl-board", role: "group", "aria-label": plan.title, tabindex: -1,
        "data-lm-suppress-shortcuts": "true", // else "d d" after a click on a text deletes the cell
      },
      html(
        "div",
        { class: "gl-inner" },
        html("div", { class: "gl-top" }, this.turn, this.note, this.menu.element),
        html(
          "div",
          { class: "gl-two" },
          html("div", { class: "gl-stage" }, this.field.element),
          html("div", { class: "gl-panel" }, this.evaluation.element, this.beside, this.scale, this.box.element,
            this.chart.element, this.moves.element, this.why.element, html("div", { class: "gl-acts" }, ...this.acts)),
        ),
        this.live,
      ),
    );
    this.root.addEventListener("keydown", (event) => this.key(event));
    element.append(this.root);
    new ResizeObserver(() => this.placed()).observe(this.root);
  }

  /** On a slide, a board on which nothing can be done is its picture alone. */
  placed() {
    const host = this.root.getRootNode().host ?? this.root;
    this.root.classList.toggle("picture", this.view.saved && Boolean(host.closest(".reveal, [data-fill]")));
  }

  entries() {
    const { plan } = this;
    const shown = () => this.shown;
    const dead = () => this.view.saved;
    const act = (name) => () => this.act(name);
    const on = (value) => (value ? "on" : "off");
    return [
      { act: "new", word: "New game", letter: "n", press: act("new"), off: () => dead() || !shown().can.new },
      { act: "swap", word: "Swap sides", letter: "s", press: act("swap"), off: () => dead() || !shown().can.swap },
      {
        act: "level", word: "Level", state: () => shown().level, off: dead, hidden: !plan.levels.length,
        choices: () => plan.levels.map((level) => ({
          act: "choose-level", word: level, state: () => (shown().level === level ? "✓" : ""),
          press: () => this.ask("level", { level }),
        })),
      },
      { act: "rate", word: "Evaluation", letter: "e", state: () => on(shown().evaluation), press: act("rate"), off: dead },
      { act: "heat", word: "Heat map", state: () => on(shown().heated), press: act("heat"), off: dead, hidden: !plan.estimates },
      { act: "review", word: "Review this game", letter: "r", press: act("review"), off: () => dead() || !shown().can.review },
      { act: "why", word: "Why did it play that?", press: act("why"), off: () => !shown().why.length },
      { act: "play", word: "Play the moves", letter: "p", press: act("play"), off: () => !this.more() && !this.again() },
    ];
  }

  // ---- facts ----

  /** Return the facts about the moment that is shown. */
  get facts() {
    const { plan, source, shown } = this;
    return { plan, shown, judged: source.get("judged") ?? {} };
  }

  get shown() {
    const shown = this.source.get("shown");
    const { frames } = this.view;
    return frames ? { ...frames[this.frame ?? shown.at], busy: "", notice: null } : shown;
  }

  /** Return whether a message would have to wait for an answer. */
  get waiting() {
    return this.sent || (!this.silent && ["reply", "hint", "try"].includes(this.shown.busy));
  }

  /** Update once, also after several changes at a time. */
  soon() {
    this.sent = this.silent = false;
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      if (!this.destroyed) this.update();
    });
  }

  /** Take the answer to a move that was tried. */
  answer() {
    const { view, shown } = this;
    if (!this.asking || this.sent || shown.busy) return;
    const tried = this.source.get("tried");
    if (!shown.notice?.error && tried?.at !== this.target) return;
    this.asking = false;
    if (shown.notice?.error) return;
    view.tried = tried;
    if (tried.holds) view.solved.add(tried.at);
  }

  progress(words) {
    this.view.progress = words ?? "";
    this.silent = false;
    this.listen();
    if (this.slow) this.write();
  }

  // ---- showing ----

  update() {
    const { view, source } = this;
    view.frames = source.get("frames");
    view.saved = Boolean(view.frames) || source.get("alive") === false;
    view.notice = undefined;
    const { shown, judged } = this.facts;
    if (["review", "learn"].includes(view.mode) && shown.busy !== "review" && !judged.grades?.length) this.leave("play");
    if (view.mode === "learn" && shown.at !== this.target) this.leave("review");
    if (view.mode === "why" && !shown.why.length) view.mode = "play";
    if (!judged.grades?.length) view.solved.clear();
    this.answer();
    view.degree = shown.hint ? Math.max(1, view.degree) : 0;
    this.listen();
    this.draw();
    this.run();
  }

  leave(mode) {
    Object.assign(this.view, { mode, tried: null });
  }

  /** Wait for an answer: a moment before the view says so, long before it is alarmed. */
  listen() {
    clearTimeout(this.silence);
    const { busy } = this.shown;
    const waiting = !this.view.saved && (this.waiting || busy);
    if (waiting) this.silence = setTimeout(() => this.alarm(), MAX_SILENCE);
    if (!waiting || (busy === "review" && !this.sent)) {
      clearTimeout(this.patience);
      this.patience = null;
      this.slow = false;
      if (!waiting) this.view.progress = "";
    } else {
      this.patience ??= setTimeout(() => {
        this.slow = true;
        this.write();
      }, PATIENCE);
    }
  }

  alarm() {
    this.sent = false;
    this.silent = true;
    this.field.forget();
    this.view.notice = { text: SILENT, error: true };
    this.slow = true;
    this.write();
  }

  draw() {
    const { view, facts, root } = this;
    const { shown, judged } = facts;
    const { tried, mode } = view;
    const still = view.saved || mode === "why" || (mode === "learn" && tried);
    const now = { ...shown, ...(mode === "learn" && tried?.frame), ...(still && { choices: [], heat: {} }) };
    const spots = now.spots ?? this.source.get("spots");
    this.field.show(now, spots);
    this.field.add(marks(view, facts, spots));
    const lit = mode === "learn" ? this.target : mode === "review" || shown.at < shown.ply ? shown.at - 1 : -1;
    const grades = mode === "play" && !view.saved ? [] : judged.grades;
    this.moves.show(shown, { grades, lit, fixed: view.saved && !view.frames });
    root.dataset.ply = shown.ply;
    root.dataset.at = shown.at;
    root.dataset.mode = mode;
    const chart = mode === "review" || mode === "learn" || view.saved;
    this.chart.element.hidden = !(chart && judged.verdicts?.length);
    if (!this.chart.element.hidden) this.chart.show({ ...shown, at: mode === "learn" ? this.target : shown.at }, judged);
    if (!this.waiting || this.slow || !this.written) this.write();
    root.classList.toggle("waiting", this.waiting);
  }

  /** Write the title, the evaluation, the box and the buttons. */
  write() {
    const { view, facts } = this;
    const { shown } = facts;
    const { mode, tried } = view;
    this.written = true;
    this.root.classList.toggle("saved", view.saved);
    this.root.classList.toggle("waiting", this.waiting);
    this.root.dataset.mode = mode;
    const [side, words] = title(view, facts);
    this.turn.replaceChildren(...(side ? [signOf(side, this.plan.sides[side])] : []), html("span", {}, words));
    const { note, overlay, legend } = { ...shown, ...(mode === "learn" && tried?.frame) };
    write(this.note, note ?? "");
    write(this.beside, overlay?.text ?? "");
    this.beside.hidden = !overlay;
    this.scale.hidden = !legend?.length;
    this.scale.replaceChildren(...(legend?.length ? [legend[0], html("i", { "aria-hidden": "true" }), `${legend[1]}, best for the mover`] : []));
    this.evaluation.show(mode === "learn" && tried?.verdict ? tried.verdict : shown.verdict, shown.evaluation !== false);
    const text = this.box.show(box(view, facts));
    this.box.element.hidden = this.moves.element.hidden = mode === "why";
    this.why.element.hidden = mode !== "why";
    if (mode === "why") this.why.show(shown);
    const made = buttons(view, facts);
    this.acts.forEach((button, index) => this.label(button, made[index]));
    const more = mode === "play" && !this.view.degree && !view.saved ? ` ${words}.` : "";
    write(this.live, mode === "why" ? "" : `${text}${more}`);
    if (!this.menu.list.hidden) this.menu.show();
  }

  label(element, made) {
    element.hidden = !made;
    if (!made) return;
    const letter = Object.keys(LETTERS).find((key) => LETTERS[key] === made.act);
    element.dataset.act = made.act;
    element.setAttribute("aria-disabled", String(made.off));
    element.classList.toggle("main", made.main);
    element.classList.toggle("wide", made.word.length > 20);
    if (letter) element.title = `${made.word} (${letter})`;
    else element.removeAttribute("title");
    write(element, made.word);
  }

  // ---- doing ----

  /** Send a message; return false if it could not be sent. */
  ask(act, more = {}) {
    const { shown, view } = this;
    if (view.saved) return false;
    if (act !== "step" && act !== "go") this.pause();
    if (this.waiting && act !== "stop") {
      view.notice = { text: WAIT, error: false };
      this.write();
      return false;
    }
    this.sent = true;
    view.notice = undefined;
    this.listen();
    this.root.classList.add("waiting");
    try {
      this.source.send({ do: act, ply: shown.ply, ...more });
    } catch {
      this.sent = false;
      view.saved = true;
      this.draw();
      return false;
    }
    return true;
  }

  /** Choose spots: a move to play, or one to try in place of a mistake. */
  choose(spots) {
    const { view } = this;
    if (view.mode !== "learn") return this.ask("choose", { spots });
    return !view.tried && this.attempt("try", { spots });
  }

  /** Ask about the mistake that is learned from. */
  attempt(act, more = {}) {
    this.asking = this.ask(act, { at: this.target, ...more });
    return this.asking;
  }

  go(at) {
    const { shown, view } = this;
    if (at < 0 || at > shown.ply || at === shown.at) return;
    if (!view.frames) {
      if (view.mode === "learn") this.leave("review");
      this.ask("go", { at });
      return;
    }
    this.frame = at;
    this.update();
  }

  press(button) {
    if (button.getAttribute("aria-disabled") !== "true") this.act(button.dataset.act);
  }

  act(name) {
    const { view, shown } = this;
    const { judged } = this.facts;
    const acts = {
      undo: () => this.ask("undo"),
      new: () => this.ask("new"),
      swap: () => this.ask("swap"),
      stop: () => this.ask("stop"),
      step: () => (shown.at < shown.ply ? this.go(shown.at + 1) : this.ask("step")),
      rate: () => this.ask("rate", { on: shown.evaluation === false }),
      heat: () => this.ask("heat", { on: !shown.heated }),
      hint: () => {
        if (!shown.hint) return this.ask("hint");
        view.degree = Math.min(3, view.degree + 1);
        return this.draw();
      },
      review: () => {
        view.mode = "review";
        if (!reviewed(judged)) this.ask("review");
        this.draw();
      },
      why: () => this.into("why"),
      close: () => this.into("play"),
      play: () => this.toggle(),
      last: () => this.go(shown.ply),
      back: () => this.go(shown.at - 1),
      forward: () => this.go(shown.at + 1),
      learn: () => this.learn(0),
      next: () => this.learn(view.index + 1),
      again: () => this.learn(view.index),
      solve: () => this.attempt("show"),
      leave: () => {
        this.leave("review");
        this.go(shown.ply);
        this.draw();
      },
    };
    acts[name]();
  }

  into(mode) {
    this.pause();
    this.leave(mode);
    this.draw();
    if (mode === "play" && this.shown.at < this.shown.ply) this.go(this.shown.ply);
  }

  /** Put the position back before a mistake, and wait for a better move. */
  learn(index) {
    const all = mistakes(this.facts);
    if (index >= all.length) return;
    this.leave("learn");
    this.view.index = index;
    this.target = all[index];
    this.asking = false;
    if (this.acts.includes(this.root.getRootNode().activeElement)) this.field.focus(); // a second Enter would show the answer
    if (this.shown.at === this.target) this.draw();
    else if (!this.ask("go", { at: this.target })) this.leave("review");
  }

  // ---- replay ----

  /** Return whether there is a next move: one that was played, or one by the two players. */
  more() {
    const { at, ply, turn } = this.shown;
    return at < ply || (this.plan.spectating && Boolean(turn) && !this.view.saved);
  }

  /** Return whether the game can be played once more from its beginning. */
  again() {
    const { view, shown } = this;
    return shown.ply > 0 && (!view.saved || Boolean(view.frames));
  }

  toggle() {
    const { view } = this;
    if (view.running) return this.pause();
    if (this.waiting || !(this.more() || this.again())) return;
    view.running = true;
    if (this.more()) this.act("step");
    else this.go(0);
    this.draw();
  }

  /** Go on with a replay. */
  run() {
    clearTimeout(this.pace);
    if (!this.view.running || this.waiting) return;
    if (this.more()) this.pace = setTimeout(() => this.act("step"), REPLAY_PACE);
    else this.pause();
  }

  pause() {
    clearTimeout(this.pace);
    if (!this.view.running) return;
    this.view.running = false;
    this.write();
  }

  key(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const spot = target.dataset?.cell;
    if (spot && (key === " " || key === "Enter")) this.field.choose(spot);
    else if (key === "Escape") this.escape();
    else if (key in LETTERS) this.letter(LETTERS[key]);
    else if (!spot || !this.field.step(spot, key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  escape() {
    if (this.field.chosen.length) this.field.select([]);
    else if (this.view.mode === "learn") this.act("leave");
    else if (this.view.mode !== "play") this.act("close");
  }

  /** Do what a letter stands for, if it can be done now. */
  letter(act) {
    const { shown, view } = this;
    const can = shown.can[act] ?? true;
    const hint = act !== "hint" || (view.mode === "play" && view.degree < 3);
    if (can && hint && (!view.saved || act === "play")) this.act(act);
  }
}

/** Put a board into an element. A source has `get`, `on` and `send` for the traits and messages of a board. */
export function createBoard(source, element) {
  return new Board(source, element);
}

/** Return where the facts come from: a table of the game, the moments of a game that is over, or a kernel. */
function sourceOf(model) {
  if (model.get("begin")) return new LocalMatch(model.get("table"), { plan: model.get("plan"), ...model.get("begin") });
  return model.get("frames") ? model : kernelSource(model);
}

export default {
  render({ model, el }) {
    const source = sourceOf(model);
    let view = createBoard(source, el);
    const goOn = async () => {
      if (source.get("alive") !== false || !model.get("table")) return;
      const table = await model.widget_manager.get_model(model.get("table").replace("IPY_MODEL_", ""));
      const data = await unpacked(table.get("packed"));
      const { at, you, moves } = model.get("shown");
      view.destroy();
      el.replaceChildren();
      const played = moves.map(([text]) => text);
      view = createBoard(new LocalMatch(data, { plan: model.get("plan"), ...model.get("local"), played, at, you }), el);
    };
    source.on("change:alive", goOn);
    goOn();
    return () => view.destroy();
  },
};
