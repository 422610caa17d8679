/** Defines the browser features that components use and jsdom lacks; those of layout do nothing. */
export function defineMissingBrowserFeatures(): void {
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.scrollTo = () => undefined;
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      ...{ media, matches: false, onchange: null },
      ...{ addListener: () => undefined, removeListener: () => undefined },
    });
  window.IntersectionObserver = class implements IntersectionObserver {
    readonly root = null;
    readonly rootMargin = "";
    readonly scrollMargin = "";
    readonly thresholds = [];
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
    takeRecords = () => [];
  };
}
