import { BOUND_SIGNS, BOUND_WORDS, MAX, MIN, alphaBeta, causesOfCuts, minimax, nameAt, number, shown, skippedBy, withMinus } from "./search.js";

// A search of a written-down tree as the data of a stepper: what gamelib/view/live/data.py makes of a trace in Python. A test
// compares the two on thousands of random trees: change both together.

const END_SHARE = 0.12; // of the number line at each end, for infinite numbers
const MIN_SHARE = 0.02; // numbers that are nearer to each other than this are put at equal distances
const MOST_NAMES = 8; // moves or values listed in a question
const CODE_LINES = { // which lines of the code an event lights, by the words at their beginning
  enter: ["value("],
  leaf: ["leaf?"],
  update: ["best =", "α =", "β ="],
  cut: ["if α"],
  leave: ["return best"],
};

const qualifier = (bound) => (bound === "=" ? "" : `${BOUND_WORDS[bound]} `);

/**
 * Return the data of a stepper through alpha-beta, or through minimax, on a tree.
 *
 * @param {import("./search.js").Tree} tree
 * @param {object} frame what does not depend on the tree: gaps, the code of both searches
 * @param {{search?: "alphaBeta" | "minimax", strictCuts?: boolean}} [options]
 */
export function replay(tree, frame, { search = "alphaBeta", strictCuts = false } = {}) {
  const windows = search === "alphaBeta";
  const { events } = windows ? alphaBeta(tree, { strictCuts }) : minimax(tree);
  const names = [...tree.nodes.keys()];
  const index = new Map(names.map((name, number) => [name, number]));
  const context = { tree, events, index, windows, strictCuts, causes: windows ? causesOfCuts(events) : new Map() };
  const scale = new Scale(windows ? tree : null, events);
  const { calls, innermost } = openCalls(context, scale);
  const sentences = allSentences(context);
  const changes = allChanges(context);
  const code = frame.code[search].map(([side, line]) => [side, strictCuts ? line.replace("≥", ">") : line]);
  const counts = [0, 0, 0];
  const steps = events.map((event, step) => {
    if (event.verb === "enter" || event.verb === "leaf") counts[0] += 1;
    if (event.verb === "skip") counts[1] += skippedBy(tree, [event]).get(nameAt(tree, event.path)).length;
    if (event.verb === "skip") counts[2] += 1;
    const cause = context.causes.get(step);
    return {
      verb: event.verb,
      changes: changes[step],
      ...sentences[step],
      counts: [...counts],
      call: innermost[step],
      lines: litLines(code, event),
      texts: lineTexts(event),
      ...(cause?.child ? { cause: [index.get(nameAt(tree, cause.child.slice(0, -1))), index.get(nameAt(tree, event.path))] } : {}),
      ...scale.point(event),
    };
  });
  const rule = strictCuts ? ">" : ">=";
  const { title, name, convention, columns, asks, remarks } = frame[search];
  return {
    ...frame.shared,
    name,
    columns,
    asks,
    remarks,
    code,
    windows,
    skips: windows,
    open: null,
    title: `${title} on a tree with ${names.length.toLocaleString("en")} nodes`,
    convention: convention.replace(/alpha >= beta/, `alpha ${rule} beta`),
    nodes: allNodes(context),
    steps,
    calls,
    marks: scale.marks(),
    questions: { all: questions(context, sentences), wrong: frame.wrong },
  };
}

// ---- what is drawn ----

/** Return the nodes before the first event, without their sizes: those are the drawing's. */
function allNodes({ tree, events, index }) {
  const jumps = new Map();
  events.forEach((event, step) => {
    if (event.verb === "enter" || event.verb === "leaf") jumps.set(nameAt(tree, event.path), step + 1);
    if (event.verb === "skip") for (const name of skippedBy(tree, [event]).values().next().value) jumps.set(name, step + 1);
  });
  return [...tree.nodes.values()].map(({ name, side, children, parent, value }) => ({
    shape: children.length ? side.toLowerCase() : "leaf",
    label: name,
    parent: parent === null ? -1 : index.get(parent),
    status: "unseen",
    cut: false,
    best: false,
    folded: 0,
    value: children.length ? "" : shown(value),
    note: "",
    jump: jumps.get(name),
  }));
}

/** Return for each event the fields of nodes that it changes, as [node, field, old, new]. */
function allChanges({ tree, events, index, windows }) {
  const now = new Map([...tree.nodes].map(([name, { children, value }]) => [name, { status: "unseen", value: children.length ? "" : shown(value), note: "", cut: false, best: false }]));
  let current = null;
  let finished = null;
  const stack = [];
  return events.map((event, step) => {
    const here = nameAt(tree, event.path);
    const wanted = new Map();
    const set = (name, fields) => wanted.set(name, { ...wanted.get(name), ...fields });
    const left = current;
    current = here;
    if (event.verb === "enter") stack.push(here);
    if (event.verb === "leave") stack.pop();
    if (left !== null && left !== here) set(left, { status: stack.includes(left) ? "open" : "done" });
    set(here, { status: "current" });
    const inner = tree.nodes.get(here).children.length > 0;
    if ((event.verb === "enter" || event.verb === "leave") && inner && windows) {
      const [alpha, beta] = event.facts;
      const wide = alpha === -Infinity && beta === Infinity;
      set(here, { note: wide ? "" : withMinus(`(${number(alpha)}, ${number(beta)})`) });
    }
    if (event.verb === "update") set(here, { value: claimOf(event, finished) ?? now.get(here).value });
    if (event.verb === "leave") set(here, { value: withMinus(BOUND_SIGNS[event.bound] + number(event.value)) });
    if (event.verb === "skip") {
      for (const move of event.moves) set(move, { cut: true });
      for (const name of skippedBy(tree, [event]).values().next().value) set(name, { status: "skipped" });
    }
    if (event.verb === "leaf" || event.verb === "leave") finished = event;
    if (step + 1 === events.length) for (const name of lineOf(tree, events)) set(name, { best: true });
    const changed = [...wanted].map(([name, fields]) => [index.get(name), name, fields]).sort(([a], [b]) => a - b);
    return changed.flatMap(([number, name, fields]) =>
      ["status", "value", "note", "cut", "best"].flatMap((field) => {
        const [old, fresh] = [now.get(name)[field], fields[field]];
        if (fresh === undefined || fresh === old) return [];
        now.get(name)[field] = fresh;
        return [[number, field, old, fresh]];
      }),
    );
  });
}

/** Return what a new best value proves of a node that is open, or null: a child that is at most 3 proves nothing of a MAX node. */
function claimOf({ side, value }, child) {
  const [sign, proof] = side === MAX ? ["≥", ">="] : ["≤", "<="];
  return ["=", proof].includes(child.bound) ? withMinus(`${sign} ${number(value)}`) : null;
}

/** Return the root and the nodes that both sides play. */
function lineOf(tree, events) {
  const best = new Map();
  let finished = null;
  for (const event of events) {
    if (event.verb === "update") best.set(nameAt(tree, event.path), finished);
    if (event.verb === "leaf" || event.verb === "leave") finished = nameAt(tree, event.path);
  }
  const line = [tree.start];
  while (best.has(line.at(-1))) line.push(best.get(line.at(-1)));
  return line;
}

// ---- sentences, with [start, end, node] for each name in them ----

function allSentences(context) {
  const { tree, events, index, causes } = context;
  const best = new Map();
  const before = new Map();
  let [finished, bound] = [null, "="];
  return events.map((event, step) => {
    const here = nameAt(tree, event.path);
    const child = finished !== null && tree.nodes.get(finished).parent === here ? finished : null;
    const parts = [];
    const text = (words) => parts.push(words);
    const name = (node) => parts.push({ node });
    const value = number(event.value);
    if (event.verb === "enter") {
      text("Enter ");
      name(here);
      text(`: ${event.side} to move${context.windows ? `, window (${number(event.facts[0])}, ${number(event.facts[1])})` : ""}.`);
    } else if (event.verb === "leaf") {
      text("Leaf ");
      name(here);
      text(` is worth ${value}.`);
    } else if (event.verb === "skip") cutSentence(event, causes.get(step), { here, text, name, tree });
    else if (event.verb === "leave" && !event.path.length) {
      name(here);
      text(` is worth ${BOUND_WORDS[event.bound]} ${value}; ${event.side} plays `);
      name(best.get(here));
      text(".");
    } else if (event.verb === "leave") {
      text("Leave ");
      name(here);
      text(`: it is worth ${BOUND_WORDS[event.bound]} ${value}.`);
    } else {
      name(here);
      text(` has ${qualifier(bound)}${value}`);
      if (child !== null) {
        text(" through ");
        name(child);
      }
      text(`, ${event.side}'s best here so far`);
      if (context.windows) {
        const [end, word, way] = event.side === MAX ? [0, "alpha", "rises"] : [1, "beta", "falls"];
        const change = event.facts[end] === before.get(here)?.[end] ? "stays" : `${way} to`;
        text(`; ${word} ${change} ${number(event.facts[end])}.`);
      } else text(".");
    }
    before.set(here, event.facts);
    if (event.verb === "update" && child !== null) best.set(here, child);
    if (event.verb === "leaf" || event.verb === "leave") [finished, bound] = [here, event.bound];
    return joined(parts, index);
  });
}

function cutSentence(event, cause, { here, text, name, tree }) {
  text("Cut at ");
  name(here);
  const [other, more] = event.side === MAX ? [MIN, "more"] : [MAX, "less"];
  if (cause?.child) {
    text(`: ${event.side} has ${number(cause.value)} or ${more} here, but ${other} at `);
    name(nameAt(tree, cause.child.slice(0, -1)));
    text(` has ${number(cause.bound)} already, through `);
    name(cause.child.at(-1));
    text("; the other");
  } else text(": the");
  text(event.moves.length === 1 ? " move, " : " moves, ");
  event.moves.forEach((move, number) => {
    if (number) text(", ");
    name(move);
  });
  text(", cannot matter.");
}

/** Join the parts of a sentence. Python counts characters, and so do the places of the names. */
function joined(parts, index) {
  let sentence = "";
  const names = [];
  for (const part of parts) {
    if (typeof part === "string") sentence += part;
    else {
      const start = [...sentence].length;
      sentence += part.node;
      names.push([start, [...sentence].length, index.get(part.node)]);
    }
  }
  return { sentence: withMinus(sentence), names };
}

// ---- the code ----

function litLines(code, { verb, kind, side }) {
  const beginnings = CODE_LINES[verb === "skip" ? kind : verb];
  return code.flatMap(([own, line], number) => {
    const lit = (own === "" || own === side) && beginnings.some((words) => line.trim().startsWith(words));
    return lit ? [number] : [];
  });
}

function lineTexts({ verb, side, value, facts }) {
  if (verb === "skip") return [withMinus(`${number(facts[0])} ≥ ${number(facts[1])}`)];
  if (verb === "update") return [value, facts[side === MAX ? 0 : 1]].filter((end) => end !== undefined).map(shown);
  return verb === "enter" ? [] : [shown(value)];
}

// ---- the open calls ----

function openCalls({ tree, events, index, windows }, scale) {
  const states = [];
  const open = [];
  let now = -1;
  const innermost = events.map((event) => {
    if (event.verb === "enter") {
      const name = nameAt(tree, event.path);
      open.push({ given: event.facts, now: event.facts, best: null });
      push({ above: now, name, node: index.get(name), side: event.side });
    } else if (event.verb === "update") {
      Object.assign(open.at(-1), { now: event.facts, best: event.value });
      push(states[now]);
    } else if (event.verb === "leave") {
      open.pop();
      now = states[now].above;
    }
    return now;
  });
  function push(state) {
    const { given, now: held, best } = open.at(-1);
    const cells = windows ? [given, held].map(([alpha, beta]) => withMinus(`(${number(alpha)}, ${number(beta)})`)) : [];
    states.push({ ...state, ...(windows ? scale.window(state.name, given, held) : {}), cells: [...cells, shown(best)] });
    now = states.length - 1;
  }
  return { calls: states, innermost };
}

// ---- the number line ----

class Scale {
  /** Take the values of all leaves: those of the events alone would tell which leaves are never looked at. */
  constructor(tree, events) {
    const leaves = tree ? [...tree.nodes.values()].map(({ value }) => value) : [];
    const values = tree ? [-Infinity, ...leaves, ...events.flatMap(({ facts, value }) => [...facts, value]), Infinity] : [];
    this.numbers = [...new Set(values.map((value) => (value === 0 ? 0 : value)))].filter((value) => value !== null).sort((a, b) => a - b);
    this.index = new Map(this.numbers.map((value, number) => [value, number]));
  }

  marks() {
    if (!this.numbers.length) return [];
    const finite = this.numbers.slice(1, -1);
    const span = finite.at(-1) - finite[0];
    const even = finite.some((value, number) => number && value - finite[number - 1] < MIN_SHARE * span) || span === Infinity;
    const positions = finite.map((value, number) => (even ? number : value - finite[0]));
    const wide = Math.max(0, ...positions) || 1;
    const share = 1 - 2 * END_SHARE;
    const inner = positions.map((at) => Number((END_SHARE + (share * at) / wide).toFixed(4)));
    return [0, ...inner, 1].map((at, number) => [at, shown(this.numbers[number])]);
  }

  point({ value, bound }) {
    if (!this.index.has(value)) return {};
    return { point: [this.index.get(value), withMinus((BOUND_SIGNS[bound] ?? "") + number(value))] };
  }

  window(name, given, now) {
    const [alpha, beta] = now.map(number);
    const ends = [...given, ...now].map((end) => this.index.get(end));
    let [empty, matters] = ["", `At ${name} only values between ${alpha} and ${beta} matter.`];
    if (ends[2] >= ends[3]) {
      empty = withMinus(`At ${name} the window is empty, alpha ${alpha} ≥ beta ${beta}.`);
      matters = `At ${name} alpha is ${alpha} now, and beta ${beta}.`;
    }
    return { window: ends, empty, matters: withMinus(matters) };
  }
}

// ---- the questions ----

function questions(context, sentences) {
  const { tree, events, index } = context;
  const all = [];
  const open = [];
  let back = false;
  events.slice(0, -1).forEach((event, number) => {
    const step = number + 1;
    if (event.verb === "enter") open.push({ event, name: nameAt(tree, event.path), best: null, returned: new Map() });
    else if (event.verb === "leave") open.pop();
    if (event.verb === "update" || event.verb === "skip") return;
    const here = open.at(-1);
    let after = step;
    for (; events[after].verb === "update" || events[after].verb === "skip"; after++) {
      if (events[after].verb === "update") here.best = after;
    }
    let question = null;
    if (event.verb !== "enter") {
      back = true;
      here.returned.set(event.path.at(-1), event);
      question = questionAt(context, sentences, here, event, events.slice(step, after + 1));
    }
    const turns = event.verb === "leave" || (!back && event.path.length);
    if (!question && turns && events[after].verb !== "leave") {
      const answer = index.get(nameAt(tree, events[after].path));
      question = { kind: "node", text: "Which node does the search look at next?", answer };
    }
    if (question) all.push({ at: step, until: after + (question.kind === "cut" ? 0 : 1), ...question });
  });
  return all;
}

function questionAt({ tree, events, windows, strictCuts }, sentences, here, came, rest) {
  const best = here.best === null ? null : events[here.best];
  const left = here.event.moves.filter((move) => !here.returned.has(move));
  const limit = windows ? limitOf(here.event, strictCuts) : "";
  const cut = rest.some(({ verb }) => verb === "skip");
  const fresh = windows && came.verb === "leaf" && here.returned.size === 1;
  if (left.length && (limit || fresh)) {
    const has = `${here.name} has ${best ? number(best.value) : "no value"} so far`;
    const only = limit ? `it is cut only if that is ${limit}` : "no value higher up limits it yet";
    const back = `${nameAt(tree, came.path)} has come back to ${here.name}`;
    const text = `${back}: is the rest there (${listing(left)}) cut off?`;
    return { kind: "cut", text, answer: cut, why: withMinus(cut ? "" : `${has}: ${only}.`) };
  }
  const end = rest.at(-1);
  if (end.verb !== "leave" || cut) return null;
  const returned = [...here.returned.values()].map(({ path, bound, value }) => `${path.at(-1)} (${BOUND_SIGNS[bound]}${number(value)})`);
  const takes = best ? (end.side === MAX ? "MAX takes the largest" : "MIN takes the smallest") : "It is made";
  return {
    kind: "value",
    text: withMinus(`What is ${here.name} worth?`),
    answer: withMinus(BOUND_SIGNS[end.bound] + number(end.value)),
    why: here.best === null ? "" : sentences[here.best].sentence,
    hint: withMinus(`${takes} of what came back: ${listing(returned)}.`),
  };
}

/** Return when the rest of a node is cut: at a finite end of the window that it was given. */
function limitOf({ side, facts }, strictCuts) {
  const [end, signs] = side === MAX ? [facts[1], "≥>"] : [facts[0], "≤<"];
  return Number.isFinite(end) ? `${signs[Number(strictCuts)]} ${number(end)}` : "";
}

function listing(names) {
  const more = names.length > MOST_NAMES ? ` and ${(names.length - MOST_NAMES).toLocaleString("en")} more` : "";
  const between = names.every((name) => [...name].length <= 2) ? " " : ", ";
  return names.slice(0, MOST_NAMES).join(between) + more;
}
