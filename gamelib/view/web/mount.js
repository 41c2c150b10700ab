// Puts a live view in the place of its static twin, or all views of a page if it stands in none of them. Their modules come
// packed, and are unpacked once a page.
(async (here) => {
  const own = here.closest(".gamelib-view");
  const roots = own ? [own] : document.querySelectorAll(".gamelib-view");
  const unpacked = (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).text();
  };
  try {
    const loaded = (window.gamelibLoaded ??= {});
    const view = await (loaded["@NAME@"] ??= (async () => {
      const script = document.createElement("script");
      script.textContent = await unpacked("@PACKED@");
      document.head.append(script);
      return window.gamelibView;
    })());
    for (const root of roots) {
      const state = root.querySelector(":scope > script").textContent;
      view(root, JSON.parse(state.startsWith("{") ? state : await unpacked(state))); // long ones are packed
    }
  } catch (error) {
    for (const root of roots)
      root.prepend(`The live view cannot run in this browser (${error.message}); here is its picture.`);
  }
})(document.currentScript);
