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

/** Return what cannot be read in the box of a node, in a sentence; "" if it can. */
export function unread(name, text = "") {
  return !text || parsed(text, true) ? "" : `“${text}” at ${name} is not a number: write one like 3, −2.5 or ∞.`;
}

/** Judge an answer by what is known of the nodes; `boxes` names those whose value was asked for. */
export function judge(truth, answer, boxes) {
  const skipped = judgeSkipped(truth, new Set(answer.skipped));
  const values = boxes.map((name) => judgeBox(truth.nodes[name], name, answer.values[name] ?? ""));
  const count = (marks, wanted) => marks.filter(({ verdict }) => verdict === wanted).length;
  const [right, wrong, missed] = ["right", "wrong", "missed"].map((v) => count(skipped, v));
  const empty = boxes.filter((name) => !answer.values[name] && truth.nodes[name].value.truth !== "skipped");
  return {
    marks: [...skipped, ...values.filter(Boolean)],
    summary: summary({ right, wrong, missed, boxed: count(values.filter(Boolean), "right"), boxes: values.filter(Boolean).length, empty }),
    shown: 0, // how many mistakes are shown,
    hinted: false, // and whether there is a hint at the next one
  };
}

/** Say what was found and what was missed; an answer is called right only where all of it is. */
function summary({ right, wrong, missed, boxed, boxes, empty }) {
  const all = !wrong && !missed && boxed === boxes;
  const parts = [];
  if (right + missed) parts.push(`${right} of ${right + missed} found`);
  else if (!boxes || wrong) parts.push("Nothing is skipped here");
  if (wrong) parts.push(`${wrong} too many`);
  if (boxes) parts.push(`${boxed} of ${boxes} values right`);
  const left = empty.length ? ` Still empty: ${empty.join(", ")}.` : "";
  const text = all ? "" : `${left} Ask for a hint, or have one mistake shown at a time.`.trim();
  return { head: `${all ? "All right: " : ""}${parts.join(", ")}.`, text };
}

function judgeSkipped(truth, marked) {
  const marks = [];
  for (const [name, node] of Object.entries(truth.nodes)) {
    const { why: reason, hint, look } = node;
    const mark = { name, kind: "skipped", reason, hint, look };
    if (marked.has(name) && node.skipped) marks.push({ ...mark, verdict: "right", reason: "" });
    else if (marked.has(name)) {
      const message = `you struck it out, but it is ${node.truth}.`;
      marks.push({ ...mark, verdict: "wrong", message });
    } else if (node.skipped) {
      marks.push({ ...mark, verdict: "missed", message: "not struck out, but skipped." });
    }
  }
  return marks;
}

/** Judge the value in a box; an empty one is right only at a skipped node, where nothing is asked. */
function judgeBox({ value }, name, text) {
  const { truth, why: reason, hint, look } = value;
  if (!text && truth === "skipped") return null;
  const right = text && truth !== "skipped" && compared(text, truth) === "right";
  const message = text ? `you say ${text}, but it is ${truth}.` : "its box is empty.";
  return { name, kind: "value", verdict: right ? "right" : text ? "wrong" : "missed", message, reason, hint, look };
}

/** Tell whether a value is "right", all but its "sign", or "wrong"; fractions may be rounded. */
export function compared(answer, truth) {
  const [given, right] = [answer, truth].map((text) => parsed(text, true));
  const off = Number.isInteger(right.number) ? 0 : Math.abs(given.number - right.number);
  if (given.number !== right.number && !(off > 0 && off < 0.006)) return "wrong";
  return !given.sign || given.sign === (right.sign || "=") ? "right" : "sign";
}
