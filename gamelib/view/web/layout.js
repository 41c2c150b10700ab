// Where the nodes that are seen go, by the rules of Python's own layout, which explains them. The
// browser has to know them too: what is folded up, and how much room there is, is decided here.

const [FOLDED, BELOW] = [[16, 40], 20]; // the width at the left and right, and the height, of what is written at a fold
const [SMALL_LEAF, SMALL] = [0.65, 0.78]; // how small leaves and triangles are where there is little room
const [CLAIM, NEAR] = [30, 25]; // the width of a number beside a small node: at the edge, and where a neighbour's side slopes away
const ASIDE = { max: -11, min: 4, chance: 4 }; // how far from the side of its shape it stands, as in views.css
const RAISED = 12; // what the number of the root needs at its shoulder
const FLAT = 18; // the least height between two levels there

/**
 * Give every node that is seen its x and y, and return the size of the whole.
 *
 * The tree is at least `width` wide and `high` high; `tight` makes nodes smaller, and their numbers
 * stand at the shoulder of the triangle, where they need no room of their own but at the edge of the picture and
 * near a folded neighbour. `beside` says how much room there is beside a node, and `between` that between two levels.
 */
export function layOut({ data, children, folded, plain }, { width: wide = 0, height: high = 0, tight = false, beside = () => 0, between = FLAT }) {
  const { nodes, rooms, gaps } = data;
  const topOf = ({ top, card }) => (tight && !card ? top * SMALL : top);
  const claimed = ({ shape, card, wide }, claim) => (tight && !plain && !card && shape !== "leaf" ? wide + ASIDE[shape] + claim : 0);
  const [order, level, first, last, left, right, below] = [[0], [0], [], [], [], [], []];
  for (let n = 0; n < order.length; n++) {
    const index = order[n];
    const node = nodes[index < 0 ? ~index : index];
    let [before, after, down, foot] = rooms[node.room];
    if (index < 0) [before, after, foot] = [tight ? foot / 2 : foot, tight ? foot / 2 : foot, 0]; // keeps the room below a leaf free
    else if (tight && !node.card) before = after = node.wide * (node.shape === "leaf" ? SMALL_LEAF : SMALL);
    if (index >= 0 && node.shape !== "leaf" && beside(index)) after = Math.max(after, node.wide * (tight && !node.card ? SMALL : 1) + beside(index));
    if (index >= 0 && folded.size) after = Math.max(after, claimed(node, NEAR));
    if (index >= 0 && folded.has(index)) {
      [before, after] = [Math.max(before, FOLDED[0]), Math.max(after, FOLDED[1])];
      down = topOf(node) + BELOW;
    }
    const next = index < 0 || folded.has(index) ? [] : foot ? [~index] : children[index];
    [left[n], right[n], below[n]] = [before, after, down];
    first[n] = next.length ? order.length : -1;
    for (const child of next) level[order.push(child) - 1] = level[n] + 1;
    last[n] = first[n] < 0 ? -1 : order.length - 1;
  }
  const across = packed(first, last, left, right, tight ? gaps.gap / 2 : gaps.gap);
  const edge = across.reduce((least, x, n) => Math.min(least, x - left[n]), Infinity);
  const real = order.map((index, n) => [index, n]).filter(([index]) => index >= 0);
  const far = real.reduce((most, [, n]) => Math.max(most, across[n] + Math.max(right[n], claimed(nodes[order[n]], CLAIM))), -Infinity);
  const natural = far - edge + 2 * gaps.margin;
  // More room than needed goes between the middles of the nodes, so all gaps grow alike.
  const [begin, end] = real.reduce(([a, b], [, n]) => [Math.min(a, across[n]), Math.max(b, across[n])], [Infinity, -Infinity]);
  const spread = wide > natural && end > begin ? 1 + (wide - natural) / (end - begin) : 1;
  const heights = new Array(level.at(-1) + 1).fill(0);
  for (const [index, n] of real) {
    let reach = 0;
    for (let child = first[n]; child >= 0 && order[child] >= 0 && child <= last[n]; child++)
      reach = Math.max(reach, Math.abs(across[n] - across[child]) * spread);
    const least = folded.has(index) ? BELOW : wide ? between : gaps.level;
    const free = wide ? least : Math.min(Math.max(least, reach * gaps.steep), gaps.tallest);
    heights[level[n]] = Math.max(heights[level[n]], 2 * topOf(nodes[index]) + free + gaps.label);
    const middle = begin + (across[n] - begin) * spread;
    const alone = end > begin ? 0 : Math.max(0, (wide - natural) / 2);
    nodes[index].x = tenths(gaps.margin + middle - edge + alone);
  }
  const deepest = level[real.at(-1)[1]];
  const tops = [gaps.margin + (tight ? RAISED : 0)];
  for (const height of heights) tops.push(tops.at(-1) + height);
  const foot = real.reduce((most, [index, n]) => Math.max(most, tops[level[n]] + topOf(nodes[index]) + below[n]), 0) + gaps.margin;
  const stretch = high > foot && deepest ? 1 + (high - foot) / (tops[deepest] - tops[0]) : 1;
  for (const [index, n] of real) nodes[index].y = tenths(tops[0] + (tops[level[n]] - tops[0]) * stretch + topOf(nodes[index]));
  return [tenths(Math.max(wide, natural)), tenths(Math.max(foot, high))];
}

/** Return a coordinate, which is not negative, rounded as Python rounds it: a half goes to the even side. */
export function tenths(at) {
  return Number((at % 1 === 0.25 ? at - 0.05 : at).toFixed(1));
}

/** Return the x positions when every subtree is put as near as can be to those on its left. */
function packed(first, last, left, right, gap) {
  const zeros = () => new Float64Array(first.length);
  const [place, below, centre, change, shift, frame] = Array.from({ length: 6 }, zeros);
  const [downLeft, downRight] = [first.slice(), last.slice()];
  const ancestor = first.map((_, node) => node);
  for (let node = first.length - 1; node >= 0; node--) {
    const [eldest, youngest] = [first[node], last[node]];
    if (eldest < 0) continue;
    let fallback = eldest;
    place[eldest] = centre[eldest];
    for (let child = eldest + 1; child <= youngest; child++) {
      place[child] = place[child - 1] + right[child - 1] + gap + left[child];
      if (first[child] >= 0) below[child] = place[child] - centre[child];
      let [innerLeft, innerRight, outerLeft, outerRight] = [child - 1, child, eldest, child];
      let [il, ir, ol, or] = [below[child - 1], below[child], below[eldest], below[child]];
      let [nextLeft, nextRight] = [downRight[innerLeft], downLeft[innerRight]];
      while (nextLeft >= 0 && nextRight >= 0) {
        [innerLeft, innerRight] = [nextLeft, nextRight];
        [outerLeft, outerRight] = [downLeft[outerLeft], downRight[outerRight]];
        ancestor[outerRight] = child;
        const room = right[innerLeft] + gap + left[innerRight];
        const overlap = place[innerLeft] + il - place[innerRight] - ir + room;
        if (overlap > 0) {
          let owner = ancestor[innerLeft];
          if (owner < eldest || owner >= child) owner = fallback;
          const share = overlap / (child - owner);
          change[child] -= share;
          change[owner] += share;
          for (const moved of [shift, place, below]) moved[child] += overlap;
          ir += overlap;
          or += overlap;
        }
        il += below[innerLeft];
        ir += below[innerRight];
        ol += below[outerLeft];
        or += below[outerRight];
        [nextLeft, nextRight] = [downRight[innerLeft], downLeft[innerRight]];
      }
      if (nextLeft >= 0 && downRight[outerRight] < 0) {
        downRight[outerRight] = nextLeft;
        below[outerRight] += il - or;
      }
      if (nextRight >= 0 && downLeft[outerLeft] < 0) {
        downLeft[outerLeft] = nextRight;
        below[outerLeft] += ir - ol;
        fallback = child;
      }
    }
    let [moved, step] = [0, 0];
    for (let child = youngest; child >= eldest; child--) {
      place[child] += moved;
      below[child] += moved;
      step += change[child];
      moved += shift[child] + step;
    }
    centre[node] = (place[eldest] + place[youngest]) / 2;
  }
  place[0] = centre[0];
  for (let node = 0; node < first.length; node++)
    for (let child = first[node]; child >= 0 && child <= last[node]; child++)
      frame[child] = frame[node] + below[node];
  return place.map((x, node) => x + frame[node]);
}
