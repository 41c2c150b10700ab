// The tree for screen readers: what a node says, and where it stands among the others.

export const STATUS = {
  unseen: "not looked at yet",
  open: "open",
  current: "the search is here",
  done: "done",
};

/** Return a node's name, side, value or bound, window, how it fares, and why it was skipped. */
export function described(tree, index) {
  const { label, shape, jump, folded } = tree.data.nodes[index];
  const { status, value, note, best } = tree.now[index];
  const fares = STATUS[status] ?? `skipped. ${tree.data.steps[jump - 1]?.sentence ?? ""}`;
  return [
    label,
    shape === "leaf" ? "leaf" : shape.toUpperCase(),
    value && `value ${value}`,
    note && `${tree.data.windows && !folded && !tree.data.remarks.includes(note) ? "window " : ""}${note}`,
    best ? "on the line of best play" : "",
    tree.folded.has(index) ? `folded up, ${tree.below(index).join(", ")}` : "",
    fares,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Give each node its level, and its position among its siblings. */
export function ranked(tree) {
  tree.data.nodes.forEach(({ parent }, index) => {
    const siblings = tree.children[parent] ?? [index];
    const { group } = tree.parts[index];
    group.setAttribute("aria-level", tree.level[index]);
    group.setAttribute("aria-posinset", siblings.indexOf(index) + 1);
    group.setAttribute("aria-setsize", siblings.length);
  });
}
