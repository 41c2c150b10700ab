import { button, control, html, icon, write } from "./dom.js";

// The panels beside the field: the moves, with replay, and the reasons for the last one.

const REPLAY = [
  ["first", "First move", (side) => side.go(0)],
  ["back", "Move back", (side) => side.go(side.now.at - 1)],
  ["play", "Play the moves (p)", (side) => side.toggle()],
  ["forward", "Next move", (side) => side.next()],
  ["last", "Last move", (side) => side.go(side.now.ply)],
];
const REPLAY_PACE = 900; // milliseconds between two moves of a replay

export class Side {
  /** `ask` sends a message to the kernel. */
  constructor(ask) {
    Object.assign(this, { ask, items: [] });
    this.list = html("ol", { class: "gl-moves", "aria-label": "Moves", tabindex: -1 });
    new ResizeObserver(() => this.scroll()).observe(this.list); // which has no size before it is shown
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
    this.items.forEach((item, index) => this.mark(item, index, grades[index + 1] ?? ""));
    const more = this.more();
    const can = { first: now.at > 0, back: now.at > 0, play: more, forward: more, last: now.at < now.ply };
    clearTimeout(this.timer);
    if (this.running && !more) this.pause();
    else if (this.running && (!now.thinking || now.reviewing)) this.timer = setTimeout(() => this.next(), REPLAY_PACE);
    if (now.spectating && !now.ply) write(this.none, "none yet: Play starts the game");
    for (const item of this.replay) item.setAttribute("aria-disabled", String(!can[item.dataset.go]));
    this.why.hidden = !now.why.length;
    write(this.value, `Value for ${now.sides[0]}${now.sides[0] === "MAX" ? "" : ", who is MAX"}`);
    write(this.about, now.about);
    this.rows.replaceChildren(
      ...now.why.map(([move, reasons, value, played]) =>
        html(
          "tr",
          { class: played ? "played" : "" },
          html("th", { scope: "row" }, played ? `${move} (played)` : move),
          html("td", {}, reasons),
          html("td", {}, value),
        ),
      ),
    );
  }

  showMoves(now) {
    const changed = now.moves.findIndex((move, index) => this.items[index]?.dataset.move !== move);
    const same = changed < 0 ? now.moves.length : changed;
    for (const gone of this.items.splice(same)) gone.parentElement.remove();
    for (const [index, move] of [...now.moves.entries()].slice(same)) {
      const item = button({ word: `${index + 1}. ${move}`, "data-move": move }, () => this.go(index + 1));
      this.items.push(item);
      this.list.append(html("li", {}, item));
    }
    this.none.hidden = now.moves.length > 0;
    this.current?.removeAttribute("aria-current");
    this.current = this.items[now.at - 1];
    if (!this.current) return;
    this.current.setAttribute("aria-current", "step");
    requestAnimationFrame(() => this.scroll());
  }

  /** Give a move in the list its grade in the review. */
  mark(item, index, grade) {
    if (item.dataset.grade === grade) return;
    item.dataset.grade = grade;
    item.title = `Show the board after move ${index + 1}, ${item.dataset.move}${grade && `: ${grade}`}`;
    item.setAttribute("aria-label", item.title);
  }

  /** Scroll the list, but not the page, to the current move. */
  scroll() {
    if (!this.current) return;
    const { offsetTop, offsetHeight } = this.current.parentElement;
    const { scrollTop, clientHeight } = this.list;
    if (offsetTop < scrollTop) this.list.scrollTop = offsetTop;
    if (offsetTop + offsetHeight > scrollTop + clientHeight) this.list.scrollTop = offsetTop + offsetHeight - clientHeight;
  }

  // ---- doing ----

  /** Return whether there is a next move: one that was played, or one by the two players. */
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
    this.labelPlay("pause", "Pause (p)");
    this.next();
  }

  pause() {
    clearTimeout(this.timer);
    this.running = false;
    this.labelPlay("play", "Play the moves (p)");
  }

  labelPlay(image, title) {
    const play = this.replay[2];
    play.replaceChildren(icon(image));
    play.title = title;
    play.setAttribute("aria-label", title);
  }

  go(at) {
    if (at < 0 || at > this.now.ply || at === this.now.at) return;
    this.ask("go", { at });
  }
}
