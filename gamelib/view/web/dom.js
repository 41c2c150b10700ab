// Small helpers for making elements. Nothing here knows about games.

const SVG = "http://www.w3.org/2000/svg";

/** Make an HTML element; a function among the attributes is an event listener. */
export function html(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** Make an SVG element. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/**
 * JupyterLab takes arrow keys and letters away from whatever has the focus,
 * unless that very element says that it wants them.
 */
const OWN_KEYS = { "data-lm-suppress-shortcuts": "true" };

/** Make something that can have the focus and keeps its keys. */
export function control(tag, attributes = {}, ...children) {
  return html(tag, { ...OWN_KEYS, ...attributes }, ...children);
}

// Icons are drawn, not written: many machines have no font with these signs.
const ICONS = {
  back: "M11 3v10L4 8z",
  play: "M4 2.5v11l9-5.5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M5 3v10l7-5z",
};

export function icon(name) {
  const drawing = svg("svg", { viewBox: "0 0 16 16", class: "gl-icon", "aria-hidden": "true" });
  drawing.append(svg("path", { d: ICONS[name] }));
  return drawing;
}

/** Make a button with an icon, a word, or both; `title` is what a screen reader says. */
export function button({ image, word, title, ...attributes }, press) {
  const made = control("button", { type: "button", title, "aria-label": title, ...attributes });
  if (image) made.append(icon(image));
  if (word) made.append(html("span", {}, word));
  made.classList.add("gl-button");
  made.addEventListener("click", press);
  return made;
}

/** Tell the page around a view what was changed in it. */
export function announce(root, detail) {
  root.dispatchEvent(new CustomEvent("gl-change", { detail, bubbles: true, composed: true }));
}

/** Put a text into an element, but only if it is another one: writing costs a layout. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
