// Written-down trees without a kernel: read, write, change and search them. Nothing here needs a page.
//
// This is `TreeGame`, `minimax` and `alpha_beta` of gamelib once more, for the browser. A test compares
// the two on thousands of random trees, event by event and message by message: change both together.

/**
 * @typedef {"MAX" | "MIN"} Side
 *
 * @typedef {object} Leaf A number and the way Python writes it: 3.0 is "3.0", as it is no whole number there.
 * @property {number} value
 * @property {string} text
 *
 * @typedef {object} TreeNode
 * @property {string} name
 * @property {Side} side who moves here (at a leaf: who would)
 * @property {readonly string[]} children the names of its children, left to right
 * @property {?string} parent
 * @property {?number} value of a leaf
 * @property {string} text the value as Python writes it; "" at an inner node
 *
 * @typedef {object} Tree A tree never changes: each edit returns another one.
 * @property {string} start the name of the root
 * @property {ReadonlyMap<string, TreeNode>} nodes all nodes by their names, depth first
 *
 * @typedef {Map<string, readonly string[]>} Order the children of some inner nodes, in another order
 *
 * @typedef {object} SearchEvent One thing that a search did: `Event` in gamelib/trace.py, field by field.
 * @property {"enter" | "leaf" | "update" | "skip" | "leave"} verb
 * @property {string[]} path the moves that lead from the root to the node
 * @property {string} kind "cut" for a skip, else the verb
 * @property {Side | ""} side who moves here; "" at a leaf
 * @property {string[]} moves enter: in the order of the search; skip: those left out
 * @property {?number} value null where there is none yet
 * @property {"" | "=" | "<=" | ">="} bound leaf, leave: what the value is
 * @property {number[]} facts [alpha, beta], or [] in minimax
 *
 * @typedef {object} Result
 * @property {number} value from MAX's point of view
 * @property {string} move the best move, the first of equals
 * @property {string[]} line the moves that both sides play
 * @property {number} visited how many nodes were looked at, root and leaves included
 * @property {number} cuts how often moves were skipped
 * @property {SearchEvent[]} events empty if they were not recorded
 */

export const MAX = "MAX";
export const MIN = "MIN";
export const MOST_NODES = 200; // of a tree that grows in a picture
const MOST_ORDERS = 5000; // that are all tried
export const BOUND_WORDS = { "=": "exactly", "<=": "at most", ">=": "at least" };
export const BOUND_SIGNS = { "=": "", "<=": "≤ ", ">=": "≥ " };
const DEEPEST = 2000; // moves: a browser's stack holds several times as many calls

/** A tree that is no game, or a change that cannot be made; the message is a sentence without its full stop. */
export class TreeError extends Error {
  constructor(message, node = "") {
    super(message);
    this.name = "TreeError";
    this.node = node; // the one that the message is about
  }
}

export const other = (side) => (side === MAX ? MIN : MAX);

/** Return the name of the node that a path leads to. */
export const nameAt = (tree, path) => path.at(-1) ?? tree.start;

/** Return the names of a node and of all above it. */
export const above = (tree, name) => (name === null ? [] : [name, ...above(tree, tree.nodes.get(name).parent)]);

// ---- Making a tree ----

/**
 * Return the tree of each inner node's children and each leaf's value, or say what is wrong with it.
 *
 * `turns` says who moves at a node. Elsewhere it is the other side than at the parent, and `first` at the root.
 *
 * @param {Map<string, readonly string[]>} moves
 * @param {Map<string, Leaf>} values
 * @param {Map<string, Side>} [turns]
 * @param {Side} [first]
 * @returns {Tree}
 */
export function makeTree(moves, values, turns = new Map(), first = MAX) {
  if (first !== MAX && first !== MIN) throw new TreeError(`first is ${repr(first)}, but must be 'MAX' or 'MIN'`);
  const parents = parentsOf(moves);
  const nodes = new Map();
  for (const name of depthFirst(moves, values, parents)) {
    const parent = parents.get(name) ?? null;
    const side = turns.get(name) ?? (parent === null ? first : other(nodes.get(parent).side));
    if (side !== MAX && side !== MIN) throw new TreeError(`the turn at ${name} is ${repr(side)}, but must be MAX or MIN`, name);
    const children = Object.freeze([...(moves.get(name) ?? [])]);
    nodes.set(name, Object.freeze({ name, side, children, parent, ...checkedLeaf(name, children, values.get(name)) }));
  }
  for (const name of turns.keys()) {
    if (!nodes.has(name)) throw new TreeError(`${name} is not in the tree: no node leads to it`);
  }
  return Object.freeze({ start: nodes.keys().next().value, nodes });
}

function parentsOf(moves) {
  const parents = new Map();
  for (const [name, below] of moves) {
    for (const child of below) {
      const before = parents.get(child);
      const both = `${before} and ${name}: in a tree a node has one`;
      if (before === name) throw new TreeError(`${child} is a child of ${name} twice`, name);
      if (before !== undefined) throw new TreeError(`${child} has two parents, ${both}`, name);
      parents.set(child, name);
    }
  }
  return parents;
}

/** Return all names depth first, left to right. */
function depthFirst(moves, values, parents) {
  const names = new Set([...moves.keys(), ...values.keys()]);
  const roots = [...names].filter((name) => !parents.has(name));
  if (!names.size) throw new TreeError("a tree needs at least one node");
  if (roots.length > 1) {
    const rule = "every node but one must be the child of another";
    throw new TreeError(`two roots, ${roots[0]} and ${roots[1]}: ${rule}`, roots[1]);
  }
  const order = new Set();
  const stack = roots;
  while (stack.length) {
    const name = stack.pop();
    order.add(name);
    stack.push(...[...(moves.get(name) ?? [])].reverse());
  }
  for (const name of moves.keys()) {
    if (!order.has(name)) refuseCycle(moves, parents, name); // a parent each, yet out of the root's reach
  }
  return order;
}

/** Name the nodes of a cycle, if this node is in one, from this node on. */
function refuseCycle(moves, parents, name) {
  const circle = [name];
  while (circle.length <= moves.size && parents.get(circle[0]) !== name) circle.unshift(parents.get(circle[0]));
  if (circle.length > moves.size) return; // the node only hangs below a cycle
  const names = [name, ...circle.slice(0, -1), name];
  if (names.length > 10) names.splice(5, names.length - 9, "…");
  throw new TreeError(`cycle ${names.join(" → ")}: a tree has none`, name);
}

/** Return the value and the text of a node, or say what is wrong with them. */
function checkedLeaf(name, children, leaf) {
  const refuse = (message) => {
    throw new TreeError(message, name);
  };
  if (children.length && leaf) refuse(`${name} has children and also a value, ${leaf.text}: only leaves have values`);
  if (children.length) return { value: null, text: "" };
  if (!leaf) refuse(`${name} is a leaf without a value: write ${name}=…`);
  if (!Number.isFinite(leaf.value)) refuse(`the value of ${name} is ${leaf.text}, but must be a finite number`);
  return { value: leaf.value, text: leaf.text };
}

/**
 * Return the tree of nested lists, its nodes named A, B, C … level by level.
 *
 * @param {unknown} lists an inner node is the list of its children, a leaf is its value
 * @param {{first?: Side}} [options]
 * @returns {Tree}
 */
export function fromLists(lists, { first = MAX } = {}) {
  const moves = new Map();
  const values = new Map();
  const names = letters();
  let level = [[names.next().value, lists, []]];
  while (level.length) {
    const below = [];
    for (const [name, item, above] of level) {
      if (!Array.isArray(item)) {
        if (item !== null && item !== undefined) values.set(name, leafOf(item));
        else moves.set(name, []); // a leaf without a value
        continue;
      }
      if (!item.length) throw new TreeError(`${name} is an empty list: a leaf must be a number`);
      if (above.includes(item)) throw new TreeError("cycle: a list contains itself, so the tree has no end");
      const named = item.map((child) => [names.next().value, child, [...above, item]]);
      moves.set(name, named.map(([child]) => child));
      below.push(...named);
    }
    level = below;
  }
  return makeTree(moves, values, new Map(), first);
}

/** Yield A, B, …, Z, AA, AB, … */
function* letters() {
  for (let number = 1; ; number++) {
    let name = "";
    for (let rest = number; rest; rest = Math.floor((rest - 1) / 26)) name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
    yield name;
  }
}

/** Return the first `count` of the names A, B, …, Z, AA, AB, … */
export function firstNames(count) {
  const names = letters();
  return Array.from({ length: count }, () => names.next().value);
}

// ---- Text ----

// What Python takes for white space and for the end of a line; JavaScript's \s is not quite the same.
const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const ENDS = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/;
const EDGES = new RegExp(`^[${SPACE}]+|[${SPACE}]+$`, "g");
const NAME = `[^${SPACE}=:()]+`;
const TOKEN = new RegExp(`(${NAME})(?:[${SPACE}]*=[${SPACE}]*(${NAME}))?`, "g");
const HEAD = new RegExp(`^[${SPACE}]*(${NAME})[${SPACE}]*(?:\\([${SPACE}]*([^()]*?)[${SPACE}]*\\))?[${SPACE}]*$`);

const strip = (text) => text.replace(EDGES, "");

/**
 * Return the tree that a text describes, in the lines that `TreeGame.from_text` reads.
 *
 * `A: B C` gives a node its children and `K=2` a leaf its value, `A (MIN): B C` says who moves, `#` starts a comment.
 *
 * @param {string} text
 * @param {{first?: Side}} [options]
 * @returns {Tree}
 */
export function parse(text, { first = MAX } = {}) {
  if (typeof text !== "string") throw new TypeError(`parse wants a string, not ${repr(text)}`);
  const { moves, values, turns, lines } = read(text);
  try {
    return makeTree(moves, values, turns, first);
  } catch (error) {
    if (!(error instanceof TreeError && lines.has(error.node))) throw error;
    throw new TreeError(`line ${lines.get(error.node)}: ${error.message}`, error.node);
  }
}

/** Return the children, the values and the turns of a text, and the line where each node is first met. */
function read(text) {
  const found = { moves: new Map(), values: new Map(), turns: new Map(), lines: new Map() };
  text.split(ENDS).forEach((line, index) => {
    try {
      readLine(found, strip(line.split("#")[0]), index + 1);
    } catch (error) {
      throw error instanceof TreeError ? new TreeError(`line ${index + 1}: ${error.message}`) : error;
    }
  });
  if (!found.lines.size) throw new TreeError("the text has no nodes: write lines such as A: B C, and leaves as B=3");
  return found;
}

function readLine({ moves, values, turns, lines }, line, number) {
  if (line.includes(",")) throw new TreeError(`${repr(line)} has a comma: put spaces between names`);
  const colon = line.lastIndexOf(":");
  const rest = line.slice(colon + 1);
  const tokens = [...rest.matchAll(TOKEN)];
  if (strip(rest.replace(TOKEN, ""))) throw new TreeError(`${repr(line)} cannot be read: write A: B C or K=2`);
  if (colon >= 0) {
    const { name, side } = readHead(line.slice(0, colon));
    if (moves.has(name)) throw new TreeError(`${name} has its children in line ${lines.get(name)} already`);
    if (!tokens.length) throw new TreeError(`${name} has no children; a leaf is written ${name}=2`);
    moves.set(name, tokens.map((token) => token[1]));
    lines.set(name, number);
    if (side !== undefined) turns.set(name, side.toUpperCase());
  }
  for (const [, name, value] of tokens) {
    if (!lines.has(name)) lines.set(name, number);
    if (value === undefined && colon < 0) throw new TreeError(`${name} has no children and no value: write ${name}: … or ${name}=…`);
    if (value === undefined) continue;
    if (values.has(name)) throw new TreeError(`${name} has the value ${values.get(name).text} already`);
    const leaf = /[.a-zA-Z]/.test(value) ? readDecimal(value) : readWhole(value);
    if (!leaf) throw new TreeError(`the value of ${name} is ${repr(value)}, not a number`);
    values.set(name, leaf);
  }
}

function readHead(text) {
  const match = HEAD.exec(text);
  if (!match) throw new TreeError(`${repr(strip(text))} is not the name of one node`);
  return { name: match[1], side: match[2] };
}

/**
 * Return the lines that `parse` and `TreeGame.from_text` read: what `str(tree)` is in Python.
 *
 * @param {Tree} tree
 * @returns {string}
 */
export function format(tree) {
  const word = ({ name, text }) => (text ? `${name}=${text}` : name);
  const lines = innerNodes(tree).map(
    ({ name, side, children }) => `${name} (${side}): ${children.map((child) => word(tree.nodes.get(child))).join(" ")}`,
  );
  return lines.join("\n") || word(tree.nodes.get(tree.start));
}

/**
 * Return the Python expression that makes the tree.
 *
 * @param {Tree} tree
 * @returns {string}
 */
export function asPython(tree) {
  const text = format(tree).replace(/[\\"]/g, "\\$&");
  return `TreeGame.from_text("""\n${text.replace(/^/gm, "    ")}\n""")`;
}

const innerNodes = (tree) => [...tree.nodes.values()].filter(({ children }) => children.length);

// ---- Numbers and texts as Python reads and writes them ----

const DIGITS = "[0-9]+(?:_[0-9]+)*";
const WHOLE = new RegExp(`^[+-]?${DIGITS}$`);
const POINTED = `(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})`;
const DECIMAL = new RegExp(`^[+-]?(?:${POINTED}(?:e[+-]?${DIGITS})?|inf(?:inity)?|nan)$`, "i");
const MOST_DIGITS = 4300; // that Python reads as one whole number

/** Return the whole number in a text, or null. What is beyond 2^53 is kept as text, and compared as a float. */
function readWhole(text) {
  if (!WHOLE.test(text) || text.replace(/\D/g, "").length > MOST_DIGITS) return null;
  const exact = BigInt(text.replaceAll("_", ""));
  return { value: Number(exact), text: String(exact) };
}

function readDecimal(text) {
  if (!DECIMAL.test(text)) return null;
  const value = Number(text.toLowerCase().replaceAll("_", "").replace(/inf(inity)?/, "Infinity"));
  return { value, text: decimalText(value) };
}

/** Return a leaf of any value; what is no number gets its text for the message. */
function leafOf(item) {
  return { value: typeof item === "number" ? item : NaN, text: repr(item) };
}

/** Return `repr` of a float in Python: 2.0, 0.5, 1e+16, inf; from 10^`most` on with a power of ten. */
function decimalText(value, most = 16) {
  if (!Number.isFinite(value)) return String(value).toLowerCase().replace("infinity", "inf");
  const [digits, power] = value.toExponential().split("e");
  if (power < -4 || power >= most) return `${digits}e${power[0]}${power.slice(1).padStart(2, "0")}`;
  const plain = Object.is(value, -0) ? "-0" : String(value);
  return Number.isInteger(value) ? `${plain}.0` : plain;
}

/** Return a value as Python shows it in a message. */
function repr(item) {
  if (typeof item === "string") return quoted(item);
  if (Array.isArray(item)) return `(${item.map(repr).join(", ")})`;
  if (typeof item === "number") return Number.isSafeInteger(item) && !Object.is(item, -0) ? String(item) : decimalText(item);
  return { null: "None", undefined: "None", true: "True", false: "False" }[item] ?? String(item);
}

function quoted(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = (letter) => {
    if (letter === "\\" || letter === quote) return `\\${letter}`;
    if ("\n\r\t".includes(letter)) return { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[letter];
    if (letter === " " || !/[\p{C}\p{Z}]/u.test(letter)) return letter;
    const code = letter.codePointAt(0);
    const [sign, length] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
    return `\\${sign}${code.toString(16).padStart(length, "0")}`;
  };
  return quote + Array.from(text, escaped).join("") + quote;
}

/**
 * Return a value as people write it, as `number` in gamelib/words.py: 3, 2.5, -∞.
 *
 * @param {?number} value
 * @returns {string}
 */
export function number(value) {
  if (value === null) return "";
  if (Number.isSafeInteger(value)) return String(value);
  if (!Number.isFinite(value)) return value > 0 ? "+∞" : "-∞";
  return decimalText(Number(value.toPrecision(6)), 6).replace(/\.0$/, "");
}

/** Return a text with a real minus sign before each negative number. */
export const withMinus = (text) => text.replace(/(?<![\p{L}\p{N}_])-(?=[\d.∞])/gu, "−");

/** Return a value as it is shown: with a real minus sign. */
export const shown = (value) => withMinus(number(value));

/** Return names for a message, cut short when there are many. */
function listed(names, most = 12) {
  const shown = names.slice(0, most).map(repr).join(", ") || "none, the game is over";
  return names.length <= most ? shown : `${shown} and ${names.length - most} more`;
}

// ---- Changing a tree: each function returns another one ----

/**
 * Give a leaf another value: a number, or what was typed, such as "3", "−2" or "0.5".
 *
 * @param {Tree} tree
 * @param {string} leaf
 * @param {number | string} value
 * @returns {Tree}
 */
export function setValue(tree, leaf, value) {
  const { children, name } = nodeOf(tree, leaf);
  if (children.length) throw new TreeError(`${name} has children, so its value follows from theirs`, name);
  const { moves, values, turns } = partsOf(tree);
  values.set(leaf, typeof value === "number" ? leafOf(value) : readTyped(leaf, value));
  return makeTree(moves, values, turns);
}

function readTyped(leaf, typed) {
  const text = strip(String(typed)).replaceAll("−", "-");
  const found = text.includes(".") ? readDecimal(text) : readWhole(text);
  if (!found) throw new TreeError(`${repr(text)} is no value for ${leaf}: write a number such as 3, -2 or 0.5`, leaf);
  return found;
}

/**
 * Add a child as the last one of a node, worth 0; a leaf hands its value down to it. Its name is `newName(tree)`.
 *
 * @param {Tree} tree
 * @param {string} node
 * @returns {Tree}
 */
export function addChild(tree, node) {
  const { side, children } = nodeOf(tree, node);
  if (tree.nodes.size >= MOST_NODES) throw new TreeError(`this tree has ${MOST_NODES} nodes, and more cannot be added`, node);
  const { moves, values, turns } = partsOf(tree);
  const child = newName(tree);
  values.set(child, values.get(node) ?? leafOf(0));
  values.delete(node);
  moves.set(node, [...children, child]);
  turns.set(node, side);
  return makeTree(moves, values, turns);
}

/** Return the first of the names A, B, …, Z, AA, … that no node of the tree has. */
function newName(tree) {
  for (const name of letters()) if (!tree.nodes.has(name)) return name;
}

/**
 * Remove a node with all below it. A node that loses its only child, a leaf, becomes a leaf of that value.
 *
 * @param {Tree} tree
 * @param {string} node
 * @returns {Tree}
 */
export function removeNode(tree, node) {
  const { children } = nodeOf(tree, node);
  const parent = parentOf(tree, node);
  const { moves, values, turns } = partsOf(tree);
  const left = moves.get(parent).filter((name) => name !== node);
  moves.set(parent, left);
  if (!left.length) {
    const needed = parent === tree.start || children.length;
    if (needed) throw new TreeError(`${node} is the only child of ${parent}: add another one before`, node);
    moves.delete(parent);
    turns.delete(parent);
    values.set(parent, values.get(node));
  }
  for (const name of subtree(tree, node)) for (const part of [moves, values, turns]) part.delete(name);
  return makeTree(moves, values, turns);
}

/**
 * Put a node at another index among its siblings, counted from 0.
 *
 * @param {Tree} tree
 * @param {string} node
 * @param {number} index
 * @returns {Tree}
 */
export function moveNode(tree, node, index) {
  nodeOf(tree, node);
  const parent = parentOf(tree, node);
  const children = tree.nodes.get(parent).children.filter((name) => name !== node);
  children.splice(Math.max(0, index), 0, node);
  return reorder(tree, new Map([[parent, children]]));
}

/**
 * Return the same tree with the children of some nodes in another order.
 *
 * @param {Tree} tree
 * @param {Order} order
 * @returns {Tree}
 */
export function reorder(tree, order) {
  for (const [name, wanted] of order) {
    const { children } = nodeOf(tree, name);
    if (repr([...children].sort()) !== repr([...wanted].sort())) {
      throw new TreeError(`${name} has the children ${listed(children)}, not ${listed(wanted)}`, name);
    }
  }
  const { moves, values } = partsOf(tree);
  const turns = new Map([...tree.nodes.values()].map(({ name, side }) => [name, side]));
  return makeTree(new Map([...moves, ...order].filter(([, children]) => children.length)), values, turns);
}

/**
 * Let the other side move at a node, or at all nodes if none is named.
 *
 * @param {Tree} tree
 * @param {?string} [node]
 * @returns {Tree}
 */
export function swapSides(tree, node = null) {
  if (node !== null && !nodeOf(tree, node).children.length) throw new TreeError(`${node} is a leaf: no side moves there`, node);
  const { moves, values, turns } = partsOf(tree);
  for (const name of node === null ? moves.keys() : [node]) turns.set(name, other(turns.get(name)));
  return makeTree(moves, values, turns);
}

function nodeOf(tree, name) {
  const node = tree.nodes.get(name);
  if (!node) throw new TreeError(`${repr(name)} is not a node of this tree; its nodes: ${listed([...tree.nodes.keys()])}`);
  return node;
}

function parentOf(tree, name) {
  const { parent } = tree.nodes.get(name);
  if (parent === null) throw new TreeError(`${name} is the root: it has no place among others, and must stay`, name);
  return parent;
}

/** Return the children, the values and the turns of the inner nodes, free to be changed. */
function partsOf(tree) {
  const nodes = [...tree.nodes.values()];
  const inner = innerNodes(tree);
  return {
    moves: new Map(inner.map(({ name, children }) => [name, children])),
    values: new Map(nodes.filter(({ children }) => !children.length).map(({ name, value, text }) => [name, { value, text }])),
    turns: new Map(inner.map(({ name, side }) => [name, side])),
  };
}

/** Return a node and all below it, depth first. */
function subtree(tree, name) {
  const found = [];
  const stack = [name];
  while (stack.length) {
    found.push(stack.pop());
    stack.push(...[...tree.nodes.get(found.at(-1)).children].reverse());
  }
  return found;
}

// ---- Searching ----

/**
 * Return the value of a tree and the best move, by looking at every node.
 *
 * @param {Tree} tree
 * @param {{order?: Order, record?: boolean}} [options]
 * @returns {Result}
 */
export function minimax(tree, { order, record = true } = {}) {
  return search(tree, { order, record, windows: false, closed: () => false });
}

/**
 * Return the value of a tree and the best move, skipping what cannot change them.
 *
 * The search is fail-soft: where the window is not the full one, the value may be a bound outside of it.
 *
 * @param {Tree} tree
 * @param {object} [options]
 * @param {boolean} [options.strictCuts] cut on alpha > beta only, where the usual rule is alpha >= beta
 * @param {[number, number]} [options.window] alpha and beta at the root
 * @param {Order} [options.order] the children of some nodes in another order
 * @param {boolean} [options.record] keep the events
 * @returns {Result}
 */
export function alphaBeta(tree, { strictCuts = false, window = [-Infinity, Infinity], order, record = true } = {}) {
  const closed = strictCuts ? (a, b) => a > b : (a, b) => a >= b;
  return search(tree, { order, record, windows: true, closed }, ...limits(window));
}

/** Return the window to start with. */
function limits(window) {
  const pair = Array.isArray(window) && window.length === 2 && window.every((end) => typeof end === "number");
  if (!pair) throw new TypeError(`window is ${repr(window)}, but must be a pair of numbers (alpha, beta)`);
  if (!(window[0] < window[1])) throw new TreeError(`window is ${repr(window)}, but alpha must be less than beta`);
  return window;
}

/** Search a tree: with alpha-beta, or with minimax, which has no windows and is never closed. */
function search(tree, { order, record, windows, closed }, alpha = -Infinity, beta = Infinity) {
  requireMoves(tree);
  const events = [];
  let visited = 0;
  let cuts = 0;
  // Of the node that was finished last: between which numbers its true value lies, and its line as pairs [move, line below].
  let [low, high, line] = [0, 0, null];

  const note = (verb, path, side, facts, more) => {
    events.push({ verb, path, kind: verb, side, moves: [], value: null, bound: "", facts: windows ? facts : [], ...more });
  };

  /** Return what a node is worth, or a bound. */
  const look = (name, path, alpha, beta) => {
    const { side, children, value } = tree.nodes.get(name);
    visited += 1;
    if (!children.length) {
      if (record) note("leaf", path, "", [alpha, beta], { value, bound: "=" });
      low = high = value;
      line = null;
      return value;
    }

    const max = side === MAX;
    const moves = order?.get(name) ?? children;
    const given = record ? [alpha, beta] : null;
    if (record) note("enter", path, side, given, { moves: [...moves] });
    let best = max ? -Infinity : Infinity;
    let least = best;
    let most = best;
    let bestLine = null;
    let searched = 0;
    for (const move of moves) {
      const worth = look(move, record ? [...path, move] : path, alpha, beta);
      searched += 1;
      if (max ? low > least : low < least) least = low;
      if (max ? high > most : high < most) most = high;
      if (max ? worth > best : worth < best) {
        best = worth;
        bestLine = [move, line];
        if (max && best > alpha) alpha = best;
        if (!max && best < beta) beta = best;
        if (record) note("update", path, side, [alpha, beta], { value: best });
        if (closed(alpha, beta)) break;
      }
    }
    if (searched < moves.length) {
      cuts += 1;
      if (max) most = Infinity; // what was skipped could only be better for the side to move
      else least = -Infinity;
      if (record) note("skip", path, side, [alpha, beta], { kind: "cut", moves: moves.slice(searched), value: best });
    }
    const bound = least === most ? "=" : best === most ? "<=" : ">=";
    if (record) note("leave", path, side, given, { value: best, bound });
    [low, high, line] = [least, most, bestLine];
    return best;
  };

  const value = look(tree.start, [], alpha, beta);
  const moves = unfolded(line);
  return { value, move: moves[0], line: moves, visited, cuts, events };
}

/** Return the moves of a line. */
function unfolded(line) {
  const moves = [];
  for (let rest = line; rest; rest = rest[1]) moves.push(rest[0]);
  return moves;
}

/** Refuse a tree without a move, and one that is too deep for the browser's stack. */
function requireMoves(tree) {
  const root = tree.nodes.get(tree.start);
  if (!root.children.length) throw new TreeError(`the game is over here, with score ${root.text}: there is nothing to search`);
  if (tree.nodes.size <= DEEPEST) return;
  const depths = new Map();
  for (const { name, parent } of tree.nodes.values()) depths.set(name, parent === null ? 0 : depths.get(parent) + 1);
  let deepest = 0;
  for (const depth of depths.values()) deepest = Math.max(deepest, depth);
  if (deepest > DEEPEST) throw new TreeError(`this tree is ${deepest} moves deep; at most ${DEEPEST} can be searched here`);
}

/**
 * Return the minimax value of every node.
 *
 * @param {Tree} tree
 * @returns {Map<string, number>}
 */
export function trueValues(tree) {
  const ends = minimax(tree).events.filter(({ verb }) => verb === "leaf" || verb === "leave");
  return new Map(ends.map(({ path, value }) => [nameAt(tree, path), value]));
}

/**
 * Return for the node of each cut the names that it skips, depth first.
 *
 * @param {Tree} tree
 * @param {SearchEvent[]} events
 * @returns {Map<string, string[]>}
 */
export function skippedBy(tree, events) {
  const cuts = events.filter(({ verb }) => verb === "skip");
  return new Map(cuts.map(({ path, moves }) => [nameAt(tree, path), moves.flatMap((move) => subtree(tree, move))]));
}

/**
 * Return for the index of each cut among the events why it is right: as `causes_of_cuts` in gamelib/words.py.
 *
 * The node has `value`, which reaches `bound`. The node above `child` has that bound by the value of `child`;
 * `child` is null where the search was asked with the bound.
 *
 * @param {SearchEvent[]} events
 * @returns {Map<number, {value: number, bound: number, child: ?string[]}>}
 */
export function causesOfCuts(events) {
  const causes = new Map();
  const open = [{ window: [], origins: [null, null] }]; // the nodes being searched; before the root nothing has an origin
  let finished = null; // the path of the node that was finished last
  events.forEach(({ verb, path, side, value, facts }, index) => {
    const here = open.at(-1);
    if (verb === "enter") open.push({ window: facts, origins: here.origins, given: here.origins });
    else if (verb === "update") {
      here.origins = here.origins.map((origin, end) => (facts[end] === here.window[end] ? origin : finished));
      here.window = facts;
    } else if (verb === "skip") {
      const end = side === MAX ? 1 : 0; // beta cuts MAX, alpha cuts MIN
      const reached = side === MAX ? value >= facts[end] : value <= facts[end];
      if (reached) causes.set(index, { value, bound: facts[end], child: here.given[end] });
    } else {
      if (verb === "leave") open.pop();
      finished = path;
    }
  });
  return causes;
}

// ---- All orders of a tree ----

/**
 * Count what alpha-beta visits in every order of the children, as `order_counts` in course/all_orders.py does.
 *
 * Where there are more than `limit` orders, only their number is returned.
 *
 * @param {Tree} tree
 * @param {number} [limit]
 * @param {{strictCuts?: boolean}} [options]
 * @returns {{orders: bigint, counts: ?Map<number, number>, examples: ?Map<number, Order>, best: ?Tree, worst: ?Tree}}
 *   `counts`: for each number of visited nodes the number of orders; `examples`: for each one an order, for `reorder`
 */
export function orderCounts(tree, limit = MOST_ORDERS, { strictCuts = false } = {}) {
  const inner = innerNodes(tree);
  const orders = inner.reduce((product, { children }) => product * factorial(children.length), 1n);
  if (orders > limit) return { orders, counts: null, examples: null, best: null, worst: null };
  const tally = new Map(); // visited nodes: how many orders, the first of them and the last
  for (const order of everyOrder(inner)) {
    const { visited } = alphaBeta(tree, { strictCuts, order, record: false });
    const { count, first } = tally.get(visited) ?? { count: 0, first: new Map(order) };
    tally.set(visited, { count: count + 1, first, last: count ? new Map(order) : first });
  }
  const rows = [...tally].sort(([few], [many]) => few - many);
  return {
    orders,
    counts: new Map(rows.map(([visited, { count }]) => [visited, count])),
    examples: new Map(rows.map(([visited, { last }]) => [visited, last])),
    best: reorder(tree, rows[0][1].first),
    worst: reorder(tree, rows.at(-1)[1].first),
  };
}

function factorial(number) {
  let product = 1n;
  for (let factor = 2; factor <= number; factor++) product *= BigInt(factor);
  return product;
}

/** Yield every order, always in the same map: the last node's children change fastest. */
function* everyOrder(inner, order = new Map()) {
  if (order.size === inner.length || !inner.length) return yield order;
  const choices = inner.map(({ children }) => permutations(children));
  const chosen = inner.map(() => 0);
  inner.forEach(({ name }, node) => order.set(name, choices[node][0]));
  for (let node = inner.length; node >= 0; ) {
    yield order;
    for (node = inner.length - 1; node >= 0; node--) {
      chosen[node] = (chosen[node] + 1) % choices[node].length;
      order.set(inner[node].name, choices[node][chosen[node]]);
      if (chosen[node]) break;
    }
  }
}

function permutations(names) {
  if (!names.length) return [[]];
  return names.flatMap((name, index) => permutations(names.filter((_, at) => at !== index)).map((rest) => [name, ...rest]));
}
