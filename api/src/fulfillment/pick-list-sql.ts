import { sql } from "kysely";
import type { MediaRow } from "../content/images.ts";
import { mainOrderId, parcelOrderIds } from "../orders/parcel/parcel-orders.ts";
import type { CustomsStatus, OrderStatus } from "../orders/schema.ts";
import type { Db } from "../platform/db/database.ts";

/** Orders to be picked: those with these numbers, or the orders in packing that were paid first. */
export type PickSelection = Readonly<{ orderIds?: readonly number[] | undefined; limit: number }>;

export type PickedOrderRow = {
  order_id: number;
  /** The order in whose parcel it is sent: itself, unless it is joined to another one. */
  main_order_id: number;
  status: OrderStatus;
  /** Null if the order was not checked, or has no goods. */
  customs_status: CustomsStatus | null;
  /** Whether all its pieces are in packed shipments. */
  is_packed: boolean;
};

/** A variant to be taken from the shelf, with the orders that it is for. */
export type PickListRow = {
  product_id: number;
  option_id: number;
  reference: string;
  barcode: string | null;
  brand: string;
  brand_ja: string;
  name_ru: string;
  name_en: string;
  option_ru: string;
  option_en: string;
  image: MediaRow | null;
  quantity: number;
  orders: { order_id: number; quantity: number }[];
};

/** The pieces of an order line, `l`, that are in no packed shipment. */
const unpackedPieces = sql`l.qty - coalesce((select sum(i.quantity) from shipment_items i
  join shipments s on s.id = i.shipment_id and s.status in ('packed', 'shipped')
  where i.order_id = l.order_id and i.order_line = l.line), 0)`;

/** The condition that all pieces of an order, `o`, are in packed shipments. */
export const isPacked = sql`not exists (select from order_lines l
  where l.order_id = o.id and l.removed_by_edit is null and ${unpackedPieces} > 0)`;

/** Lists the selected orders and those that are sent with them, in the order in which they were paid. */
export async function listPickedOrders(db: Db, { orderIds, limit }: PickSelection): Promise<PickedOrderRow[]> {
  const condition = orderIds
    ? sql`o.id = any(${orderIds})`
    : sql`o.status = 'packing' and o.products_minor > 0 and c.status = 'complete' and not ${isPacked}`;
  const { rows } = await sql<PickedOrderRow>`
    with selected as (
      select o.id from orders o left join customs_checks c on c.order_id = o.id
      where ${condition} order by coalesce(o.paid_at, o.placed_at), o.id limit ${limit}
    )
    select o.id as order_id, ${mainOrderId(sql`o.id`)} as main_order_id, o.status, c.status as customs_status,
      ${isPacked} as is_packed
    from orders o left join customs_checks c on c.order_id = o.id
    where o.id in (select unnest(${parcelOrderIds(sql`s.id`)}) from selected s)
    order by coalesce(o.paid_at, o.placed_at), o.id`.execute(db);
  return rows;
}

/**
 * Lists the variants of orders that are not packed yet, each once, sorted by brand, product and option, so that goods that stand together are
 * taken together. The orders of a variant are in the sequence of `orderIds`.
 */
export async function listPickListRows(db: Db, orderIds: readonly number[]): Promise<PickListRow[]> {
  const { rows } = await sql<PickListRow>`
    select p.id as product_id, l.option_id, p.reference, p.barcode, b.name as brand, b.name_ja as brand_ja, p.name_ru, p.name_en,
      coalesce(v.name_ru, '') as option_ru, coalesce(v.name_en, '') as option_en, sum(l.quantity)::integer as quantity,
      jsonb_agg(jsonb_build_object('order_id', l.order_id, 'quantity', l.quantity)
        order by array_position(${orderIds}::integer[], l.order_id)) as orders,
      (select jsonb_build_object('key', m.key, 'width', m.width, 'height', m.height)
        from product_images i join media m on m.id = i.media_id where i.product_id = p.id
        order by (i.option_id = l.option_id) desc nulls last, i.position limit 1) as image
    from (
      select l.order_id, l.product_id, l.option_id, sum(${unpackedPieces})::integer as quantity from order_lines l
      where l.order_id = any(${orderIds}) and l.removed_by_edit is null
      group by l.order_id, l.product_id, l.option_id having sum(${unpackedPieces}) > 0
    ) l
    join products p on p.id = l.product_id join brands b on b.id = p.brand_id
    left join product_variants v on v.product_id = l.product_id and v.option_id = l.option_id
    group by p.id, b.id, l.option_id, v.name_ru, v.name_en, v.position
    order by b.name, p.reference, v.position, l.option_id`.execute(db);
  return rows;
}
