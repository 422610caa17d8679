import { ALIVE } from "./link.tsx";

/** How long a link that opens something in place waits for the page before it leads where it leads without a script, in milliseconds. */
const PATIENCE_MS = 3000;

/**
 * Stands in the head of every page, as text: a page is read, and pressed, before its scripts are there, and React hears
 * of nothing that came before it. A press on what changes or opens something in place is marked, and happens once the
 * page is alive. What other links and forms do, the browser does without a script.
 */
function keepEarlyPresses(alive: string, patienceMs: number): void {
  const pressed = new Set<HTMLElement>();
  const keep = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const control = event.target.closest<HTMLElement>("button[type=button],a[aria-haspopup]");
    if (!control) return;
    event.preventDefault();
    control.dataset["pressed"] = "";
    pressed.add(control);
    if (!(control instanceof HTMLAnchorElement)) return;
    const { href } = control;
    setTimeout(() => pressed.has(control) && location.assign(href), patienceMs);
  };
  const happen = () => {
    removeEventListener("click", keep, true);
    for (const control of pressed) {
      // It waits for its own script still (later.tsx).
      if (control.closest("[data-waiting]")) continue;
      delete control.dataset["pressed"];
      control.click();
    }
    pressed.clear();
  };
  addEventListener("click", keep, true);
  // React brings a part to life for a press, but not from within its own work.
  addEventListener(alive, () => queueMicrotask(happen), { once: true });
}

/** The script, for a page's head. */
export const earlyPresses = `(${keepEarlyPresses.toString()})("${ALIVE}",${PATIENCE_MS})`;
