import { Ban, Check, Package, PackageCheck, RotateCcw, Truck, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OrderShipments } from "@furoshiki/api/admin/fulfillment/shipments";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { formatWeight } from "../i18n/weights.ts";
import { useMe } from "../staff/me.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { KeyValue, KeyValues } from "../ui/key-values.tsx";
import { Timeline, TimelineItem } from "../ui/timeline.tsx";
import type { CarrierFailure } from "./carrier-actions.ts";
import { OrderNumbers } from "./order-numbers.tsx";
import { ParcelEventForm } from "./parcel-event-form.tsx";
import { CarrierOrderState } from "./carrier-order.tsx";

type OrderShipment = OrderShipments["shipments"][number];

const statusBadges: Record<OrderShipment["status"], { tone: BadgeTone; Icon: LucideIcon }> = {
  open: { tone: "info", Icon: Package },
  packed: { tone: "ok", Icon: PackageCheck },
  shipped: { tone: "info", Icon: Truck },
  delivered: { tone: "ok", Icon: Check },
  returned: { tone: "warn", Icon: RotateCcw },
  canceled: { tone: "neutral", Icon: Ban },
};

type ParcelEventFormFailure = Parameters<typeof ParcelEventForm>[0]["failure"];

type OrderShipmentsCardProps = {
  order: Pick<OrderDetail, "id" | "status" | "address">;
  shipments: readonly OrderShipment[];
  /** Why an order at the carrier was not created or canceled. */
  carrierFailure?: CarrierFailure | null;
  /** Why an event of a shipment was not recorded. */
  eventFailure?: (NonNullable<ParcelEventFormFailure> & { shipment_id: number }) | null;
  /** The day in the time zone of the store. */
  today: string;
};

/** The shipments of an order with their contents, weight and tracking; nothing if it has neither goods nor shipments. */
export function OrderShipmentsCard({
  order,
  shipments,
  carrierFailure = null,
  eventFailure = null,
  today,
}: OrderShipmentsCardProps) {
  const { t } = useI18n();
  const canFulfill = useMe().permissions.includes("orders:fulfill");
  const canPack = canFulfill && (order.status === "paid" || order.status === "packing");
  if (order.address === null || (shipments.length === 0 && !canPack)) return null;
  return (
    <Card
      title={t("shipments.title", { count: shipments.length })}
      actions={
        canPack ? (
          <Link to={`/fulfillment/pack/${order.id}`} className={buttonClass()}>
            {t("shipments.open_station")}
          </Link>
        ) : null
      }
    >
      {shipments.length === 0 ? (
        <p className="text-ink-2">{t("shipments.none")}</p>
      ) : (
        <ul className="grid gap-4">
          {shipments.map((shipment) => (
            <li key={shipment.id} className="border-hair not-first:border-t not-first:pt-4">
              <ShipmentDetails orderId={order.id} shipment={shipment} isOnly={shipments.length === 1} today={today}>
                <CarrierOrderState
                  orderId={order.id}
                  shipment={shipment}
                  failure={carrierFailure?.shipment_id === shipment.id ? carrierFailure : null}
                />
                {canFulfill && shipment.status === "shipped" ? (
                  <ParcelEventForm
                    shipmentId={shipment.id}
                    events={shipment.events.length}
                    failure={eventFailure?.shipment_id === shipment.id ? eventFailure : null}
                  />
                ) : null}
              </ShipmentDetails>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type ShipmentDetailsProps = {
  orderId: number;
  shipment: OrderShipment;
  isOnly: boolean;
  today: string;
  children: ReactNode;
};

function ShipmentDetails({ orderId, shipment, isOnly, today, children }: ShipmentDetailsProps) {
  const i18n = useI18n();
  const { t, locale } = i18n;
  const { status, number, tracking, items, events, weight_g: weightG } = shipment;
  const { tone, Icon } = statusBadges[status];
  const packed = items.reduce((sum, item) => sum + item.packed, 0);
  const joined = [...new Set(items.map((item) => item.order_id))].filter((id) => id !== orderId);
  const pieces = items.reduce((sum, item) => sum + item.quantity, 0);
  return (
    <div className="grid gap-3 desk:grid-cols-2 desk:gap-x-6">
      <div className="grid content-start gap-2">
        <p className="flex flex-wrap items-center gap-2">
          {isOnly ? null : <span className="font-medium">{t("shipments.number", { number })}</span>}
          <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
            {t(`shipments.status_${status}`)}
          </Badge>
        </p>
        <KeyValues>
          <KeyValue name={t("shipments.with_orders")}>
            {joined.length === 0 ? null : <OrderNumbers ids={joined} />}
          </KeyValue>
          <KeyValue name={t("orders.items")}>
            {status === "open" ? t("shipments.packed_of", { packed, pieces }) : t("orders.pieces", { count: pieces })}
          </KeyValue>
          <KeyValue name={t("orders.weight")}>
            {weightG === null
              ? t("shipments.expected_weight", { weight: formatWeight(i18n, shipment.expected_weight_g) })
              : formatWeight(i18n, weightG)}
          </KeyValue>
          <KeyValue name={t("shipments.weight_reason")}>{shipment.weight_reason || null}</KeyValue>
          <KeyValue name={t("shipments.packed_by")}>{shipment.packed_by}</KeyValue>
          <KeyValue name={t("orders.tracking")}>
            {tracking ? (
              <a href={tracking.url} className="code link">
                {tracking.number}
              </a>
            ) : null}
          </KeyValue>
        </KeyValues>
      </div>
      {events.length === 0 ? null : (
        <Timeline label={t("shipments.events")}>
          {events.map(({ code, at, place }) => (
            <TimelineItem key={`${code} ${at}`} Icon={Truck} time={formatShortTime(at, locale, today)} iso={at}>
              {t.find(`shipments.event_${code.toLowerCase()}`) ?? code}
              {place === "" ? null : <span className="text-ink-3"> · {place}</span>}
            </TimelineItem>
          ))}
        </Timeline>
      )}
      {children}
    </div>
  );
}
