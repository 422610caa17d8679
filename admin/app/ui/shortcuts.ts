import { useEffect, useEffectEvent, type RefObject } from "react";
import { createStore, useStoreValue } from "@furoshiki/design-system/browser/store.ts";

const STORAGE_KEY = "admin_shortcuts";

/** Whether single keys are shortcuts. People who dictate turn them off (WCAG 2.2, 2.1.4). */
const areShortcutsEnabled = createStore(true);

/** Returns whether single keys are shortcuts, and a function that changes it for this browser. */
export function useShortcutSetting(): [isEnabled: boolean, change: (isEnabled: boolean) => void] {
  const isEnabled = useStoreValue(areShortcutsEnabled);
  useEffect(() => areShortcutsEnabled.update(localStorage.getItem(STORAGE_KEY) !== "off"), []);
  return [
    isEnabled,
    (nextIsEnabled) => {
      localStorage.setItem(STORAGE_KEY, nextIsEnabled ? "on" : "off");
      areShortcutsEnabled.update(nextIsEnabled);
    },
  ];
}

/**
 * Calls the handler of a key that is pressed outside of text fields and modal dialogs, without a modifier. Letters are
 * those of a Latin layout, whatever the current layout of the keyboard is.
 */
export function useShortcuts(handlers: Readonly<Record<string, (target: Element) => void>>): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body;
    const [, letter] = /^Key([A-Z])$/.exec(event.code) ?? [];
    const handler = handlers[letter?.toLowerCase() ?? event.key];
    if (!handler || !areShortcutsEnabled.get() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTextField(target) || document.querySelector("dialog:modal")) return;
    // The space bar also presses buttons and checkboxes.
    if (event.key === " " && target.closest("button, input, summary")) return;
    event.preventDefault();
    handler(target);
  });
  useEffect(() => {
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);
}

function isTextField(target: Element): boolean {
  return target.matches("textarea, select, input:not([type=checkbox], [type=radio]), [contenteditable=true]");
}

/**
 * Moves the focus between the rows of a table with `j` and `k`; `x` selects the focused row, the space bar opens its
 * preview and Enter follows its link.
 *
 * @param onPeek called with the link of the row
 */
export function useListShortcuts(ref: RefObject<HTMLElement | null>, onPeek: (link: HTMLElement) => void): void {
  const listLinks = () => [...(ref.current?.querySelectorAll<HTMLElement>("tbody [data-row-link]") ?? [])];
  const findRow = (target: Element) => (ref.current?.contains(target) ? target.closest("tbody tr") : null);
  const move = (target: Element, step: 1 | -1) => {
    const links = listLinks();
    const row = findRow(target);
    const index = links.findIndex((link) => row?.contains(link));
    const next = index === -1 ? links.at(step === 1 ? 0 : -1) : links[index + step];
    next?.focus();
  };
  useShortcuts({
    j: (target) => move(target, 1),
    k: (target) => move(target, -1),
    x: (target) => findRow(target)?.querySelector<HTMLElement>("[data-select]")?.click(),
    " ": (target) => {
      const link = findRow(target)?.querySelector<HTMLElement>("[data-row-link]");
      if (link) onPeek(link);
    },
  });
}
