// The verdict where no kernel can give it: what is true of each node, and why, came along.

const RELATION = /^\s*(≥|>=|=>|at least|≤|<=|=<|at most|==?|exactly|>|<)?\s*(.*?)\s*$/;
const SAME = { "=>": ">=", "≥": ">=", "at least": ">=", "=<": "<=", "≤": "<=", "at most": "<=", "==": "=", exactly: "=" };

/** Read a number, ∞ included, with a relation such as ≥ in front if `related`; null if it is none. */
export function parsed(text, related = false) {
  const [, sign = "", rest] = related ? RELATION.exec(text) : [null, "", text.trim()];
  const plain = rest.replace("−", "-").replace("∞", "inf").toLowerCase();
  const infinite = /^([+-]?)(inf|infinity)$/.exec(plain);
  const number = infinite ? (infinite[1] === "-" ? -Infinity : Infinity) : plain === "" ? NaN : Number(plain);
  return Number.isNaN(number) ? null : { sign: SAME[sign] ?? sign, number };
}

/** Judge an answer by what is known of the nodes. */
export function judge(truth, answer) {
  const marked = new Set(answer.skipped);
  const marks = [];
  let [hits, slips] = [0, 0];
  for (const [name, node] of Object.entries(truth.nodes)) {
    const mark = { name, kind: "skipped", reason: node.why };
    if (marked.has(name) && node.skipped) hits += marks.push({ ...mark, verdict: "right", reason: "" }) && 1;
    else if (marked.has(name)) slips += marks.push({ ...mark, verdict: "wrong", phrase: `you marked it as skipped, but it is ${node.truth}.` }) && 1;
    else if (node.skipped) marks.push({ ...mark, verdict: "missed", phrase: "you did not mark it, but it is skipped." });
  }
  let points = truth.skipped ? Math.max(0, hits - truth.price * slips) : Number(!slips);
  let possible = Math.max(1, truth.skipped);
  for (const kind of ["value", "window"]) {
    for (const [name, said] of Object.entries(answer[`${kind}s`])) {
      const known = truth.nodes[name][kind];
      const mark = { name, kind, reason: known.why, verdict: right(kind, said, known.truth) ? "right" : "wrong" };
      const written = kind === "value" ? said : `(${said.join(", ")})`;
      marks.push({ ...mark, phrase: `you say ${written}, but it is ${known.truth}.` });
      points += mark.verdict === "right";
      possible += 1;
    }
  }
  const notes = marks
    .filter(({ verdict }) => verdict !== "right")
    .map(({ name, verdict, phrase, reason }) => [verdict, `${name}: ${phrase} ${reason}`]);
  return { marks, points, possible, notes };
}

function right(kind, said, truth) {
  if (truth === "skipped") return false;
  if (kind === "window") {
    const halves = truth.replace(/[()]/g, "").split(",");
    return said.every((half, place) => half && parsed(half).number === parsed(halves[place]).number);
  }
  const [told, known] = [parsed(said, true), parsed(truth, true)];
  return told.number === known.number && (!told.sign || told.sign === (known.sign || "="));
}
