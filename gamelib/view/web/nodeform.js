import { control, html } from "./dom.js";

/** A small form beside a node, for its value and its name; it stays until the kernel took what was typed. */
export class NodeForm {
  constructor(send) {
    this.send = send;
    this.at = null; // the node it stands at
    this.waiting = false; // for the kernel's answer
    const field = (label) =>
      control("input", { type: "text", size: 6, "aria-label": label, autocomplete: "off", spellcheck: "false" });
    [this.value, this.name] = [field("Value"), field("Name")];
    this.valued = html("label", {}, "value ", this.value);
    this.element = html(
      "form",
      { class: "gl-editor", hidden: true, submit: (event) => (event.preventDefault(), this.finish(true)) },
      this.valued,
      html("label", {}, "name ", this.name),
      control("button", { type: "submit", class: "gl-button" }, "Done"),
    );
    this.element.addEventListener("keydown", (event) => {
      event.stopPropagation(); // typing is not steering
      if (event.key === "Escape") this.close();
    });
  }

  /** Open at the chosen node; `typed` is the first sign of a new value. */
  open(stage, walk, leaf, text, typed) {
    const { label, x, y, top } = walk.spots[walk.at];
    [this.at, this.walk, this.label] = [walk.at, walk, label];
    this.waiting = false;
    const known = text.split(/\s+/).find((word) => word.startsWith(`${label}=`));
    this.before = { value: leaf ? known.slice(label.length + 1) : null, name: label };
    this.valued.hidden = !leaf;
    [this.value.value, this.name.value] = [typed ?? this.before.value ?? "", label];
    for (const field of [this.value, this.name]) field.removeAttribute("aria-invalid");
    this.element.hidden = false;
    const { view, canvas } = stage;
    const from = view.scrollLeft - canvas.offsetLeft; // what is seen of the tree begins here
    const room = from + view.clientWidth - this.element.offsetWidth - 4;
    this.element.style.left = `${Math.max(from, Math.min(x * stage.scale - 30, room))}px`;
    const above = (y - top) * stage.scale - this.element.offsetHeight - 4;
    this.element.style.top = `${above > 0 ? above : (y + top) * stage.scale + 4}px`;
    const first = leaf ? this.value : this.name;
    first.focus();
    if (typed === undefined) first.select();
  }

  /** Send what was changed; if nothing was, close. */
  finish(back = false) {
    if (this.element.hidden) return;
    const { value, name } = this.before;
    const asked = { node: this.label };
    if (value !== null && this.value.value.trim() !== value) asked.value = this.value.value;
    if (this.name.value.trim() !== name) asked.name = this.name.value;
    if (Object.keys(asked).length === 1) this.close(back);
    else if (!this.waiting) {
      this.waiting = true;
      this.send(asked);
    }
  }

  /** The kernel could not take it: what was typed stays. */
  refused() {
    if (!this.waiting) return;
    this.waiting = false;
    const wrong = this.value.value.trim() !== (this.before.value ?? "") ? this.value : this.name;
    wrong.setAttribute("aria-invalid", "true");
    wrong.focus();
  }

  close(back = true) {
    const { at } = this;
    this.at = null;
    this.waiting = false;
    this.element.hidden = true;
    if (back) this.walk.focus(at);
  }

  /** The tree is another one. */
  leave(stage) {
    this.close(false);
    stage.canvas.append(this.element);
  }
}
