import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/** What the order page of the back office shows besides the parts of every staff order. Timestamps are ISO 8601. */
export type OrderExtras = {
  shipped_at: Date | null;
  customer_name: string;
  is_customer_deleted: boolean;
  orders: number;
  returned_orders: number;
  days_min: number | null;
  days_max: number | null;
  notes: {
    id: number;
    author_id: number | null;
    author_label: string;
    text: string;
    is_visible_to_customer: boolean;
    mentions: { id: number; name: string }[];
    created_at: string;
    emailed_at: string | null;
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

/** Finds the extras of an order, or undefined. */
export async function findOrderExtras(db: Db, id: number, now: Date): Promise<OrderExtras | undefined> {
  const { rows } = await sql<OrderExtras>`
    select o.shipped_at, concat_ws(' ', c.name, c.surname) as customer_name,
      c.deleted_at is not null as is_customer_deleted, mc.days_min, mc.days_max,
      (select count(*) from orders one where one.customer_id = o.customer_id) as orders,
      (select count(*) from orders one where one.customer_id = o.customer_id
        and exists (select from order_history h where h.order_id = one.id and h.status = 'returned')) as returned_orders,
      coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'author_id', n.author_id,
          'author_label', coalesce((select s.name from staff s where s.id = n.author_id), n.author_label),
          'text', n.text, 'is_visible_to_customer', n.is_visible_to_customer, 'created_at', n.created_at,
          'emailed_at', (select e.sent_at from emails e where e.dedup_key = 'order_note:' || n.id),
          'mentions', coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.name)
            from staff s where s.id = any(n.mentions)), '[]')) order by n.id)
        from order_notes n where n.order_id = o.id), '[]') as notes,
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
    from orders o join customers c on c.id = o.customer_id
    left join shipping_method_countries mc on mc.method_id = o.shipping_method_id and mc.country = o.address ->> 'country'
    where o.id = ${id}`.execute(db);
  return rows[0];
}
