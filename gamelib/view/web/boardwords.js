// What the board says in each state: its title, its box and its buttons, as plain data. Nothing here draws.

export const NO_PLAYER = "two people"; // the level at which you move for both sides
export const SAVED = "Saved board: its cell has to be run before you can play.";
const [GUESS, PROVED] = ["a guess", "proved"];

const other = (side) => (side === "MAX" ? "MIN" : "MAX");
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const bold = (text) => ({ strong: text });

/** Return the moves in rows: for each side the indices of the moves of its turn. */
export function rounds(moves) {
  const rows = [];
  moves.forEach(([, side], index) => {
    const row = rows.at(-1);
    const again = moves[index - 1]?.[1] === side;
    if (!row || (!again && (row[side].length || side === "MAX"))) rows.push({ MAX: [], MIN: [], [side]: [index] });
    else row[side].push(index);
  });
  return rows;
}

/** Return the mistakes that you can learn from: moves with "??", or if there are none, with "?". */
export function mistakes({ plan, shown, judged }) {
  if (plan.spectating) return [];
  const mine = ({ length }) => [...Array(length).keys()].filter((at) => alone(shown) || shown.moves[at]?.[1] === shown.you);
  const graded = (grade) => mine(judged.grades ?? []).filter((at) => judged.grades[at] === grade);
  const [grave, light] = ["??", "?"].map(graded);
  return grave.length ? grave : light;
}

export const alone = ({ level }) => level === NO_PLAYER;

/** Return whether a review of this game is complete. */
export const reviewed = (judged) => Boolean(judged.grades && judged.summary);

/** Split a text into parts, with each of these names in bold; a bare number may be another one than the move. */
export function named(text, names) {
  const known = [...new Set(names.filter((name) => name && !/^\d+$/.test(name)))].sort((a, b) => b.length - a.length);
  if (!known.length) return [text];
  const escaped = known.map((name) => name.replace(/[^\w\s]/g, "\\$&")).join("|");
  const parts = text.split(new RegExp(`(?<![\\w-])(${escaped})(?![\\w-]|,\\d)`));
  return parts.map((part, index) => (index % 2 ? bold(part) : part)).filter(Boolean);
}

/** Return a verdict in two parts: how sure it is, and who is ahead. */
export function verdictWords({ proved, ahead, text }) {
  if (proved) return [PROVED, `: ${text}`];
  const far = ahead ? `, ${ahead} ${ahead === 1 ? "move" : "moves"} ahead` : "";
  return [GUESS, `${far}: ${text}`];
}

// ---- the title ----------------------------------------------------------------------------------

/** Return the side whose sign stands in the title, or "", and the title. */
export function title(view, { plan, shown }) {
  const { mode, saved } = view;
  const sign = plan.sides[shown.turn];
  if (mode === "learn") return ["", "Learn from your mistakes"];
  if (mode === "review") return ["", "Review"];
  if (mode === "why") return ["", "Why did it play that?"];
  if (shown.at < shown.ply) return ["", `Before move ${shown.at + 1}`];
  if (!shown.turn) return [winner(plan, shown), capital(shown.ending || "the game has stopped")];
  if (saved) return [shown.turn, `${sign} to move`];
  if (shown.busy === "reply") return [shown.turn, `${sign} is thinking …`];
  if (shown.yours && !alone(shown)) return [shown.you, `Your turn: you are ${sign}`];
  return [shown.turn, `${sign} to move`];
}

function winner({ sides }, { ending, you, verdict }) {
  if (/^you (win|lose)/.test(ending)) return ending.startsWith("you win") ? you : other(you);
  for (const side of ["MAX", "MIN"]) if (ending.startsWith(`${sides[side]} `)) return side;
  return verdict?.share ? (verdict.share > 0 ? "MAX" : "MIN") : "";
}

// ---- the box ------------------------------------------------------------------------------------

/** Return the box: its tone ("", "cut" or "right"), a small line, and a text in parts. */
export function box(view, facts) {
  const { shown } = facts;
  const { notice = shown.notice } = view;
  if (notice?.error) return { tone: "cut", small: "", parts: [notice.text] };
  const made = view.saved ? saved(view, facts) : working(view, facts) ?? BOXES[view.mode](view, facts);
  const small = [notice?.text, made.small].filter(Boolean).join(" ");
  return { tone: "", ...made, small };
}

const BOXES = { play, review, learn, why: () => ({ parts: [] }) };

function saved({ frames }, { shown, judged }) {
  const comment = judged.comments?.[shown.at - 1];
  if (comment) return { small: SAVED, parts: named(comment, names(shown)) };
  return { parts: [SAVED, frames ? " You can look through its moves." : ""] };
}

/** Return what is said while something is searched for; null if nothing is. */
function working({ progress, mode }, { plan, shown, judged }) {
  const doing = {
    reply: `${plan.sides[shown.turn]} is thinking …`,
    hint: "Looking for a hint …",
    try: "Looking for an answer …",
    review: mode === "review" && "The moves are being judged …",
  }[shown.busy];
  if (!doing) return null;
  const done = shown.busy === "review" ? judged.done : "";
  return { small: doing, parts: [capital(done || progress || "")] };
}

function play(view, { plan, shown }) {
  const { degree } = view;
  const { hint, moves, at, ply } = shown;
  const sign = (side) => plan.sides[side];
  if (hint && degree) return hinted(hint, degree, !shown.evaluation);
  if (at < ply) {
    const where = `Move ${at} of ${ply}`;
    const mover = sign(shown.turn);
    const how = shown.yours ? "Choose a move to play on from here. Take back brings the later moves back." : `Here it was ${mover}'s turn.`;
    return { small: where, parts: [how] };
  }
  if (!at) return { parts: [begin(plan, shown)] };
  const side = moves[at - 1][1];
  const { reason } = shown;
  let first = at - 1;
  while (first > 0 && moves[first - 1][1] === side) first -= 1;
  const turn = moves.slice(first, at).map(([move]) => move);
  const parts = [`${sign(side)} played `, ...turn.flatMap((move, index) => [index ? ", " : "", bold(move)]), ". "];
  if (reason) parts.push(reason.text);
  return { parts: parts.filter(Boolean) };
}

function begin(plan, shown) {
  if (!shown.turn) return "The game is over.";
  if (plan.spectating) return "Play starts the game. Step makes one move.";
  const who = alone(shown) ? `${plan.sides[shown.turn]} begins` : "You begin";
  return `${who}. Click, or go there with the arrow keys and press Enter.`;
}

function hinted({ kind, region, move, verdict, note }, degree, alone) {
  const small = `Hint ${degree} of 3`;
  if (degree === 1) return { small, parts: [kind] };
  if (degree === 2) return { small, parts: [region.length ? "Look at the shaded part of the board." : kind] };
  const words = alone && verdict ? ` ${capital(verdictWords(verdict).join(""))}.` : ""; // else the line above says it
  return { small: note ? `${small} · ${note}` : small, parts: ["Play ", bold(move), ".", words] };
}

const names = ({ moves }) => moves.map(([move]) => move);

function review(_, { plan, shown, judged }) {
  const { at, ply, moves } = shown;
  const texts = [...names(shown), ...(judged.best ?? [])];
  if (!at || at === ply) return { parts: named(judged.summary || "No move has been judged.", texts) };
  const grade = judged.grades?.[at - 1];
  const [move, side] = moves[at - 1];
  const small = `Move ${at}, ${plan.sides[side]}: ${move}${grade ? ` ${grade}` : ""}`;
  return { tone: grade === "??" ? "cut" : "", small, parts: named(judged.comments?.[at - 1] || "This move has not been judged.", texts) };
}

function learn({ tried, index }, facts) {
  const { shown, judged, plan } = facts;
  const all = mistakes(facts);
  const at = all[index];
  const [move, side] = shown.moves[at];
  if (tried) {
    const line = (tried.line ?? []).slice(1);
    const texts = [tried.move, tried.answer, move, ...line];
    const more = tried.holds && line.length ? ` It may go on with ${line.join(" ")}.` : "";
    return { tone: tried.holds ? "right" : "cut", parts: named(`${tried.text}${more}`, texts) };
  }
  const what = judged.grades[at] === "?" ? "Doubtful move" : "Mistake";
  const small = `${what} ${index + 1} of ${all.length}, move ${at + 1}`;
  const [before, after] = [judged.verdicts?.[at], judged.verdicts?.[at + 1]];
  const sign = side === "MAX" ? 1 : -1;
  const you = alone(shown) ? plan.sides[side] : "You";
  const tail = after?.proved && sign * after.share < 0
    ? `, and from there ${plan.sides[other(side)]} wins by force. Find a move that still holds.`
    : before?.proved && sign * before.share > 0
      ? `. There was a win by force. Find it.`
      : ` and gave much away. Find a better move.`;
  return { tone: "cut", small, parts: [`${you} played `, bold(move), tail] };
}

// ---- the buttons --------------------------------------------------------------------------------

/** Return the buttons at the bottom: act, word, whether it is the main one, whether it is off. */
export function buttons(view, facts) {
  const { plan, shown } = facts;
  const { can, at, ply } = shown;
  const make = (act, word, more = {}) => ({ act, word, main: false, off: false, ...more });
  const stop = make("stop", "Stop");
  const fresh = make("new", "New game", { off: !can.new });
  const forward = make("forward", "Next", { off: at >= ply });
  if (view.saved) return view.frames ? [make("back", "Back", { off: at <= 0 }), forward] : [];
  if (view.mode === "why") return [make("close", "Close")];
  if (view.mode === "learn") return learning(view, facts, make, stop);
  if (view.mode === "review") {
    const leave = shown.turn || at < ply ? make("close", "Back to the game") : fresh;
    if (shown.busy === "review") return [stop, { ...leave, off: true }];
    return [make("learn", "Learn from your mistakes", { main: true, off: !mistakes(facts).length }), leave];
  }
  if (plan.spectating && (shown.turn || at < ply)) {
    const run = view.running ? make("play", "Pause") : make("play", "Play");
    return [run, shown.busy ? stop : make("step", "Step", { off: view.running })];
  }
  if (!shown.turn && at === ply && !view.running) return [make("review", "Review", { main: true, off: !can.review }), fresh];
  if (view.running) return [make("play", "Pause"), make("last", "Last move")];
  const back = at < ply ? make("last", "Last move") : make("undo", "Take back", { off: !can.undo });
  if (shown.busy) return [{ ...back, off: true }, stop];
  const degree = shown.hint ? view.degree : 0;
  return [back, make("hint", degree && degree < 3 ? "More" : "Hint", { off: !can.hint || degree > 2 })];
}

function learning({ tried, index }, facts, make, stop) {
  const back = make("leave", "Back");
  const show = make("solve", "Show me");
  if (facts.shown.busy) return [{ ...show, off: true }, stop];
  if (!tried) return [show, back];
  if (!tried.holds) return [show, make("again", "Try again")];
  if (index + 1 < mistakes(facts).length) return [make("next", "Next mistake", { main: true }), back];
  return [make("leave", "Done", { main: true }), make("again", "Try again")];
}
