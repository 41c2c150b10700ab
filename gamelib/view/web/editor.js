import { control, html, write } from "./dom.js";
import { parsed, unread } from "./verdict.js";

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
    this.told = html("p", { class: "wrong", role: "status" });
    const windows = prediction.tree.data.asks.includes("windows");
    this.element = html(
      "form",
      {
        class: "gl-editor",
        hidden: true,
        submit: (event) => (event.preventDefault(), this.done()),
      },
      this.name,
      html("label", {}, "value ", value),
      html("span", { hidden: !windows }, "window ( ", alpha, " , ", beta, " )"),
      control("button", { type: "submit", class: "gl-button" }, "Done"),
      this.told,
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
    const texts = { value: answer.values[label] ?? "", alpha, beta };
    for (const [name, text] of Object.entries(texts)) this.fields[name].value = text;
    write(this.told, "");
    this.mark();
    this.element.hidden = false;
    this.place();
    this.fields.value.select();
  }

  place() {
    if (this.element.hidden) return;
    const { stage, spots } = this.prediction;
    const { x, y, top } = spots[this.at];
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = stage.view;
    const { style } = this.element;
    style.maxWidth = `${clientWidth}px`;
    const within = (at, from, room) => `${Math.max(from, Math.min(at, from + room))}px`;
    const { offsetWidth, offsetHeight } = this.element;
    style.left = within(x * stage.scale - 30, scrollLeft, clientWidth - offsetWidth);
    style.top = within((y + top) * stage.scale + 4, scrollTop, clientHeight - offsetHeight);
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

  close(back = false) {
    if (this.element.hidden) return;
    this.element.hidden = true;
    if (back) this.prediction.walk.focus(this.at);
  }
}
