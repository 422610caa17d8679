import type { Cart } from "@furoshiki/api/cart";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { countOrderablePieces, getLineProblem, isDutyExpected } from "../cart/cart-contents.ts";
import { PromoCodeField } from "../cart/promo-codes/promo-code-field.tsx";
import { createSummaryRows } from "../cart/summary-rows.ts";
import { Summary, type SummaryRow } from "../cart/summary.tsx";
import { InfoLink } from "../navigation/info-link.tsx";
import { useRootData } from "../store-config/root-data.ts";
import { useAccountI18n, type AccountI18n } from "../i18n/account-i18n.ts";
import { LoyaltyPointsSwitch } from "./choices/loyalty-points-switch.tsx";
import type { CheckoutBlocker } from "./checkout-blockers.ts";

type OrderSummaryProps = {
  cart: Cart;
  blockers: readonly CheckoutBlocker[];
  isStale: boolean;
  /** The button that places the order. */
  children: ReactNode;
};

export const BLOCKERS_ID = "checkout-blockers";

/** Totals, duty, distance to the duty-free limit, the order button, and what still blocks the order. */
export function OrderSummary({ cart, blockers, isStale, children }: OrderSummaryProps) {
  const i18n = useAccountI18n();
  const { t, format } = i18n;
  const lines = cart.cart_items.items;
  const hasGoods = lines.length > 0;
  const rows = createSummaryRows(
    cart,
    {
      count: hasGoods ? countOrderablePieces(lines) : null,
      deliveryName: t("checkout.sum_delivery"),
      isMinimumPrice: cart.shipping.selected === null,
    },
    i18n,
  );
  return (
    <Summary
      title={t("checkout.summary")}
      header={
        // Codes do not apply to gift cards alone, but a code that is already entered can be removed.
        hasGoods || cart.promo.promo !== null || cart.promo.certificate ? (
          <>
            <PromoCodeField cart={cart} />
            {hasGoods ? <LoyaltyPointsSwitch cart={cart} /> : null}
          </>
        ) : null
      }
      rows={rows}
      totalName={t("checkout.to_pay")}
      total={format.money(cart.price_v2.total_price, cart.price_v2)}
      footerRows={hasGoods ? createDutyRows(cart, i18n) : []}
      isStale={isStale}
    >
      <CommercialQuantityNotice cart={cart} />
      <div className="mt-5">{children}</div>
      {blockers.length > 0 ? (
        <ul id={BLOCKERS_ID} className="mt-3 space-y-1 text-sm text-beni-600">
          {blockers.map(({ text, sectionId }) => (
            <li key={text}>
              <a href={`#${sectionId}`} className="flex gap-1.5 py-0.5 underline-offset-4 hover:underline">
                <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
                {text}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-3 text-xs text-ink-3">{t("checkout.pay_next")}</p>
      )}
    </Summary>
  );
}

/** The expected duty, and the distance to the duty-free limit; none before the destination is known. */
function createDutyRows(cart: Cart, { t, format }: AccountI18n): SummaryRow[] {
  const { tax, limit } = cart.customs_tax;
  const formatMoney = (amount: number) => format.money(amount, cart.price_v2);
  const { in_cart_currency: sum = null, left = null } = limit ?? {};
  if (cart.address.selected === null || (sum === null && !isDutyExpected(cart))) return [];
  const duty = isDutyExpected(cart) ? `≈\u00a0${formatMoney(tax)}` : formatMoney(0);
  const dutyRow = { name: t("checkout.sum_duty_at_receipt"), value: duty };
  if (left === null || sum === null) return [dutyRow];
  return [
    dutyRow,
    left >= 0
      ? { name: t("checkout.sum_duty_left"), value: formatMoney(left) }
      : { name: t("checkout.sum_duty_over", { limit: formatMoney(sum) }), value: formatMoney(-left) },
  ];
}

/** Warns that a large quantity of one item may be treated as a commercial shipment (docs/domain/customs.md). */
function CommercialQuantityNotice({ cart }: { cart: Cart }) {
  const { t } = useAccountI18n();
  const count = useRootData()?.config.limits.commercial_qty ?? 0;
  if (!cart.cart_items.items.some((line) => line.may_look_commercial && getLineProblem(line) === null)) return null;
  return (
    <p className="mt-4 text-xs text-yamabuki-800">
      {t("checkout.commercial_note", { count })}{" "}
      <InfoLink slug="custom-tax" className="underline underline-offset-4">
        {t("checkout.commercial_more")}
      </InfoLink>
    </p>
  );
}
