// The views follow JupyterLab's attribute for a dark theme; here the switch of the page sets it.
const follow = () => {
  const dark = document.documentElement.dataset.theme === "dark";
  document.body.dataset.jpThemeLight = String(!dark);
};
document.addEventListener("DOMContentLoaded", () => {
  follow();
  new MutationObserver(follow).observe(document.documentElement, {
    attributeFilter: ["data-theme"],
  });
  // The keyboard reaches the parts that scroll, and a screen reader gets a name for the parts that open.
  for (const part of document.querySelectorAll(".cell_output .text_html, .pst-scrollable-table-container"))
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
  for (const part of document.querySelectorAll("nav summary")) part.ariaLabel = "Its pages";
  // On the front page a view first shows only its tree; a click opens the rest.
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
