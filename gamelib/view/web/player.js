import { stop } from "./ask.js";

// Steps: going somewhere, cuts, playing.

/** Return what moves a model from step to step. */
export function player(model) {
  const steps = () => model.get("data").steps;
  const set = (values) => {
    for (const [name, value] of Object.entries(values)) model.set(name, value);
  };
  const cut = (way) => {
    const all = steps();
    for (let step = model.get("step") + way; step >= 1 && step <= all.length; step += way)
      if (all[step - 1].verb === "skip") return step;
    return null;
  };
  const go = (step) => {
    const last = stop(model, steps().length);
    set({ step: Math.max(0, Math.min(last, step)), playing: false });
  };
  return {
    set,
    go,
    cut,
    by: (steps) => go(model.get("step") + steps),
    toCut(way) {
      const last = model.get("ask") && way > 0 ? Infinity : null; // whether there is one more stays open
      const step = cut(way) ?? last;
      if (step !== null) go(step);
    },
    toggle() {
      const playing = !model.get("playing");
      if (playing && model.get("step") >= steps().length) model.set("step", 0);
      set({ playing: playing && stop(model, steps().length) > model.get("step") });
    },
  };
}

/** Let a clock make the steps while the model plays. */
export function clock(model) {
  let timer = null;
  const tick = () => {
    const last = stop(model, model.get("data").steps.length);
    const step = Math.min(last, model.get("step") + 1);
    model.set("step", step);
    if (step === last) model.set("playing", false);
    wind();
  };
  const wind = () => {
    clearTimeout(timer);
    if (model.get("playing")) timer = setTimeout(tick, 1000 / model.get("speed"));
  };
  model.on("change:playing", wind);
  model.on("change:speed", wind);
}
