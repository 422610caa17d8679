import { sql } from "kysely";
import type { Db, Tx } from "../../api/src/platform/db/database.ts";
import { OWNER_ROLE } from "../../api/src/staff/permissions.ts";
import { DAY_MS, HOUR_MS } from "../products/product.ts";
import { staffEmails } from "./colleagues.ts";
import { ownerMention } from "./order-notes.ts";

/** Notifications are kept for 90 days by default; older ones are read and gone. */
const NOTIFICATION_DAYS = 60;
/** Colleagues have read what is older. */
const UNREAD_HOURS = 30;

/**
 * Notifies colleagues of what concerns them: requests for approval and how they ended, refunds that failed, and notes
 * that mention them.
 */
export async function seedNotifications(db: Tx, now: Date): Promise<void> {
  await sql`
    insert into staff_notifications (staff_id, kind, subject_kind, subject_id, actor_id, params, created_at, read_at)
    select s.id, n.kind, n.subject_kind, n.subject_id, n.actor_id, n.params, n.at,
      case when n.at < ${new Date(now.getTime() - UNREAD_HOURS * HOUR_MS)} then n.at + interval '3 hours' end
    from (
      select 'approval_requested' as kind, subject_kind, subject_id, requested_by as actor_id, '{}'::jsonb as params,
        requested_at as at, null::integer as only_for, 'refunds:create' as permission
      from approvals
      union all select 'approval_decided', subject_kind, subject_id, decided_by, jsonb_build_object('status', status),
        decided_at, requested_by, 'orders:read' from approvals where status <> 'pending'
      union all select 'refund_failed', 'order', p.order_id::text, null, '{}', r.ended_at, null, 'refunds:create'
      from refunds r join payments p on p.id = r.payment_id where r.status = 'failed'
      union all select 'order_mention', 'order', n.order_id::text, n.author_id, '{}', n.created_at, mentioned,
        'orders:read' from order_notes n cross join unnest(n.mentions) as mentioned
    ) n
    join (staff s join roles r on r.id = s.role_id) on (n.only_for is null or n.only_for = s.id)
      and (r.key = ${OWNER_ROLE} or n.permission = any(r.permissions))
    where s.status = 'active' and s.id is distinct from n.actor_id and s.created_at < n.at and n.at <= ${now}
      and n.at > ${new Date(now.getTime() - NOTIFICATION_DAYS * DAY_MS)}
    order by n.at, s.id`.execute(db);
}

/**
 * Notifies the owner of a demonstration, whose account is made with their first link: of the same as the manager, and of
 * a note that mentions them. Nothing happens if they have notifications.
 */
export async function notifyDemoOwner(db: Db, ownerEmail: string): Promise<void> {
  await sql`
    with owner as (
      select id from staff s where email = ${ownerEmail} and status = 'active'
        and not exists (select from staff_notifications where staff_id = s.id)
    ), mentioned as (
      update order_notes n set mentions = array[owner.id] from owner where n.text = ${ownerMention}
      returning n.order_id, n.author_id, n.created_at
    )
    insert into staff_notifications (staff_id, kind, subject_kind, subject_id, actor_id, params, created_at, read_at)
    select owner.id, n.kind, n.subject_kind, n.subject_id, n.actor_id, n.params, n.created_at, n.read_at
    from owner cross join (
      select kind, subject_kind, subject_id, actor_id, params, created_at, read_at from staff_notifications
      where staff_id = (select id from staff where email = ${staffEmails.manager}) and kind in ('approval_requested', 'refund_failed')
      union all select 'order_mention', 'order', order_id::text, author_id, '{}', created_at, null from mentioned
    ) n order by n.created_at`.execute(db);
}
