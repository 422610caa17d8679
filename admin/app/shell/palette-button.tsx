import { Search } from "lucide-react";
import { lazy, useEffect, useState } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { LazyDialog } from "../ui/lazy-dialog.tsx";
import { Key } from "../ui/shortcut-help.tsx";
import type { NavigationItem } from "./navigation-items.ts";

const CommandPalette = lazy(async () => ({
  default: (await import("../palette/command-palette.tsx")).CommandPalette,
}));

/** Opens the command palette, which is loaded then; Ctrl K or Command K opens it from everywhere. */
export function PaletteButton({ items }: { items: readonly NavigationItem[] }) {
  const { t } = useI18n();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.code !== "KeyK" || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      // What was typed into another dialog would be lost behind the palette.
      if (!document.querySelector("dialog:modal")) setIsOpen(true);
    };
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);
  const sections = items.map(({ path, label }) => ({ path, label: t(label) }));
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        aria-keyshortcuts="Control+K Meta+K"
        className="flex h-11 shrink-0 items-center gap-2 rounded-md px-3 text-ink-3 hover:bg-hover max-desk:order-last desk:ml-5 desk:h-8 desk:w-110 desk:max-w-[40vw] desk:border desk:border-control desk:bg-card desk:hover:border-line-strong scriptless:hidden"
      >
        <Search size={16} aria-hidden className="shrink-0 max-desk:size-5" />
        <span className="grow truncate text-left max-desk:sr-only">{t("palette.open")}</span>
        <span className="max-lg:hidden">
          <Key>Ctrl K</Key>
        </span>
      </button>
      {isOpen ? (
        <LazyDialog onClose={() => setIsOpen(false)}>
          <CommandPalette sections={sections} onClose={() => setIsOpen(false)} />
        </LazyDialog>
      ) : null}
    </>
  );
}
