import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { AddressSnapshot } from "./order-address.ts";
import type { OrderStatus } from "./schema.ts";
import { promiseArrival } from "./parcel/parcel-orders.ts";
import type { NewOrderLine } from "./insert-order.ts";
import type { PickupPointSnapshot } from "./sql.ts";

/** The amounts of an order that an edit changes, in minor units of its currency; weight in grams. */
export type OrderAmounts = {
  products_minor: number;
  discount_minor: number;
  delivery_minor: number;
  total_minor: number;
  customs_tax_minor: number;
  weight_g: number;
};

/** A line that an edit changes. `qty` is 0 if it is removed, `qty_before` is 0 if it is added. */
export type LineChange = NewOrderLine & {
  /** The superseded line; null if the line is added. */
  line: number | null;
  qty_before: number;
};

/** What an edit changes, as it is stored until it is applied. */
export type OrderChanges = {
  lines: LineChange[];
  before: OrderAmounts;
  after: OrderAmounts;
  products_rub_minor: number;
  customs_declared: boolean;
  customs_rule_id: number | null;
  /** Import duty that the customer must confirm; null if what they confirmed covers it. */
  duty_minor: number | null;
  /** Missing if the address stays. */
  address?: AddressSnapshot;
  /** Missing if method and pickup point stay. */
  delivery?: { shipping_method_id: number; shipping_name: string; pickup_point: PickupPointSnapshot | null };
};

/** An order with everything that an edit is calculated from. */
export type EditedOrder = OrderAmounts & {
  id: number;
  customer_id: number;
  status: OrderStatus;
  locale: Locale;
  currency: string;
  rub_per_unit: string;
  loyalty_minor: number;
  gift_card_minor: number;
  purchased_gift_cards_minor: number;
  products_rub_minor: number;
  payment_method: string;
  customs_declared: boolean;
  customs_rule_id: number | null;
  duty_confirmed: { tax_minor: number } | null;
  address: AddressSnapshot | null;
  shipping_method_id: number | null;
  pickup_point: PickupPointSnapshot | null;
  lines: (NewOrderLine & { line: number })[];
  /** The lines that were refunded, in whole or in part. */
  refunded_lines: number[];
  /** The part of the delivery price that was refunded, in minor units of its currency. */
  refunded_delivery_minor: number;
};

/** Locks an order until the end of the transaction and returns it with its lines, or undefined. */
export async function lockOrderToEdit(tx: Tx, id: number): Promise<EditedOrder | undefined> {
  await tx.selectFrom("orders").select("id").where("id", "=", id).forUpdate().executeTakeFirst();
  return getOrderToEdit(tx, id);
}

/** Returns an order with its lines, or undefined. */
export async function getOrderToEdit(db: Db, id: number): Promise<EditedOrder | undefined> {
  const { rows } = await sql<Omit<EditedOrder, "lines">>`
    select id, customer_id, status, locale, currency, rub_per_unit::text as rub_per_unit, products_minor,
      discount_minor, loyalty_minor, gift_card_minor, delivery_minor, purchased_gift_cards_minor, total_minor,
      products_rub_minor, payment_method, customs_tax_minor, customs_declared, customs_rule_id, duty_confirmed, weight_g,
      address, shipping_method_id, pickup_point, array(
        select distinct l.line from refund_lines l join refunds r on r.id = l.refund_id
        where l.order_id = orders.id and r.status <> 'failed') as refunded_lines,
      (select coalesce(sum(r.delivery_minor), 0)::bigint from refunds r join payments p on p.id = r.payment_id
        where p.order_id = orders.id and r.status <> 'failed') as refunded_delivery_minor
    from orders where id = ${id}`.execute(db);
  const [order] = rows;
  if (!order) return undefined;
  const lines = await db
    .selectFrom("order_lines")
    .select(["line", "product_id", "option_id", "reference", "name", "option_name", "qty"])
    .select(["price_minor", "discount_minor", "is_gift", "weight_g"])
    .where("order_id", "=", id)
    .where("removed_by_edit", "is", null)
    .orderBy("line")
    .execute();
  return { ...order, lines };
}

/**
 * Applies an edit to its order, whose row must be locked: the changed lines are superseded by new ones, and amounts,
 * address and delivery are replaced, with the promised days of arrival. Stock, payment and refund are up to the caller.
 * @param dutyConfirmed the customer's confirmation of a higher import duty; null keeps what is stored
 */
export async function applyOrderChanges(
  tx: Tx,
  { orderId, editId }: { orderId: number; editId: number },
  changes: OrderChanges,
  dutyConfirmed: object | null,
): Promise<void> {
  await supersedeLines(tx, { orderId, editId }, changes.lines);
  const { address, delivery, after } = changes;
  await tx
    .updateTable("orders")
    .set({
      ...after,
      products_rub_minor: changes.products_rub_minor,
      customs_declared: changes.customs_declared,
      customs_rule_id: changes.customs_rule_id,
      ...(dutyConfirmed ? { duty_confirmed: JSON.stringify(dutyConfirmed) } : {}),
      ...(address ? { address: JSON.stringify(address) } : {}),
      ...(delivery
        ? { ...delivery, pickup_point: delivery.pickup_point && JSON.stringify(delivery.pickup_point) }
        : {}),
    })
    .where("id", "=", orderId)
    .execute();
  if (delivery || address) await promiseArrival(tx, [orderId]);
}

async function supersedeLines(
  tx: Tx,
  { orderId, editId }: { orderId: number; editId: number },
  lines: readonly LineChange[],
): Promise<void> {
  if (lines.length === 0) return;
  const superseded = lines.flatMap(({ line }) => (line === null ? [] : [line]));
  const added = lines.filter(({ qty }) => qty > 0);
  if (superseded.length > 0)
    await tx
      .updateTable("order_lines")
      .set({ removed_by_edit: editId })
      .where("order_id", "=", orderId)
      .where("line", "in", superseded)
      .execute();
  if (added.length === 0) return;
  const { last } = await tx
    .selectFrom("order_lines")
    .select((of) => of.fn.max("line").as("last"))
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("order_lines")
    .values(
      added.map(({ line: _line, qty_before: _before, ...line }, index) => ({
        ...line,
        order_id: orderId,
        line: last + index + 1,
        total_minor: line.price_minor * line.qty,
        added_by_edit: editId,
      })),
    )
    .execute();
}
