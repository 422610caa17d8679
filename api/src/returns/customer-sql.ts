import { sql } from "kysely";
import type { MediaRow } from "../content/images.ts";
import type { OrderStatus } from "../orders/schema.ts";
import type { Db } from "../platform/db/database.ts";
import type { RequestedOutcome, ReturnKind, ReturnOutcome, ReturnReason, ReturnStatus } from "./schema.ts";

/** What decides whether goods of an order can be returned; undefined if the order is not the customer's. */
export async function findOrderOfCustomer(
  db: Db,
  customerId: number,
  orderId: number,
): Promise<{ delivered_at: Date | null } | undefined> {
  return db
    .selectFrom("orders")
    .select("delivered_at")
    .where("id", "=", orderId)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
}

/** An order line (ol): its current image, and the name at the time of the order. */
const selectLine = sql`
  'line', ol.line, 'name', ol.name, 'option_name', ol.option_name, 'is_present', ol.is_gift,
  'image', (select jsonb_build_object('key', media.key, 'width', media.width, 'height', media.height)
    from product_images i join media on media.id = i.media_id where i.product_id = ol.product_id
    order by (i.option_id = ol.option_id) desc nulls last, i.position limit 1)`;

type LineRow = { line: number; name: string; option_name: string; is_present: boolean; image: MediaRow | null };

/** The returns of an order and its lines. Amounts in minor units of its currency; timestamps in parts ISO 8601. */
export type CustomerOrderReturnsRow = {
  id: number;
  status: OrderStatus;
  delivered_at: Date | null;
  currency: string;
  lines: (LineRow & { qty: number; available: number; value_minor: number })[];
  returns: {
    id: number;
    kind: ReturnKind;
    status: ReturnStatus;
    reason: ReturnReason;
    outcome: ReturnOutcome | null;
    requested_at: string;
    pieces: number;
  }[];
};

/** Finds the returns of an order of a customer in one statement; undefined if the order is not theirs. */
export async function findCustomerOrderReturns(
  db: Db,
  customerId: number,
  orderId: number,
): Promise<CustomerOrderReturnsRow | undefined> {
  const { rows } = await sql<CustomerOrderReturnsRow>`
    select o.id, o.status, o.delivered_at, o.currency,
      coalesce((select jsonb_agg(jsonb_build_object(${selectLine}, 'qty', ol.qty,
          'value_minor', ol.total_minor - ol.discount_minor,
          'available', ol.qty - coalesce((select sum(coalesce(l.received_quantity, l.quantity)) from return_lines l
            join returns r on r.id = l.return_id and r.status <> 'rejected'
            where l.order_id = ol.order_id and l.order_line = ol.line), 0)) order by ol.line)
        from order_lines ol where ol.order_id = o.id and ol.removed_by_edit is null), '[]') as lines,
      coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'kind', r.kind, 'status', r.status, 'reason', r.reason,
          'outcome', r.outcome, 'requested_at', r.requested_at,
          'pieces', (select sum(l.quantity) from return_lines l where l.return_id = r.id)) order by r.id desc)
        from returns r where r.order_id = o.id), '[]') as returns
    from orders o where o.id = ${orderId} and o.customer_id = ${customerId}`.execute(db);
  return rows[0];
}

/** A return as its customer sees it. Amounts in minor units of the order's currency; timestamps in parts ISO 8601. */
export type CustomerReturnRow = {
  id: number;
  order_id: number;
  kind: ReturnKind;
  status: ReturnStatus;
  reason: ReturnReason;
  requested_outcome: RequestedOutcome | null;
  outcome: ReturnOutcome | null;
  comment: string;
  instructions: string;
  decision_reason: string;
  requested_at: Date;
  approved_at: Date | null;
  received_at: Date | null;
  closed_at: Date | null;
  replacement_order_id: number | null;
  currency: string;
  value_minor: number;
  lines: (LineRow & { quantity: number; received_quantity: number | null })[];
  photos: { id: string }[];
  /** The amount is also what points and gift card get back without money. */
  refunds: { amount_minor: number; is_money: boolean; is_paid: boolean; created_at: string }[];
};

/** Finds a return of a customer in one statement; undefined if it is not theirs. */
export async function findCustomerReturn(
  db: Db,
  customerId: number,
  id: number,
): Promise<CustomerReturnRow | undefined> {
  const { rows } = await sql<CustomerReturnRow>`
    select r.id, r.order_id, r.kind, r.status, r.reason, r.requested_outcome, r.outcome, r.comment, r.instructions,
      r.decision_reason, r.requested_at, r.approved_at, r.received_at, r.closed_at, r.replacement_order_id, o.currency,
      (select sum(round((ol.total_minor - ol.discount_minor) * l.quantity::numeric / ol.qty))::bigint
        from return_lines l join order_lines ol on ol.order_id = l.order_id and ol.line = l.order_line
        where l.return_id = r.id) as value_minor,
      coalesce((select jsonb_agg(jsonb_build_object(${selectLine}, 'quantity', l.quantity,
          'received_quantity', l.received_quantity) order by l.order_line)
        from return_lines l join order_lines ol on ol.order_id = l.order_id and ol.line = l.order_line
        where l.return_id = r.id), '[]') as lines,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id) order by p.position)
        from return_photos p where p.return_id = r.id), '[]') as photos,
      coalesce((select jsonb_agg(jsonb_build_object('amount_minor', greatest(f.amount_minor, f.value_minor),
          'is_money', f.amount_minor > 0, 'is_paid', f.status = 'succeeded', 'created_at', f.created_at) order by f.created_at, f.id)
        from return_refunds rr join refunds f on f.id = rr.refund_id and f.status <> 'failed'
        where rr.return_id = r.id), '[]') as refunds
    from returns r join orders o on o.id = r.order_id
    where r.id = ${id} and o.customer_id = ${customerId}`.execute(db);
  return rows[0];
}
