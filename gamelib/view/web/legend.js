import { html, svg } from "./dom.js";
import { part } from "./panels.js";
import { drawn } from "./tree.js";

// What the signs in the tree mean; it is folded up until somebody opens it.

export function legend({ size, rows }) {
  const sample = (groups) =>
    svg(
      "svg",
      { class: "gl-tree", viewBox: `0 0 ${size.join(" ")}`, width: size[0], "aria-hidden": "true" },
      ...groups.map(([kinds, marks]) => svg("g", { class: kinds }, ...marks.map(drawn))),
    );
  const list = html("ul", { class: "gl-legend" });
  const element = part("Legend", list);
  element.open = false;
  const row = ([groups, words]) => html("li", {}, sample(groups), html("span", {}, words));
  element.addEventListener("toggle", () => {
    if (element.open && !list.firstChild) list.append(...rows.map(row));
  });
  return element;
}
