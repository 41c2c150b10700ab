import { Rounds } from "./rounds.js";
import { begin } from "./stepper.js";

// A predictor: a stepper that asks first and, where the browser can search the tree, has new trees to predict.

export default { render: ({ model, el }) => void begin(model, el, Rounds) };
