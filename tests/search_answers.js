// Answers what tests/search_js.py asks: one line of JSON for each question. It runs in node and in a browser.

/** Return the answers of the modules to questions such as ["search", tree as text, options]. */
export function answers({ search, practice, replay, truth }, questions) {
  const ask = {
    search: (text, { algorithm, ...options }) => found(search[algorithm](search.parse(text), opened(options))),
    parse: (text, first) => search.format(search.parse(text, { first })),
    lists: (lists, first) => search.format(search.fromLists(lists, { first })),
    python: (text) => search.asPython(search.parse(text)),
    edit: (text, act, ...given) => search.format(search[act](search.parse(text), ...given.map(mapped))),
    window: (text, window) => search.alphaBeta(search.parse(text), { window }).value,
    number: (value) => search.number(value),
    values: (text) => Object.fromEntries(search.trueValues(search.parse(text))),
    replay: (text, frame, options) => replay.replay(search.parse(text), frame, options),
    truth: (text, frame, options) => truth.truth(search.parse(text), frame, options),
    why: (text) => why(search, search.parse(text)),
    orders: (text, limit, options) => counted(search, search.orderCounts(search.parse(text), limit, options)),
    practice: (seed, level) => sides(practice.practiceTree(seed, level), search),
  };
  return questions.map(([what, ...given]) => {
    try {
      const answer = ask[what](...given);
      return what === "search" ? answer : JSON.stringify(answer);
    } catch (error) {
      return JSON.stringify(`${error.constructor.name}: ${error.message}`);
    }
  });
}

/** JSON has no infinite numbers: null stands for an end of the window that is open. */
function opened({ window, ...options }) {
  return window ? { window: [window[0] ?? -Infinity, window[1] ?? Infinity], ...options } : options;
}

const mapped = (given) => (given?.constructor === Object ? new Map(Object.entries(given)) : given);

/** Return a result as Python's json module reads it: it knows infinite numbers. The fields stand in the order of `Event`. */
function found({ value, move, line, visited, cuts, events }) {
  const rows = events.map(({ verb, path, kind, side, moves, value, bound, facts }) => {
    const [start, middle] = [JSON.stringify([verb, path, kind, side, moves]), JSON.stringify(bound)];
    return `${start.slice(0, -1)},${value},${middle},[${facts}],[]]`;
  });
  return `[${value},${JSON.stringify([move, line, visited, cuts]).slice(1, -1)},[${rows}]]`;
}

function why(search, tree) {
  const { events } = search.alphaBeta(tree);
  const causes = [...search.causesOfCuts(events)].map(([step, { value, bound, child }]) => [step, value, bound, child]);
  return [causes, [...search.skippedBy(tree, events)]];
}

function counted(search, { orders, counts, examples, best, worst }) {
  if (!counts) return [String(orders), null];
  const shown = [...examples].map(([visited, order]) => [visited, Object.fromEntries(order)]);
  return [String(orders), [...counts], shown, search.format(best), search.format(worst)];
}

function sides(tree, search) {
  return [search.format(tree), [...tree.nodes.values()].map(({ name, side }) => [name, side])];
}
