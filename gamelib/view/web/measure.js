import { number } from "./search.js";

// The looks and the sizes of the nodes of a tree: Python gives those of each kind of node (`replay_frame` in
// gamelib/view/live/data.py); here they are made wide enough for names and numbers.

const [NAME, LEAF_NAME, VALUE] = [14, 13, 15]; // sizes of texts
const [INSIDE, SMALLEST] = [20, 9]; // the width for a name in its triangle, and how small it may be written there
const [GAP, PADDING, LINE] = [7, 5, 18]; // beside a node, inside a leaf, and the line below a leaf

/** Return about the greatest width that a text can have. */
function widthOf(text, size) {
  const share = (letter) => (/[ ,.()ijl]/.test(letter) ? 0.42 : /[0-9a-z]/.test(letter) ? 0.7 : 0.85);
  return size * [...text].reduce((sum, letter) => sum + share(letter), 0);
}

/** Return all looks and rooms, and for each node the numbers of its own ones and its size. */
export function measured(tree, { looks, sizes }) {
  const nodes = [...tree.nodes.values()];
  const numbers = nodes.filter(({ children }) => !children.length).map(({ value }) => number(value).replace("-", "−"));
  const longest = numbers.reduce((a, b) => (widthOf(b, VALUE) > widthOf(a, VALUE) ? b : a));
  const aside = widthOf(`≥ ${longest}`, VALUE);
  const all = { looks: [], rooms: [] };
  const kept = new Map(); // where a look and a room stand among all
  const spots = nodes.map(({ name, side, children }) => {
    const shape = children.length ? side.toLowerCase() : "leaf";
    const own = children.length ? inner(looks[shape], sizes[shape], name, aside) : leaf(looks.leaf, sizes.leaf, name, longest);
    const key = JSON.stringify([own.look, own.room]);
    if (!kept.has(key)) kept.set(key, [all.looks.push(own.look) - 1, all.rooms.push(own.room) - 1]);
    const [look, room] = kept.get(key);
    return { look, room, wide: own.wide, top: sizes[shape][1] };
  });
  return { ...all, spots };
}

/** Return the look of an inner node: a long name is written smaller, or beside the node. */
function inner(look, [wide, top], name, aside) {
  const size = Math.min(NAME, Math.floor((NAME * INSIDE * 2) / widthOf(name, NAME)) / 2);
  const more = size < SMALLEST ? widthOf(name, NAME) + 8 : 0;
  const fitted = look.map((part) => {
    const [kind, x, y, ...rest] = part;
    if (kind === "name") return more ? [kind, wide + GAP, 5.4, "$name", NAME, "start"] : [kind, x, y, "$name", size, "middle"];
    return kind === "value" ? [kind, x + more, y, ...rest] : part;
  });
  return { look: fitted, wide, room: [wide, wide + GAP + more + aside, top, 0] };
}

/** Return the look of a leaf, wide enough for the longest number of its tree. */
function leaf(look, [wide, top], name, longest) {
  const more = Math.max(0, widthOf(longest, VALUE) / 2 + PADDING - wide);
  const stretched = (path) => path.replace(/(-?[\d.]+) /g, (_, x) => `${Number(x) + Math.sign(x) * more} `);
  const fitted = look.map((part) => (part.length === 2 ? [part[0], stretched(part[1])] : part));
  return { look: fitted, wide: wide + more, room: [wide + more, wide + more, top + LINE, widthOf(name, LEAF_NAME) / 2] };
}
