import type { ReactNode } from "react";
import { useShop } from "../lib/shop.tsx";

/** The heading of the cart: how much is in it. Null: not known yet. */
export function CartHead({ count, weightG }: { count: number | null; weightG?: number }) {
  const { t, format } = useShop();
  const weight = weightG ? t("checkout.weight", { kg: format.decimal(weightG / 1000) }) : null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 px-4 pt-4 lg:px-0 lg:pt-7">
      <h1 className="text-3xl lg:text-4xl">{t("shell.cart")}</h1>
      {count === null ? null : (
        <span className="num text-sm text-ink-3 lg:text-base">
          {[t("checkout.pieces", { count }), weight].filter(Boolean).join(", ")}
        </span>
      )}
    </div>
  );
}

/** The steps on the left, the sum beside them, above everything else under them on phones. */
export function CartFrame({ children, aside, above }: { children: ReactNode; aside: ReactNode; above?: ReactNode }) {
  return (
    <div className="mt-5 lg:mt-7 lg:grid lg:grid-cols-[minmax(0,1fr)_320px] lg:items-start lg:gap-6 xl:grid-cols-[minmax(0,1fr)_372px] xl:gap-7">
      <div className="space-y-3 lg:space-y-5">
        {above ? <div className="space-y-3 px-4 empty:hidden lg:px-0">{above}</div> : null}
        {children}
      </div>
      {aside}
    </div>
  );
}
