import { BOUND_SIGNS, causesOfCuts, nameAt, shown } from "./search.js";

// A tree and what a search found in it, as the data that `Tree` in tree.js draws. Python gives the templates and sizes of the
// three kinds of node (`templates` in gamelib/view/live/data.py); here they are filled with names, numbers and windows.

const [NAME, LEAF_NAME, VALUE, WINDOW] = [14, 13, 15, 12]; // sizes of texts
const [INSIDE, SMALLEST] = [20, 9]; // the width for a name in its triangle, and how small it may be written there
const [GAP, PADDING, LINE] = [7, 5, 18]; // beside a node, inside a leaf, and the line below a leaf

/** Return about the greatest width that a text can have. */
export function widthOf(text, size) {
  const share = (letter) => (/[ ,.()ijl]/.test(letter) ? 0.42 : /[0-9a-z]/.test(letter) ? 0.7 : 0.85);
  return size * [...text].reduce((sum, letter) => sum + share(letter), 0);
}

/**
 * Return what a search proved at the end: the claim and the window of each node, the moves it cut off, and the line of play.
 *
 * `causes` are pairs of names: the node whose value closes the window, and the node that is cut.
 */
export function facts(tree, { line, events }) {
  const found = { claims: new Map(), windows: new Map(), seen: new Set(), cut: new Set(), line: new Set([tree.start, ...line]) };
  for (const { verb, path, moves, value, bound, facts } of events) {
    const name = nameAt(tree, path);
    if (verb === "enter" || verb === "leaf") found.seen.add(name);
    if (verb === "enter" && facts.some(Number.isFinite)) found.windows.set(name, `(${facts.map(shown).join(", ")})`);
    if (verb === "skip") moves.forEach((move) => found.cut.add(move));
    if (verb === "leave") found.claims.set(name, BOUND_SIGNS[bound] + shown(value));
  }
  const causes = [...causesOfCuts(events)].filter(([, { child }]) => child);
  found.causes = causes.map(([step, { child }]) => [nameAt(tree, child.slice(0, -1)), nameAt(tree, events[step].path)]);
  return found;
}

/**
 * Return the data of a tree at the end of a search, or of a tree without one.
 *
 * @param {import("./search.js").Tree} tree
 * @param {?import("./search.js").Result} result with its events
 * @param {object} templates
 * @param {{windows?: boolean, beside?: (name: string) => string}} [options] as of `sized`
 */
export function drawn(tree, result, templates, { windows = true, beside } = {}) {
  const places = new Map([...tree.nodes.keys()].map((name, index) => [name, index]));
  const known = result && facts(tree, result);
  const nodes = [...tree.nodes.values()].map(({ name, side, children, value, parent }) => ({
    shape: children.length ? side.toLowerCase() : "leaf",
    label: name,
    status: !known ? "plain" : known.seen.has(name) ? "done" : "skipped",
    cut: Boolean(known?.cut.has(name)),
    best: Boolean(known?.line.has(name)),
    folded: 0,
    value: children.length ? (known?.claims.get(name) ?? "") : shown(value),
    note: (windows && known?.windows.get(name)) || "",
    parent: places.get(parent) ?? -1,
  }));
  const causes = known ? known.causes.map((pair) => pair.map((name) => places.get(name))) : [];
  return { ...sized(nodes, templates, { windows: windows && Boolean(result), beside: beside ?? (result ? undefined : () => "") }), steps: [], causes };
}

/**
 * Return nodes with their templates, sizes and rooms, and the rest that the drawing needs, such as its gaps.
 *
 * @param {object[]} nodes with shape, label and, at a leaf, value
 * @param {object} templates
 * @param {{windows?: boolean, beside?: (name: string) => string}} [options] `windows`: keep room for them; `beside`: the widest
 *   text beside a node, where that is no claim
 */
export function sized(nodes, { templates, sizes, gaps, bars }, { windows = false, beside } = {}) {
  const numbers = nodes.filter(({ shape }) => shape === "leaf").map(({ value }) => value);
  const longest = numbers.reduce((a, b) => (widthOf(b, VALUE) > widthOf(a, VALUE) ? b : a));
  const window = windows ? widthOf(`(${longest}, +∞)`, WINDOW) : 0;
  const data = { gaps, bars, remarks: [], templates: [], rooms: [] };
  const kept = new Map(); // where a template and a room stand among those of the data
  data.nodes = nodes.map((node) => {
    const { shape, label } = node;
    const aside = Math.max(widthOf(beside ? beside(label) : `≥ ${longest}`, VALUE), window);
    const own = shape === "leaf" ? leaf(templates.leaf, sizes.leaf, label, longest) : inner(templates[shape], sizes[shape], label, aside);
    const key = JSON.stringify([own.template, own.room]);
    if (!kept.has(key)) kept.set(key, [data.templates.push(own.template) - 1, data.rooms.push(own.room) - 1]);
    const [template, room] = kept.get(key);
    return { ...node, wide: own.wide, top: sizes[shape][1], template, room };
  });
  return data;
}

/** Return the template of an inner node: a long name is written smaller, or beside the node. */
function inner(template, [wide, top], name, aside) {
  const size = Math.min(NAME, Math.floor((NAME * INSIDE * 2) / widthOf(name, NAME)) / 2);
  const more = size < SMALLEST ? widthOf(name, NAME) + 8 : 0;
  const fitted = template.map((part) => {
    const [kind, x, y, ...rest] = part;
    if (kind === "name") return more ? [kind, wide + GAP, 5.4, "$name", NAME, "start"] : [kind, x, y, "$name", size, "middle"];
    return kind === "value" ? [kind, x + more, y, ...rest] : part;
  });
  return { template: fitted, wide, room: [wide, wide + GAP + more + aside, top, 0] };
}

/** Return the template of a leaf, wide enough for the longest number of its tree. */
function leaf(template, [wide, top], name, longest) {
  const more = Math.max(0, widthOf(longest, VALUE) / 2 + PADDING - wide);
  const stretched = (path) => path.replace(/(-?[\d.]+) /g, (_, x) => `${Number(x) + Math.sign(x) * more} `);
  const fitted = template.map((part) => (part.length === 2 ? [part[0], stretched(part[1])] : part));
  return { template: fitted, wide: wide + more, room: [wide + more, wide + more, top + LINE, widthOf(name, LEAF_NAME) / 2] };
}
