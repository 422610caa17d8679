import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { CartViewModel } from "../cart/cart-view-model.ts";
import { createSummaryRows } from "../cart/summary-rows.ts";
import { Summary, type SummaryRow } from "../cart/summary.tsx";
import { InfoLink } from "../navigation/info-link.tsx";
import { useRootData } from "../store-config/root-data.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { LoyaltyPointsSwitch } from "./choices/loyalty-points-switch.tsx";
import { PromoCodeField } from "./choices/promo-code-field.tsx";
import type { CheckoutBlocker } from "./checkout-blockers.ts";

type OrderSummaryProps = {
  cart: CartViewModel;
  blockers: readonly CheckoutBlocker[];
  isStale: boolean;
  /** The button that places the order. */
  children: ReactNode;
};

export const BLOCKERS_ID = "checkout-blockers";

/** Totals, duty, distance to the duty-free limit, the order button, and what still blocks the order. */
export function OrderSummary({ cart, blockers, isStale, children }: OrderSummaryProps) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const formatMoney = (amount: number) => format.money(amount, cart.currency);
  // The subtotal does not include lines that cannot be ordered.
  const count = cart.lines
    .filter((line) => line.problem !== "unavailable" && line.problem !== "option_required")
    .reduce((sum, line) => sum + line.qty, 0);
  const hasGoods = cart.lines.length > 0;
  const rows = createSummaryRows(
    cart,
    {
      count: hasGoods ? count : null,
      deliveryName: t("checkout.sum_delivery"),
      isMinimumPrice: cart.shippingMethodId === null,
    },
    i18n,
  );
  const { duty } = cart;
  const footerRows: SummaryRow[] =
    !hasGoods || cart.addressId === null || (duty.limit === null && !duty.isDeclared)
      ? []
      : [
          {
            name: t("checkout.sum_duty_at_receipt"),
            value: duty.isDeclared ? `≈\u00a0${formatMoney(duty.tax)}` : formatMoney(0),
          },
          ...(duty.remaining !== null && duty.limit !== null
            ? [
                duty.remaining >= 0
                  ? { name: t("checkout.sum_duty_left"), value: formatMoney(duty.remaining) }
                  : {
                      name: t("checkout.sum_duty_over", { limit: formatMoney(duty.limit) }),
                      value: formatMoney(-duty.remaining),
                    },
              ]
            : []),
        ];
  return (
    <Summary
      title={t("checkout.summary")}
      header={
        // Codes do not apply to gift cards alone, but a code that is already entered can be removed.
        hasGoods || cart.promo || cart.giftCard ? (
          <>
            <PromoCodeField cart={cart} />
            {hasGoods ? <LoyaltyPointsSwitch cart={cart} /> : null}
          </>
        ) : null
      }
      rows={rows}
      totalName={t("checkout.to_pay")}
      total={formatMoney(cart.total)}
      footerRows={footerRows}
      stale={isStale}
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

/** Warns that a large quantity of one item may be treated as a commercial shipment (docs/domain/customs.md). */
function CommercialQuantityNotice({ cart }: { cart: CartViewModel }) {
  const { t } = useI18n();
  const count = useRootData()?.config.limits.commercial_qty ?? 0;
  if (!cart.lines.some((line) => line.mayLookCommercial && line.problem === null)) return null;
  return (
    <p className="mt-4 text-xs text-yamabuki-800">
      {t("checkout.commercial_note", { count })}{" "}
      <InfoLink slug="custom-tax" className="underline underline-offset-4">
        {t("checkout.commercial_more")}
      </InfoLink>
    </p>
  );
}
