import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Key } from "./shortcut-help.tsx";
import { useShortcuts } from "./shortcuts.ts";

type UndoToastProps = {
  /** Id of the audit entry of the action. */
  entry: number;
  /** What was done. */
  message: string;
  /** Until when it can be undone, in ISO 8601. */
  until: string;
  /** Whether an email is sent then. */
  hasEmail: boolean;
  /** Why the undo was refused, if it was tried. */
  refusal: string | null;
};

/**
 * Says what was done and offers to undo it, with a button and the key `z`, until the time is over. It works before
 * hydration, without the countdown.
 */
export function UndoToast({ entry, message, until, hasEmail, refusal }: UndoToastProps) {
  const { t } = useI18n();
  const button = useRef<HTMLButtonElement>(null);
  const [isClosed, setIsClosed] = useState(false);
  const seconds = useSecondsUntil(until);
  const isBusy = useNavigation().formAction?.endsWith("/undo") ?? false;
  const isOffered = !isClosed && seconds !== 0;
  useShortcuts(isOffered ? { z: () => button.current?.click() } : {});
  if (!isOffered) return null;
  const Icon = refusal === null ? CircleCheck : CircleAlert;
  return (
    <div className="flex items-center gap-3 rounded-lg bg-ink py-2.5 pr-2.5 pl-4 text-paper shadow-overlay">
      <Icon size={18} strokeWidth={1.5} aria-hidden className="shrink-0" />
      <p className="min-w-0 grow" role={refusal === null ? undefined : "alert"}>
        {refusal ?? message}{" "}
        {hasEmail && refusal === null && seconds !== null ? (
          // Not announced again each second.
          <span aria-hidden>{t("undo.email_in", { seconds })}</span>
        ) : null}
      </p>
      <Form method="post" action="/undo" preventScrollReset className="shrink-0">
        <button
          ref={button}
          name="entry"
          value={entry}
          disabled={isBusy}
          className="inline-flex h-11 items-center gap-2 rounded-md border border-current/30 px-3 font-medium hover:border-current disabled:opacity-60 desk:h-8"
        >
          {t("undo.button")}
          <span className="hidden desk:inline">
            <Key>Z</Key>
          </span>
        </button>
      </Form>
      <button
        type="button"
        aria-label={t("ui.close")}
        onClick={() => setIsClosed(true)}
        className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-paper/10 desk:size-8"
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  );
}

/** Returns the seconds until a time, at least 0 and updated each second; null before hydration. */
function useSecondsUntil(time: string): number | null {
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    const update = () => setSeconds(Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / 1000)));
    update();
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [time]);
  return seconds;
}
