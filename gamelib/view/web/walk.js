// Going from node to node with the arrow keys; one node at a time can have the focus.

export class Walk {
  constructor(tree, stage) {
    Object.assign(this, { tree, stage, at: 0 });
    this.spots = tree.data.spots;
    this.ends = ends(this.spots);
  }

  /** Let nodes have the focus, each with its role and its name. */
  start(role, name) {
    this.tree.parts.forEach(({ group }, place) => {
      group.setAttribute("role", role);
      group.setAttribute("aria-label", name(this.spots[place], place));
      group.setAttribute("tabindex", place === this.at ? "0" : "-1");
      group.dataset.lmSuppressShortcuts = "true";
    });
  }

  stop() {
    for (const { group } of this.tree.parts)
      for (const name of ["role", "tabindex", "aria-label"]) group.removeAttribute(name);
  }

  focus(place) {
    this.tree.parts[this.at].group.setAttribute("tabindex", "-1");
    this.at = place;
    const { group } = this.tree.parts[place];
    group.setAttribute("tabindex", "0");
    this.tree.current = place;
    this.stage.follow(); // first: what is far out of sight cannot have the focus
    group.focus({ preventScroll: true });
  }

  /** Go where an arrow key leads; tell whether the key was one. */
  go(key) {
    const spot = this.spots[this.at];
    const level = this.spots
      .map((other, place) => [other, place])
      .filter(([other]) => Math.abs(other.y - spot.y) < 6);
    level.sort(([a], [b]) => a.x - b.x);
    const here = level.findIndex(([, place]) => place === this.at);
    const to = {
      ArrowLeft: level[here - 1]?.[1],
      ArrowRight: level[here + 1]?.[1],
      ArrowUp: spot.parent,
      ArrowDown: this.ends[this.at] > this.at + 1 ? this.at + 1 : -1,
    };
    if (!(key in to)) return false;
    if (to[key] >= 0) this.focus(to[key]);
    return true;
  }
}

/** Return for each spot where its subtree ends: spots are in depth-first order. */
function ends(spots) {
  const found = spots.map((_, place) => place + 1);
  for (let place = spots.length - 1; place > 0; place--) {
    const above = spots[place].parent;
    found[above] = Math.max(found[above], found[place]);
  }
  return found;
}
