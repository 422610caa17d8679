import { useEffect } from "react";
import { useNavigate } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Dialog } from "../ui/dialog.tsx";
import type { NavigationItem } from "./navigation-items.ts";

/** The second key of a shortcut counts for this time after the first one, in milliseconds. */
const SEQUENCE_TIMEOUT_MS = 1500;

/** Whether a key is typed into a control, where it is no shortcut. */
function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest("input, textarea, select, dialog, [contenteditable]") !== null;
}

/** Opens a section with `g` and its letter, and the help with `?`. */
export function useKeyboardShortcuts(items: readonly NavigationItem[], showHelp: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let lastGoAt = Number.NEGATIVE_INFINITY;
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (event.key === "?") showHelp();
      // By the position of the key, because a Russian layout has other letters.
      const item = items.find(({ shortcut }) => event.code === `Key${shortcut.toUpperCase()}`);
      if (item && event.timeStamp - lastGoAt < SEQUENCE_TIMEOUT_MS) void navigate(item.path);
      lastGoAt = event.code === "KeyG" ? event.timeStamp : Number.NEGATIVE_INFINITY;
    };
    // After the shortcuts of the page, which listen on the document.
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [items, navigate, showHelp]);
}

/** Lists the keyboard shortcuts. */
export function KeyboardHelp({ items, onClose }: { items: readonly NavigationItem[]; onClose: () => void }) {
  const { t } = useI18n();
  return (
    <Dialog title={t("keyboard.title")} closeLabel={t("dialog.close")} onClose={onClose}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        {items.map(({ path, label, shortcut }) => (
          <ShortcutRow key={path} keys={["g", shortcut]} name={t(label)} />
        ))}
        <ShortcutRow keys={["?"]} name={t("keyboard.help")} />
      </dl>
    </Dialog>
  );
}

function ShortcutRow({ keys, name }: { keys: readonly string[]; name: string }) {
  return (
    <>
      <dt className="flex gap-1">
        {keys.map((key) => (
          <kbd
            key={key}
            className="grid h-5 min-w-5 place-items-center rounded-sm border border-b-2 border-edge bg-sheet px-1 font-sans text-[11px] font-medium text-ink-2"
          >
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{name}</dd>
    </>
  );
}
