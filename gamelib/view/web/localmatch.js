import { Table, filled } from "./localtable.js";

// A match on the table of a small game, without a kernel: it takes the same messages as the session in
// Python and shows the same facts. All texts and values come from the table.

const [TWO, BEGINNER, PERFECT] = ["two people", "beginner", "perfect"];
const MAX_ABANDONED = 20; // games that `undo` can bring back
const [MAX_ROWS, MAX_MOVES_IN_ROW] = [12, 4]; // of the table of reasons
const [MAX_LINE_MOVES, MAX_TRIED_MOVES] = [8, 6]; // of a line of best play in words, after a move that was tried
const OTHER = { MAX: "MIN", MIN: "MAX" };

/** A request that cannot be granted; the message is a sentence for the player. */
class Refusal extends Error {}

export class LocalMatch {
  /** Begin at the first state, with the moves so far by their indices or by their texts; `random` is for the beginner. */
  constructor(data, { first = 0, moves = [], played = [], at = moves.length, you = "MAX", level = PERFECT, heated = false, rated = true, plan, note }, random = Math.random) {
    Object.assign(this, { table: new Table(data), you, level, random });
    this.states = [first];
    this.moves = []; // those of the table
    for (const index of moves) this.push(this.table.moves(this.states.at(-1))[index]);
    for (const text of played) this.push(this.table.moves(this.states.at(-1)).find((move) => move.text === text));
    this.at = at;
    this.abandoned = []; // games that were cut off or left; an undo below `until` brings the last one back
    this.changes = 0;
    this.asked = 0;
    this.listeners = new Map();
    Object.assign(this, { heated, rated });
    this.forget();
    this.values = { plan: { ...plan, levels: [TWO, BEGINNER, PERFECT], estimates: true, spectating: false }, judged: {}, tried: {} };
    this.answer();
    this.show(note && { text: note, error: false });
  }

  // ---- a source of facts ----

  get(name) {
    return this.values[name];
  }

  on(name, listener) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
  }

  off(name, listener) {
    this.listeners.set(name, (this.listeners.get(name) ?? []).filter((one) => one !== listener));
  }

  /** Act on a message; what it changes can be read at once, and the listeners are called a moment later. */
  send({ do: act, ply = this.moves.length, ...given }) {
    const before = { ...this.values };
    let notice = null;
    try {
      if (ply === this.moves.length) notice = this.act(act, given) ?? null; // else it comes too late
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notice = { text: error.message, error: true };
    }
    this.show(notice);
    const changed = Object.keys(this.values).filter((name) => this.values[name] !== before[name]);
    queueMicrotask(() => changed.forEach((name) => this.listeners.get(`change:${name}`)?.forEach((listener) => listener())));
  }

  act(act, given) {
    const acts = {
      choose: ({ spots }) => this.changed(() => this.play(this.chosen(this.state, spots))),
      play: ({ move }) => this.changed(() => this.play(this.named(move))),
      undo: () => this.changed(() => this.undo()),
      new: () => this.changed(() => this.begin()),
      swap: () => this.changed(() => this.swap()),
      go: ({ at }) => this.changed(() => this.go(at)),
      level: ({ level }) => this.changed(() => this.setLevel(level)),
      hint: () => this.advise(),
      review: () => this.review(),
      heat: ({ on }) => void (this.heated = Boolean(on)),
      rate: ({ on }) => void (this.rated = Boolean(on)),
      try: ({ at, spots }) => this.attempt(at, spots),
      show: ({ at }) => this.solve(at),
      step: () => this.refuse("no step"),
      stop: () => null,
    };
    if (!Object.hasOwn(acts, act)) this.refuse("unknown", { act });
    return acts[act](given);
  }

  /** Change the match, let the player answer, and return what the change returns. */
  changed(change) {
    const notice = change();
    this.changes += 1;
    this.hinted = false;
    this.values.tried = {};
    this.answer();
    return notice;
  }

  // ---- the game ----

  get state() {
    return this.states[this.at];
  }

  get lookingBack() {
    return this.at < this.moves.length;
  }

  /** Tell whether it is the other player's turn in the state that is shown. */
  get theirs() {
    const turn = this.table.turn(this.state);
    return this.level !== TWO && turn !== "" && turn !== this.you;
  }

  refuse(name, names = {}) {
    throw new Refusal(filled(this.table.words[name], names));
  }

  /** Return the move of these spots; refuse others, with the reason. */
  chosen(state, spots) {
    const { table } = this;
    const names = Array.isArray(spots) ? spots.map(String) : [];
    const move = table.moves(state).find((one) => one.spots.join("\n") === names.join("\n"));
    if (move) return move;
    const face = table.face(state);
    if (!names.length || !names.every((name) => name in face.labels)) this.refuse("nowhere");
    if (!table.turn(state)) this.refuse("over");
    if (names.length === 1 && face.refused[names[0]]) throw new Refusal(face.refused[names[0]]);
    return this.refuse("refused", { spots: names.join(" ") });
  }

  named(text) {
    const move = this.table.moves(this.state).find((one) => one.text === String(text));
    return move ?? this.refuse(this.table.turn(this.state) ? "refused" : "over", { spots: text });
  }

  /** Make your move; return a notice if it cuts off later ones. */
  play(move) {
    if (this.theirs) this.refuse(this.lookingBack ? "back" : "theirs", { side: this.sign(this.table.turn(this.state)) });
    const later = this.moves.length - this.at;
    if (later) {
      this.abandon(this.at + 1);
      this.moves = this.moves.slice(0, this.at);
      this.states = this.states.slice(0, this.at + 1);
    }
    this.push(move);
    this.at += 1;
    if (!later) return null;
    const { words } = this.table;
    return { text: later > 1 ? filled(words.cut, { count: later }) : words["cut one"], error: false };
  }

  push(move) {
    this.moves.push(move);
    this.states.push(move.next);
  }

  /** Let the player move as long as it is its turn; it waits while you look back. */
  answer() {
    while (this.theirs && !this.lookingBack) {
      this.push(this.reply(this.state));
      this.at += 1;
    }
  }

  undo() {
    if (this.lookingBack) this.refuse("looking back");
    const index = this.lastOfYours();
    if (index < 0 && !this.abandoned.length) this.refuse("no undo");
    if (this.abandoned.length && index < this.abandoned.at(-1).until) {
      const { at, moves, states } = this.abandoned.pop();
      Object.assign(this, { at, moves, states });
    } else {
      this.moves = this.moves.slice(0, index);
      this.states = this.states.slice(0, index + 1);
      this.at = index;
    }
  }

  begin() {
    if (this.moves.length) this.abandon(0);
    Object.assign(this, { moves: [], states: this.states.slice(0, 1), at: 0 });
    this.forget();
  }

  /** Change sides with the player; after the end this begins a new game. */
  swap() {
    if (this.level === TWO) this.refuse("no swap");
    if (!this.table.turn(this.states.at(-1))) this.begin();
    this.you = OTHER[this.you];
  }

  go(at) {
    if (!Number.isInteger(at) || at < 0 || at > this.moves.length) this.refuse("no moment", { at, count: this.moves.length });
    this.at = at;
  }

  setLevel(level) {
    if (!this.values.plan.levels.includes(level)) this.refuse("no level", { level });
    this.level = level;
  }

  /** Forget what was said about an earlier game. */
  forget() {
    Object.assign(this, { hinted: false, reviewed: null });
  }

  abandon(until) {
    const { at, moves, states } = this;
    this.abandoned = [...this.abandoned.slice(1 - MAX_ABANDONED), { until, at, moves, states }];
  }

  lastOfYours() {
    return this.moves.findLastIndex((_, index) => this.level === TWO || this.by(index) === this.you);
  }

  /** Return the side that made a move. */
  by(index) {
    return this.table.turn(this.states[index]);
  }

  sign(side) {
    return this.table.signs[side];
  }

  // ---- the other player ----

  /** Return the reply of this level: the best one; a beginner takes a win at once, else it knows little. */
  reply(state) {
    const { table, random } = this;
    const moves = table.moves(state);
    if (this.level === PERFECT) return moves[table.best(state)];
    const side = table.turn(state);
    const wins = moves.find(({ next }) => !table.turn(next) && table.result(next, side) > 0);
    if (wins) return wins;
    const pick = () => moves[Math.floor(random() * moves.length)];
    const [one, other] = [pick(), pick()];
    const better = this.gain(other.next, side) > this.gain(one.next, side);
    return better && random() < 0.5 ? other : one;
  }

  gain(state, side) {
    return this.table.value(state).value * (side === "MAX" ? 1 : -1);
  }

  // ---- hints and reviews ----

  advise() {
    if (!this.table.turn(this.state)) this.refuse("no hint");
    this.hinted = true;
    this.values.tried = {};
  }

  review() {
    if (!this.moves.length) this.refuse("no review");
    this.reviewed = [...this.moves];
    this.values.tried = {};
  }

  /** Return "??" for a mistake, "?" for a move that gives much away, else nothing. */
  grade(index) {
    const { table } = this;
    const [before, after] = [this.states[index], this.states[index + 1]];
    return this.graded(table.turn(before), before, after);
  }

  graded(side, before, after) {
    const { table } = this;
    const [was, now] = [table.result(before, side), table.result(after, side)];
    if ((now < 0 && was >= 0) || (was > 0 && now <= 0)) return "??";
    const fall = (table.value(before).share - table.value(after).share) * (side === "MAX" ? 1 : -1);
    return fall > table.data.fall ? "?" : "";
  }

  judged() {
    const { table, reviewed, moves } = this;
    if (!reviewed || !moves.length || moves.some((move, index) => move.place !== reviewed[index]?.place)) return {};
    const grades = moves.map((_, index) => this.grade(index));
    return {
      range: table.data.range,
      verdicts: this.states.map((state) => table.verdict(state)),
      grades,
      comments: moves.map((_, index) => this.comment(index, grades[index])),
      best: moves.map((_, index) => (grades[index] ? this.bestAt(index).text : null)),
      summary: this.summary(grades),
      done: "",
    };
  }

  bestAt(index) {
    const state = this.states[index];
    return this.table.moves(state)[this.table.best(state)];
  }

  /** Return what a move did, and what would have been better. */
  comment(index, grade) {
    const { table } = this;
    const { words } = table;
    const side = this.by(index);
    const move = this.moves[index];
    const parts = [filled(words.comment, { side: this.sign(side), move: move.text }), table.sentence(table.reasons(move))];
    if (table.result(this.states[index], side) < 0) parts.push(words.lost);
    if (grade) {
      const [was, now] = [index, index + 1].map((at) => table.verdict(this.states[at]).text);
      const best = this.bestAt(index);
      const reasons = table.reasons(best).slice(0, 2).join(" and ");
      parts.push(filled(reasons ? words.does : words.better, { best: best.text, reasons }));
      parts.push(filled(words.with, { was, now }));
      if (table.turn(best.next)) parts.push(filled(words.expected, { line: this.line(this.states[index]) }));
    }
    return parts.filter(Boolean).join(" ");
  }

  /** Return the moves of best play, cut short where they are many. */
  line(state) {
    const line = this.table.line(state);
    return line.slice(0, MAX_LINE_MOVES).join(" ") + (line.length > MAX_LINE_MOVES ? " …" : "");
  }

  /** Return the mistakes of your side, or of both, in a sentence or two. */
  summary(grades) {
    const { words } = this.table;
    const sides = this.level === TWO ? ["MAX", "MIN"] : [this.you];
    const sentences = sides.map((side) => {
      const kinds = ["??", "?"].map((grade) => {
        const mine = grades.flatMap((one, index) => (one === grade && this.by(index) === side ? [index] : []));
        const list = mine.map((index) => filled(words.at, { move: this.moves[index].text, number: index + 1 }));
        return list.length ? `${list.length} ${words[grade]}${list.length > 1 ? "s" : ""}: ${list.join(", ")}` : "";
      });
      const name = this.level === TWO ? this.sign(side) : words.you;
      return filled(words.summary, { side: name, found: kinds.filter(Boolean).join("; and ") || words.faultless });
    });
    return sentences.join(" ");
  }

  /** Try another move in the place of one that was played. */
  attempt(at, spots) {
    if (!this.moves[at]) this.refuse("no moment", { at, count: this.moves.length });
    const move = this.chosen(this.states[at], spots);
    this.values.tried = this.tried(at, move);
  }

  solve(at) {
    if (!this.moves[at]) this.refuse("no moment", { at, count: this.moves.length });
    this.values.tried = this.tried(at, this.bestAt(at));
  }

  tried(at, move) {
    const { table } = this;
    const { words } = table;
    const before = this.states[at];
    const holds = !this.graded(table.turn(before), before, move.next);
    const verdict = table.verdict(move.next);
    const stands = `${verdict.text.charAt(0).toUpperCase()}${verdict.text.slice(1)}.`;
    const side = table.turn(move.next);
    const reply = side ? table.moves(move.next)[table.best(move.next)] : null;
    const opening = holds ? words.holds : move.index === this.moves[at].index ? words.played : words.fails;
    const parts = [filled(opening, { move: move.text }), holds && table.sentence(table.reasons(move)), stands];
    if (reply && !holds) parts.push(filled(words.answers, { side: this.sign(side), answer: reply.text }), table.sentence(table.reasons(reply)));
    const frame = this.drawn(table.face(move.next, before, [move.index]), table.moves(move.next));
    if (reply) frame.strokes.push(["arrow", table.arrow(move), false]);
    return {
      at, move: move.text, holds, text: parts.filter(Boolean).join(" "), verdict, frame,
      answer: reply?.text ?? null, line: [move.text, ...table.line(move.next).slice(0, MAX_TRIED_MOVES)],
    };
  }

  // ---- showing ----

  show(notice = null) {
    const { table } = this;
    const face = this.faceAt(this.at);
    const turn = table.turn(this.state);
    const moves = this.theirs ? [] : table.moves(this.state);
    this.asked += 1;
    this.values.spots = table.spots(face);
    this.values.judged = this.judged();
    this.values.shown = {
      ...(moves.length ? face : this.drawn(face, table.moves(this.state))),
      choices: moves.map(({ spots }) => spots),
      ply: this.moves.length, at: this.at, acts: this.changes, asked: this.asked,
      you: this.you, level: this.level, turn, yours: turn !== "" && !this.theirs,
      moves: this.moves.map(({ text }, index) => [text, this.by(index)]),
      ending: this.ending(),
      verdict: this.rated ? table.verdict(this.state) : null,
      evaluation: this.rated,
      reason: this.reason(),
      hint: this.hinted && turn ? this.hint() : null,
      ...this.why(),
      busy: "",
      notice,
      can: {
        undo: !this.lookingBack && (this.abandoned.length > 0 || this.lastOfYours() >= 0),
        hint: turn !== "" && !this.theirs, review: this.moves.length > 0, swap: this.level !== TWO, new: this.moves.length > 0,
      },
      ...this.heat(moves),
      heated: this.heated,
    };
  }

  /** Return a face on which nothing can be chosen: the marks of spots that belong to the board are drawn. */
  drawn(face, moves) {
    const first = new Set(moves.map(({ spots }) => spots[0]));
    const marks = this.table.spots(face).filter(([name, , , , kind]) => kind === "way" && first.has(name));
    return { ...face, strokes: [...face.strokes, ...marks.map(([, , , , kind, path]) => [kind, path, false])], choices: [] };
  }

  /** Return the face of a moment, with the marks of the last turn. */
  faceAt(at) {
    let first = at;
    while (first > 0 && this.by(first - 1) === this.by(at - 1)) first -= 1;
    const turn = this.moves.slice(first, at).map(({ index }) => index);
    return this.table.face(this.states[at], this.states[first], turn);
  }

  ending() {
    if (this.table.turn(this.state)) return "";
    const { ending, endings } = this.table.value(this.state);
    return this.level === TWO ? ending : endings[this.you];
  }

  /** Return why the other player made the moves of its last turn. */
  reason() {
    const { table, at } = this;
    if (!at || this.level === TWO || this.by(at - 1) === this.you) return null;
    const side = this.by(at - 1);
    let first = at;
    while (first > 0 && this.by(first - 1) === side) first -= 1;
    const turn = this.moves.slice(first, at);
    const ends = turn.length > 1 ? [turn[0], turn.at(-1)].flatMap((move) => table.reasons(move).slice(0, 1)) : table.reasons(turn[0]);
    const parts = [table.sentence([...new Set(ends)])];
    const move = turn.at(-1);
    const others = table.moves(this.states[at - 1]).filter(({ index }) => index !== move.index);
    const bad = others.filter(({ next }) => table.result(next, side) < 0).length;
    if (bad && table.turn(move.next) && table.result(move.next, side) >= 0) {
      const { only, some } = table.words;
      parts.push(bad === others.length ? only : filled(some, { bad, others: others.length }));
    }
    return { move: turn.map(({ text }) => text).join(", "), side, text: parts.filter(Boolean).join(" ") };
  }

  hint() {
    const { table, state } = this;
    const { kind, region, marks } = table.hint(state);
    const who = this.level === TWO ? this.sign(table.turn(state)) : table.words.you;
    return {
      kind: filled(kind, { who }), region, move: table.moves(state)[table.best(state)].text, marks,
      verdict: table.verdict(state), note: filled(table.words.effort, { depth: table.data.length[state] }),
    };
  }

  /** Return the values of all moves that the other player could have made. */
  why() {
    const { table, at } = this;
    if (!at || this.level === TWO || this.by(at - 1) === this.you) return { why: [], about: "" };
    const before = this.states[at - 1];
    const side = this.by(at - 1);
    const played = this.moves[at - 1].index;
    const rank = (move) => (move.index === played ? Infinity : this.gain(move.next, side));
    const rows = new Map(); // moves with the same reasons and the same value share a row
    for (const move of table.moves(before).sort((a, b) => rank(b) - rank(a))) {
      const row = [table.reasons(move).join("; "), `${table.value(move.next).number}, proved`, move.index === played];
      const key = row.join("\n");
      if (!rows.has(key)) rows.set(key, [[], ...row]);
      rows.get(key)[0].push(move.text);
    }
    const why = [...rows.values()].slice(0, MAX_ROWS).map(([moves, ...row]) => [this.some(moves), ...row]);
    const { words } = table;
    const about = {
      side: this.sign(side), size: side === "MAX" ? "large" : "small", depth: table.data.length[before], line: this.line(before),
    };
    return { why, about: filled(words.about, about) };
  }

  /** Return a list of moves, cut short where it is long. */
  some(moves) {
    const list = moves.slice(0, MAX_MOVES_IN_ROW).join(", ");
    const count = moves.length - MAX_MOVES_IN_ROW;
    return count > 0 ? filled(this.table.words["and more"], { moves: list, count }) : list;
  }

  /** Return the shade and the value of each spot: the best move of the side to move has shade 1. */
  heat(moves) {
    if (!this.heated || !moves.length) return { heat: {}, legend: [] };
    const side = this.table.turn(this.state);
    const gains = moves.map(({ next }) => this.gain(next, side));
    const [low, high] = [Math.min(...gains), Math.max(...gains)];
    const heat = {};
    const order = [...moves.keys()].sort((a, b) => gains[a] - gains[b]);
    for (const index of order) {
      const { spots, next } = moves[index];
      const shade = Math.round((1000 * (gains[index] - low)) / (high - low || 1)) / 1000;
      spots.forEach((spot, count) => ((heat[spots.slice(0, count).join("\n")] ??= {})[spot] = [shade, this.table.value(next).rounded]));
    }
    return { heat, legend: [order[0], order.at(-1)].map((index) => this.table.value(moves[index].next).rounded) };
  }
}
