/**
 * Renders the parts of the page that app.css defers (`defer-rendering-*`): one in a frame, and only while the browser has
 * nothing else to do, so that a phone is never blocked for long. Pages that are opened later are not deferred: the scroll
 * position of a page that is opened again needs the height of all its parts.
 */
export function renderDeferredParts(): void {
  const requestIdle = window.requestIdleCallback ?? setTimeout;
  const parts = [...document.querySelectorAll<HTMLElement>("[class*='defer-rendering-']")];
  const renderNext = () => {
    const part = parts.shift();
    if (!part) {
      document.documentElement.dataset["fullyRendered"] = "";
      return;
    }
    part.style.contentVisibility = "visible";
    requestIdle(() => requestAnimationFrame(renderNext));
  };
  requestIdle(() => requestAnimationFrame(renderNext));
}
