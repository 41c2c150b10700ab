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
});
