// Going from node to node with the arrow keys; one node at a time can have the focus.

const RANKS = ["aria-level", "aria-posinset", "aria-setsize"]; // which only nodes of a tree have

export class Walk {
  constructor(tree, stage) {
    Object.assign(this, { tree, stage, at: 0 });
    this.nodes = tree.data.nodes;
    this.ends = tree.ends;
  }

  /** Let nodes have the focus, each with its role and its name. */
  start(role, name) {
    this.tree.named = (index) =>
      this.tree.parts[index].group.setAttribute("aria-label", name(this.nodes[index], index));
    this.tree.parts.forEach(({ group }, index) => {
      group.setAttribute("role", role);
      for (const name of RANKS) group.removeAttribute(name);
      this.tree.named(index);
      group.setAttribute("tabindex", index === this.at ? "0" : "-1");
      group.dataset.lmSuppressShortcuts = "true";
    });
  }

  stop() {
    this.tree.named = null;
    for (const { group } of this.tree.parts)
      for (const name of ["role", "tabindex", "aria-label", ...RANKS]) group.removeAttribute(name);
  }

  /** Let a node be the one that the Tab key leads to. */
  enter(index) {
    this.tree.parts[this.at].group.setAttribute("tabindex", "-1");
    this.at = index;
    this.tree.parts[index].group.setAttribute("tabindex", "0");
  }

  focus(index) {
    this.enter(index);
    const { group } = this.tree.parts[index];
    this.tree.named(index);
    this.stage.follow(index); // first: what is far out of sight cannot have the focus
    group.focus({ preventScroll: true });
  }

  /** Go where an arrow key leads; tell whether the key was one. */
  go(key) {
    const node = this.nodes[this.at];
    const { seen, folded, children, holder } = this.tree;
    this.at = holder[this.at]; // it may have been folded up
    const level = seen
      .map((index) => [this.nodes[index], index])
      .filter(([other]) => Math.abs(other.y - node.y) < 6);
    level.sort(([a], [b]) => a.x - b.x);
    const here = level.findIndex(([, index]) => index === this.at);
    const to = {
      ArrowLeft: level[here - 1]?.[1],
      ArrowRight: level[here + 1]?.[1],
      ArrowUp: node.parent,
      ArrowDown: folded.has(this.at) ? -1 : children[this.at][0],
    };
    if (!(key in to)) return false;
    if (to[key] >= 0) this.focus(to[key]);
    return true;
  }
}
