// Puts a live view in the place of its static twin. The view's modules come packed, and are unpacked once a page.
(async (here) => {
  const root = here.closest(".gamelib-view");
  try {
    const loaded = (window.gamelibLoaded ??= {});
    const view = await (loaded["@NAME@"] ??= (async () => {
      const bytes = Uint8Array.from(atob("@PACKED@"), (letter) => letter.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      const script = document.createElement("script");
      script.textContent = await new Response(stream).text();
      document.head.append(script);
      return window.gamelibView;
    })());
    view(root);
  } catch (error) {
    root.prepend(`The live view cannot run in this browser (${error.message}); here is its picture.`);
  }
})(document.currentScript);
