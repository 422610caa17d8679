import { ReceiptText } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { InfoLink } from "../../navigation/info-link.tsx";
import type { CartContents, CartLine } from "../cart-contents.ts";
import { useCart } from "../cart-state.tsx";
import { removeWithUndo } from "../lines/undo-removal.ts";
import { cardClass, LineList, ProgressBar, SplitOption, type LinesById, type Split } from "./split-parts.tsx";
import { TwoOrdersOption } from "./two-orders-option.tsx";

type SplitAdviceProps = {
  cart: Pick<CartContents, "split" | "customs_tax" | "price_v2" | "cart_items">;
  /** Button or link that splits the order. */
  action: ReactNode;
};

/** Advice above the duty-free limit: split into two orders with the savings and costs, or remove items (docs/domain/customs.md). */
export function SplitAdvice({ cart, action }: SplitAdviceProps) {
  const { t, format } = useAccountI18n();
  const { getQty, updateLine } = useCart();
  const { split, customs_tax: customs, price_v2: totals } = cart;
  if (!split) return null;
  // Null if it is a weight limit; 0 if the country charges duty on any value.
  const limit = customs.limit?.in_cart_currency ?? null;
  const { products_price: products } = totals;
  const formatMoney = (amount: number) => format.money(amount, totals);
  const lines = new Map<string, CartLine>(cart.cart_items.items.map((line) => [line.cart_id, line]));
  const remove = (removals: Split["parts"][number]["lines"]) =>
    removeWithUndo(
      removals.flatMap(({ cart_id, qty }) => {
        const line = lines.get(cart_id);
        return line ? { line, qty } : [];
      }),
      getQty,
      updateLine,
    );
  return (
    <section
      aria-labelledby="split-title"
      className="border-y border-yamabuki-300 bg-surface px-4 py-7 lg:rounded-md lg:border lg:px-8 lg:py-8"
    >
      <div className="flex items-start gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-yamabuki-50 text-yamabuki-800">
          <ReceiptText size={22} strokeWidth={1.5} aria-hidden />
        </span>
        <div className="min-w-0">
          <h2 id="split-title" className="text-2xl">
            {t(limit === 0 ? "checkout.split_title_any_value" : "checkout.split_title")}
          </h2>
          {limit ? (
            <p className="mt-1 text-sm text-ink-2">
              {t("checkout.split_text", { limit: formatMoney(limit), sum: formatMoney(products) })}
            </p>
          ) : null}
        </div>
      </div>
      {limit && products > limit ? <LimitBar limit={limit} products={products} formatMoney={formatMoney} /> : null}
      {split.parts.length === 0 ? (
        <p className="mt-5 text-sm">{t(`checkout.split_${split.reason ?? "impossible"}`)}</p>
      ) : null}
      {split.parts.length > 0 || split.remove ? (
        <>
          <h3 className="mt-6 font-sans text-sm font-semibold">{t("checkout.split_what")}</h3>
          <ul className="mt-3 space-y-3">
            <li className={`${cardClass} border-tokiwa-700 bg-tokiwa-50`}>
              <SplitOption
                title={t("checkout.split_keep")}
                text={t("checkout.split_keep_text")}
                amountText={`≈\u00a0${formatMoney(customs.tax)}`}
                amountNote={t("checkout.split_duty")}
                isCurrent
              />
            </li>
            {split.parts.length > 0 ? (
              <TwoOrdersOption split={split} lines={lines} limit={limit} formatMoney={formatMoney} action={action} />
            ) : null}
            {split.remove ? (
              <RemoveItemsOption removal={split.remove} lines={lines} formatMoney={formatMoney} onRemove={remove} />
            ) : null}
          </ul>
          <p className="mt-4 text-xs text-ink-2">
            {split.parts.length > 0 ? `${t("checkout.split_warning")} ` : null}
            <InfoLink slug="custom-tax" className="underline underline-offset-4">
              {t("checkout.split_rules")}
            </InfoLink>
          </p>
        </>
      ) : null}
    </section>
  );
}

type RemoveItemsOptionProps = {
  removal: NonNullable<Split["remove"]>;
  lines: LinesById;
  formatMoney: (amount: number) => string;
  /** Removes items from the cart; can be undone. */
  onRemove: (removals: Split["parts"][number]["lines"]) => void;
};

/** One order below the limit, without the listed items. */
function RemoveItemsOption({ removal, lines, formatMoney, onRemove }: RemoveItemsOptionProps) {
  const { t } = useAccountI18n();
  return (
    <li className={`${cardClass} border-line-strong scriptless:hidden`}>
      <SplitOption
        title={t("checkout.split_remove")}
        text={t("checkout.split_remove_text")}
        amountText={t("checkout.split_left", { sum: formatMoney(removal.products_price) })}
        amountNote={t("checkout.split_left_under")}
      />
      <div className="mt-4 lg:pl-8">
        <LineList pieces={removal.lines} lines={lines} />
        <Button kind="outline" className="mt-4" onClick={() => onRemove(removal.lines)}>
          {t("checkout.split_remove_apply")}
        </Button>
      </div>
    </li>
  );
}

/** Shows how much of the subtotal is within the limit and how much is above it. */
function LimitBar({
  limit,
  products,
  formatMoney,
}: {
  limit: number;
  products: number;
  formatMoney: (amount: number) => string;
}) {
  const { t } = useAccountI18n();
  const percentWithin = Math.round((limit / products) * 100);
  return (
    <div className="mt-5 text-xs text-ink-2">
      <ProgressBar className="h-2 bg-yamabuki-500" percent={percentWithin} />
      <dl className="num mt-2 flex justify-between gap-4">
        <div>
          <dt>{t("checkout.split_within")}</dt>
          <dd className="font-semibold text-ink">{formatMoney(limit)}</dd>
        </div>
        <div className="text-right">
          <dt>{t("checkout.split_over")}</dt>
          <dd className="font-semibold text-ink">{formatMoney(Math.round((products - limit) * 100) / 100)}</dd>
        </div>
      </dl>
    </div>
  );
}
