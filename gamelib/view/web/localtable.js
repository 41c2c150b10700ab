// The table of a small game: all its states with values, texts and faces, computed in Python
// (gamelib/view/board/table.py). A state is a number; the table says what can be seen and done there.

/** Put texts in the places of their names: "$side wins". */
export const filled = (text, names) => text.replace(/\$(\w+)/g, (_, name) => names[name]);

/** Return a table from its packed text. */
export function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

const MAX_REASONS = 2; // in a sentence

export class Table {
  constructor(data) {
    Object.assign(this, { data, signs: data.signs, words: data.words });
    this.first = [0]; // of each state, the place of its first move among all moves
    this.next = []; // of each move, the state that it leads to
    this.parents = []; // of each state, the state from which it is first met
    data.count.forEach((count, state) => {
      const start = this.first[state];
      for (let place = start; place < start + count; place++) {
        const fresh = this.parents.length + 1;
        const child = fresh - data.next[place];
        if (child === fresh) this.parents.push(state);
        this.next.push(child);
      }
      this.first.push(start + count);
    });
    this.parts = new Map();
    this.placed = new Map();
  }

  // ---- rules ----

  /** Return the side to move: "MAX", "MIN", or "" at the end of the game. */
  turn(state) {
    return { X: "MAX", O: "MIN" }[this.data.turn[state]] ?? "";
  }

  /** Return the legal moves, each with its text, its spots and the state that it leads to. */
  moves(state) {
    return Array.from({ length: this.data.count[state] }, (_, index) => {
      const place = this.first[state] + index;
      const [text, spots] = this.data.moves[this.data.move[place]];
      return { index, text, spots, next: this.next[place], place };
    });
  }

  // ---- values ----

  /** Return the value of a state with the texts about it. */
  value(state) {
    return this.data.values[this.data.value[state]];
  }

  /** Return 1, 0 or -1: whether a side wins, draws or loses with best play. */
  result(state, side) {
    return Math.sign(this.value(state).value) * (side === "MAX" ? 1 : -1);
  }

  verdict(state) {
    const { share, before, over } = this.value(state);
    return { share, proved: true, ahead: null, text: this.turn(state) ? before : over };
  }

  /** Return the index of the best move; every state but the last ones has one. */
  best(state) {
    return this.data.best[state];
  }

  /** Return the moves of best play from a state on. */
  line(state) {
    const texts = [];
    while (this.turn(state)) {
      const move = this.moves(state)[this.best(state)];
      texts.push(move.text);
      state = move.next;
    }
    return texts;
  }

  /** Return what a move does, most important first. */
  reasons({ place }) {
    return this.data.reasons[this.data.reason[place]];
  }

  /** Return reasons as a sentence, nothing without reasons. */
  sentence(reasons) {
    return reasons.length ? filled(this.words.reasons, { reasons: reasons.slice(0, MAX_REASONS).join(" and ") }) : "";
  }

  /** Return the hint in a state: the kind of move, a region of spots, and marks of the move. */
  hint(state) {
    const [kind, region, marks] = this.data.hints[this.data.hint[state]];
    return { kind, region, marks };
  }

  /** Return the arrow along the best answer to a move, or from the move to the answer. */
  arrow(move) {
    const answer = this.moves(move.next)[this.best(move.next)];
    return this.data.arrows[`${this.data.move[move.place]}.${this.data.move[answer.place]}`];
  }

  // ---- faces ----

  /** Return the parts of the face of a state: those of the state before, but for a few. */
  partsOf(state) {
    if (!this.parts.has(state)) {
      const before = state ? this.partsOf(this.parents[state - 1]) : new Set();
      this.parts.set(state, this.patched(before, this.data.face[state]));
    }
    return this.parts.get(state);
  }

  patched(parts, number) {
    const result = new Set(parts);
    for (const part of this.data.patches[number]) result.delete(part) || result.add(part);
    return result;
  }

  /** Return the face of a state after a turn: the state before the turn, and the indices of its moves. */
  face(state, before = null, turn = []) {
    let parts = this.partsOf(state);
    if (turn.length > 1) parts = this.patched(parts, this.data.turns[`${before}:${turn.join(".")}`]);
    else if (turn.length) parts = this.patched(parts, this.mark(before, turn[0]));
    const face = { size: [], strokes: [], words: [], labels: {}, preview: [], note: "", overlay: null, refused: {}, placed: [] };
    for (const part of [...parts].sort((a, b) => a - b)) this.add(face, ...this.data.parts[part]);
    return face;
  }

  /** Return the patch that marks the last move. */
  mark(before, index) {
    const place = this.first[before] + index;
    const [max, min] = this.data.marks[this.data.move[place]];
    return (this.turn(before) === "MAX" ? max : min)[this.data.last[place]];
  }

  add(face, kind, ...part) {
    if (kind === "size") face.size = part[0];
    else if (kind === "note") face.note = part[0];
    else if (kind === "stroke") face.strokes.push(part);
    else if (kind === "word") face.words.push(part);
    else if (kind === "preview") face.preview.push(part);
    else if (kind === "overlay") face.overlay = { text: part[0] };
    else if (kind === "refused") face.refused[part[0][0]] = part[0][1];
    else if (kind === "spot") {
      face.placed.push(part[0]);
      face.labels[this.data.spots[part[0]][0]] = part[1];
    }
  }

  /** Return the spots of a face; the same array for the same spots. */
  spots(face) {
    const key = face.placed.join();
    if (!this.placed.has(key)) this.placed.set(key, face.placed.map((number) => this.data.spots[number]));
    return this.placed.get(key);
  }
}
