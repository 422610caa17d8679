import { type RawBuilder, sql } from "kysely";

/**
 * How many pieces of a variant orders have taken that are not sent yet (docs/domain/inventory.md).
 * @param variants alias of the table of variants
 */
export function committedPieces(variants: string): RawBuilder<number> {
  const [productId, optionId] = [sql.ref(`${variants}.product_id`), sql.ref(`${variants}.option_id`)];
  // Parcels of an order that is sent in several have left before the order is sent.
  return sql<number>`(
    select coalesce(sum(taken.quantity - sent.quantity), 0)::integer
    from (
      select m.order_id, -sum(m.quantity) as quantity from stock_movements m join orders o on o.id = m.order_id
      where m.product_id = ${productId} and m.option_id = ${optionId}
        and o.status in ('awaiting_payment', 'paid', 'packing')
      group by m.order_id
    ) taken cross join lateral (
      select coalesce(sum(i.quantity), 0) as quantity
      from shipment_items i join shipments s on s.id = i.shipment_id
        join order_lines l on l.order_id = i.order_id and l.line = i.order_line
      where i.order_id = taken.order_id and s.status in ('shipped', 'delivered', 'returned')
        and l.product_id = ${productId} and l.option_id = ${optionId}
    ) sent)`;
}
