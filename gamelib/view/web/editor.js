import { control, html, write } from "./dom.js";
import { parsed } from "./verdict.js";

/** A small form beside a node, for its value and its window. */
export class Editor {
  constructor(prediction) {
    this.prediction = prediction;
    const field = (label, size) =>
      control("input", {
        type: "text",
        size,
        "aria-label": label,
        autocomplete: "off",
        spellcheck: "false",
        input: () => this.changed(),
      });
    this.fields = { value: field("Value", 4), alpha: field("Alpha", 3), beta: field("Beta", 3) };
    const { value, alpha, beta } = this.fields;
    this.name = html("strong");
    const windows = prediction.tree.data.asks.includes("windows");
    this.element = html(
      "form",
      {
        class: "gl-editor",
        hidden: true,
        submit: (event) => (event.preventDefault(), this.close(true)),
      },
      this.name,
      html("label", {}, "value ", value),
      html("span", { hidden: !windows }, "window ( ", alpha, " , ", beta, " )"),
      control("button", { type: "submit", class: "gl-button" }, "Done"),
    );
    this.element.addEventListener("keydown", (event) => {
      event.stopPropagation(); // typing is not steering
      if (event.key === "Escape") this.close(true);
    });
    prediction.stage.canvas.append(this.element);
  }

  open(place) {
    const { spots, answer } = this.prediction;
    const { label } = spots[place];
    this.at = place;
    write(this.name, label);
    const [alpha, beta] = answer.windows[label] ?? ["", ""];
    Object.entries({ value: answer.values[label] ?? "", alpha, beta }).forEach(([name, text]) => {
      this.fields[name].value = text;
      this.fields[name].removeAttribute("aria-invalid");
    });
    this.element.hidden = false;
    this.place();
    this.fields.value.focus();
  }

  place() {
    if (this.element.hidden) return;
    const { stage, spots } = this.prediction;
    const { x, y, top } = spots[this.at];
    const room = stage.canvas.clientWidth - this.element.offsetWidth - 4;
    this.element.style.left = `${Math.max(0, Math.min(x * stage.scale - 30, room))}px`;
    this.element.style.top = `${(y + top) * stage.scale + 4}px`;
  }

  /** Keep what is typed, as far as it can be read as a number. */
  changed() {
    const good = (name) => {
      const text = this.fields[name].value.trim();
      const known = !text || parsed(text, name === "value") !== null;
      this.fields[name].toggleAttribute("aria-invalid", !known);
      return known ? text : "";
    };
    this.prediction.write(this.at, good("value"), [good("alpha"), good("beta")]);
  }

  close(back = false) {
    if (this.element.hidden) return;
    this.element.hidden = true;
    if (back) this.prediction.walk.focus(this.at);
  }
}
