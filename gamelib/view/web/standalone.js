// A view on a page without a kernel: a stand-in for the model that a kernel would share.

class Model {
  constructor(values) {
    this.values = values;
    this.listeners = {};
  }

  /** Return a model with some other values, to which nothing listens yet. */
  with(values) {
    return new Model({ ...this.values, ...values });
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    if (this.values[name] === value) return;
    this.values[name] = value;
    for (const listener of [...(this.listeners[`change:${name}`] ?? [])]) listener();
  }

  on(name, listener) {
    (this.listeners[name] ??= []).push(listener);
  }
}

/**
 * Put a view with its state into an element; the static twin makes room. The view
 * stands in a shadow tree, where no style of the page around it reaches it.
 */
export function mount(view, root, state, looks) {
  const model = new Model(state);
  const host = document.createElement("div");
  host.className = "gl-live";
  host.dataset.lmSuppressShortcuts = "true"; // to JupyterLab the focus is here
  const el = host.attachShadow({ mode: "open" });
  el.adoptedStyleSheets = looks(root.dataset.view);
  view.render({ model, el });
  root.querySelector(":scope > .gl-twin").hidden = true;
  if (root.closest("[data-fill]")) el.firstElementChild.dataset.fill = ""; // it has a box to fill
  root.append(host);
  if (root.closest("[data-alone]")) el.firstElementChild.focus({ preventScroll: true });
  inNotebook(host, el.firstElementChild);
}

/**
 * In JupyterLab, give a view the keys after its own cell was run, and let Shift+Enter run the next cell as usual.
 *
 * The notebook does not notice this focus: for it the next cell stays the active one.
 */
function inNotebook(host, view) {
  const cell = host.closest(".jp-CodeCell");
  if (!cell) return;
  if (justRun(cell)) {
    const quiet = (event) => event.stopPropagation();
    host.addEventListener("focusin", quiet);
    view.focus({ preventScroll: true });
    host.removeEventListener("focusin", quiet);
  }
  host.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const active = cell.closest(".jp-Notebook").querySelector(".jp-Cell.jp-mod-active") ?? cell;
    active.focus({ preventScroll: true });
    const keys = { key: "Enter", code: "Enter", keyCode: 13, shiftKey: true, bubbles: true, cancelable: true };
    active.dispatchEvent(new KeyboardEvent("keydown", keys));
  });
}

/** Tell whether someone has just run this cell alone: then the next cell is active, and neither runs nor ran after it. */
function justRun(cell) {
  const number = (one) => one.querySelector(".jp-InputPrompt")?.textContent.match(/\d+|\*/)?.[0];
  const next = cell.nextElementSibling;
  if (!next?.matches(".jp-mod-active") || !navigator.userActivation?.isActive) return false;
  const [own, after] = [cell, next].map(number);
  const typing = document.activeElement?.closest(".cm-content, input, textarea");
  return !typing && after !== "*" && !(Number(after) > Number(own));
}

/** Add the colours to the page, and return the sheets for the shadow tree of a kind of views; some kinds have their own. */
export function dressed([colours, style, own = {}]) {
  const added = document.createElement("style");
  added.textContent = colours;
  document.head.append(added);
  const sheet = (text) => {
    const made = new CSSStyleSheet();
    made.replaceSync(text);
    return made;
  };
  const all = sheet(style);
  const sheets = Object.fromEntries(Object.entries(own).map(([kind, text]) => [kind, [all, sheet(text)]]));
  return (kind) => sheets[kind] ?? [all];
}
