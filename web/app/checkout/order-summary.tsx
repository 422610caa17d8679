import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { ShownCart } from "../cart/shown-cart.ts";
import { sumRows } from "../cart/sum-rows.ts";
import { Summary, type SumRow } from "../cart/summary.tsx";
import { InfoLink } from "../lib/info-link.tsx";
import { useKnown } from "../lib/known.ts";
import { useShop } from "../lib/shop.tsx";
import { BonusSwitch } from "./bonus-switch.tsx";
import { CodeField } from "./code-field.tsx";
import type { Reason } from "./reasons.ts";

type OrderSummaryProps = {
  cart: ShownCart;
  reasons: readonly Reason[];
  stale: boolean;
  /** The button that places the order. */
  children: ReactNode;
};

export const REASONS_ID = "why-not";

/** Sums, duty, how far the duty-free limit is, the button, and beside it why it cannot be pressed yet. */
export function OrderSummary({ cart, reasons, stale, children }: OrderSummaryProps) {
  const shop = useShop();
  const { t, format } = shop;
  const money = (amount: number) => format.money(amount, cart.money);
  // What cannot be bought as it is does not count in the sum either.
  const count = cart.lines
    .filter((line) => line.trouble !== "unavailable" && line.trouble !== "option_required")
    .reduce((sum, line) => sum + line.qty, 0);
  const hasGoods = cart.lines.length > 0;
  const rows = sumRows(
    cart,
    { count: hasGoods ? count : null, deliveryName: t("checkout.sum_delivery"), isFrom: cart.methodId === null },
    shop,
  );
  const { duty } = cart;
  const below: SumRow[] =
    !hasGoods || cart.addressId === null || (duty.limit === null && !duty.declared)
      ? []
      : [
          { name: t("checkout.sum_duty_at_receipt"), value: duty.declared ? `≈\u00a0${money(duty.tax)}` : money(0) },
          ...(duty.left !== null && duty.limit !== null
            ? [
                duty.left >= 0
                  ? { name: t("checkout.sum_duty_left"), value: money(duty.left) }
                  : { name: t("checkout.sum_duty_over", { limit: money(duty.limit) }), value: money(-duty.left) },
              ]
            : []),
        ];
  return (
    <Summary
      title={t("checkout.summary")}
      above={
        // Nothing but money pays for certificates. A code that is there already can still be taken out.
        hasGoods || cart.promo || cart.certificate ? (
          <>
            <CodeField cart={cart} />
            {hasGoods ? <BonusSwitch cart={cart} /> : null}
          </>
        ) : null
      }
      rows={rows}
      totalName={t("checkout.to_pay")}
      total={money(cart.total)}
      below={below}
      stale={stale}
    >
      <CommercialNote cart={cart} />
      <div className="mt-5">{children}</div>
      {reasons.length > 0 ? (
        <ul id={REASONS_ID} className="mt-3 space-y-1 text-sm text-beni-600">
          {reasons.map(({ text, at }) => (
            <li key={text}>
              <a href={`#${at}`} className="flex gap-1.5 py-0.5 underline-offset-4 hover:underline">
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

/** Many pieces of one item are told of on their line, and once here with what may come of it (spec §9). */
function CommercialNote({ cart }: { cart: ShownCart }) {
  const { t } = useShop();
  const count = useKnown()?.config.limits.commercial_qty ?? 0;
  if (!cart.lines.some((line) => line.mayLookCommercial && line.trouble === null)) return null;
  return (
    <p className="mt-4 text-xs text-yamabuki-800">
      {t("checkout.commercial_note", { count })}{" "}
      <InfoLink slug="custom-tax" className="underline underline-offset-4">
        {t("checkout.commercial_more")}
      </InfoLink>
    </p>
  );
}
