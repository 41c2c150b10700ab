// Presenting: a view on the whole screen, or in the whole window where a page may not have the
// screen; a key that makes the screen dark.

export class Screen {
  constructor(root, changed) {
    Object.assign(this, { root, changed, on: false });
    document.addEventListener("fullscreenchange", () => {
      if (this.on && !this.window && document.fullscreenElement !== this.host) this.leave();
    });
  }

  /** What is shown: the element in the page that holds the view's shadow tree. */
  get host() {
    return this.root.getRootNode().host ?? this.root;
  }

  toggle() {
    if (this.on) this.leave();
    else this.enter();
  }

  async enter() {
    const { host } = this;
    this.on = true;
    try {
      await host.requestFullscreen();
    } catch {
      this.window = true; // refused, or unknown to this browser
      host.popover = "manual"; // over everything, wherever in the page it stands
      host.showPopover();
    }
    this.show();
  }

  leave() {
    const { host } = this;
    this.on = false;
    this.root.classList.remove("dark");
    if (this.window) host.popover = null;
    else if (document.fullscreenElement === host) document.exitFullscreen();
    this.window = false;
    this.show();
  }

  /** Let another view in the same place have the screen, or have it not. */
  hand(next) {
    Object.assign(next, { on: this.on, window: this.window });
    this.on = false;
    if (next.on) next.show();
  }

  show() {
    this.root.classList.toggle("screen", this.on);
    this.changed(this.on);
    this.root.focus();
  }

  /** Take the keys of a screen that is dark, or is to be left; tell whether this was one. */
  key(event) {
    const { classList } = this.root;
    const dark = classList.contains("dark");
    const darkens = event.key === "b" || event.key === "."; // as remote controls send it
    const leaves = event.key === "Escape";
    if (!this.on || !(dark || darkens || leaves)) return false;
    if (leaves && !dark) this.leave();
    else classList.toggle("dark");
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
