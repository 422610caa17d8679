import { useEffect, type ReactNode } from "react";
import { createStore, useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { useShortcuts, useShortcutSetting } from "./shortcuts.ts";

/** A key of the keyboard. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-b-2 border-edge bg-paper px-1 font-sans text-[11px] leading-none font-medium text-ink-2">
      {children}
    </kbd>
  );
}

export type Shortcut = Readonly<{
  keys: readonly string[];
  label: string;
  /** A word for the foot of the list; shortcuts without one are in the dialog only. */
  hint?: string;
}>;

const isHelpOpen = createStore(false);
/** The shortcuts of the open page. */
const pageShortcuts = createStore<readonly Shortcut[]>([]);

/** Opens the dialog that lists the shortcuts of the shell and of the page. */
export function showShortcutHelp(): void {
  isHelpOpen.update(true);
}

/** Adds the shortcuts of a page to the help, as long as the page is open. */
export function usePageShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    pageShortcuts.update(shortcuts);
    return () => pageShortcuts.update([]);
  }, [shortcuts]);
}

/** Hints of the most important shortcuts of a page, and a button with the dialog that lists all. */
export function ShortcutHelp({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const { t } = useI18n();
  usePageShortcuts(shortcuts);
  return (
    <>
      <ul className="hidden items-center gap-3.5 lg:flex">
        {shortcuts
          .filter(({ hint }) => hint !== undefined)
          .map(({ keys, hint }) => (
            <li key={hint} className="flex items-center gap-1.5">
              <KeyList keys={keys} />
              {hint}
            </li>
          ))}
      </ul>
      <Button kind="quiet" size="xs" onClick={showShortcutHelp} className="hidden desk:inline-flex">
        <Key>?</Key>
        {t("shortcuts.button")}
      </Button>
    </>
  );
}

/**
 * The dialog with all shortcuts, which `?` opens.
 * @param shortcuts those that every page has
 */
export function ShortcutHelpDialog({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const { t } = useI18n();
  const isOpen = useStoreValue(isHelpOpen);
  const ofPage = useStoreValue(pageShortcuts);
  const [isEnabled, changeIsEnabled] = useShortcutSetting();
  useShortcuts({ "?": showShortcutHelp });
  if (!isOpen) return null;
  return (
    <Dialog title={t("shortcuts.title")} closeLabel={t("dialog.close")} onClose={() => isHelpOpen.update(false)}>
      {ofPage.length > 0 ? <ShortcutSection title={t("shortcuts.of_page")} shortcuts={ofPage} /> : null}
      <ShortcutSection title={t("shortcuts.everywhere")} shortcuts={shortcuts} />
      <label className="mt-4 flex min-h-6 items-center gap-2.5 border-t border-hair pt-4">
        <input
          type="checkbox"
          className="checkbox"
          checked={isEnabled}
          onChange={(event) => changeIsEnabled(event.currentTarget.checked)}
        />
        {t("shortcuts.enable")}
      </label>
    </Dialog>
  );
}

function ShortcutSection({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section className="mt-4 first-of-type:mt-2">
      <h3 className="mb-1 font-sans text-xs font-semibold text-ink-3">{title}</h3>
      <dl>
        {shortcuts.map(({ keys, label }) => (
          <div key={label} className="flex min-h-8 items-center justify-between gap-4">
            <dt>{label}</dt>
            <dd>
              <KeyList keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function KeyList({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex gap-1">
      {keys.map((key) => (
        <Key key={key}>{key}</Key>
      ))}
    </span>
  );
}
