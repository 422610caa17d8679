import type { ShippingQuote } from "@furoshiki/api/delivery";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { useRootData } from "../../store-config/root-data.ts";

/** The id of the alternatives on the page of a product that cannot be sent. */
export const ALTERNATIVES_ID = "alternatives";

/** When a product arrives and whether that is free, or why it cannot be sent to the visitor's country. */
export function ShippingLine({ shipping, i18n: { t, format } }: { shipping: ShippingQuote | null; i18n: I18n }) {
  if (!shipping) return null;
  const { refusal, arrives, price } = shipping;
  if (refusal) return <p className="text-xs text-ink-2">{refusal.text}</p>;
  return (
    <p className="num text-xs text-ink-2">
      {arrives ? format.days(arrives.from, arrives.to) : null}
      {price === 0 ? <span className="text-tokiwa-700">{` · ${t("shipping.free")}`}</span> : null}
    </p>
  );
}

/** Says on the picture of a card that the product cannot be sent to the visitor's country. */
export function RefusalStrip() {
  const { t } = useI18n();
  const direction = useRootData()?.config.destination?.direction ?? "";
  return (
    <span className="absolute inset-x-0 bottom-0 bg-surface/90 px-2 py-2 text-center text-xs font-medium text-ink">
      {t("shipping.cannot", { direction })}
    </span>
  );
}
