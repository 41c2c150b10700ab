import { MAX, MIN, alphaBeta, firstNames, makeTree, skippedBy } from "./search.js";

// Practice without end: the trees of `practice_tree` in course/practice.py, the same ones for the same seed.
// So it needs Python's random numbers: the Mersenne Twister, with a text as its seed.

/**
 * @typedef {import("./search.js").Tree} Tree
 * @typedef {import("./search.js").SearchEvent} SearchEvent
 *
 * @typedef {object} Level How the trees of a level are drawn, and which of them are kept.
 * @property {string} says
 * @property {number[]} depths moves from the root to the deepest leaf
 * @property {[number, number]} values
 * @property {[number, number]} nodes
 * @property {number} ends how likely a node ends the game before the deepest level
 * @property {number} repeat how likely a player moves again
 * @property {("MAX" | "MIN")[]} first
 * @property {(tree: Tree, events: SearchEvent[]) => boolean} good
 */

/** @type {Record<number, Level>} */
export const LEVELS = {
  1: {
    says: "small trees",
    depths: [2, 3],
    values: [0, 19],
    nodes: [7, 15],
    ends: 0.3,
    repeat: 0,
    first: [MAX],
    good: firstLevel,
  },
  2: {
    says: "equal values and deep cuts",
    depths: [3, 4],
    values: [0, 9],
    nodes: [12, 25],
    ends: 0.2,
    repeat: 0,
    first: [MAX],
    good: secondLevel,
  },
  3: {
    says: "deep cuts, negative values, a player who moves twice",
    depths: [4],
    values: [-9, 9],
    nodes: [20, 40],
    ends: 0.2,
    repeat: 0.2,
    first: [MAX, MIN],
    good: thirdLevel,
  },
};

/**
 * Return a tree to search by hand: the same one for the same seed and level, here and in Python.
 *
 * @param {number} seed
 * @param {number} [level]
 * @returns {Tree}
 */
export function practiceTree(seed, level = 1) {
  requireWhole("seed", seed, 0);
  requireWhole("level", level, 1);
  const wanted = LEVELS[level];
  if (!wanted) throw new RangeError(`level is ${level}, but there are only levels 1, 2 and 3`);
  const random = new Random(`practice, level ${level}, seed ${seed}`);
  for (;;) {
    const tree = grown(wanted, random);
    if (!tree) continue;
    const { events, cuts } = alphaBeta(tree);
    if (cuts && worthWhile(tree, events) && wanted.good(tree, events)) return tree;
  }
}

function requireWhole(name, number, least) {
  if (Number.isSafeInteger(number) && number >= least) return;
  throw new RangeError(`${name} is ${number}, but must be a whole number of at least ${least}`);
}

/** Return a random tree of two or three moves a node, or null if it has not the right size. */
function grown({ depths, values: [least, most], nodes: [fewest, largest], ends, repeat, first }, random) {
  const names = firstNames(largest);
  const deepest = random.choice(depths);
  const moves = new Map();
  const values = new Map();
  const nodes = [{ side: random.choice(first), depth: 0 }]; // it grows level by level
  for (let index = 0; index < nodes.length; index++) {
    const { side, depth } = nodes[index];
    if (depth === deepest || (depth && random.random() < ends)) {
      const value = random.randint(least, most);
      values.set(names[index], { value, text: String(value) });
      continue;
    }
    const [before, width] = [nodes.length, random.choice([2, 2, 3])];
    if (before + width > largest) return null;
    moves.set(names[index], names.slice(before, before + width));
    for (let child = 0; child < width; child++) {
      const again = random.random() < repeat;
      nodes.push({ side: again === (side === MAX) ? MAX : MIN, depth: depth + 1 });
    }
  }
  if (nodes.length < fewest || nodes.at(-1).depth < deepest) return null;
  return makeTree(moves, values, new Map(nodes.map(({ side }, index) => [names[index], side])));
}

// ---- Which trees are kept ----

/** Tell whether there is a node without a cut, and half of the tree is visited. */
function worthWhile(tree, events) {
  const cuts = skippedBy(tree, events);
  const skipped = [...cuts.values()].flat().length;
  const entered = events.filter(({ verb, path }) => verb === "enter" && path.length);
  return entered.some(({ path }) => !cuts.has(path.at(-1))) && 2 * skipped <= tree.nodes.size;
}

const leafValues = (tree) => [...tree.nodes.values()].filter(({ children }) => !children.length).map(({ value }) => value);

function firstLevel(tree) {
  const values = leafValues(tree);
  return new Set(values).size === values.length;
}

function secondLevel(_, events) {
  const cuts = events.filter(({ verb }) => verb === "skip");
  return cuts.length >= 2 && (cuts.some(({ facts: [alpha, beta] }) => alpha === beta) || hasDeepCut(events));
}

function thirdLevel(tree, events) {
  const cuts = events.filter(({ verb }) => verb === "skip");
  const entered = events.filter(({ verb, path }) => verb === "enter" && path.length);
  const twice = entered.some(({ path, side }) => tree.nodes.get(tree.nodes.get(path.at(-1)).parent).side === side);
  const values = leafValues(tree);
  return cuts.length >= 3 && twice && Math.min(...values) < 0 && Math.max(...values) > 0 && hasDeepCut(events);
}

/** Tell whether some cut under the other player is not explained by that parent's value. */
function hasDeepCut(events) {
  const open = []; // the nodes being searched, each with the best value that it has so far
  let found = false;
  for (const { verb, side, value } of events) {
    const [above, here] = open.slice(-2);
    if (verb === "enter") open.push({ side, best: null });
    else if (verb === "leave") open.pop();
    else if (verb === "update") open.at(-1).best = value;
    else if (verb === "skip" && here && above.side !== side) {
      found ||= above.best === null || (side === MAX ? value < above.best : value > above.best);
    }
  }
  return found;
}

// ---- Python's random numbers ----

const [SIZE, SHIFT] = [624, 397];

/** What `random.Random(text)` is in Python: the same numbers in the same order. */
export class Random {
  constructor(text) {
    const bytes = new TextEncoder().encode(text);
    this.state = seeded(words([...bytes, ...sha512(bytes)]));
    this.index = SIZE;
  }

  /** Return the next 32 random bits. */
  next() {
    if (this.index === SIZE) this.refill();
    let bits = this.state[this.index++];
    bits ^= bits >>> 11;
    bits ^= (bits << 7) & 0x9d2c5680;
    bits ^= (bits << 15) & 0xefc60000;
    return (bits ^ (bits >>> 18)) >>> 0;
  }

  refill() {
    const { state } = this;
    for (let at = 0; at < SIZE; at++) {
      const bits = (state[at] & 0x80000000) | (state[(at + 1) % SIZE] & 0x7fffffff);
      state[at] = state[(at + SHIFT) % SIZE] ^ (bits >>> 1) ^ (bits & 1 && 0x9908b0df);
    }
    this.index = 0;
  }

  /** Return a number from 0 up to, but not including, 1. */
  random() {
    const [high, low] = [this.next() >>> 5, this.next() >>> 6];
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  /** Return a whole number from 0 to `count` - 1; `count` is below 2^32. */
  below(count) {
    const unused = Math.clz32(count);
    let number = this.next() >>> unused;
    while (number >= count) number = this.next() >>> unused;
    return number;
  }

  choice(items) {
    return items[this.below(items.length)];
  }

  randint(least, most) {
    return least + this.below(most - least + 1);
  }
}

/** Return the number whose bytes these are, the highest first, as words of 32 bits, the lowest first. */
function words(bytes) {
  const found = [];
  for (let end = bytes.length; end > 0; end -= 4) {
    found.push(bytes.slice(Math.max(0, end - 4), end).reduce((word, byte) => ((word << 8) | byte) >>> 0, 0));
  }
  while (found.at(-1) === 0) found.pop();
  return found;
}

/** Return the state of a Mersenne Twister after `init_by_array`. */
function seeded(key) {
  const state = new Uint32Array(SIZE);
  state[0] = 19650218;
  const mixed = (at, factor) => Math.imul(state[at - 1] ^ (state[at - 1] >>> 30), factor);
  for (let at = 1; at < SIZE; at++) state[at] = mixed(at, 1812433253) + at;
  let at = 1;
  const advance = () => {
    if (++at < SIZE) return;
    state[0] = state[SIZE - 1];
    at = 1;
  };
  for (let step = 0; step < Math.max(SIZE, key.length); step++) {
    const word = step % key.length;
    state[at] = (state[at] ^ mixed(at, 1664525)) + key[word] + word;
    advance();
  }
  for (let step = 1; step < SIZE; step++) {
    state[at] = (state[at] ^ mixed(at, 1566083941)) - at;
    advance();
  }
  state[0] = 0x80000000;
  return state;
}

// ---- SHA-512: Python mixes the hash of a text into its seed; the browser's own one answers too late, by a promise ----

const BITS = 64n;
const MASK = (1n << BITS) - 1n;
const turned = (word, by) => ((word >> by) | (word << (BITS - by))) & MASK;

/** Return the first 64 bits behind the point of a prime's root: the square root (power 2) or the cube root (3). */
function rootBits(prime, power) {
  const wanted = BigInt(prime) << (BITS * power);
  let root = 0n;
  for (let bit = 1n << (BITS + 8n); bit; bit >>= 1n) if ((root | bit) ** power <= wanted) root |= bit;
  return root & MASK;
}

function primes(count) {
  const found = [];
  for (let number = 2; found.length < count; number++) if (found.every((prime) => number % prime)) found.push(number);
  return found;
}

/** Return the 64 bytes of the hash. */
function sha512(bytes) {
  const constants = primes(80).map((prime) => rootBits(prime, 3n));
  const hash = primes(8).map((prime) => rootBits(prime, 2n));
  const zeros = Array((239 - (bytes.length % 128)) % 128).fill(0);
  const length = hexBytes(BigInt(bytes.length * 8), 16);
  const padded = [...bytes, 0x80, ...zeros, ...length];
  for (let at = 0; at < padded.length; at += 128) mix(hash, constants, padded.slice(at, at + 128));
  return hash.flatMap((word) => hexBytes(word, 8));
}

function hexBytes(number, count) {
  return number.toString(16).padStart(2 * count, "0").match(/../g).map((pair) => parseInt(pair, 16));
}

/** Mix a block of 128 bytes into the hash. */
function mix(hash, constants, block) {
  const wordAt = (at) => block.slice(8 * at, 8 * at + 8).reduce((word, byte) => (word << 8n) | BigInt(byte), 0n);
  const schedule = Array.from({ length: 16 }, (_, at) => wordAt(at));
  for (let at = 16; at < 80; at++) {
    const [early, late] = [schedule[at - 15], schedule[at - 2]];
    const first = turned(early, 1n) ^ turned(early, 8n) ^ (early >> 7n);
    const second = turned(late, 19n) ^ turned(late, 61n) ^ (late >> 6n);
    schedule.push((schedule[at - 16] + first + schedule[at - 7] + second) & MASK);
  }
  let [a, b, c, d, e, f, g, h] = hash;
  constants.forEach((constant, at) => {
    const chosen = (e & f) ^ (~e & MASK & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const one = h + (turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n)) + chosen + constant + schedule[at];
    const two = (turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n)) + most;
    [a, b, c, d, e, f, g, h] = [(one + two) & MASK, a, b, c, (d + one) & MASK, e, f, g];
  });
  [a, b, c, d, e, f, g, h].forEach((word, at) => (hash[at] = (hash[at] + word) & MASK));
}
