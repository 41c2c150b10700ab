import { BOUND_SIGNS, BOUND_WORDS, MAX, alphaBeta, causesOfCuts, minimax, nameAt, number, other, skippedBy, withMinus } from "./search.js";

// The truth about each node of a written-down tree, why it is so, and a hint: what `_truth` in course/prediction/widget.py takes
// from Python's marks and reasons (marking.py, why.py). A test compares the two on many random trees: change both together.

const MOST_VALUES = 6; // of children in a sentence; of more children it names one

const signed = ({ bound, value }) => BOUND_SIGNS[bound] + number(value);

/**
 * Return for each node whether it is skipped, the truth in words, the reason, and a hint; for an inner node these for its value, too.
 *
 * @param {import("./search.js").Tree} tree
 * @param {object} frame has the titles and names of both searches
 * @param {{search?: "alphaBeta" | "minimax", strictCuts?: boolean}} [options]
 */
export function truth(tree, frame, { search = "alphaBeta", strictCuts = false } = {}) {
  const windows = search === "alphaBeta";
  const { events } = windows ? alphaBeta(tree, { strictCuts }) : minimax(tree);
  const why = new Why(tree, events, { ...frame[search], windows });
  const nodes = {};
  for (const [name, { children }] of tree.nodes) {
    nodes[name] = why.of(name);
    if (children.length && frame[search].asks.includes("values")) nodes[name].value = why.ofValue(name);
  }
  return { nodes };
}

class Why {
  constructor(tree, events, search) {
    Object.assign(this, { tree, search });
    this.visits = new Map(); // each visited node: its number, and the event at which it is met
    this.updates = new Map(); // the new best values of a node, with the indices of their events
    this.ended = new Map(); // the event with the final value
    this.cutAt = new Map(); // of each skipped node, the node with the cut
    this.reasons = new Map(); // of each cut
    const causes = causesOfCuts(events);
    events.forEach((event, step) => {
      const name = nameAt(tree, event.path);
      if (event.verb === "enter" || event.verb === "leaf") this.visits.set(name, { visit: this.visits.size + 1, step, event });
      if (event.verb === "enter") this.updates.set(name, []);
      if (event.verb === "update") this.updates.get(name).push([step, event.value]);
      if (event.verb === "leaf" || event.verb === "leave") this.ended.set(name, event);
      if (event.verb === "skip") {
        this.reasons.set(name, this.cause(event, causes.get(step)));
        for (const below of skippedBy(tree, [event]).get(name)) this.cutAt.set(below, name);
      }
    });
    this.origins = origins(tree, events);
  }

  node(name) {
    return this.tree.nodes.get(name);
  }

  // ---- what is known of a node ----

  of(name) {
    const at = this.cutAt.get(name);
    const found =
      at === undefined
        ? { skipped: false, truth: `visited, as node ${this.visits.get(name).visit}`, why: withMinus(this.visited(name)) }
        : { skipped: true, truth: "skipped", why: withMinus(this.reasons.get(at)) };
    return { ...found, ...this.hint(at ?? this.node(name).parent ?? name, name) };
  }

  ofValue(name) {
    const [hint, at] = [this.hint(name), this.cutAt.get(name)];
    if (at !== undefined) return { truth: "skipped", why: withMinus(`A skipped node gets no value. ${this.reasons.get(at)}`), ...hint };
    return { truth: withMinus(signed(this.ended.get(name))), why: withMinus(this.value(name)), ...hint };
  }

  /** Return a node to look at, with a question: about its value, or about whether a node below it is skipped. */
  hint(look, below = null) {
    const { side, children } = this.node(look);
    let question = `which of the values that come back does ${side} take?`;
    if (below === this.tree.start) question = "where does the search begin?";
    else if (this.cutAt.has(look)) question = "does the search come here at all?";
    else if (below === children[0]) question = "what does it have before its first move is looked at?";
    else if (below !== null && !this.search.windows) question = `does ${this.search.name} ever leave a move out?`;
    else if (below !== null)
      question = `what does ${side} have when a move has come back, and what does ${other(side)} have higher up by then?`;
    return { look, hint: `Look at ${look}: ${question}` };
  }

  // ---- reasons ----

  /** Return why the search cuts at a node. */
  cause({ side, value, path }, cause) {
    const at = `Cut at ${nameAt(this.tree, path)}`;
    if (!cause?.child) return `${at}: its other moves cannot matter.`;
    const more = side === MAX ? "more" : "less";
    const child = cause.child.at(-1);
    const holder = `${other(side)} at ${this.node(child).parent}`;
    return `${at}: ${side} has ${number(value)} or ${more} here, but ${holder} has ${number(cause.bound)} already, through ${child}.`;
  }

  /** Return why a node was not skipped. */
  visited(name) {
    const { parent } = this.node(name);
    if (parent === null) return "The search starts there.";
    if (this.node(parent).children[0] === name) return `It is the first move at ${parent}: without it ${parent} has no value.`;
    if (!this.search.windows) return `${this.search.title} looks at every node.`;
    return `${this.stillOpen(parent, name)} So the next move is searched.`;
  }

  /** Return why there was no cut at a node before a child of it. */
  stillOpen(name, child) {
    const { side, facts } = this.visits.get(name).event;
    const { step } = this.visits.get(child);
    const [, best] = this.updates.get(name).findLast(([index]) => index < step);
    const end = side === MAX ? 1 : 0;
    const origin = this.origins.get(name)[end];
    const has = `At ${name}, ${side} has ${number(best)} so far`;
    if (origin === null) return `${has}, and ${other(side)} has no value higher up yet: nothing can be cut here.`;
    const bound = facts[end];
    const than = best === bound ? "exactly" : side === MAX ? "less than" : "more than";
    const held = `the ${number(bound)} that ${other(side)} has at ${this.node(origin).parent}, through ${origin}`;
    return `${has}, ${than} ${held}: ${name} can still matter.`;
  }

  /** Return how a visited inner node gets its value. */
  value(name) {
    const end = this.ended.get(name);
    const { children } = this.node(name);
    const seen = children.filter((child) => this.ended.has(child));
    const chosen = seen.find((child) => this.ended.get(child).value === end.value) ?? seen[0];
    const named = seen.length > MOST_VALUES ? [chosen] : seen;
    let values = named.map((child) => `${child} (${signed(this.ended.get(child))})`).join(", ");
    if (named.length < seen.length) values += ` and ${seen.length - named.length} others`;
    const most = end.side === MAX ? "largest" : "smallest";
    const takes = seen.length === 1 ? `${end.side} has ${values}` : `${end.side} takes the ${most} of ${values}`;
    const left = this.reasons.has(name) ? ", then the other moves are cut off" : "";
    return `${name} is worth ${BOUND_WORDS[end.bound]} ${number(end.value)}: ${takes}${left}.`;
  }
}

/** Return for each inner node that is visited the children whose values set its alpha and its beta, or null. */
function origins(tree, events) {
  const given = new Map();
  const open = [{ now: [null, null] }]; // the nodes being searched
  let finished = null;
  for (const { verb, path, facts } of events) {
    const here = open.at(-1);
    const name = nameAt(tree, path);
    if (verb === "enter") {
      given.set(name, here.now);
      open.push({ window: facts, now: here.now });
    } else if (verb === "update") {
      here.now = here.now.map((origin, end) => (facts[end] === here.window[end] ? origin : finished));
      here.window = facts;
    } else if (verb === "leave") open.pop();
    if (verb === "leaf" || verb === "leave") finished = name;
  }
  return given;
}
