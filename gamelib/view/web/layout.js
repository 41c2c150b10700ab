// Where the nodes that are seen go, by the rules of Python's own layout, which explains them. The
// browser has to know them too: what is folded up is decided here.

const [FOLDED, BELOW] = [42, 56]; // half the width and the height of what is written at a fold

/**
 * Give every node that is seen its x and y, and return the size of the whole. On a `map` nodes have no
 * texts and stand close together; it gets as high as `high` says, in parts of its width.
 */
export function layOut({ data, children, folded }, map, high) {
  const { spots, rooms, gaps } = data;
  const [order, level, first, last, left, right, below] = [[0], [0], [], [], [], [], []];
  for (let n = 0; n < order.length; n++) {
    const place = order[n];
    const spot = spots[place < 0 ? ~place : place];
    let [before, after, down, foot] = rooms[spot.room];
    if (place < 0) [before, after, foot] = [foot, foot, 0]; // keeps the place below a leaf free
    else if (map) [before, after, down, foot] = [spot.wide, spot.wide, spot.top, 0];
    else if (folded.has(place)) {
      [before, after] = [Math.max(before, FOLDED), Math.max(after, FOLDED)];
      down = spot.top + BELOW;
    }
    const next = place < 0 || folded.has(place) ? [] : foot ? [~place] : children[place];
    [left[n], right[n], below[n]] = [before, after, down];
    first[n] = next.length ? order.length : -1;
    for (const child of next) level[order.push(child) - 1] = level[n] + 1;
    last[n] = first[n] < 0 ? -1 : order.length - 1;
  }
  const across = packed(first, last, left, right, map ? gaps.gap / 3 : gaps.gap);
  const edge = across.reduce((least, x, n) => Math.min(least, x - left[n]), Infinity);
  const heights = new Array(level.at(-1) + 1).fill(0);
  const real = order.map((place, n) => [place, n]).filter(([place]) => place >= 0);
  let width = 0;
  for (const [place, n] of real) {
    let reach = 0;
    for (let child = first[n]; child >= 0 && order[child] >= 0 && child <= last[n]; child++)
      reach = Math.max(reach, Math.abs(across[n] - across[child]));
    const least = folded.has(place) ? BELOW : gaps.level;
    const free = Math.min(Math.max(least, reach * gaps.steep), gaps.tallest);
    heights[level[n]] = Math.max(heights[level[n]], 2 * spots[place].top + free + gaps.label);
    spots[place].x = tenths(gaps.margin + (across[n] - edge));
    width = Math.max(width, spots[place].x + right[n] + gaps.margin);
  }
  const deepest = level[real.at(-1)[1]];
  const tops = [gaps.margin];
  for (const height of heights) tops.push(tops.at(-1) + height);
  const stretch = map ? Math.max(1, (high * width) / tops[deepest + 1]) : 1;
  let height = 0;
  for (const [place, n] of real) {
    spots[place].y = tenths(tops[level[n]] * stretch + spots[place].top);
    height = Math.max(height, spots[place].y + below[n] + gaps.margin);
  }
  return [tenths(width), tenths(height)];
}

/** Return a place, which is not negative, rounded as Python rounds it: a half goes to the even side. */
export function tenths(place) {
  return Number((place % 1 === 0.25 ? place - 0.05 : place).toFixed(1));
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
