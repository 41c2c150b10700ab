import { Field } from "./boardfield.js";
import { Review } from "./boardreview.js";
import { Side } from "./boardside.js";
import { button, control, html, write } from "./dom.js";

// The board: the field, the moves and the controls. It draws what the kernel sends, and sends the
// kernel what the player does; the kernel decides everything.

const KEYS =
  "Keys: arrows move, Enter chooses, Escape clears the choice, u undo, n new game, s swap sides, h hint, " +
  "p plays the moves, e evaluation, r review";
const ACTS = { u: "undo", n: "new", s: "swap", h: "hint", r: "review" };
const MAX_SILENCE = 4000; // milliseconds; after that the board says that the kernel is silent
const SAVED = "This is a saved game: you can look through it, but not play.";
const SILENT = "No answer yet. The kernel is busy, or this cell has to be run again.";

class Board {
  constructor(model, el) {
    this.model = model;
    this.plan = model.get("plan");
    this.sent = false; // whether the kernel has still to answer a message
    this.field = new Field(this.plan, {
      choose: (spots) => this.ask("choose", { spots }),
      tell: (words) => write(this.under, words),
    });
    this.side = new Side((act, more) => this.ask(act, more));
    this.review = new Review((at) => this.side.go(at));
    this.side.element.insertBefore(this.review.element, this.side.why);
    this.root = html(
      "div",
      {
        class: "gamelib gl-board", role: "group", "aria-label": `${this.plan.title}. ${KEYS}.`,
        tabindex: -1, "data-lm-suppress-shortcuts": "true", // else "d d" after a click on a text deletes the cell
      },
      html("div", { class: "gl-table" }, this.stage(), this.words(), this.bar(), this.side.element),
    );
    this.root.addEventListener("keydown", (event) => this.key(event));
    el.append(this.root);
    this.controls.hidden = Boolean(model.get("frames"));
    this.react = () => this.show();
    this.hear = ({ progress }) => this.progress(progress);
    model.on("change:shown", this.react);
    model.on("msg:custom", this.hear);
    this.show();
  }

  destroy() {
    clearTimeout(this.timer);
    this.side.pause();
    this.model.off("change:shown", this.react);
    this.model.off("msg:custom", this.hear);
  }

  // ---- parts ----

  stage() {
    this.under = html("p", { class: "gl-under", "aria-hidden": "true" });
    this.part = html("div", { class: "gl-part-of-max" });
    this.ends = [html("span", { "aria-hidden": "true" }), html("span", { "aria-hidden": "true" })];
    this.meter = html(
      "div",
      { class: "gl-meter", role: "meter", "aria-label": "Evaluation", "aria-valuemin": -1, "aria-valuemax": 1 },
      this.part, ...this.ends,
    );
    this.scale = [html("span"), html("span")];
    this.legend = html("p", { class: "gl-shades" }, this.scale[0], html("i", { "aria-hidden": "true" }), this.scale[1]);
    return html("div", { class: "gl-stage" }, html("div", { class: "gl-with-meter" }, this.meter, this.field.element), this.legend, this.under);
  }

  words() {
    this.sentence = html("p", { class: "gl-says", "aria-live": "polite" });
    this.effort = html("p", { class: "gl-effort", "aria-hidden": "true" });
    this.trouble = html("p", { class: "gl-trouble", role: "alert" });
    this.stands = html("p", { class: "gl-stands" });
    return html("div", { class: "gl-sentence" }, this.sentence, this.stands, this.effort, this.trouble);
  }

  bar() {
    const make = (act, word, title) => button({ word, title, "data-act": act }, () => this.ask(act));
    this.undo = make("undo", "Undo", "Take back your last move (u)");
    this.swap = make("swap", "Swap sides", "Swap sides with the player (s)");
    this.hint = make("hint", "Hint", "Ask the engine what to play (h)");
    this.stop = make("stop", "Stop", "Play the best move found so far");
    this.stop.classList.add("strong");
    this.level = control("select", { "aria-label": "Opponent", "data-act": "level" },
      ...this.plan.levels.map((name) => html("option", { value: name }, name)));
    this.level.addEventListener("change", () => this.ask("level", { level: this.level.value }));
    this.heat = button({ word: "Heat map", title: "Show what the evaluation says after each move: the bluer, the better for the mover", "data-act": "heat" },
      () => this.ask("heat", { on: !this.model.get("shown").heated }));
    this.heat.hidden = !this.plan.judged;
    this.rate = button({ word: "Evaluation", title: "Show who is ahead (e)", "data-act": "rate" },
      () => this.ask("rate", { on: !this.model.get("shown").rated }));
    this.judge = make("review", "Review", "Let the engine judge every move (r)");
    this.controls = html(
      "div",
      { class: "gl-bar", role: "group", "aria-label": "Game" },
      this.undo, make("new", "New game", "Start again (n)"), this.swap, this.hint, this.heat, this.rate, this.judge,
      html("label", { class: "gl-level" }, html("span", {}, "Against"), this.level), this.stop,
    );
    return this.controls;
  }

  // ---- showing ----

  show() {
    const now = this.model.get("shown");
    const judged = this.model.get("judged");
    clearTimeout(this.timer);
    this.sent = false;
    this.root.style.setProperty("--gl-board", `${now.size[0]}px`);
    this.root.style.setProperty("--gl-ratio", now.size[0] / now.size[1]);
    this.field.show(now, this.model.get("spots"));
    this.side.show(now, judged?.grades ?? []);
    this.review.show(now, judged);
    this.showMeter(now);
    this.legend.hidden = !now.legend.length;
    [0, 1].forEach((end) => write(this.scale[end], (now.legend[end] ?? "") + (end ? ", best for the mover" : "")));
    this.root.classList.toggle("waiting", now.thinking && !now.reviewing);
    this.root.dataset.ply = now.ply;
    this.root.dataset.at = now.at;
    write(this.sentence, now.sentence);
    write(this.trouble, now.trouble);
    write(this.effort, "");
    this.undo.setAttribute("aria-disabled", String(!now.undo));
    this.swap.hidden = now.alone;
    this.stop.hidden = !now.thinking;
    this.hint.setAttribute("aria-disabled", String(!now.choices.length));
    this.judge.setAttribute("aria-disabled", String(!now.ply));
    this.heat.setAttribute("aria-pressed", String(now.heated));
    this.rate.setAttribute("aria-pressed", String(now.rated));
    this.level.value = now.level;
    this.silent = false;
    if (now.thinking) this.wait();
  }

  showMeter({ stands, sides }) {
    const shown = "words" in stands;
    this.meter.hidden = !shown;
    write(this.stands, shown ? `Evaluation: ${stands.words}.` : "");
    if (!shown) return;
    this.part.style.height = `${50 + 50 * stands.share}%`;
    this.meter.setAttribute("aria-valuenow", stands.share.toFixed(2));
    this.meter.setAttribute("aria-valuetext", stands.words);
    this.meter.title = stands.words;
    [1, 0].forEach((side, end) => write(this.ends[end], sides[side]));
  }

  progress(words) {
    if (!this.model.get("shown").thinking) return;
    write(this.effort, words ? `Thinking… ${words}` : "Thinking…");
    this.silent = false;
    this.wait();
  }

  /** After a silence, say so and let a click try again. */
  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.giveUp(SILENT), MAX_SILENCE);
  }

  // ---- doing ----

  /** Send a message to the kernel; false if it could not be sent. */
  ask(act, more = {}) {
    const now = this.model.get("shown");
    const frames = this.model.get("frames"); // all moments, in a page without a kernel
    if (frames && act === "go") return this.model.set("shown", frames[more.at]);
    if (frames) return write(this.trouble, SAVED);
    if (act !== "go" && act !== "step") this.side.pause();
    const waiting = this.sent || (now.thinking && !now.reviewing && !this.silent);
    if (waiting && act !== "stop") {
      write(this.trouble, "Please wait: the last move has not been answered yet.");
      this.level.value = now.level;
      return false;
    }
    this.sent = true;
    this.root.classList.add("waiting");
    write(this.trouble, "");
    this.wait();
    try {
      this.model.send({ do: act, ply: now.ply, ...more });
    } catch {
      this.giveUp("There is no kernel: run this cell again.");
      return false;
    }
    return true;
  }

  /** Stop waiting, so that another click can try again. */
  giveUp(why) {
    clearTimeout(this.timer);
    this.sent = false;
    this.silent = true;
    this.field.forget();
    this.root.classList.remove("waiting");
    write(this.trouble, why);
  }

  key(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("select")) return;
    const name = target.dataset?.cell;
    const act = ACTS[key];
    if (name && (key === " " || key === "Enter")) this.field.choose(name);
    else if (key === "Escape" && this.field.chosen.length) this.field.select([]);
    else if (act) act === "swap" && this.model.get("shown").alone ? null : this.ask(act);
    else if (key === "e") this.rate.click();
    else if (key === "p") this.side.toggle();
    else if (!name || !this.field.step(name, key)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

export default {
  render({ model, el }) {
    const view = new Board(model, el);
    return () => view.destroy();
  },
};
