import { button, control, html, write } from "./dom.js";

// What stands beside the field: the moves, with replay, and why the last one was played.

const REPLAY = [
  ["first", "First", () => 0],
  ["back", "Back", (now) => now.at - 1],
  ["forward", "Forward", (now) => now.at + 1],
  ["last", "Last", (now) => now.ply],
];

export class Side {
  /** `ask` sends something to the kernel. */
  constructor(ask) {
    Object.assign(this, { ask, shown: [] });
    this.list = html("ol", { class: "gl-moves", "aria-label": "Moves", tabindex: -1 });
    new ResizeObserver(() => this.scroll()).observe(this.list); // it has no size before it is shown
    this.none = html("span", { class: "gl-none" }, "none yet");
    this.replay = REPLAY.map(([image, word, to]) =>
      button({ image, title: `${word} move`, "data-go": image }, () => this.go(to(this.now))),
    );
    this.element = html(
      "div",
      { class: "gl-side" },
      html("div", { class: "gl-record" }, html("strong", {}, "Moves"), this.none,
        html("span", { class: "gl-group", role: "group", "aria-label": "Replay" }, ...this.replay)),
      this.list,
      this.reasons(),
    );
  }

  reasons() {
    this.rows = html("tbody");
    this.about = html("p", { class: "gl-about" });
    const heads = ["Move", "Value for MAX"].map((head) => html("th", { scope: "col" }, head));
    const table = html("table", { class: "gl-stack" }, html("thead", {}, html("tr", {}, ...heads)), this.rows);
    const head = control("summary", {}, "Why did it play that?");
    this.why = html("details", { class: "gl-part gl-why" }, head, html("div", { class: "gl-table-of" }, table), this.about);
    return this.why;
  }

  // ---- showing ----

  show(now) {
    this.now = now;
    this.showMoves(now);
    const can = { first: now.at > 0, back: now.at > 0, forward: now.at < now.ply, last: now.at < now.ply };
    for (const made of this.replay) made.setAttribute("aria-disabled", String(!can[made.dataset.go]));
    this.why.hidden = !now.why.length;
    write(this.about, now.about);
    this.rows.replaceChildren(
      ...now.why.map(([move, known, played]) =>
        html(
          "tr",
          { class: played ? "played" : "" },
          html("th", { scope: "row" }, move),
          html("td", {}, played ? `${known} (played)` : known),
        ),
      ),
    );
  }

  showMoves(now) {
    const same = now.moves.findIndex((move, place) => this.shown[place]?.dataset.move !== move);
    const kept = same < 0 ? now.moves.length : same;
    for (const gone of this.shown.splice(kept)) gone.parentElement.remove();
    for (const [place, move] of [...now.moves.entries()].slice(kept)) {
      const title = `Show the board after move ${place + 1}, ${move}`;
      const made = button({ word: `${place + 1}. ${move}`, title, "data-move": move }, () => this.go(place + 1));
      this.shown.push(made);
      this.list.append(html("li", {}, made));
    }
    this.none.hidden = now.moves.length > 0;
    this.current?.removeAttribute("aria-current");
    this.current = this.shown[now.at - 1];
    if (!this.current) return;
    this.current.setAttribute("aria-current", "step");
    requestAnimationFrame(() => this.scroll());
  }

  /** Bring the current move into sight; only the list itself is scrolled, never the page. */
  scroll() {
    if (!this.current) return;
    const { offsetTop, offsetHeight } = this.current.parentElement;
    const { scrollTop, clientHeight } = this.list;
    if (offsetTop < scrollTop) this.list.scrollTop = offsetTop;
    if (offsetTop + offsetHeight > scrollTop + clientHeight) this.list.scrollTop = offsetTop + offsetHeight - clientHeight;
  }

  // ---- doing ----

  go(at) {
    if (at < 0 || at > this.now.ply || at === this.now.at) return;
    this.ask("go", { at });
  }
}
