import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { COPIED_NOTICE_MS } from "./behavior-settings.ts";

type CopyButtonProps = {
  value: string;
  /** The accessible name of the button. */
  label: string;
  /** The text announced after copying. */
  copiedLabel: string;
  className?: string;
};

/** Copies a value to the clipboard and confirms it for a moment. */
export function CopyButton({ value, label, copiedLabel, className = "" }: CopyButtonProps) {
  const [copiedAt, setCopiedAt] = useState(0);
  useEffect(() => {
    if (copiedAt === 0) return;
    const timer = setTimeout(() => setCopiedAt(0), COPIED_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => setCopiedAt(Date.now()),
      // Without permission: the value can still be selected and copied manually.
      () => undefined,
    );
  const Icon = copiedAt ? Check : Copy;
  return (
    <>
      <button
        type="button"
        aria-label={label}
        onClick={copy}
        className={`grid size-9 place-items-center rounded-sm text-tokiwa-700 scriptless:hidden ${className}`}
      >
        <Icon size={17} strokeWidth={1.5} aria-hidden />
      </button>
      <span role="status" className="sr-only">
        {copiedAt ? copiedLabel : ""}
      </span>
    </>
  );
}
