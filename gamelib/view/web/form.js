import { control, html, write } from "./dom.js";

/** A small form beside a node. */
export class Form {
  constructor(walk, parts, { done, changed }) {
    this.walk = walk;
    this.name = html("strong");
    this.message = html("p", { class: "wrong", role: "status" });
    this.element = html(
      "form",
      { class: "gl-editor", hidden: true, submit: (event) => (event.preventDefault(), done()), input: changed },
      this.name,
      ...parts,
      control("button", { type: "submit", class: "gl-button" }, "Done"),
      this.message,
    );
    this.element.addEventListener("keydown", (event) => {
      event.stopPropagation(); // typing is not steering
      if (event.key === "Escape") this.close(true);
    });
    walk.stage.canvas.append(this.element);
  }

  open(place) {
    this.at = place;
    write(this.name, this.walk.nodes[place].label);
    write(this.message, "");
    this.element.hidden = false;
    this.place();
    this.element.querySelector("input").select();
  }

  /** Stand below the node or, where that is out of sight, above it. */
  place() {
    if (this.element.hidden) return;
    const { view, canvas, scale } = this.walk.stage;
    const { x, y, top } = this.walk.nodes[this.at];
    const { style } = this.element;
    style.maxWidth = `${view.clientWidth}px`;
    const { offsetWidth, offsetHeight } = this.element;
    const from = view.scrollLeft - canvas.offsetLeft; // what is seen of the tree begins here
    style.left = `${Math.max(from, Math.min(x * scale - 30, from + view.clientWidth - offsetWidth))}px`;
    const below = (y + top) * scale + 4;
    const fits = below + offsetHeight <= view.scrollTop + view.clientHeight;
    style.top = `${fits ? below : Math.max(view.scrollTop, (y - top) * scale - 4 - offsetHeight)}px`;
  }

  close(back = false) {
    if (this.element.hidden) return;
    this.element.hidden = true;
    if (back) this.walk.focus(this.at);
  }
}

/** Make a field of such a form. */
export function field(label, size) {
  const plain = { autocomplete: "off", spellcheck: "false", maxlength: 20 };
  return control("input", { type: "text", size, "aria-label": label, ...plain });
}
