import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { COPIED_MS } from "../lib/behaviour-settings.ts";
import { useShop } from "../lib/shop.tsx";

/** A tracking number with a button that copies it. */
export function CopyNumber({ number, className = "" }: { number: string; className?: string }) {
  const { t } = useShop();
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    void navigator.clipboard.writeText(number).then(
      () => setCopied(Date.now()),
      // Not allowed to: the number can still be marked by hand.
      () => undefined,
    );
  const Icon = copied ? Check : Copy;
  return (
    <p className={`num flex items-center gap-1 text-sm ${className}`}>
      <span>{spaced(number)}</span>
      <button
        type="button"
        aria-label={t("order.copy_tracking")}
        onClick={copy}
        className="grid size-9 place-items-center rounded-sm text-tokiwa-700 hover:bg-surface scriptless:hidden"
      >
        <Icon size={17} strokeWidth={1.5} aria-hidden />
      </button>
      <span role="status" className="sr-only">
        {copied ? t("order.copied") : ""}
      </span>
    </p>
  );
}

/** `RA284519306JP` as it is printed: RA 284 519 306 JP. */
function spaced(number: string): string {
  return number.replace(/^([A-Z]{2})(\d{3})(\d{3})(\d{3})([A-Z]{2})$/, "$1\u00a0$2\u00a0$3\u00a0$4\u00a0$5");
}
