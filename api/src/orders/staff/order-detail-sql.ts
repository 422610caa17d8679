import { sql } from "kysely";
import type { MediaRow } from "../../content/images.ts";
import type { Db } from "../../platform/db/database.ts";
import { isIdentityNeeded } from "../identity/is-identity-needed.ts";
import { mainOrderId, otherParcelOrderIds } from "../parcel/parcel-orders.ts";
import { notePhotos } from "../messages/sql.ts";
import type { CustomsProblemCode, CustomsStatus } from "../schema.ts";
import {
  isParcelLost,
  orderColumns,
  orderPartColumns,
  orderTables,
  type StaffOrderParts,
  type StaffOrderRow,
} from "./staff-order-sql.ts";

/** An order with all that its page shows. Timestamps in lists are ISO 8601. */
export type OrderDetailRow = StaffOrderRow & Omit<StaffOrderParts, "id"> & OrderExtras;

/** What the order page of the back office shows besides the parts of every staff order. */
type OrderExtras = {
  shipped_at: Date | null;
  is_parcel_lost: boolean;
  created_by: { id: number; name: string } | null;
  customer_name: string;
  is_customer_deleted: boolean;
  is_identity_needed: boolean;
  identity_given_at: Date | null;
  orders: number;
  returned_orders: number;
  open_shipments: number;
  packed_shipments: number;
  days_min: number | null;
  days_max: number | null;
  /** The picture of each line, by its number: of its option if there is one. */
  line_images: Record<string, MediaRow | null>;
  notes: {
    id: number;
    author_id: number | null;
    author_label: string;
    text: string;
    is_visible_to_customer: boolean;
    mentions: { id: number; name: string }[];
    created_at: string;
    emailed_at: string | null;
    is_from_customer: boolean;
    answered_at: string | null;
    photos: { id: string }[];
  }[];
  /** The customs check of an order that waits to be sent; null for all others. */
  customs_check: { status: CustomsStatus; problems: { code: CustomsProblemCode; product_id: number }[] } | null;
  /** The result of the customs check of an order that is sent with it, if that one waits to be sent too. */
  joined_customs_status: Exclude<CustomsStatus, "complete"> | null;
  /** The other orders that are sent in the same parcel, and the one in whose parcel they are. */
  joined_orders: number[];
  main_order_id: number;
  /** When orders were joined to it or it to another one, and when they were separated. */
  joins: {
    order_id: number;
    main_order_id: number;
    joined_at: string;
    separated_at: string | null;
    by_customer: boolean;
    staff_name: string | null;
  }[];
  assignment: { staff_id: number; staff_name: string; expires_at: string } | null;
  gift_cards: { recipient_name: string; price_minor: number; sent_at: string | null; is_void: boolean }[];
  /** The entries of the audit log about the order, newest first. */
  audit_entries: {
    at: string;
    action: string;
    actor_kind: "staff" | "token" | "command" | "job";
    /** The name of a member of staff, and what stands for anybody else. */
    actor_name: string;
  }[];
};

const MAX_AUDIT_ENTRIES = 200;

/** The picture of an order line, aliased as l. */
const lineImage = sql`(select jsonb_build_object('key', media.key, 'width', media.width, 'height', media.height)
  from product_images i join media on media.id = i.media_id where i.product_id = l.product_id
  order by (i.option_id = l.option_id) desc nulls last, i.position limit 1)`;

/** Finds an order in one statement, or undefined. */
export async function findOrderDetail(db: Db, id: number, now: Date): Promise<OrderDetailRow | undefined> {
  const { rows } = await sql<OrderDetailRow>`
    select ${orderColumns}, ${orderPartColumns}, o.shipped_at, ${isParcelLost} as is_parcel_lost,
      (select jsonb_build_object('id', s.id, 'name', s.name) from staff s where s.id = o.created_by) as created_by,
      concat_ws(' ', c.name, c.surname) as customer_name,
      c.deleted_at is not null as is_customer_deleted, ${isIdentityNeeded} as is_identity_needed,
      (select i.given_at from recipient_identities i where i.order_id = o.id) as identity_given_at, mc.days_min, mc.days_max,
      coalesce((select jsonb_object_agg(l.line, ${lineImage}) from order_lines l
        where l.order_id = o.id and l.removed_by_edit is null), '{}') as line_images,
      (select count(*) from shipments h where h.order_id = ${mainOrderId(sql`o.id`)} and h.status = 'open') as open_shipments,
      (select count(*) from shipments h where h.order_id = ${mainOrderId(sql`o.id`)} and h.status = 'packed') as packed_shipments,
      (select count(*) from orders one where one.customer_id = o.customer_id) as orders,
      (select count(*) from orders one where one.customer_id = o.customer_id
        and exists (select from order_history h where h.order_id = one.id and h.status = 'returned')) as returned_orders,
      coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'author_id', n.author_id,
          'author_label', coalesce((select s.name from staff s where s.id = n.author_id), n.author_label),
          'is_from_customer', n.is_from_customer, 'answered_at', n.answered_at, 'photos', ${notePhotos},
          'text', n.text, 'is_visible_to_customer', n.is_visible_to_customer, 'created_at', n.created_at,
          'emailed_at', (select e.sent_at from emails e where e.dedup_key = 'order_note:' || n.id),
          'mentions', coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.name)
            from staff s where s.id = any(n.mentions)), '[]')) order by n.id)
        from order_notes n where n.order_id = o.id), '[]') as notes,
      (select jsonb_build_object('status', k.status, 'problems', k.problems) from customs_checks k
        where k.order_id = o.id and o.status in ('paid', 'packing')) as customs_check,
      (select k.status from customs_checks k where k.order_id = any(${otherParcelOrderIds(sql`o.id`)})
        and k.status <> 'complete' and o.status in ('paid', 'packing') order by k.status limit 1) as joined_customs_status,
      ${otherParcelOrderIds(sql`o.id`)} as joined_orders, ${mainOrderId(sql`o.id`)} as main_order_id,
      coalesce((select jsonb_agg(jsonb_build_object('order_id', j.order_id, 'main_order_id', j.main_order_id,
          'joined_at', j.created_at, 'separated_at', j.separated_at, 'by_customer', j.by_customer,
          'staff_name', (select s.name from staff s where s.id = j.created_by)) order by j.id)
        from joined_orders j where j.order_id = o.id or j.main_order_id = o.id), '[]') as joins,
      (select jsonb_build_object('staff_id', s.id, 'staff_name', s.name, 'expires_at', a.expires_at)
        from order_assignments a join staff s on s.id = a.staff_id
        where a.order_id = o.id and a.expires_at > ${now}) as assignment,
      coalesce((select jsonb_agg(jsonb_build_object('recipient_name', b.recipient_name, 'price_minor', b.price_minor,
          'sent_at', b.sent_at, 'is_void', coalesce(g.voided_minor = g.amount_minor, false))
          order by b.line)
        from order_gift_cards b left join gift_cards g on g.id = b.gift_card_id where b.order_id = o.id), '[]') as gift_cards,
      coalesce((select jsonb_agg(to_jsonb(entry)) from (
        select e.at, e.action, e.actor_kind, coalesce(s.name, e.actor_label) as actor_name from audit_entries e
        left join staff s on e.actor_kind = 'staff' and s.id = e.actor_id
        where e.subject_kind = 'order' and e.subject_id = o.id::text
        order by e.at desc, e.id desc limit ${MAX_AUDIT_ENTRIES}) entry), '[]') as audit_entries
    from ${orderTables}
    left join shipping_method_countries mc on mc.method_id = o.shipping_method_id and mc.country = o.address ->> 'country'
    where o.id = ${id}`.execute(db);
  return rows[0];
}
