import type { OrderParcels } from "@furoshiki/api/fulfillment/parcels";
import type { Order } from "@furoshiki/api/orders";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { EventList } from "./event-list.tsx";
import { listOrderEvents, listParcelEvents } from "./order-events.ts";

/** The way of the parcel: what has happened to the order and its parcels. Several parcels have a list each. */
export function ParcelEvents({ order, parcels }: { order: Order; parcels: OrderParcels }) {
  const { t, format } = useAccountI18n();
  const isSplit = parcels.parcels.length > 1;
  const point = parcels.point?.address ?? null;
  const [only] = parcels.parcels;
  const until = isSplit ? null : (only?.pickup?.until ?? null);
  return (
    <section aria-labelledby="way-title" className="rounded-md border border-line bg-surface p-5 lg:p-8">
      <h2 id="way-title" className="text-2xl">
        {t(order.shipping ? "order.way" : "order.history")}
      </h2>
      {isSplit
        ? parcels.parcels.map((parcel) => (
            <div key={parcel.number}>
              <h3 className="mt-6 text-lg">{t("order.parcel", { number: parcel.number })}</h3>
              <EventList events={listParcelEvents(parcel)} point={point} />
            </div>
          ))
        : null}
      {isSplit ? <h3 className="mt-6 text-lg">{t("order.whole")}</h3> : null}
      <EventList
        events={listOrderEvents(order, isSplit ? undefined : only)}
        nextNote={until === null ? null : t("order.stored_until", { day: format.days(until, until) })}
        point={point}
      />
    </section>
  );
}
