import { button, control, html, icon, write } from "./dom.js";

// What stands beside the field: the moves, with replay, and why the last one was played.

const REPLAY = [
  ["first", "First move", (side) => side.go(0)],
  ["back", "Move back", (side) => side.go(side.now.at - 1)],
  ["play", "Play the moves (p)", (side) => side.toggle()],
  ["forward", "Next move", (side) => side.next()],
  ["last", "Last move", (side) => side.go(side.now.ply)],
];
const PACE = 900; // milliseconds between two moves that play by themselves

export class Side {
  /** `ask` sends something to the kernel. */
  constructor(ask) {
    Object.assign(this, { ask, shown: [] });
    this.list = html("ol", { class: "gl-moves", "aria-label": "Moves", tabindex: -1 });
    new ResizeObserver(() => this.scroll()).observe(this.list); // it has no size before it is shown
    this.none = html("span", { class: "gl-none" }, "none yet");
    this.replay = REPLAY.map(([image, title, act]) => button({ image, title, "data-go": image }, () => act(this)));
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
    this.value = html("th", { scope: "col" });
    const heads = [...["Move", "Why"].map((head) => html("th", { scope: "col" }, head)), this.value];
    const table = html("table", { class: "gl-stack" }, html("thead", {}, html("tr", {}, ...heads)), this.rows);
    const head = control("summary", {}, "Why did it play that?");
    this.why = html("details", { class: "gl-part gl-why" }, head, html("div", { class: "gl-table-of" }, table), this.about);
    return this.why;
  }

  // ---- showing ----

  show(now, grades) {
    this.now = now;
    this.showMoves(now);
    this.shown.forEach((made, place) => this.mark(made, place, grades[place + 1] ?? ""));
    const more = this.more();
    const can = { first: now.at > 0, back: now.at > 0, play: more, forward: more, last: now.at < now.ply };
    clearTimeout(this.timer);
    if (this.running && !more) this.pause();
    else if (this.running && (!now.thinking || now.reviewing)) this.timer = setTimeout(() => this.next(), PACE);
    if (now.spectating && !now.ply) write(this.none, "none yet: Play lets them begin");
    for (const made of this.replay) made.setAttribute("aria-disabled", String(!can[made.dataset.go]));
    this.why.hidden = !now.why.length;
    write(this.value, `Value for ${now.sides[0]}${now.sides[0] === "MAX" ? "" : ", who is MAX"}`);
    write(this.about, now.about);
    this.rows.replaceChildren(
      ...now.why.map(([move, words, known, played]) =>
        html(
          "tr",
          { class: played ? "played" : "" },
          html("th", { scope: "row" }, played ? `${move} (played)` : move),
          html("td", {}, words),
          html("td", {}, known),
        ),
      ),
    );
  }

  showMoves(now) {
    const same = now.moves.findIndex((move, place) => this.shown[place]?.dataset.move !== move);
    const kept = same < 0 ? now.moves.length : same;
    for (const gone of this.shown.splice(kept)) gone.parentElement.remove();
    for (const [place, move] of [...now.moves.entries()].slice(kept)) {
      const made = button({ word: `${place + 1}. ${move}`, "data-move": move }, () => this.go(place + 1));
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

  /** Say of a move in the list what the review says of it. */
  mark(made, place, grade) {
    if (made.dataset.grade === grade) return;
    made.dataset.grade = grade;
    made.title = `Show the board after move ${place + 1}, ${made.dataset.move}${grade && `: ${grade}`}`;
    made.setAttribute("aria-label", made.title);
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

  /** Tell whether there is a next move: one that was played, or one of two players. */
  more() {
    return this.now.at < this.now.ply || (this.now.spectating && !this.now.over);
  }

  next() {
    if (this.more()) this.now.at < this.now.ply ? this.go(this.now.at + 1) : this.ask("step");
  }

  toggle() {
    if (this.running) return this.pause();
    if (!this.more()) return;
    this.running = true;
    this.tell("pause", "Pause (p)");
    this.next();
  }

  pause() {
    clearTimeout(this.timer);
    this.running = false;
    this.tell("play", "Play the moves (p)");
  }

  tell(image, title) {
    const made = this.replay[2];
    made.replaceChildren(icon(image));
    made.title = title;
    made.setAttribute("aria-label", title);
  }

  go(at) {
    if (at < 0 || at > this.now.ply || at === this.now.at) return;
    this.ask("go", { at });
  }
}
