import { useEffect } from "react";
import { useNavigate } from "react-router";
import { useShortcutSetting } from "../ui/shortcuts.ts";
import type { NavigationItem } from "./navigation-items.ts";

/** The second key of a shortcut counts for this time after the first one, in milliseconds. */
const SEQUENCE_TIMEOUT_MS = 1500;

/** Whether a key is typed into a control, where it is no shortcut. */
function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest("input, textarea, select, dialog, [contenteditable]") !== null;
}

/** Opens a section with `g` and its letter. */
export function useSectionShortcuts(items: readonly NavigationItem[]): void {
  const navigate = useNavigate();
  const [isEnabled] = useShortcutSetting();
  useEffect(() => {
    let lastGoAt = Number.NEGATIVE_INFINITY;
    const handleKey = (event: KeyboardEvent) => {
      if (!isEnabled || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const isSecondKey = event.timeStamp - lastGoAt < SEQUENCE_TIMEOUT_MS;
      lastGoAt = event.code === "KeyG" ? event.timeStamp : Number.NEGATIVE_INFINITY;
      // By the position of the key, because a Russian layout has other letters.
      const item = isSecondKey && items.find(({ shortcut }) => event.code === `Key${shortcut.toUpperCase()}`);
      if (!item) return;
      event.preventDefault();
      event.stopPropagation();
      void navigate(item.path);
    };
    // Before the shortcuts of the page, of which the letter may be one.
    window.addEventListener("keydown", handleKey, { capture: true });
    return () => window.removeEventListener("keydown", handleKey, { capture: true });
  }, [isEnabled, items, navigate]);
}
