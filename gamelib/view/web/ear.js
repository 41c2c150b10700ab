// A tree that can be walked by ear: what a node says, and where it stands among the others.

export const STATUS = {
  unseen: "not looked at yet",
  open: "open",
  current: "the search is here",
  done: "done",
};

/** Return a node's name, side, value or bound, window, how it fares, and why it was skipped. */
export function heard(tree, place) {
  const { label, shape, jump } = tree.data.spots[place];
  const { status, look, best } = tree.now[place];
  const texts = { value: [], note: [], live: [] };
  for (const [kind, , , text] of tree.data.looks[look]) texts[kind.split(" ")[0]]?.push(text);
  const window = tree.data.asks.includes("windows") ? "window " : "";
  const fares = STATUS[status] ?? `skipped. ${tree.data.steps[jump - 1]?.sentence ?? ""}`;
  return [
    label,
    shape === "leaf" ? "leaf" : shape.toUpperCase(),
    ...texts.value.map((text) => `value ${text}`),
    ...texts.note.map((text) => window + text),
    ...texts.live,
    best ? "on the line of best play" : "",
    tree.folded.has(place) ? `folded up, ${tree.told(place).join(", ")}` : "",
    fares,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Tell each node's level, and its place among its siblings. */
export function ranked(tree) {
  tree.data.spots.forEach(({ parent }, place) => {
    const siblings = tree.children[parent] ?? [place];
    const { group } = tree.parts[place];
    group.setAttribute("aria-level", tree.level[place]);
    group.setAttribute("aria-posinset", siblings.indexOf(place) + 1);
    group.setAttribute("aria-setsize", siblings.length);
  });
}
