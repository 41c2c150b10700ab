import { button, control, html, write } from "./dom.js";
import { STATUS } from "./aria.js";
import { field } from "./form.js";
import { compared, parsed } from "./verdict.js";
import { Walk } from "./keys.js";

// Asking before a step is shown. The questions, their answers and the reasons came along; nothing
// is worked out here. An answer is {tries, right, done}: done when it is right or was shown.

const TRIES = { node: 2, value: 2, cut: 1 };

/** Return the question that stands between the present step and a later one, if there is one. */
function ahead(model) {
  if (!model.get("ask")) return undefined;
  const [step, answers] = [model.get("step"), model.get("answers")];
  return model.get("data").questions.all.find(({ at }) => at >= step && !answers[at]?.done);
}

/** Return how far one can go towards a step: not past a question without an answer. */
export function stop(model, step) {
  return Math.min(step, ahead(model)?.at ?? step);
}

export class Ask {
  constructor(model, tree, stage, player, rest) {
    Object.assign(this, { model, tree, stage, player, rest });
    this.walk = new Walk(tree, stage);
    this.message = {}; // about the last answer, at the step where it is seen
    this.text = html("p", { class: "gl-question" });
    this.field = field("Your answer", 5);
    this.field.addEventListener("keydown", (event) => {
      if (!["Escape", "PageDown", "PageUp"].includes(event.key)) event.stopPropagation(); // typing is not steering
      if (event.key !== "Enter") return;
      event.preventDefault(); // else the same key also presses what has the focus then
      this.typed();
    });
    const act = (word, act, press) => button({ word, title: word, "data-act": act }, press);
    this.parts = {
      value: html("span", {}, this.field, " ", act("Check", "answer", () => this.typed())),
      cut: html(
        "span",
        { class: "gl-group" },
        act("Yes (y)", "yes", () => this.answer(true)),
        act("No (n)", "no", () => this.answer(false)),
      ),
      show: act("Show me", "show", () => this.answer(null)),
      on: act("Go on", "on", () => this.goOn()),
    };
    this.again = act("Start over", "again", () => this.player.set({ answers: {}, step: 0 }));
    this.parts.on.classList.add("main");
    this.tally = html("output", { class: "gl-steps" });
    this.element = control(
      "div",
      { class: "gl-ask", role: "group", "aria-label": "Question", tabindex: -1 },
      html("div", { role: "status" }, this.text),
      html("div", { class: "gl-answer" }, ...Object.values(this.parts), this.tally, this.again),
    );
  }

  /** Show the question of this step, or go on without one. */
  show(root, on) {
    const held = root.getRootNode().activeElement; // before anything is hidden
    const asking = on && this.model.get("ask");
    const [step, answers] = [this.model.get("step"), this.model.get("answers")];
    const next = asking ? ahead(this.model) : undefined;
    const { at, done, right, verdict, reason, text } = this.message;
    const now = asking && at === step;
    this.paused = now && done && !right && next?.at === step; // first comes the reason, then the next question
    const open = next?.at === step && !this.paused ? next : null;
    root.toggleAttribute("data-ask", Boolean(asking));
    root.dataset.asks = open?.kind ?? "";
    this.verdict = now && !open ? verdict : ""; // stands before the sentence of the step,
    this.reason = now && !open ? reason : ""; // or before this, in the place of the sentence
    const end = step === this.model.get("data").steps.length;
    const how = { node: " Click it, or use arrow keys and Enter." };
    const question = open ? open.text + (how[open.kind] ?? "") : "";
    write(this.text, !now || !open ? question : done ? `${verdict} ${question}` : text);
    for (const kind of ["value", "cut"]) this.parts[kind].hidden = open?.kind !== kind;
    this.parts.show.hidden = !open;
    this.parts.on.hidden = open || end;
    const all = Object.values(answers).filter((answer) => answer.done);
    const first = all.filter((answer) => answer.right && answer.tries === 1).length;
    write(this.tally, end && all.length ? `${first} of ${all.length} right at the first try` : "");
    this.again.hidden = !end || !all.length;
    this.element.hidden = !asking;
    this.text.hidden = !open;
    if (open !== this.open) this.opened(open, root, held);
  }

  /** Let a new question have the keys, if the view has them. */
  opened(open, root, held) {
    const was = this.open;
    this.open = open;
    this.field.value = "";
    if (was?.kind === "node") this.walk.stop();
    if (open?.kind === "node") {
      this.stage.folds.reveal(open.answer);
      this.walk.at = this.tree.current;
      this.walk.start("button", ({ label, shape }, place) => {
        const status = STATUS[this.tree.now[place].status] ?? "skipped";
        return `${label}, ${shape === "leaf" ? shape : shape.toUpperCase()}, ${status}`;
      });
    }
    if (open?.kind === "node") this.tree.svg.setAttribute("role", "group");
    else if (was?.kind === "node") this.rest();
    if (!root.contains(held)) return;
    if (open?.kind === "node") this.walk.focus(this.walk.at);
    else if (open?.kind === "value") this.field.focus();
    else if (open) this.element.focus(); // no button: a key pressed twice would answer
    else (this.parts.on.hidden ? root : this.parts.on).focus();
  }

  // ---- answers ----

  click(place) {
    if (this.open?.kind !== "node") return false;
    this.answer(place);
    return true;
  }

  /** Take a key that answers; tell whether it did. */
  key(event) {
    const [kind, node] = [this.open?.kind, event.target.closest("[data-node]")];
    if (node) this.walk.at = Number(node.dataset.node);
    const given = kind === "cut" ? { y: true, n: false }[event.key] : undefined;
    if (given !== undefined) this.answer(given);
    else if (kind !== "node" || !node) return false;
    else if (event.key === "Enter" || event.key === " ") this.answer(this.walk.at);
    else if (!this.walk.go(event.key)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  typed() {
    const text = this.field.value.trim();
    if (parsed(text, true)) return this.answer(text);
    const what = text ? `“${text}” is not a number` : "Nothing is written there";
    this.message = { at: this.open.at, text: `${what}: write one like 3, −2.5, ≥ 3 or ∞.` };
    this.player.set({ answers: { ...this.model.get("answers") } });
  }

  /** Check an answer; null asks for the right one. */
  answer(given) {
    const { at, until, kind, why, answer, hint } = this.open;
    const { nodes, questions } = this.tree.data;
    const match = kind === "value" && given ? compared(given, answer) : given === answer ? "right" : "";
    const right = match === "right";
    const tries = (this.model.get("answers")[at]?.tries ?? 0) + 1;
    const done = right || given === null || tries >= TRIES[kind];
    const truth = { node: nodes[answer]?.label, value: answer, cut: answer ? "yes" : "no" }[kind];
    const wrong = {
      node: `Not ${nodes[given]?.label}. ${questions.wrong[this.tree.now[given]?.status] ?? ""}`,
      value: `Not ${given}. ${match === "sign" ? "The number is right, the sign is not." : hint}`,
    }[kind];
    const verdict = right ? "Right." : `${given === null ? "" : "No. "}The answer is ${truth}.`;
    this.message = { at: done ? until : at, right, done, verdict, reason: done ? why : "", text: wrong };
    const answers = { ...this.model.get("answers"), [at]: { tries, right, done } };
    this.player.set({ step: done ? until : at, answers });
    if (!done && kind === "value") this.field.select();
  }

  /** Let the mechanical steps go by, up to the next question. */
  goOn() {
    if (this.paused) {
      this.message = {};
      this.player.set({ answers: { ...this.model.get("answers") } });
    } else if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.player.go(Infinity);
    else this.player.set({ playing: true });
  }
}
