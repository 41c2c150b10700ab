// Puts live views in the places of their static twins: in the view that holds this script, and in all views of its kinds
// that hold none, also those that the page gets later. So a stored lecture has a script only once, and JupyterLab may draw its
// cells in any order. The modules come packed and are unpacked once a page.
((here) => {
  const page = (window.gamelibPage ??= { loaded: {}, tables: {}, watched: new Set(), started: new WeakSet(), waiting: new Set() });
  const own = here.closest(".gamelib-view");
  const VIEWS = "@VIEWS@".split(" ").map((kind) => `.gamelib-view[data-view="${kind}"]`).join();

  const unpacked = (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).text();
  };
  const load = async () => {
    const script = document.createElement("script");
    script.textContent = await unpacked("@PACKED@");
    document.head.append(script);
    return window.gamelibView;
  };
  // The table of a game: one for all its boards, in the first of them. Another board stays a picture until it is there.
  const table = (name) => (page.tables[name] ??= unpacked(window.gamelibTables[name]).then(JSON.parse));
  const start = async (root) => {
    const state = root.querySelector(':scope > script[type="application/json"]')?.textContent;
    if (!state || page.started.has(root)) return; // JupyterLab removes the state where it does not trust a notebook
    const name = root.dataset.table;
    if (name && !window.gamelibTables?.[name]) return page.waiting.add(root);
    page.started.add(root);
    try {
      const view = await (page.loaded["@NAME@"] ??= load());
      const plain = JSON.parse(state.startsWith("{") ? state : await unpacked(state)); // long ones are packed
      view(root, name ? { ...plain, table: await table(name) } : plain);
    } catch (error) {
      root.prepend(`The live view cannot run in this browser (${error.message}); here is its picture.`);
    }
  };
  const startWithout = (roots) => {
    for (const root of roots) if (!root.querySelector(":scope > [data-gamelib]")) start(root);
  };
  const watch = () => {
    startWithout(document.querySelectorAll(VIEWS));
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node.nodeType !== Node.ELEMENT_NODE) continue;
        startWithout(node.matches(VIEWS) ? [node] : node.querySelectorAll(VIEWS));
      }
      const waiting = [...page.waiting];
      page.waiting.clear();
      waiting.filter((root) => root.isConnected).forEach(start);
    }).observe(document.body, { childList: true, subtree: true });
  };

  if (own) start(own);
  else document.querySelectorAll(VIEWS).forEach(start);
  if (page.watched.has("@VIEWS@")) return;
  page.watched.add("@VIEWS@");
  // While the page is being read, the state of the last view may not be complete.
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", watch);
  else watch();
})(document.currentScript);
