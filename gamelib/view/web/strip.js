import { control, html } from "./dom.js";
import { writeParts } from "./links.js";
import { alphaBeta, orderCounts, setValue, shown } from "./search.js";

// The strip below a tree: what other numbers at a leaf would change, or what other orders of the moves would.

const COLUMNS = 13;

export const leavesOf = (tree) => [...tree.nodes.values()].filter(({ children }) => !children.length);

/** Return thirteen whole numbers that cover the leaves of a tree: from 0 if they lie above it. */
export function covering(tree) {
  const values = leavesOf(tree).map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const from = least >= 0 && most < COLUMNS ? 0 : least;
  for (let step = Math.max(1, Math.ceil((most - from) / (COLUMNS - 1))); ; step++) {
    const start = Math.floor(from / step) * step;
    if (start + step * (COLUMNS - 1) >= most) return Array.from({ length: COLUMNS }, (_, column) => start + column * step);
  }
}

/** Tell for each of some numbers at a leaf whether the search changes its mind there: it moves or cuts elsewhere. */
function turns(results) {
  const cuts = (events) => events.filter(({ verb }) => verb === "skip").map(({ moves }) => moves);
  const minds = results.map(({ move, events }) => `${move}: ${cuts(events)}`);
  return minds.map((mind, column) => column > 0 && mind !== minds[column - 1]);
}

/** Return the leaf that is worth trying first: where the search changes its mind most often. */
export function mostTelling(tree) {
  const counts = leavesOf(tree).map(({ name }) => {
    const results = covering(tree).map((number) => alphaBeta(setValue(tree, name, number)));
    return turns(results).filter(Boolean).length;
  });
  return leavesOf(tree)[counts.indexOf(Math.max(...counts))].name;
}

/** Return the strip of a leaf: what the root would be worth for other numbers, and how many nodes would be looked at. */
export function otherNumbers({ tree, original, strict }, { name, value }, nodes) {
  const numbers = covering(original);
  const found = numbers.map((number) => alphaBeta(setValue(tree, name, number), { strictCuts: strict }));
  const turned = turns(found);
  const size = tree.nodes.size;
  const was = original.nodes.get(name)?.value;
  const columns = numbers.map((number, at) => {
    const { value: root, visited } = found[at];
    const kinds = ["gl-column", number === value && "on", number === was && "was", turned[at] && "turn"].filter(Boolean).join(" ");
    return html("div", { class: kinds, "data-number": number }, html("span", {}, shown(root)), bar(visited / size, visited), html("b", {}, shown(number)));
  });
  const results = numbers.map((number, at) => `${shown(number)}: ${shown(found[at].value)}, ${found[at].visited}`);
  const label = `What ${tree.start} is worth, and how many of ${size} nodes are looked at, if ${name} were ${results.join("; ")}.`;
  const worth = html("span");
  writeParts(worth, nodes, { name: tree.start }, " is worth");
  return [
    html("p", { class: "gl-caption" }, `Value of ${tree.start}, and nodes looked at, if ${name} were:`),
    html("div", { class: "gl-labels" }, worth, html("span", {}, `looked at, of ${size}`), html("b", {}, `if ${name} were`)),
    html("div", { class: "gl-columns", role: "img", "aria-label": label }, ...columns),
  ];
}

/** Return the chart of all orders: how many of them look at so many nodes. A click takes one of that kind. */
export function allOrders({ tree, strict }, visited, take) {
  const { orders, counts, examples } = orderCounts(tree, undefined, { strictCuts: strict });
  const all = many(orders);
  if (!counts) return [html("p", { class: "gl-many" }, `This tree has ${all} orders, too many to try them all here.`)];
  const [fewest, most] = [Math.min(...counts.keys()), Math.max(...counts.keys())];
  const highest = Math.max(...counts.values());
  const columns = Array.from({ length: most - fewest + 1 }, (_, index) => {
    const [count, on] = [fewest + index, fewest + index === visited];
    const number = counts.get(count) ?? 0;
    const title = `${number.toLocaleString("en")} ${number === 1 ? "order looks" : "orders look"} at ${count} nodes: take one`;
    const press = () => take(examples.get(count));
    const more = { type: "button", title, "aria-label": title, "aria-pressed": on, "data-count": count, click: press, disabled: !number };
    const parts = [html("span", {}, number.toLocaleString("en")), bar(number / highest), html("b", {}, String(count))];
    return control("button", { class: `gl-column${on ? " on" : ""}`, ...more }, ...parts);
  });
  return [
    html("p", { class: "gl-caption" }, `All ${all} orders, by the nodes looked at:`),
    html("div", { class: "gl-labels" }, html("span", {}, `of ${all} orders`), html("span"), html("b", {}, "look at")),
    html("div", { class: "gl-columns" }, ...columns),
  ];
}

/** Return a large number in words that fit in a line. */
function many(number) {
  const zeros = String(number).length - 1;
  if (zeros < 15) return number.toLocaleString("en");
  return `more than 10${String(zeros).replace(/./g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit])}`;
}

/** Return a bar: a frame for all, filled up to a share. */
function bar(share, text = "") {
  return html("i", {}, html("u", { style: `height: ${share * 100}%` }, String(text)));
}
