import { type RawBuilder, sql } from "kysely";

/**
 * How many pieces of a variant orders have taken that are not sent yet (docs/domain/inventory.md).
 * @param variants alias of the table of variants
 */
export function committedPieces(variants: string): RawBuilder<number> {
  return sql<number>`(
    select coalesce(-sum(m.quantity), 0)::integer from stock_movements m join orders o on o.id = m.order_id
    where m.product_id = ${sql.ref(`${variants}.product_id`)} and m.option_id = ${sql.ref(`${variants}.option_id`)}
      and o.status in ('awaiting_payment', 'paid', 'packing'))`;
}
