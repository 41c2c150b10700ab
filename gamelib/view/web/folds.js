import { svg } from "./dom.js";

// Folding, for trees that do not fit: a handle at a node, all but the path to the search, nothing. The tree knows what is folded up.

const [LESS, MORE] = ["M-3.5 0H3.5", "M-3.5 0H3.5M0-3.5V3.5"];

export class Folds {
  constructor(stage) {
    Object.assign(this, { stage, tree: stage.tree, following: false, chosen: false });
    const { tree } = this;
    if (tree.folded.size) this.handles();
    // A press on a handle is not one on its node.
    for (const name of ["pointerdown", "mousedown", "click"])
      tree.svg.addEventListener(name, (event) => this.press(event), { capture: true });
  }

  /** Give each inner node a handle; small trees have none. */
  handles() {
    if (this.foldable) return;
    this.foldable = true;
    this.tree.parts.forEach(({ group }, index) => {
      if (this.tree.children[index].length) group.append(handle(this.tree.data.nodes[index]));
    });
  }

  /** A tree that does not fit begins with all but the path to the search folded up. */
  begin() {
    this.chosen = true;
    this.handles();
    this.follow(true);
    this.step();
  }

  press(event) {
    if (!event.target.closest(".gl-handle")) return;
    event.stopPropagation();
    if (event.type === "click") this.toggle(Number(event.target.closest("[data-node]").dataset.node));
    else if (event.type === "mousedown") event.preventDefault(); // the focus stays
  }

  /** Fold a node up or open it; tell whether it has anything to fold. */
  toggle(index) {
    const { folded, children } = this.tree;
    if (!children[index].length || !this.foldable) return false;
    this.follow(false);
    this.stage.refold(index, () => folded.delete(index) || folded.add(index));
    return true;
  }

  /** Open a node with +, fold it up with -; tell whether the key did. */
  key(index, key) {
    return (key === "+" || key === "-") && this.tree.folded.has(index) === (key === "+") && this.toggle(index);
  }

  /** Open the nodes above one, so that it is seen. */
  reveal(index) {
    const { folded, holder, data } = this.tree;
    if (holder[index] === index) return;
    this.follow(false);
    this.stage.refold(holder[index], () => {
      for (let at = index; at > 0; ) folded.delete((at = data.nodes[at].parent));
    });
  }

  all() {
    this.chosen = true;
    this.follow(false);
    this.stage.refold(0, () => this.tree.fold(() => false));
    this.stage.follow();
  }

  /** From now on fold all but the path to the search, or no longer. */
  path() {
    this.chosen = true;
    this.handles();
    this.follow(!this.following);
    this.stage.follow();
  }

  follow(on) {
    this.following = on;
    this.stage.element.classList.toggle("following", on);
    this.open = null;
  }

  /** After a step the path may be another one. At the end it is the line that both sides play. */
  step() {
    if (!this.following) return;
    const { tree, stage } = this;
    const { nodes } = tree.data;
    const line = stage.overview ? [] : tree.now.flatMap(({ best }, index) => (best ? [index] : []));
    const open = new Set(line);
    for (let index = tree.current; index >= 0; index = nodes[index].parent)
      if (tree.children[index].length) open.add(index);
    const key = [...open, stage.overview && stage.room.width].join();
    if (this.open === key) return;
    this.open = key;
    stage.refold(0, () => {
      if (stage.overview) this.deepen(open);
      tree.fold((index) => !open.has(index));
    });
  }

  /** Open the levels below the current node that there is room for. */
  deepen(open) {
    const { tree, stage } = this;
    const below = (nodes) => nodes.flatMap((index) => tree.children[index]).filter((index) => tree.children[index].length);
    for (let level = below([tree.current]); level.length; level = below(level)) {
      const more = new Set(level);
      tree.fold((index) => !open.has(index) && !more.has(index));
      if (!stage.fits()) return;
      level.forEach((index) => open.add(index));
    }
  }
}

/** A small disc below a node: minus folds it up, plus opens it. */
function handle({ top }) {
  return svg(
    "g",
    { class: "gl-handle", transform: `translate(0 ${top + 10})` },
    svg("circle", { class: "gl-reach", r: 14 }),
    svg("circle", { r: 6.5 }),
    svg("path", { class: "gl-less", d: LESS }),
    svg("path", { class: "gl-more", d: MORE }),
  );
}
