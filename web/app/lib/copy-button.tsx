import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { COPIED_MS } from "./behaviour-settings.ts";

type CopyButtonProps = {
  value: string;
  /** What pressing it does, for readers. */
  label: string;
  /** What is said when it is done. */
  done: string;
  className?: string;
};

/** Copies a value and says for a moment that it has. */
export function CopyButton({ value, label, done, className = "" }: CopyButtonProps) {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => setCopied(Date.now()),
      // Not allowed to: it can still be marked by hand.
      () => undefined,
    );
  const Icon = copied ? Check : Copy;
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
        {copied ? done : ""}
      </span>
    </>
  );
}
