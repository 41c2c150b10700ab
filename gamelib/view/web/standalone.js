// A view on a page without a kernel: a stand-in for the model that a kernel would share.

class Model {
  constructor(values) {
    this.values = values;
    this.listeners = {};
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
  el.adoptedStyleSheets = [looks];
  view.render({ model, el });
  root.querySelector(":scope > .gl-twin").hidden = true;
  if (root.closest("[data-fill]")) el.firstElementChild.dataset.fill = ""; // it has a box to fill
  root.append(host);
  if (root.closest("[data-alone]")) el.firstElementChild.focus({ preventScroll: true });
}

/** Add the colours to the page, and return the rest of the style as a sheet for shadow trees. */
export function dressed([colours, style]) {
  const added = document.createElement("style");
  added.textContent = colours;
  document.head.append(added);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  return sheet;
}
