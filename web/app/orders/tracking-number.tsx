import { CopyButton } from "../browser/copy-button.tsx";
import { useAccountI18n } from "../i18n/account-i18n.ts";

/** A tracking number with a button that copies it. */
export function TrackingNumber({ number, className = "" }: { number: string; className?: string }) {
  const { t } = useAccountI18n();
  return (
    <p className={`num flex items-center gap-1 text-sm ${className}`}>
      <span>{formatTrackingNumber(number)}</span>
      <CopyButton
        value={number}
        label={t("order.copy_tracking")}
        copiedLabel={t("order.copied")}
        className="hover:bg-surface"
      />
    </p>
  );
}

/** `RA284519306JP` as it is printed: RA 284 519 306 JP. */
function formatTrackingNumber(number: string): string {
  return number.replace(/^([A-Z]{2})(\d{3})(\d{3})(\d{3})([A-Z]{2})$/, "$1\u00a0$2\u00a0$3\u00a0$4\u00a0$5");
}
