import { X } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { useShortcuts, useShortcutSetting } from "./shortcuts.ts";

/** A key of the keyboard. */
function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-b-2 border-edge bg-paper px-1 font-sans text-[11px] leading-none font-medium text-ink-2">
      {children}
    </kbd>
  );
}

type Shortcut = Readonly<{
  keys: readonly string[];
  label: string;
  /** A word for the foot of the list; shortcuts without one are in the dialog only. */
  hint?: string;
}>;

/** Hints of the most important shortcuts, and a button with the dialog that lists all; `?` opens it as well. */
export function ShortcutHelp({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const { t } = useI18n();
  const ref = useRef<HTMLDialogElement>(null);
  const [isEnabled, changeIsEnabled] = useShortcutSetting();
  const open = () => ref.current?.showModal();
  useShortcuts({ "?": open });
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
      <Button kind="quiet" size="xs" onClick={open} className="hidden desk:inline-flex">
        <Key>?</Key>
        {t("shortcuts.button")}
      </Button>
      <dialog
        ref={ref}
        aria-labelledby="shortcuts-title"
        className="m-auto w-[min(27rem,100vw-2rem)] rounded-lg bg-card p-5 shadow-overlay backdrop:bg-scrim"
      >
        <div className="mb-3 flex items-center justify-between gap-3">
          <h2 id="shortcuts-title" className="text-heading">
            {t("shortcuts.title")}
          </h2>
          <IconButton label={t("ui.close")} icon={<X size={18} aria-hidden />} onClick={() => ref.current?.close()} />
        </div>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2.5">
          {shortcuts.map(({ keys, label }) => (
            <div key={label} className="contents">
              <dt className="text-ink-2">{label}</dt>
              <dd>
                <KeyList keys={keys} />
              </dd>
            </div>
          ))}
        </dl>
        <label className="mt-4 flex min-h-6 items-center gap-2.5 border-t border-hair pt-4">
          <input
            type="checkbox"
            className="checkbox"
            checked={isEnabled}
            onChange={(event) => changeIsEnabled(event.currentTarget.checked)}
          />
          {t("shortcuts.enable")}
        </label>
      </dialog>
    </>
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
