// A widget's module and its style, packed: JupyterLab saves them with the state of each widget.
const bytes = Uint8Array.from(atob("@PACKED@"), (letter) => letter.charCodeAt(0));
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
const [module, style] = await new Response(stream).json();
const url = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
const { default: view } = await import(url);
URL.revokeObjectURL(url);
if (!document.getElementById("gamelib-@NAME@")) {
  const sheet = document.createElement("style");
  sheet.id = "gamelib-@NAME@";
  sheet.textContent = style;
  document.head.append(sheet);
}
export default view;
