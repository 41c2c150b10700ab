// Where the board's facts come from when there is a kernel: a widget's model, and whether a kernel is behind it.

/**
 * Return a source of facts: `get`, `on`, `off` and `send` as a model has them, and "alive", which becomes
 * false when the kernel has gone or never was.
 *
 * A view gets its model without its line to the kernel, but not the model of the script they share.
 */
export function kernelSource(model) {
  let alive = true;
  const heard = new Set();
  const script = model.get("script")?.replace("IPY_MODEL_", "");
  const become = (now) => {
    if (alive === now) return;
    alive = now;
    for (const listener of heard) listener();
  };
  const watch = (shared) => {
    if (!("comm_live" in shared)) return;
    const look = () => become(shared.comm_live);
    shared.on?.("comm_live_update", look);
    look();
  };
  if (script && model.widget_manager) model.widget_manager.get_model(script).then(watch, () => {});
  return {
    get: (name) => (name === "alive" ? alive : model.get(name)),
    on: (name, listener) => (name === "change:alive" ? heard.add(listener) : model.on(name, listener)),
    off: (name, listener) => (name === "change:alive" ? heard.delete(listener) : model.off?.(name, listener)),
    send(message) {
      try {
        model.send(message);
      } catch (error) {
        become(false); // a kernel that was shut down says so only now
        throw error;
      }
    },
  };
}
