import { control } from "./dom.js";

// Names in texts and nodes in the tree light each other up.

/** Put a text into an element; `names` are parts of it, each [from, to, node], and get the sign of their node. */
export function writeNamed(element, text, names = [], shapeOf = () => "") {
  const key = JSON.stringify([text, names]);
  if (element.written === key) return;
  element.written = key;
  const letters = [...text]; // as Python counts them
  const parts = [];
  let done = 0;
  for (const [from, to, node] of names) {
    parts.push(letters.slice(done, from).join(""), named(letters.slice(from, to).join(""), node, shapeOf(node)));
    done = to;
  }
  parts.push(letters.slice(done).join(""));
  const held = element.contains(element.getRootNode().activeElement);
  element.replaceChildren(...parts.filter((part) => part !== ""));
  if (held) element.closest("[tabindex]").focus(); // the keys go on working
}

/** Put a sentence into an element: its parts are words, and nodes as { name }. */
export function writeParts(element, nodes, ...parts) {
  const names = [];
  let text = "";
  for (const part of parts.flat(Infinity)) {
    const word = part.name ?? part;
    const [from, node] = [[...text].length, nodes.findIndex(({ label }) => label === part.name)];
    if (node >= 0) names.push([from, from + [...word].length, node]);
    text += word;
  }
  writeNamed(element, text.trimEnd(), names, (node) => nodes[node].shape);
}

/** Return names as parts of a sentence, with a word such as "and" before the last; only the first ones of many. */
export function listed(names, word, most = 5) {
  const parts = names.map((name) => ({ name }));
  if (names.length > most) parts.splice(most - 1, names.length, `${names.length - most + 1} more`);
  return parts.map((part, index) => [index ? (index === parts.length - 1 ? ` ${word} ` : ", ") : "", part]);
}

/** Make a name that can have the focus, so that it lights its node up. */
export function named(word, node, shape = "") {
  return control("span", { class: `gl-name-of ${shape}`, tabindex: 0, "data-name": node }, word);
}

/** Let the names inside a view light up its nodes, and the nodes their names. */
export function link(root) {
  const lit = (event) => {
    const owner = event.type.endsWith("out") ? null : event.target.closest?.("[data-name], [data-node]");
    const node = owner?.dataset.name ?? owner?.dataset.node;
    for (const element of root.querySelectorAll("[data-lit]")) element.removeAttribute("data-lit");
    if (node === undefined) return;
    for (const element of root.querySelectorAll(`[data-name="${node}"], [data-node="${node}"]`))
      element.setAttribute("data-lit", "");
  };
  for (const name of ["pointerover", "pointerout", "focusin", "focusout"]) root.addEventListener(name, lit);
}
