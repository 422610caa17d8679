import { sql } from "kysely";
import type { Tx } from "../platform/db/database.ts";
import type { DB } from "../platform/db/tables.generated.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { AddressSnapshot } from "./order-address.ts";
import type { OrderSource } from "./schema.ts";
import type { PickupPointSnapshot } from "./sql.ts";

/**
 * An order to insert. Amounts in minor units of its currency, `products_rub_minor` in kopecks; `total_minor` is what
 * remains to be paid in money: goods, delivery and bought gift cards without discount, points and gift card.
 */
export type NewOrder = {
  id: number;
  customer_id: number;
  locale: Locale;
  currency: string;
  rub_per_unit: string;
  products_minor: number;
  promo_code: string | null;
  /** The promo code discount, part of the lines' totals. */
  discount_minor: number;
  /** Paid with loyalty points. */
  loyalty_minor: number;
  /** Paid with a gift card. */
  gift_card_minor: number;
  delivery_minor: number;
  /** Total of the gift cards bought with the order. */
  purchased_gift_cards_minor: number;
  total_minor: number;
  products_rub_minor: number;
  customs_tax_minor: number;
  customs_declared: boolean;
  customs_rule_id: number | null;
  duty_confirmed: object | null;
  address: AddressSnapshot | null;
  shipping_method_id: number | null;
  shipping_name: string;
  pickup_point: PickupPointSnapshot | null;
  payment_method: string;
  comment: string;
  weight_g: number;
  placed_at: Date;
  pay_until: Date;
  source: OrderSource;
  /** The member of staff who placed it; null for the customer and for commands. */
  created_by: number | null;
  /** The order whose goods this one replaces at no charge. */
  replaces_order_id?: number;
};

/** A line of an order to insert; `price_minor` is the price of a piece before the discount, `weight_g` of a piece. */
export type NewOrderLine = {
  product_id: number;
  option_id: number;
  reference: string;
  name: string;
  option_name: string;
  qty: number;
  price_minor: number;
  /** The promo code discount on the whole line. */
  discount_minor: number;
  is_gift: boolean;
  weight_g: number;
};

/**
 * Inserts an order, its lines and the first entry of its history, unless the order number is taken.
 * @returns the email of the customer (null if the account is deleted), or undefined if nothing was inserted.
 */
export async function insertOrder(
  db: Tx,
  order: NewOrder,
  lines: readonly NewOrderLine[],
): Promise<{ email: string | null } | undefined> {
  const rows = lines.map((line, index) => ({
    ...line,
    order_id: order.id,
    line: index + 1,
    total_minor: line.price_minor * line.qty,
  }));
  const columns = [
    ...["order_id", "line", "product_id", "option_id", "reference", "name", "option_name", "qty"],
    ...["price_minor", "discount_minor", "total_minor", "is_gift", "weight_g"],
  ] as (keyof DB["order_lines"])[];
  return db
    .with("placed", (tx) =>
      tx
        .insertInto("orders")
        .values({
          ...order,
          status: "awaiting_payment",
          duty_confirmed: order.duty_confirmed === null ? null : JSON.stringify(order.duty_confirmed),
          address: order.address === null ? null : JSON.stringify(order.address),
          pickup_point: order.pickup_point === null ? null : JSON.stringify(order.pickup_point),
        })
        .onConflict((on) => on.column("id").doNothing())
        .returning(["id", "status", "placed_at"]),
    )
    .with("lines", (tx) =>
      tx
        .insertInto("order_lines")
        .columns(columns)
        .expression(
          sql`select ${sql.join(columns.map((name) => sql.ref(`l.${name}`)))} from placed
            cross join jsonb_populate_recordset(null::order_lines, ${JSON.stringify(rows)}::jsonb) l`,
        ),
    )
    .with("history_entry", (tx) =>
      tx
        .insertInto("order_history")
        .columns(["order_id", "status", "created_at"])
        .expression(tx.selectFrom("placed").select(["id", "status", "placed_at"])),
    )
    .selectFrom("placed")
    .leftJoin("customers as c", (join) => join.on("c.id", "=", order.customer_id).on("c.deleted_at", "is", null))
    .select("c.email")
    .executeTakeFirst();
}
