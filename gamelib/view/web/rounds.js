import { button, html, write } from "./dom.js";
import { LEVELS, practiceTree } from "./practice.js";
import { sized } from "./record.js";
import { replay } from "./replay.js";
import { truth } from "./truth.js";

// Practice without end: another tree in the place of the one that was predicted, made here and as in Python.

const MOST_SEEDS = 1000; // where practice begins: such a number is short to say

/** Return the number of the tree that practice begins with. */
export const seeded = () => Math.floor(Math.random() * MOST_SEEDS);

/** Return the data of a stepper through a search of a tree. */
export function stepped(tree, { frame, templates }, options) {
  const data = replay(tree, frame, options);
  const drawing = sized(data.nodes, templates);
  return { ...data, templates: drawing.templates, rooms: drawing.rooms, nodes: drawing.nodes };
}

/** Return what a predictor starts with: the search of a tree, the truth about it, and no answer. */
export function predicted(tree, practice) {
  const { frame, options } = practice;
  const begins = { mode: "predict", step: 0, revealed: 0, playing: false, answers: {}, answer: {}, verdict: {} };
  return { ...begins, data: stepped(tree, practice, options), truth: truth(tree, frame, options) };
}

/** The rounds of a predictor: its levels, its number, and how many predictions were right. */
export class Rounds {
  constructor(model, open) {
    Object.assign(this, { model, open });
    this.practice = model.get("practice");
    const { level, seed } = this.practice;
    this.levels = Object.entries(LEVELS).map(([name, { says }]) => {
      const title = `New tree of level ${name}: ${says}`;
      const pressed = String(seed !== null && Number(name) === level);
      const open = () => this.next(Number(name));
      return button({ word: name, title, "aria-pressed": pressed, "data-act": `level${name}` }, open);
    });
    const number = seed === null ? "" : `tree ${seed}`;
    this.element = html(
      "div",
      { class: "gl-rounds", role: "group", "aria-label": "Level" },
      html("span", { title: number && `practice_tree(${seed}, ${level})` }, number),
      html("span", { "aria-hidden": "true" }, "Level"),
      html("div", { class: "gl-levels" }, ...this.levels),
    );
    this.other = button({ word: "New tree", title: "Leave this tree and predict another one", "data-act": "other" }, () => this.next());
  }

  /** Open the next tree, of another level if asked. */
  next(level = this.practice.level) {
    const { seed } = this.practice;
    const practice = { ...this.practice, level, seed: seed === null ? seeded() : seed + 1 };
    this.open({ practice, ...predicted(practiceTree(practice.seed, level), practice) });
  }

  /** Count a prediction; only the first one of a tree counts. */
  count(right) {
    const { counted, trees = 0, rights = 0 } = this.practice;
    if (counted === this.practice.seed) return;
    this.practice = { ...this.practice, counted: this.practice.seed, trees: trees + 1, rights: rights + Number(right) };
    this.model.set("practice", this.practice);
  }

  /** Return how many predictions were right so far. */
  get tally() {
    const { trees, rights } = this.practice;
    return `${trees} tree${trees === 1 ? "" : "s"}, ${rights} right at once`;
  }

  /** Let the button for checking stand for the next tree, once all is known about this one. */
  show(checker, checked, done) {
    const [word, title, act] = done ? ["New tree", "Predict another tree", "new"] : ["Check", "Check the prediction", "check"];
    write(checker.firstElementChild, word);
    checker.dataset.act = act;
    checker.title = title;
    checker.setAttribute("aria-label", title);
    this.other.hidden = checked;
  }
}
