import type { Price, UnitPrice as UnitPriceOf } from "@furoshiki/api/catalogue";
import { useShop } from "../lib/shop.tsx";

/** What a usual amount of it costs. */
export function UnitPrice({ of, money, className }: { of: UnitPriceOf; money: Price; className: string }) {
  const { t, format } = useShop();
  return (
    <p className={`num text-ink-3 ${className}`}>{t(`unit.${of.per}`, { price: format.money(of.price, money) })}</p>
  );
}
