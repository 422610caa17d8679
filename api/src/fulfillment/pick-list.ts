import { serializeCardImage } from "../content/images.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { PickList, PickListQuery } from "./admin-schema.ts";
import { listPickedOrders, type PickedOrderRow, listPickListRows, type PickListRow } from "./pick-list-sql.ts";

/**
 * Returns what has to be taken from the shelves for orders (docs/domain/fulfillment.md). Orders that were selected by
 * their numbers but cannot be sent now are left out, with the reason.
 */
export async function getPickList(db: Db, query: PickListQuery, locale: Locale): Promise<PickList> {
  const orders = await listPickedOrders(db, { orderIds: query.order_ids, limit: query.limit });
  const skipped = orders.flatMap((order) => {
    const reason = getSkipReason(order) ?? findSkippedParcel(orders, order);
    return reason === null ? [] : [{ order_id: order.order_id, reason }];
  });
  const skippedIds = new Set(skipped.map((order) => order.order_id));
  const orderIds = orders.map((order) => order.order_id).filter((orderId) => !skippedIds.has(orderId));
  const rows = await listPickListRows(db, orderIds);
  return {
    orders: orderIds,
    joined: orders
      .filter((order) => order.main_order_id !== order.order_id && !skippedIds.has(order.order_id))
      .map(({ order_id, main_order_id }) => ({ order_id, main_order_id })),
    skipped,
    pieces: rows.reduce((sum, { quantity }) => sum + quantity, 0),
    items: rows.map((row) => serializeItem(row, locale)),
  };
}

function getSkipReason({
  status,
  customs_status,
  is_packed,
}: PickedOrderRow): PickList["skipped"][number]["reason"] | null {
  if (status !== "paid" && status !== "packing") return "not_waiting";
  if (is_packed) return "already_packed";
  return customs_status === "complete" ? null : "customs_not_complete";
}

/** An order waits for those that are sent with it. */
function findSkippedParcel(orders: readonly PickedOrderRow[], { main_order_id }: PickedOrderRow) {
  const isWaiting = orders.some(
    (order) => order.main_order_id === main_order_id && getSkipReason(order) === "customs_not_complete",
  );
  return isWaiting ? "customs_not_complete" : null;
}

function serializeItem(row: PickListRow, locale: Locale): PickList["items"][number] {
  const { name_ru, name_en, option_ru, option_en, image, ...fields } = row;
  const [name, optionName] = locale === "ru-RU" ? [name_ru, option_ru] : [name_en, option_en];
  return { ...fields, name, option_name: optionName, image: image && serializeCardImage(image, name) };
}
