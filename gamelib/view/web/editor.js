import { html, write } from "./dom.js";
import { Form, field } from "./form.js";
import { parsed, unread } from "./verdict.js";

/** The form for a node's value and its window. */
export class Editor extends Form {
  constructor(prediction) {
    const fields = { value: field("Value", 4), alpha: field("Alpha", 3), beta: field("Beta", 3) };
    const { value, alpha, beta } = fields;
    const windows = prediction.tree.data.asks.includes("windows");
    const parts = [
      html("label", {}, "value ", value),
      html("span", { hidden: !windows }, "window ( ", alpha, " , ", beta, " )"),
    ];
    super(prediction.walk, parts, { done: () => this.done(), changed: () => this.changed() });
    Object.assign(this, { prediction, fields });
  }

  open(place) {
    const { spots, answer } = this.prediction;
    const { label } = spots[place];
    const [alpha, beta] = answer.windows[label] ?? ["", ""];
    const texts = { value: answer.values[label] ?? "", alpha, beta };
    for (const [name, text] of Object.entries(texts)) this.fields[name].value = text;
    this.mark();
    super.open(place);
  }

  get texts() {
    return Object.values(this.fields).map((field) => field.value.trim());
  }

  /** Mark what is no number; it is kept all the same. */
  mark() {
    Object.values(this.fields).forEach((field, place) => {
      const text = field.value.trim();
      field.toggleAttribute("aria-invalid", Boolean(text) && !parsed(text, place === 0));
    });
  }

  changed() {
    const [value, ...window] = this.texts;
    this.mark();
    write(this.told, "");
    this.prediction.write(this.at, value, window);
  }

  done() {
    const [value, ...window] = this.texts;
    const problem = unread(this.name.textContent, value, window);
    write(this.told, problem);
    if (problem) this.place();
    else this.close(true);
  }
}
