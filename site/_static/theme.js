// The views follow JupyterLab's mark of a dark theme; here the page's own switch sets it.
const follow = () => {
  const dark = document.documentElement.dataset.theme === "dark";
  document.body.dataset.jpThemeLight = String(!dark);
};
document.addEventListener("DOMContentLoaded", () => {
  follow();
  new MutationObserver(follow).observe(document.documentElement, {
    attributeFilter: ["data-theme"],
  });
  // Whoever has no mouse gets to what can be scrolled or opened, and hears what it is.
  for (const part of document.querySelectorAll(".cell_output .text_html, .pst-scrollable-table-container"))
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
  for (const part of document.querySelectorAll("nav summary")) part.ariaLabel = "Its pages";
  // On the front page a view begins with its tree alone; a click opens the rest.
  const front = document.querySelector(".front .gamelib-view");
  if (!front) return;
  new MutationObserver((_, observer) => {
    const live = front.querySelector(".gl-live")?.shadowRoot;
    if (!live) return;
    observer.disconnect();
    for (const part of live.querySelectorAll("details[open]")) part.open = false;
    performance.mark("interactive");
  }).observe(front, { childList: true });
});
