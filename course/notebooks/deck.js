// The slides of a lecture: make them fit, show one at a time, react to the keyboard and to a remote control.
(() => {
  const [WIDTH, HEIGHT] = [1280, 720]; // every window shows the same slide, only larger or smaller
  const TEXT_ZOOM = [0.88, 1.3]; // the smallest and the largest zoom of a text that fills a slide,
  const PICTURE_ZOOM = [0.7, 1.8]; // and of a picture
  const { body } = document;
  const deck = document.querySelector("main");

  // ---- slides that fit ----

  function fits(section) {
    const { bottom } = section.getBoundingClientRect();
    const room = bottom - parseFloat(getComputedStyle(section).paddingBottom) + 1;
    const wide = (code) => code.scrollWidth > code.clientWidth + 1;
    return (
      [...section.children].every((part) => part.getBoundingClientRect().bottom <= room) &&
      ![...section.querySelectorAll("pre")].some(wide)
    );
  }

  /** Set the zoom of blocks, from the smallest (0) to the largest (1). */
  function size(blocks, share) {
    for (const block of blocks) {
      const [least, most] = block.matches(".picture") ? PICTURE_ZOOM : TEXT_ZOOM;
      block.style.zoom = block.matches(".view") ? 1 : least + (most - least) * share;
    }
  }

  /** Divide a slide that is too full; the answer to a question stays with the sentence that reads it. */
  function divide(section) {
    const blocks = [...section.querySelectorAll(":scope > .block")];
    const endFits = (first) => {
      blocks.forEach((block, index) => (block.style.display = index < first ? "none" : ""));
      const fitting = fits(section);
      blocks.forEach((block) => (block.style.display = ""));
      return fitting;
    };
    for (let share = 1; share >= 0; share -= 0.05) {
      size(blocks, share);
      if (fits(section)) return;
    }
    section.classList.add("wrap"); // break the lines that are too long
    if (fits(section)) return;
    if (blocks.length === 1) {
      for (let zoom = TEXT_ZOOM[0]; !fits(section) && zoom > 0.3; zoom -= 0.05) blocks[0].style.zoom = zoom;
      return;
    }
    const candidates = [...blocks.keys()].filter((index) => index && endFits(index));
    const question = candidates.find((index) => blocks[index].matches(".code.click")); // the next one
    const free = candidates.find((index) => blocks[index].dataset.keep === undefined);
    const cut = question ?? free ?? candidates[0] ?? blocks.length - 1;
    section.classList.remove("wrap");
    const before = section.cloneNode();
    const heading = section.querySelector(":scope > :is(h1, h2, h3, h4)");
    if (heading) before.append(heading.cloneNode(true));
    before.append(...blocks.slice(0, cut));
    blocks[cut].classList.remove("click"); // going to the new slide replaces the click
    section.before(before);
    divide(before);
    divide(section);
  }

  for (const block of deck.querySelectorAll(".picture")) {
    const moments = block.querySelectorAll("figure > figure");
    if (moments.length < 3) continue; // two pictures are compared, so they stay together
    block.replaceWith(...[...moments].map((moment) => block.cloneNode().appendChild(moment).parentElement));
  }
  [...deck.children].forEach(divide);

  // ---- showing ----

  const slides = [...deck.children];
  const number = document.querySelector("nav output");
  let at = 0;
  let clicked = 0; // clicks on this slide so far
  const clicks = () => [...slides[at].querySelectorAll(":scope > .click")];

  slides.forEach((slide, index) => {
    slide.setAttribute("role", "group");
    slide.setAttribute("aria-roledescription", "slide");
    slide.setAttribute("aria-label", `${index + 1} of ${slides.length}`);
  });

  function show(slide, count) {
    slides[at].classList.remove("now");
    at = Math.max(0, Math.min(slides.length - 1, slide || 0));
    slides[at].classList.add("now");
    clicked = Math.min(count, clicks().length);
    clicks().forEach((block, index) => block.classList.toggle("later", index >= clicked));
    number.textContent = `${at + 1} / ${slides.length}`;
    history.replaceState(null, "", `#${at + 1}`);
  }

  const turn = {
    next: () => (clicked < clicks().length ? show(at, clicked + 1) : at < slides.length - 1 && show(at + 1, 0)),
    back: () => (clicked ? show(at, clicked - 1) : at && show(at - 1, Infinity)),
    theme: () => light(body.dataset.jpThemeLight !== "true"),
    screen: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()),
  };

  function light(on) {
    body.dataset.jpThemeLight = String(on);
  }

  function scale() {
    const factor = Math.min(innerWidth / WIDTH, innerHeight / HEIGHT);
    const [x, y] = [innerWidth - WIDTH * factor, innerHeight - HEIGHT * factor].map((rest) => rest / 2);
    deck.style.transform = `translate(${x}px, ${y}px) scale(${factor})`;
  }

  // ---- keys ----

  const KEYS = {
    next: ["ArrowRight", "ArrowDown", "PageDown", " ", "Enter", "n"],
    back: ["ArrowLeft", "ArrowUp", "PageUp", "Backspace", "p"],
    screen: ["f", "F5"], // a remote control's start button sends F5
    theme: ["t"],
  };

  /** Offer a key of a remote control to the views on this slide; return whether one used it. */
  function taken(key) {
    const views = [...slides[at].querySelectorAll(".gl-live")].filter((view) => view.checkVisibility());
    if (key === "PageUp") views.reverse();
    const refused = ({ shadowRoot }) =>
      shadowRoot.firstElementChild.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
    return key.startsWith("Page") && !views.every(refused);
  }

  function key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.composedPath()[0];
    if (target.matches?.("input, select, textarea")) return; // the field uses the key itself
    if ((event.key === " " || event.key === "Enter") && target.matches?.("button, summary, a")) return;
    const act = Object.keys(KEYS).find((name) => KEYS[name].includes(event.key));
    if (body.classList.contains("blank") || event.key === "b" || event.key === ".") body.classList.toggle("blank");
    else if (event.key === "Home") show(0, 0);
    else if (event.key === "End") show(slides.length - 1, Infinity);
    else if (event.key === "Escape") document.activeElement.blur(); // from a view back to the slides
    else if (act) taken(event.key) || turn[act]();
    else return;
    event.preventDefault();
  }

  for (const [name, act] of Object.entries(turn)) document.querySelector(`[data-act=${name}]`).addEventListener("click", act);
  document.addEventListener("keydown", key);
  window.addEventListener("resize", scale);
  window.addEventListener("hashchange", () => show(Number(location.hash.slice(1)) - 1, 0));
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", () => light(!dark.matches));
  light(!dark.matches);
  body.classList.add("ready");
  scale();
  show(Number(location.hash.slice(1)) - 1, 0);
})();
