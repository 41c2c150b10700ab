import { mistakes } from "./boardwords.js";

// What the view draws on the board itself: the place and the move of a hint, a mistake, a better move.

const [RING, GAP] = [0.88, 4]; // the part of a spot that a ring takes; units around a region
const HEAD = 10; // units from the tip of an arrow to the ends of its head

const numbers = (path) => path.match(/-?\d+(\.\d+)?/g).map(Number);

/** Return the shaded areas, and the shapes and texts in front of the board. */
export function marks(view, facts, spots) {
  const { shown, judged } = facts;
  const { hint } = shown;
  if (view.mode === "learn") return view.tried ? {} : mistake(facts, mistakes(facts)[view.index], spots);
  if (view.mode === "review") {
    const better = shown.at && judged.best?.[shown.at - 1];
    return better && view.solved.has(shown.at - 1) ? { strokes: pointed(better, shown, spots) } : {};
  }
  if (view.mode !== "play" || !hint || view.degree < 2) return {};
  const region = spots.filter(([name]) => hint.region.includes(name));
  const frame = region.length ? [around(region)] : [];
  const lines = region.every(([, , , , kind]) => kind === "way"); // their areas are of no use to the eye
  const marked = view.degree < 3 ? [] : hint.marks.map(([kind, path]) => [path.endsWith("Z") ? kind : `${kind} line`, path]);
  return { shaded: lines ? frame : region.map((spot) => spot[3]), strokes: [...frame.map((path) => ["region", path]), ...marked] };
}

function mistake({ shown }, at, spots) {
  const last = spotsOf(shown.moves[at][0], shown, spots).at(-1);
  if (!last) return {};
  return { strokes: [["wrong", ring(last)]], words: [["wrong", last[1], last[2], "??"]] };
}

/** Return a ring at a move's spot, or an arrow from its first spot to its last one. */
function pointed(move, shown, spots) {
  const all = spotsOf(move, shown, spots);
  if (all.length < 2) return all.map((spot) => ["better", ring(spot)]);
  return [["better", arrow(all[0], all.at(-1))]];
}

/** Return the spots that make a move, as far as its text names them. */
export function spotsOf(move, { choices }, spots) {
  const choice = choices.find((names) => [names.join("-"), names.join(" "), names.at(-1)].includes(move));
  const whole = spots.filter(([name]) => name === move);
  const names = choice ?? (whole.length ? [move] : move.split("-"));
  const found = names.map((name) => spots.find((spot) => spot[0] === name));
  return found.every(Boolean) ? found : [];
}

function ring([, x, y, area]) {
  const points = numbers(area).map((value, index) => (index % 2 ? y : x) * (1 - RING) + value * RING);
  return `M${points.join(" ")}Z`;
}

/** Return a frame around some spots. */
function around(all) {
  const points = all.flatMap(([, , , area]) => numbers(area));
  const [xs, ys] = [0, 1].map((odd) => points.filter((_, index) => index % 2 === odd));
  const [left, top, right, bottom] = [Math.min(...xs) - GAP / 2, Math.min(...ys) - GAP / 2, Math.max(...xs) + GAP / 2, Math.max(...ys) + GAP / 2];
  return `M${left} ${top}H${right}V${bottom}H${left}Z`;
}

function arrow([, x, y], [, toX, toY]) {
  const angle = Math.atan2(toY - y, toX - x);
  const end = (turn) => `${(toX - HEAD * Math.cos(angle + turn)).toFixed(1)} ${(toY - HEAD * Math.sin(angle + turn)).toFixed(1)}`;
  return `M${x} ${y}L${toX} ${toY}M${end(0.6)}L${toX} ${toY}L${end(-0.6)}`;
}
