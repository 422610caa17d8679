import { sql } from "kysely";
import type { PickupPointSnapshot } from "../../orders/create-order.ts";
import type { AddressSnapshot } from "../../orders/order-address.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";

/** What a replacement order takes over from the order whose goods it replaces. */
export type ReplacedOrder = {
  customer_id: number;
  is_customer_deleted: boolean;
  locale: Locale;
  currency: string;
  minor_digits: number;
  rub_per_unit: string;
  customs_declared: boolean;
  duty_confirmed: object | null;
  address: AddressSnapshot;
  shipping_method_id: number;
  shipping_name: string;
  pickup_point: PickupPointSnapshot | null;
  payment_method: string;
};

/** Finds an order with goods that is to be replaced. */
export async function findReplacedOrder(db: Db, id: number): Promise<ReplacedOrder | undefined> {
  const { rows } = await sql<ReplacedOrder>`
    select o.customer_id, c.deleted_at is not null as is_customer_deleted, o.locale, o.currency, m.minor_digits,
      o.rub_per_unit::text as rub_per_unit, o.customs_declared, o.duty_confirmed, o.address, o.shipping_method_id,
      o.shipping_name, o.pickup_point, o.payment_method
    from orders o join customers c on c.id = o.customer_id join currencies m on m.code = o.currency
    where o.id = ${id} and o.products_minor > 0`.execute(db);
  return rows[0];
}

/** Goods of a replacement order: an order line with the variant that replaces it, as it is now. */
export type ReplacementGoods = {
  line: number;
  qty: number;
  product_id: number;
  option_id: number;
  reference: string;
  name: string;
  option_name: string;
  /** Of one piece: what the replaced one cost before the promo code. */
  price_minor: number;
  is_gift: boolean;
  /** Of one piece, in grams. */
  weight_g: number;
  hs_code: string;
  stock: number;
};

/**
 * Finds the variants that replace pieces of an order.
 * @param lines `optionId`: the option of the product that replaces the pieces; null for the same one
 * @returns the lines whose variant exists
 */
export async function listReplacementGoods(
  db: Db,
  orderId: number,
  lines: readonly { line: number; quantity: number; optionId: number | null }[],
): Promise<ReplacementGoods[]> {
  const values = JSON.stringify(lines);
  const { rows } = await sql<ReplacementGoods>`
    select l.line, one.quantity as qty, l.product_id, v.option_id, p.reference, l.name, l.price_minor, l.is_gift,
      case when v.option_id = l.option_id then l.option_name
        when o.locale = 'ru-RU' then v.name_ru else v.name_en end as option_name,
      coalesce(v.weight_g, p.weight_g) as weight_g, p.hs_code, v.stock
    from jsonb_to_recordset(${values}::jsonb) one(line smallint, quantity integer, "optionId" integer)
    join order_lines l on l.order_id = ${orderId} and l.line = one.line
    join orders o on o.id = l.order_id
    join products p on p.id = l.product_id
    join product_variants v on v.product_id = l.product_id and v.option_id = coalesce(one."optionId", l.option_id)
    order by l.line`.execute(db);
  return rows;
}
