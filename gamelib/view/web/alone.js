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

  off(name, listener) {
    this.listeners[name] = (this.listeners[name] ?? []).filter((kept) => kept !== listener);
  }

  save_changes() {}
}

/** Put a view into an element that has its state as JSON; the static twin makes room. */
export function mount(view, root) {
  const model = new Model(JSON.parse(root.querySelector(":scope > script").textContent));
  const el = document.createElement("div");
  view.initialize?.({ model });
  view.render({ model, el });
  root.querySelector(":scope > .gl-twin").hidden = true;
  root.append(el);
}

/** Add a style sheet to the page. */
export function dress(text) {
  const style = document.createElement("style");
  style.textContent = text;
  document.head.append(style);
}
