import { useI18n } from "../../i18n/use-i18n.tsx";
import { PointsIcon } from "../../loyalty/points-icon.tsx";
import { useRootData } from "../../store-config/root-data.ts";
import type { ProductCardView } from "../product-cards/product-card-view.ts";

type LoyaltyLineProps = { price: Pick<ProductCardView["price"], "current" | "iso_code">; qty: number };

/**
 * The loyalty points that the chosen quantity earns at its price (docs/domain/loyalty.md). A point is worth one ruble, so
 * that prices in other currencies, whose rate is known only when the order is placed, show nothing.
 */
export function LoyaltyLine({ price, qty }: LoyaltyLineProps) {
  const { t } = useI18n();
  const percent = useRootData()?.config.loyalty_percent ?? 0;
  const points = Math.floor((Math.round(price.current * qty * 100) * percent) / 100_00);
  if (price.iso_code !== "RUB" || points === 0) return null;
  return (
    <p className="flex items-center gap-1.5 text-sm text-yamabuki-800">
      <PointsIcon />
      {t("product.loyalty", { count: points })}
    </p>
  );
}
