import type { Order } from "@furoshiki/api/orders";
import type { Payment } from "@furoshiki/api/payments";
import { insertNonBreakingSpaces } from "@furoshiki/design-system/i18n/format.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { formatOrderNumber } from "../orders/order-number.ts";

/** Returns the discounts of the order, each with its message key. */
function listDiscounts({ discounts }: Order) {
  const entries = [
    ["checkout.sum_promo", discounts.promo],
    ["checkout.sum_loyalty", discounts.bonus],
    ["checkout.sum_gift_card", discounts.certificate],
  ] as const;
  return entries.filter(([, sum]) => sum > 0);
}

type PaymentOrderSummaryProps = {
  payment: Payment;
  /** Null if the visitor has only the payment link, which shows no personal data. */
  order: Order | null;
};

/** Summary of the order that is being paid. */
export function PaymentOrderSummary({ payment, order }: PaymentOrderSummaryProps) {
  const { t, format } = useAccountI18n();
  return (
    <aside aria-labelledby="order-title" className="rounded-md border border-line bg-surface p-5 text-left lg:p-7">
      <h2 id="order-title" className="text-xl">
        {t("order.title", { number: formatOrderNumber(payment.order_id) })}
      </h2>
      {order ? (
        <>
          <ul className="mt-4 space-y-3">
            {order.items.map((item) => (
              <li key={`${item.product_id}_${item.option_id}_${item.is_present}`} className="flex gap-3">
                {item.image ? (
                  <Picture
                    image={item.image}
                    sizes="48px"
                    className="aspect-4/5 w-full rounded-xs object-cover"
                    wrapperClass="w-12 shrink-0"
                  />
                ) : null}
                <p className="min-w-0 grow text-sm">
                  {insertNonBreakingSpaces(item.name)}
                  {item.qty > 1 ? <span className="num whitespace-nowrap text-ink-2">{` × ${item.qty}`}</span> : null}
                </p>
                <p className="price text-base">{format.money(item.price_total, payment)}</p>
              </li>
            ))}
          </ul>
          <dl className="num mt-4 space-y-2 border-t border-line pt-4 text-sm">
            {listDiscounts(order).map(([name, sum]) => (
              <div key={name} className="flex justify-between gap-3">
                <dt className="text-ink-2">{t(name)}</dt>
                <dd className="font-medium text-beni-600">{format.money(-sum, payment)}</dd>
              </div>
            ))}
            <div className="flex justify-between gap-3">
              <dt className="text-ink-2">{t("checkout.sum_delivery")}</dt>
              <dd className="font-medium">
                {order.delivery === 0 ? t("checkout.free") : format.money(order.delivery, payment)}
              </dd>
            </div>
          </dl>
        </>
      ) : null}
      <p className="mt-3 flex items-baseline justify-between gap-3 border-t border-line pt-3">
        <span className="font-semibold">
          {t(
            payment.status === "cancelled"
              ? "order.sum_total"
              : payment.status === "success"
                ? "order.sum_paid"
                : "checkout.to_pay",
          )}
        </span>
        <span className="price text-2xl">{format.money(payment.amount, payment)}</span>
      </p>
    </aside>
  );
}
