import { html, write } from "./dom.js";
import { default as explorer } from "./explore.js";
import { default as play } from "./play.js";
import { practiceTree } from "./practice.js";
import { default as predictor } from "./predictor.js";
import { predicted, seeded, stepped } from "./rounds.js";
import { MOST_NODES, format, fromLists, parse } from "./search.js";
import { dressed, mount } from "./standalone.js";
import { default as stepper } from "./stepper.js";

// A page with a view of the tree in its address, and a form that makes such an address.

const PATIENCE = 250; // milliseconds after a key until the tree is read
const SEARCHES = { "alpha-beta": "alphaBeta", minimax: "minimax" };
const CHOICES = { view: ["step", "predict", "explore", "play"], search: Object.keys(SEARCHES), level: ["1", "2", "3"], ask: ["1"], embed: ["1"] };
const BEGINS = { tree: "", view: "step", search: "alpha-beta", level: "1", seed: "", ask: "", embed: "" };
const OF_VIEW = { search: ["step", "predict"], level: ["predict"], ask: ["step"] }; // which views a choice is for
const WRITE = "Write a tree: a line for each node with its children, or nested lists";

// ---- addresses ----

/** Return the tree in an address as text: its lines stand between semicolons. */
function decoded(raw) {
  const plain = (part) => decodeURIComponent(part.replaceAll("+", " "));
  return raw.split(";").map(plain).join("\n");
}

/** Return a text as it stands in an address, as readable as can be. */
export function encoded(text) {
  const lists = text.trim().startsWith("[");
  const lines = lists ? [text.replace(/\s/g, "")] : text.split(/\r?\n/).map((line) => line.split("#")[0].trim());
  const readable = { "%20": "+", "%3A": ":", "%3D": "=", "%2C": ",", "%5B": "[", "%5D": "]" };
  const part = (line) => encodeURIComponent(line.replace(/\s+/g, " ")).replace(/%(20|3A|3D|2C|5B|5D)/g, (code) => readable[code]);
  return lines.filter(Boolean).map(part).join(";");
}

/** Return what an address asks for, and what is wrong with it in a sentence. */
function asked(search) {
  const found = { ...BEGINS };
  let problem = "";
  for (const pair of search.replace(/^\?/, "").split("&").filter(Boolean)) {
    const [name, ...rest] = pair.split("=");
    const raw = rest.join("=");
    try {
      const value = name === "tree" ? decoded(raw) : decodeURIComponent(raw);
      if (CHOICES[name] && value && !CHOICES[name].includes(value)) problem = `The address has ${name}=${value}, but ${name} must be ${spoken(CHOICES[name])}.`;
      else if (name === "seed" && !/^\d{1,9}$/.test(value)) problem = `The address has seed=${value}, but a seed is a whole number such as 25.`;
      else if (name in BEGINS) found[name] = value;
    } catch {
      problem = "The tree in the address cannot be read: a % in it does not stand before a code.";
    }
  }
  return [found, problem];
}

/** Return a message as the end of a sentence. */
const sentence = (message) => `${message}${message.endsWith("…") ? "" : "."}`;

function spoken(words) {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** Return the address of a page with what was chosen; what is as usual is left out. */
function address(chosen) {
  const parts = Object.entries({ view: chosen.view, ...chosen }).filter(
    ([name, value]) => name !== "tree" && value && (name === "view" || value !== BEGINS[name]) && (OF_VIEW[name] ?? [chosen.view]).includes(chosen.view),
  );
  const kept = parts.filter(([name]) => name !== "seed" || (chosen.view === "predict" && !chosen.tree.trim()));
  const tree = chosen.tree.trim() ? [["tree", encoded(chosen.tree)]] : [];
  return `${location.href.split(/[?#]/)[0]}?${[...tree, ...kept].map((pair) => pair.join("=")).join("&")}`;
}

// ---- trees and views ----

/** Return the tree that a text describes; raise an error that says what is wrong. */
function read(text) {
  if (!text.trim()) throw new Error(WRITE);
  const tree = text.trim().startsWith("[") ? fromLists(listsOf(text)) : parse(text);
  if (tree.nodes.size === 1) throw new Error("it is a single leaf, and there is nothing to search");
  if (tree.nodes.size > MOST_NODES) throw new Error(`it has ${tree.nodes.size} nodes, and at most ${MOST_NODES} can be shown`);
  return tree;
}

function listsOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("a bracket, a comma or a number is wrong in these lists; write them like [[3, 5], [2, 9]]");
  }
}

/** Return the view and its state for what was chosen. */
function viewOf(chosen, parts) {
  const { view, level, search, seed } = chosen;
  const options = { search: SEARCHES[search], strictCuts: false };
  const practice = { ...parts, options, level: Number(level), seed: null };
  const begins = { step: 0, revealed: 0, playing: false, speed: 1, presenter: false, ask: false, answers: {} };
  if (view === "predict") {
    const practised = chosen.tree.trim() ? practice : { ...practice, seed: seed ? Number(seed) : seeded() };
    const tree = chosen.tree.trim() ? read(chosen.tree) : practiceTree(practised.seed, practised.level);
    return [predictor, { ...begins, boxes: search === "minimax", ...predicted(tree, practised), practice: practised }];
  }
  const tree = read(chosen.tree);
  if (view === "step") return [stepper, { ...begins, ask: chosen.ask === "1", data: stepped(tree, parts, options) }];
  if (view === "explore") return [explorer, { tree: format(tree), orders: false, templates: parts.templates }];
  return [play, { trees: [["", format(tree)]], templates: parts.templates }];
}

// ---- the page ----

class Page {
  constructor() {
    const { looks, ...parts } = JSON.parse(document.getElementById("parts").textContent);
    this.parts = parts;
    this.looks = dressed(looks);
    [this.chosen, this.problem] = asked(location.search);
    const { chosen } = this;
    if (!chosen.tree && !(chosen.view === "predict" && location.search)) chosen.tree = parts.sample;
    document.body.dataset.embed = chosen.embed;
    this.form = document.getElementById("form");
    this.element = (name) => document.getElementById(name);
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("input", ({ target }) => this.changed(target));
    for (const copy of document.querySelectorAll("[data-copy]")) copy.addEventListener("click", () => this.copy(copy));
    for (const [name, value] of Object.entries(chosen)) this.fill(this.form.elements[name], value);
    this.element("view").addEventListener("gl-change", ({ detail }) => this.follow(detail));
    this.element("from-file").hidden = location.protocol !== "file:";
    this.show();
  }

  /** Show a value in its field. */
  fill(field, value) {
    if (!field) return;
    if (field.type === "checkbox") field.checked = Boolean(value);
    else field.value = value;
  }

  changed({ name, type, checked, value }) {
    this.chosen[name] = type === "checkbox" ? (checked ? "1" : "") : value;
    this.problem = "";
    clearTimeout(this.waits);
    if (name === "tree") this.waits = setTimeout(() => this.show(), PATIENCE);
    else this.show();
  }

  /** Show the view of what was chosen, or say what is wrong; then the view stays that of the last tree. */
  show() {
    const { chosen } = this;
    let problem = this.problem;
    let view = null;
    try {
      view = viewOf(chosen, this.parts);
    } catch (error) {
      const shown = this.element("view").firstChild ? " The view shows the last tree that could be read." : "";
      problem ||= error.message === WRITE ? `${WRITE}.` : `This tree cannot be read: ${sentence(error.message)}${shown}`;
    }
    if (view) {
      const root = html("div", { class: "gamelib-view" }, html("div", { class: "gl-twin" }));
      this.element("view").replaceChildren(root);
      mount(view[0], root, view[1], this.looks);
    }
    write(this.element("problem"), problem);
    for (const [name, views] of Object.entries(OF_VIEW)) this.element(name).hidden = !views.includes(chosen.view);
    this.link(chosen);
    for (const button of document.querySelectorAll("[data-copy]")) button.disabled = Boolean(problem);
  }

  /** Show the address of what was chosen, and the line with it. */
  link(chosen) {
    this.element("link").value = address({ ...chosen, embed: "" });
    const quoted = address({ ...chosen, embed: "1" }).replaceAll("&", "&amp;");
    this.element("iframe").value = `<iframe src="${quoted}" title="A game tree" width="845" height="562" style="border: 0; max-width: 100%"></iframe>`;
  }

  /** Let the link follow what was changed in the view. A practice tree is not written down: the text stays what it is. */
  follow(detail) {
    const { chosen } = this;
    if (detail.tree !== "") for (const [name, value] of Object.entries(detail)) this.fill(this.form.elements[name], (chosen[name] = value));
    this.link({ ...chosen, ...detail });
  }

  async copy(button) {
    const field = this.element(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // a page from a disk may not use the clipboard otherwise
    }
    write(button, "Copied");
    setTimeout(() => write(button, "Copy"), 1500);
  }
}

new Page();
