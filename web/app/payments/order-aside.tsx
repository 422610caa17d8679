import type { Order } from "@furoshiki/api/orders";
import type { Payment } from "@furoshiki/api/payments";
import { bindWords } from "../lib/format.ts";
import { useShop } from "../lib/shop.tsx";
import { Picture } from "../ui/picture.tsx";
import { orderNumber } from "../orders/order-number.ts";

/** What was taken off the goods and the delivery, each by its name. */
function takenOff({ discounts }: Order) {
  const all = [
    ["checkout.sum_promo", discounts.promo],
    ["checkout.sum_bonus", discounts.bonus],
    ["checkout.sum_certificate", discounts.certificate],
  ] as const;
  return all.filter(([, sum]) => sum > 0);
}

type OrderAsideProps = {
  payment: Payment;
  /** Null for who only holds the link: it shows nothing personal. */
  order: Order | null;
};

/** What is being paid for. */
export function OrderAside({ payment, order }: OrderAsideProps) {
  const { t, format } = useShop();
  return (
    <aside aria-labelledby="order-title" className="rounded-md border border-line bg-surface p-5 text-left lg:p-7">
      <h2 id="order-title" className="text-xl">
        {t("order.title", { number: orderNumber(payment.order_id) })}
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
                    frameClass="w-12 shrink-0"
                  />
                ) : null}
                <p className="min-w-0 grow text-sm">
                  {bindWords(item.name)}
                  {item.qty > 1 ? <span className="num whitespace-nowrap text-ink-2">{` × ${item.qty}`}</span> : null}
                </p>
                <p className="price text-base">{format.money(item.price_total, payment)}</p>
              </li>
            ))}
          </ul>
          <dl className="num mt-4 space-y-2 border-t border-line pt-4 text-sm">
            {takenOff(order).map(([name, sum]) => (
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
          {t(payment.status === "cancelled" ? "order.sum_total" : "checkout.to_pay")}
        </span>
        <span className="price text-2xl">{format.money(payment.amount, payment)}</span>
      </p>
    </aside>
  );
}
