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

/** Judge an answer by what is known of the nodes. */
export function judge(truth, answer) {
  const skipped = judgeSkipped(truth, new Set(answer.skipped));
  const boxes = ["value", "window"].flatMap((kind) =>
    Object.entries(answer[`${kind}s`]).map(([name, said]) =>
      judgeBox(truth.nodes[name][kind], kind, name, said),
    ),
  );
  const marks = [...skipped.marks, ...boxes];
  return {
    marks,
    points: skipped.points + boxes.filter(({ verdict }) => verdict === "right").length,
    possible: Math.max(1, truth.skipped) + boxes.length,
    notes: [
      ...marks
        .filter(({ verdict }) => verdict !== "right")
        .map(({ name, verdict, told, reason }) => [verdict, `${name}: ${told} ${reason}`]),
      ...takenAway(skipped),
    ],
  };
}

function judgeSkipped(truth, marked) {
  const marks = [];
  for (const [name, node] of Object.entries(truth.nodes)) {
    const mark = { name, kind: "skipped", reason: node.why };
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

function takenAway({ marks, points }) {
  const taken = marks.filter(({ verdict }) => verdict === "right").length - points;
  return taken > 0 ? [["wrong", `Wrong marks took ${taken} point${taken === 1 ? "" : "s"} away.`]] : [];
}

function judgeBox(known, kind, name, said) {
  const verdict = isRight(kind, said, known.truth) ? "right" : "wrong";
  const written = kind === "value" ? said : `(${said.join(", ")})`;
  const told = `you say ${written}, but it is ${known.truth}.`;
  return { name, kind, verdict, told, reason: known.why };
}

function isRight(kind, said, truth) {
  if (truth === "skipped") return false;
  if (kind === "window") {
    const halves = truth.replace(/[()]/g, "").split(",");
    return said.every(
      (half, place) => half && parsed(half).number === parsed(halves[place]).number,
    );
  }
  const [told, known] = [parsed(said, true), parsed(truth, true)];
  return told.number === known.number && (!told.sign || told.sign === (known.sign || "="));
}
