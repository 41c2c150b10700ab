import { button, svg } from "./dom.js";

// Folding: a handle at a node, all but the line, nothing. The tree knows what is folded up.

const [LESS, MORE] = ["M-3.5 0H3.5", "M-3.5 0H3.5M0-3.5V3.5"];

export class Folds {
  constructor(stage) {
    Object.assign(this, { stage, tree: stage.tree, following: false });
    const { tree } = this;
    tree.parts.forEach(({ group }, place) => {
      if (tree.children[place].length) group.append(handle(tree.data.spots[place]));
    });
    // A press on a handle is not one on its node.
    for (const name of ["pointerdown", "mousedown", "click"])
      tree.svg.addEventListener(name, (event) => this.press(event), { capture: true });
    this.follower = button(
      { image: "line", title: "Fold all but the line (l)", "data-act": "line", "aria-pressed": "false" },
      () => this.line(),
    );
    this.opener = button({ image: "open", title: "Open all (o)", "data-act": "open" }, () => this.all());
    this.buttons = tree.children.length > 1 ? [this.follower, this.opener] : [];
  }

  press(event) {
    if (!event.target.closest(".gl-handle")) return;
    event.stopPropagation();
    if (event.type === "click") this.toggle(Number(event.target.closest("[data-spot]").dataset.spot));
    else if (event.type === "mousedown") event.preventDefault(); // the focus stays
  }

  /** Fold a node up or open it; tell whether it has anything to fold. */
  toggle(place) {
    const { folded, children } = this.tree;
    if (!children[place].length) return false;
    this.follow(false);
    this.stage.refold(place, () => folded.delete(place) || folded.add(place));
    return true;
  }

  /** Open the nodes above one, so that it is seen. */
  reveal(place) {
    const { folded, holder, data } = this.tree;
    if (holder[place] === place) return;
    this.follow(false);
    this.stage.refold(holder[place], () => {
      for (let at = place; at > 0; ) folded.delete((at = data.spots[at].parent));
    });
  }

  all() {
    this.follow(false);
    this.stage.refold(0, () => this.tree.fold(() => false));
    this.stage.follow();
  }

  /** From now on fold all but the line on which the search is, or no longer. */
  line() {
    this.follow(!this.following);
    if (this.following) this.stage.zoomed = null;
    this.stage.follow();
  }

  follow(on) {
    this.following = on;
    this.open = null;
    this.follower.setAttribute("aria-pressed", String(on));
  }

  /** After a step: the line may be another one. At the end it is the one that both sides play. */
  step() {
    if (!this.following) return;
    const { tree } = this;
    const { spots } = tree.data;
    const open = new Set(tree.now.flatMap(({ best }, place) => (best ? [place] : [])));
    for (let place = tree.current; place >= 0; place = spots[place].parent)
      if (tree.children[place].length) open.add(place);
    const key = [...open].join();
    if (this.open === key) return;
    this.open = key;
    this.stage.refold(0, () => tree.fold((place) => !open.has(place)));
  }
}

/** A small disc below a node: minus folds it up, plus opens it. */
function handle({ top }) {
  return svg(
    "g",
    { class: "gl-handle", transform: `translate(0 ${top + 8})` },
    svg("circle", { class: "gl-reach", r: 11 }),
    svg("circle", { r: 6.5 }),
    svg("path", { class: "gl-less", d: LESS }),
    svg("path", { class: "gl-more", d: MORE }),
  );
}
