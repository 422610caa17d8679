import { serializeCardImage } from "../../content/images.ts";
import { formatRecipientName } from "../../orders/order-address.ts";
import { refusals as orderRefusals } from "../../orders/schema.ts";
import { getTrackingUrl } from "../../orders/status/tracking.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import { CDEK_METHOD } from "../carrier-orders/schema.ts";
import type { OrderShipments, PackingOrder, Shipment, ShipmentListQuery, ShipmentPage } from "./admin-schema.ts";
import { findOrderShipments, findPackingOrder, type ListedShipmentRow, listShipments } from "./admin-sql.ts";
import { refusals } from "./schema.ts";
import { findShipment, listOrderShipments, type ShipmentRow } from "./sql.ts";

type Source = Pick<AppContext, "db" | "config">;
type Config = Pick<AppContext["config"], "cdek">;

/** Returns a shipment with its items. @throws Refusal `shipment_not_found` */
export async function getShipment({ db, config }: Source, id: number): Promise<Shipment> {
  const row = await findShipment(db, id);
  if (!row) throw refuse(refusals, "shipment_not_found");
  return serializeShipment(row, config);
}

/** Returns what the packing station shows of an order. @throws Refusal `order_not_found`, also if it has no goods */
export async function getPackingOrder({ db, config }: Source, id: number, now: Date): Promise<PackingOrder> {
  const [order, shipments] = await Promise.all([findPackingOrder(db, id, now), listOrderShipments(db, id)]);
  if (!order) throw refuse(orderRefusals, "order_not_found");
  const { country, shipping_name, method_code: methodCode, ...fields } = order;
  return {
    ...fields,
    country: country ?? "",
    shipping_method: { code: methodCode, name: shipping_name },
    shipments: shipments.map((row) => serializeShipment(row, config)),
  };
}

/** Returns the shipments of an order. @throws Refusal `order_not_found` */
export async function getOrderShipments({ db, config }: Source, orderId: number): Promise<OrderShipments> {
  const row = await findOrderShipments(db, orderId);
  if (!row) throw refuse(orderRefusals, "order_not_found");
  return {
    shipments: row.shipments.map(({ tracking_number, method_code: methodCode, ...shipment }) => ({
      ...shipment,
      cdek_registration: getRegistration(methodCode, config),
      tracking: serializeTracking(tracking_number),
      packed_at: toNullableIso(shipment.packed_at),
      shipped_at: toNullableIso(shipment.shipped_at),
      events: shipment.events.map((event) => ({ ...event, at: toIso(event.at) })),
    })),
  };
}

/** Returns one page of the shipments with a status. */
export async function getShipmentPage({ db, config }: Source, query: ShipmentListQuery): Promise<ShipmentPage> {
  const { status, limit } = query;
  const [micros = 0, id = 0] = query.after?.split("_").map(Number) ?? [];
  const after = query.after === undefined ? undefined : { micros, id };
  const rows = await listShipments(db, { status, after, limit });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map((row) => serializeListedShipment(row, config)),
    next: last && rows.length > limit ? `${last.packed_micros}_${last.id}` : null,
    total: rows[0]?.total ?? 0,
  };
}

function serializeListedShipment(row: ListedShipmentRow, config: Config): ShipmentPage["items"][number] {
  const { packed_micros: _packedMicros, total: _total, method_code: methodCode, ...shown } = row;
  const { shipping_name, tracking_number, packed_at, ...fields } = shown;
  return {
    ...fields,
    shipping_method: { code: methodCode, name: shipping_name },
    packed_at: packed_at?.toISOString() ?? null,
    tracking: serializeTracking(tracking_number),
    cdek_registration: getRegistration(methodCode, config),
  };
}

function serializeShipment(row: ShipmentRow, config: Config): Shipment {
  const { address, shipping_name, tracking_number, method_code: methodCode, items, scans, ...fields } = row;
  const { postcode, city, country } = address;
  return {
    ...fields,
    label: { recipient: formatRecipientName(address), postcode, city, country },
    shipping_method: { code: methodCode, name: shipping_name },
    packed_at: row.packed_at?.toISOString() ?? null,
    shipped_at: row.shipped_at?.toISOString() ?? null,
    tracking: serializeTracking(tracking_number),
    cdek_registration: getRegistration(methodCode, config),
    items: items.map(({ image, ...item }) => ({ ...item, image: image && serializeCardImage(image, item.name_en) })),
    scans: scans.map((scan) => ({ ...scan, at: toIso(scan.at) })),
  };
}

/** Whether a shipment can be registered at CDEK; null if another carrier takes it. */
function getRegistration(methodCode: string, { cdek }: Config): Shipment["cdek_registration"] {
  if (methodCode !== CDEK_METHOD) return null;
  return cdek ? "available" : "not_set_up";
}

function serializeTracking(number: string | null): Shipment["tracking"] {
  return number === null ? null : { number, url: getTrackingUrl(number) };
}

function toIso(time: string): string {
  return new Date(time).toISOString();
}

function toNullableIso(time: string | null): string | null {
  return time === null ? null : toIso(time);
}
