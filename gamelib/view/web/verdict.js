// The verdict where no kernel can give it: what is true of each node, and why, came along.

const RELATION = /^\s*(≥|>=|=>|at least|≤|<=|=<|at most|==?|exactly|>|<)?\s*(.*?)\s*$/;
// The same relation, written in another way.
const SAME = {
  "=>": ">=",
  "≥": ">=",
  "at least": ">=",
  "=<": "<=",
  "≤": "<=",
  "at most": "<=",
  "==": "=",
  exactly: "=",
};

/** Read a number, ∞ included, with a relation such as ≥ in front if `related`; null if it is none. */
export function parsed(text, related = false) {
  const [, sign = "", rest] = related ? RELATION.exec(text) : [null, "", text.trim()];
  const plain = rest.replace("−", "-").replace("∞", "inf").toLowerCase();
  const infinite = /^[+-]?inf(inity)?$/.test(plain);
  const number = infinite ? (plain[0] === "-" ? -Infinity : Infinity) : Number(plain);
  return plain === "" || Number.isNaN(number) ? null : { sign: SAME[sign] ?? sign, number };
}

/** Return what cannot be read in the boxes of a node, in a sentence; "" if all of it can. */
export function unread(name, value = "", window = []) {
  const bad = [value, ...window].find((text, place) => text && !parsed(text, place === 0));
  if (bad) return `“${bad}” at ${name} is not a number: write one like 3, −2.5 or ∞.`;
  const half = window.filter(Boolean).length === 1;
  return half ? `The window of ${name} has one end only: fill in both, or none.` : "";
}

/** Judge an answer by what is known of the nodes. */
export function judge(truth, answer) {
  const skipped = judgeSkipped(truth, new Set(answer.skipped));
  const boxes = ["value", "window"].flatMap((kind) =>
    Object.entries(answer[`${kind}s`]).map(([name, said]) =>
      judgeBox(truth.nodes[name][kind], kind, name, said),
    ),
  );
  const count = (marks, wanted) => marks.filter(({ verdict }) => verdict === wanted).length;
  const [right, wrong, missed] = ["right", "wrong", "missed"].map((v) => count(skipped.marks, v));
  const boxed = count(boxes, "right");
  const taken = right - skipped.points;
  const lines = [`Marks: ${right} right, ${wrong} wrong, ${missed} missing.`];
  if (boxes.length) lines.push(`Boxes: ${boxed} right, ${boxes.length - boxed} wrong.`);
  if (right && taken > 0) lines.push(`Wrong marks took ${taken} point${taken === 1 ? "" : "s"} away.`);
  return {
    marks: [...skipped.marks, ...boxes],
    points: skipped.points + boxed,
    possible: Math.max(1, truth.skipped) + boxes.length,
    counts: lines.join(" "),
    shown: 0, // how many mistakes are shown,
    hinted: false, // and whether there is a hint at the next one
  };
}

function judgeSkipped(truth, marked) {
  const marks = [];
  for (const [name, node] of Object.entries(truth.nodes)) {
    const { why: reason, hint, look } = node;
    const mark = { name, kind: "skipped", reason, hint, look };
    if (marked.has(name) && node.skipped) marks.push({ ...mark, verdict: "right", reason: "" });
    else if (marked.has(name)) {
      const told = `you marked it as skipped, but it is ${node.truth}.`;
      marks.push({ ...mark, verdict: "wrong", told });
    } else if (node.skipped) {
      marks.push({ ...mark, verdict: "missed", told: "you did not mark it, but it is skipped." });
    }
  }
  const count = (wanted) => marks.filter(({ verdict }) => verdict === wanted).length;
  // A visited node that was marked takes points away, so that marking everything is worth nothing.
  const points = Math.max(0, count("right") - truth.price * count("wrong"));
  return { marks, points: truth.skipped ? points : Number(!count("wrong")) };
}

function judgeBox(known, kind, name, said) {
  const verdict = isRight(kind, said, known.truth) ? "right" : "wrong";
  const written = kind === "value" ? said : `(${said.join(", ")})`;
  const told = `you say ${written}, but it is ${known.truth}.`;
  const { why: reason, hint, look } = known;
  return { name, kind, verdict, told, reason, hint, look };
}

function isRight(kind, said, truth) {
  if (truth === "skipped") return false;
  if (kind === "window") {
    const halves = truth.replace(/[()]/g, "").split(",");
    return said.every(
      (half, place) => half && parsed(half).number === parsed(halves[place]).number,
    );
  }
  return compared(said, truth) === "right";
}

/** Tell whether a value is "right", all but its "sign", or "wrong"; fractions may be rounded. */
export function compared(said, truth) {
  const [told, known] = [said, truth].map((text) => parsed(text, true));
  const off = Number.isInteger(known.number) ? 0 : Math.abs(told.number - known.number);
  if (told.number !== known.number && !(off > 0 && off < 0.006)) return "wrong";
  return !told.sign || told.sign === (known.sign || "=") ? "right" : "sign";
}
