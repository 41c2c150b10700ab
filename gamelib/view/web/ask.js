import { button, control, html, write } from "./dom.js";
import { STATUS } from "./ear.js";
import { field } from "./form.js";
import { compared, parsed } from "./verdict.js";
import { Walk } from "./walk.js";

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
    this.said = {}; // what is told about the last answer, at the step where it is seen
    this.verdict = html("p");
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
    this.parts.on.classList.add("strong");
    this.tally = html("output", { class: "gl-steps" });
    this.element = control(
      "div",
      { class: "gl-ask", role: "group", "aria-label": "Question", tabindex: -1 },
      html("div", { role: "status" }, this.verdict, this.text),
      html("div", { class: "gl-answer" }, ...Object.values(this.parts), this.tally, this.again),
    );
    this.toggle = button(
      { word: "Ask me", title: "Ask before a step is shown", "data-act": "ask" },
      () => player.set({ ask: !model.get("ask"), playing: false }),
    );
    this.toggle.hidden = !model.get("data").questions?.all.length;
  }

  /** Show the question of this step, or go on without one. */
  show(root, on) {
    const held = root.getRootNode().activeElement; // before anything is hidden
    const asking = on && this.model.get("ask");
    const [step, answers] = [this.model.get("step"), this.model.get("answers")];
    const next = asking ? ahead(this.model) : undefined;
    const open = next?.at === step ? next : null;
    this.toggle.setAttribute("aria-pressed", String(Boolean(asking)));
    this.element.hidden = !asking;
    root.toggleAttribute("data-ask", Boolean(asking));
    root.dataset.asks = open?.kind ?? "";
    const { at, right, text } = this.said;
    write(this.verdict, asking && at === step ? text : "");
    this.verdict.className = right ? "right" : "wrong";
    const end = step === this.model.get("data").steps.length;
    const done = end ? "That was the whole search." : "";
    const how = { node: " Click it, or go to it with the arrow keys and press enter." };
    write(this.text, open ? open.text + (how[open.kind] ?? "") : done);
    for (const kind of ["value", "cut"]) this.parts[kind].hidden = open?.kind !== kind;
    this.parts.show.hidden = !open;
    this.parts.on.hidden = open || end;
    const all = Object.values(answers).filter((answer) => answer.done);
    const first = all.filter((answer) => answer.right && answer.tries === 1).length;
    write(this.tally, all.length ? `${first} of ${all.length} right at the first try` : "");
    this.again.hidden = !end || !all.length;
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
    const [kind, spot] = [this.open?.kind, event.target.closest("[data-spot]")];
    if (spot) this.walk.at = Number(spot.dataset.spot);
    const said = kind === "cut" ? { y: true, n: false }[event.key] : undefined;
    if (said !== undefined) this.answer(said);
    else if (kind !== "node" || !spot) return false;
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
    this.said = { at: this.open.at, text: `${what}: write one like 3, −2.5, ≥ 3 or ∞.` };
    this.player.set({ answers: { ...this.model.get("answers") } });
  }

  /** Check an answer; null asks for the right one. */
  answer(said) {
    const { at, until, kind, why, answer, hint } = this.open;
    const { spots, questions } = this.tree.data;
    const match = kind === "value" && said ? compared(said, answer) : said === answer ? "right" : "";
    const right = match === "right";
    const tries = (this.model.get("answers")[at]?.tries ?? 0) + 1;
    const done = right || said === null || tries >= TRIES[kind];
    const truth = { node: spots[answer]?.label, value: answer, cut: answer ? "yes" : "no" }[kind];
    const wrong = {
      node: `Not ${spots[said]?.label}. ${questions.wrong[this.tree.now[said]?.status] ?? ""}`,
      value: `Not ${said}. ${match === "sign" ? "The number is right, the sign is not." : hint}`,
    }[kind];
    const shown = `${said === null ? "" : "No. "}The answer is ${truth}. ${why ?? ""}`;
    const text = right ? `Right. ${why ?? ""}` : done ? shown : wrong;
    this.said = { at: done ? until : at, right, text: text.trim() };
    const answers = { ...this.model.get("answers"), [at]: { tries, right, done } };
    this.player.set({ step: done ? until : at, answers });
    if (!done && kind === "value") this.field.select();
  }

  /** Let the mechanical steps go by, up to the next question. */
  goOn() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.player.go(Infinity);
    else this.player.set({ playing: true });
  }
}
