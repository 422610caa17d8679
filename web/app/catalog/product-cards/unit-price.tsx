import type { Price, UnitPrice as UnitPriceData } from "@furoshiki/api/catalog";
import { useI18n } from "../../i18n/use-i18n.tsx";

/** The price per unit of measure, for example per 100 ml. */
export function UnitPrice({
  unitPrice,
  currency,
  className,
}: {
  unitPrice: UnitPriceData;
  currency: Price;
  className: string;
}) {
  const { t, format } = useI18n();
  return (
    <p className={`num text-ink-3 ${className}`}>
      {t(`unit.${unitPrice.per}`, { price: format.money(unitPrice.price, currency) })}
    </p>
  );
}
