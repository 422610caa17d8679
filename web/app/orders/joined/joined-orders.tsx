import type { OrderJoining } from "@furoshiki/api/joined-orders";
import type { Order } from "@furoshiki/api/orders";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";
import { PackageCheck, PackagePlus } from "lucide-react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Link } from "../../navigation/link.tsx";
import { formatOrderNumber } from "../order-number.ts";

type JoinedOrdersProps = { order: Pick<Order, "id" | "status" | "cancellable">; joining: OrderJoining };

/** The orders that are sent in one parcel with an order, or those with which it could be; nothing if there are none. */
export function JoinedOrders({ order, joining }: JoinedOrdersProps) {
  const { parcel, offers } = joining;
  return (
    <>
      {parcel ? <OneParcel order={order} parcel={parcel} /> : null}
      {offers.length > 0 ? <JoinOffers orderId={order.id} offers={offers} /> : null}
    </>
  );
}

type OneParcelProps = Pick<JoinedOrdersProps, "order"> & { parcel: NonNullable<OrderJoining["parcel"]> };

function OneParcel({ order, parcel }: OneParcelProps) {
  const { t, format } = useAccountI18n();
  const others = parcel.orders.filter(({ id }) => id !== order.id);
  const carriesOthers = order.status === "paid" && !order.cancellable;
  return (
    <section
      aria-labelledby="one-parcel"
      className="flex items-start gap-4 rounded-md border border-line bg-surface p-5 lg:px-8"
    >
      <PackageCheck size={26} strokeWidth={1.5} aria-hidden className="mt-0.5 shrink-0 text-tokiwa-500" />
      <div className="min-w-0">
        <h2 id="one-parcel" className="text-xl">
          {t("join.one_parcel")}
        </h2>
        <p className="mt-1 max-w-read text-sm text-ink-2">
          {t("join.together_with")}{" "}
          {others.map(({ id }, index) => (
            <span key={id}>
              {index > 0 ? ", " : null}
              <Link
                to={`/profile/orders/${id}`}
                className="font-medium whitespace-nowrap text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
              >
                {t("order.title", { number: formatOrderNumber(id) })}
              </Link>
            </span>
          ))}
          . {t("join.one_number")}
          {parcel.refund > 0 ? ` ${t("join.refunded", { sum: format.money(parcel.refund, parcel) })}` : null}
          {carriesOthers ? ` ${t("join.cancel_others_first")}` : null}
          {parcel.duty > 0 ? ` ${t("join.parcel_duty", { sum: format.money(parcel.duty, parcel) })}` : null}
        </p>
      </div>
    </section>
  );
}

function JoinOffers({ orderId, offers }: { orderId: number; offers: OrderJoining["offers"] }) {
  const { t, format } = useAccountI18n();
  return (
    <section aria-labelledby="join-offers" className="rounded-md bg-ai-50 p-5 text-ai-700 lg:px-8 print:hidden">
      <h2 id="join-offers" className="text-xl">
        {t("join.offer_title")}
      </h2>
      <ul>
        {offers.map((offer) => (
          <li
            key={offer.order_id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-ai-100 py-3 not-first:border-t first:pt-1 last:pb-0"
          >
            <p className="max-w-read min-w-0 grow basis-64 text-sm">
              {t("join.offer_text", {
                number: formatOrderNumber(offer.order_id),
                date: format.date(offer.placed_at),
                sum: offer.refund > 0 ? format.money(offer.refund, offer) : "none",
              })}
            </p>
            <Link
              to={`/profile/orders/${orderId}/join?order=${offer.order_id}`}
              className={buttonClass({ kind: "outline" })}
            >
              <PackagePlus size={18} strokeWidth={1.5} aria-hidden />
              {t("join.with", { number: formatOrderNumber(offer.order_id) })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
