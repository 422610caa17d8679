import type { ReactNode } from "react";
import { useAccountI18n } from "../i18n/account-i18n.ts";

/** Heading of the cart with the number of items and the weight in grams. `count` is null until it is known. */
export function CartHeader({ count, weightG }: { count: number | null; weightG?: number }) {
  const { t, format } = useAccountI18n();
  const weight = weightG ? t("checkout.weight", { kg: format.decimal(weightG / 1000) }) : null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 px-4 pt-4 lg:px-0 lg:pt-7">
      <h1 className="text-3xl lg:text-4xl">{t("layout.cart")}</h1>
      {count === null ? null : (
        <span className="num text-sm text-ink-3 lg:text-base">
          {[t("checkout.pieces", { count }), weight].filter(Boolean).join(", ")}
        </span>
      )}
    </div>
  );
}

/** Layout of the cart page: notices and sections on the left, the summary beside them, or below them on small screens. */
export function CartLayout({
  children,
  sidebar,
  notices,
}: {
  children: ReactNode;
  sidebar: ReactNode;
  notices?: ReactNode;
}) {
  return (
    <div className="mt-5 lg:mt-7 lg:grid lg:grid-cols-[minmax(0,1fr)_320px] lg:items-start lg:gap-6 xl:grid-cols-[minmax(0,1fr)_372px] xl:gap-7">
      <div className="space-y-3 lg:space-y-5">
        {notices ? <div className="space-y-3 px-4 empty:hidden lg:px-0">{notices}</div> : null}
        {children}
      </div>
      {sidebar}
    </div>
  );
}
