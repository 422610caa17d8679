import { type RawBuilder, sql } from "kysely";
import { createPartitions } from "../../api/src/platform/audit/sql.ts";
import type { Tx } from "../../api/src/platform/db/database.ts";
import { DAY_MS } from "../products/product.ts";
import { SECOND_PACKER_DAYS, staffEmails } from "./colleagues.ts";
import { seedOrderMessages } from "./order-messages.ts";
import { seedNotes } from "./order-notes.ts";
import { seedApprovals } from "./seed-approvals.ts";
import { seedNotifications } from "./seed-notifications.ts";
import { seedPlannedTasks } from "./seed-planned-tasks.ts";
import { linkTaskItems, listTaskEntries, seedTasks } from "./seed-tasks.ts";

const { manager, support, packer, secondPacker, formerPacker } = staffEmails;

/** Decisions about reviews and questions are recorded for as many days. */
const MODERATION_DAYS = 60;

/**
 * Adds the notes of the colleagues, their requests for approval, their notifications and tasks, and who did what is recorded about orders, shipments, refunds, returns, reviews and
 * staff: as authors of the records and in the audit log. Scans of single pieces are not in the log.
 */
export async function seedStaffActivity(db: Tx, now: Date): Promise<void> {
  await seedNotes(db, now);
  await seedOrderMessages(db, now);
  await seedApprovals(db, now);
  const packerOf = createPackerExpression(now);
  await sql`
    update order_history set actor_kind = 'staff', actor_label = ${packerOf(sql`order_id`, sql`created_at`)}
    where status in ('packing', 'shipped', 'delivered', 'returned')`.execute(db);
  await sql`
    update order_edits set created_by = (select id from staff where email = ${support})`.execute(db);
  await sql`
    update refunds r set created_by = s.id, created_by_label = s.email from staff s where s.email = ${support}`.execute(
    db,
  );
  await seedNotifications(db, now);
  await seedTasks(db, now);
  await seedPlannedTasks(db, now);
  await sql`
    update carrier_orders c set requested_by = s.id from staff s
    where s.email = ${packerOf(sql`c.shipment_id`, sql`c.requested_at`)}`.execute(db);
  await insertAuditEntries(db, now, [
    ...listPackingEntries(packerOf),
    ...listCarrierEntries(),
    ...listOrderEntries(),
    ...listApprovalEntries(),
    ...listPurchasingEntries(now),
    ...listStockCountEntries(),
    listReturnEntries(),
    ...listModerationEntries(now),
    ...listStaffEntries(),
    ...listTaskEntries(),
  ]);
  await linkTaskItems(db);
}

/** Returns the packer of an order at a time: half of the orders belong to each, and one packer replaced another. */
function createPackerExpression(now: Date) {
  const replacedAt = new Date(now.getTime() - SECOND_PACKER_DAYS * DAY_MS);
  return (orderId: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql<string>`case when ${orderId} % 2 = 0
    then ${packer} when ${at} < ${replacedAt} then ${formerPacker} else ${secondPacker} end`;
}

/** A query of entries: email of the author (null for the command line), time, action, subject, changes, reason. */
type EntryQuery = RawBuilder<unknown>;

/** A change of a field as the log stores it. */
const change = (field: string, from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`jsonb_build_object('field', ${field}::text, 'from', ${from}, 'to', ${to})`;
const changes = (...list: RawBuilder<unknown>[]) => sql`jsonb_build_array(${sql.join(list)})`;
const none = sql`null::text`;
const text = (value: string) => sql`${value}::text`;

function listPackingEntries(packerOf: ReturnType<typeof createPackerExpression>): EntryQuery[] {
  const statusChange = changes(change("status", sql`previous.status`, sql`h.status`));
  const shipment = (at: RawBuilder<unknown>, action: string, changed: RawBuilder<unknown>, reason = text("")) =>
    sql`select ${packerOf(sql`order_id`, at)}, ${at}, ${action}::text, 'shipment', id::text, ${changed}, ${reason}
      from shipments where ${at} is not null`;
  return [
    sql`select h.actor_label, h.created_at, case h.status when 'packing' then 'order.packing_started'
        else 'order.' || h.status end, 'order', h.order_id::text, ${statusChange}, ''
      from order_history h join lateral (
        select status from order_history p where p.order_id = h.order_id and p.id < h.id order by p.id desc limit 1
      ) previous on true where h.status in ('packing', 'delivered', 'returned')`,
    shipment(sql`created_at`, "shipment.created", changes(change("order_id", none, sql`order_id`))),
    shipment(
      sql`packed_at`,
      "shipment.packed",
      changes(change("weight_g", none, sql`weight_g`)),
      sql<string>`weight_reason`,
    ),
    shipment(
      sql`shipped_at`,
      "shipment.shipped",
      changes(change("status", text("packed"), text("shipped")), change("tracking_number", none, sql`tracking_number`)),
    ),
  ];
}

/** The orders at CDEK, and the documents that were printed. */
function listCarrierEntries(): EntryQuery[] {
  return [
    sql`select s.email, c.requested_at, 'shipment.carrier_order_requested', 'shipment', c.shipment_id::text,
        ${changes(change("carrier_order", none, sql`c.reference`))}, ''
      from carrier_orders c join staff s on s.id = c.requested_by`,
    sql`select s.email, d.created_at, 'order.document_printed', 'order', d.order_id::text,
        ${changes(change("document", none, sql`d.kind || ' ' || d.number`))}, ''
      from documents d join staff s on s.id = d.created_by`,
  ];
}

/** The steps of the orders from suppliers. */
function listPurchasingEntries(now: Date): EntryQuery[] {
  const entry = (author: string, at: RawBuilder<unknown>, action: string, changed: RawBuilder<unknown>) =>
    sql`select ${author}, ${at}, ${action}::text, 'purchase_order', o.id::text, ${changes(changed)}, '' from purchase_orders o`;
  const received = sql`(select sum(l.received) from purchase_order_lines l where l.purchase_order_id = o.id)`;
  const receivedChange = change("received", sql`0`, received);
  return [
    sql`${entry(manager, sql`o.created_at`, "purchase_order.created", change("supplier_id", none, sql`o.supplier_id`))}`,
    sql`${entry(manager, sql`o.ordered_at`, "purchase_order.sent", change("status", text("draft"), text("ordered")))}
      where o.ordered_at is not null`,
    sql`${entry(packer, sql`coalesce(o.closed_at, ${now})`, "purchase_order.received", receivedChange)}
      where o.status in ('received', 'partly_received')`,
    sql`${entry(
      manager,
      sql`o.closed_at`,
      "purchase_order.canceled",
      change("status", text("ordered"), text("canceled")),
    )}
      where o.status = 'canceled'`,
  ];
}

/** The counts of the shelves. */
function listStockCountEntries(): EntryQuery[] {
  const entry = (at: RawBuilder<unknown>, action: string, changed: RawBuilder<unknown>) =>
    sql`select ${packer}, ${at}, ${action}::text, 'stock_count', c.id::text, ${changes(changed)}, '' from stock_counts c`;
  return [
    entry(sql`c.created_at`, "stock_count.created", change("name", none, sql`c.name`)),
    sql`${entry(sql`c.closed_at`, "stock_count.closed", change("status", text("open"), text("closed")))}
      where c.status = 'closed'`,
  ];
}

/** Requests for approval, as `staff/approvals/approval-entries.ts` records them. */
function listApprovalEntries(): EntryQuery[] {
  const event = (author: RawBuilder<unknown>, at: RawBuilder<unknown>, to: RawBuilder<unknown>, reason = none) => sql`
    select ${author}, ${at}, 'approval.' || case when ${to} = 'pending' then 'requested' else ${to} end, a.subject_kind,
      a.subject_id, ${changes(
        change("approval", sql`case when ${to} = 'pending' then null else 'pending' end`, to),
        change("approval_action", none, sql`a.action`),
        change("amount_minor", none, sql`a.amount_minor`),
        change("currency", none, sql`a.currency`),
      )}, coalesce(${reason}, '')
    from approvals a join staff requester on requester.id = a.requested_by left join staff decider on decider.id = a.decided_by`;
  return [
    event(sql`requester.email`, sql`a.requested_at`, text("pending"), sql`a.reason`),
    sql`${event(sql`decider.email`, sql`a.decided_at`, sql`a.status`, sql`a.decision_reason`)} where a.status <> 'pending'`,
  ];
}

/** Refunds, edits, notes, and contacts that were looked up. */
function listOrderEntries(): EntryQuery[] {
  const order = (action: RawBuilder<unknown>, at: string) =>
    sql`${support}, ${sql.ref(at)}, ${action}, 'order', order_id::text`;
  return [
    sql`select case when a.id is null then ${support} else ${manager} end, r.created_at, 'order.refund_requested', 'order',
        p.order_id::text,
        ${changes(change("refund_amount", none, sql`round(r.amount_minor / 100.0, 2)::text || ' ' || p.currency`))}, r.comment
      from refunds r join payments p on p.id = r.payment_id
      left join approvals a on a.status = 'approved' and a.subject_id = p.order_id::text
      where r.reason not in ('order_cancelled', 'order_edited') and not exists (
        select from return_refunds where refund_id = r.id)`,
    sql`select ${support}, r.created_at, 'order.canceled', 'order', p.order_id::text,
        ${changes(change("status", text("packing"), text("cancelled")))}, r.comment
      from refunds r join payments p on p.id = r.payment_id where r.reason = 'order_cancelled'`,
    sql`select ${order(text("order.edited"), "created_at")},
        jsonb_build_array(jsonb_build_object('field', 'edit_' || id, 'from', null, 'to',
          case when difference_minor > 0 then 'awaiting_payment' else 'applied' end)), reason from order_edits`,
    sql`select ${order(text("order.edit_canceled"), "ended_at")},
        jsonb_build_array(jsonb_build_object('field', 'edit_' || id, 'from', 'awaiting_payment', 'to', 'canceled')), ''
      from order_edits where status = 'canceled'`,
    sql`select author_label, created_at, 'order.note_written', 'order', order_id::text,
        jsonb_build_array(jsonb_build_object('field', 'note_' || id, 'from', null, 'to',
          jsonb_build_object('hash', md5(text), 'masked', '••••'))), '' from order_notes where not is_from_customer`,
    sql`select ${order(text("order.contacts_revealed"), "at")}, '[]'::jsonb, 'Курьер не дозвонился до получателя'
      from (select o.id as order_id, o.shipped_at + interval '6 days' as at from orders o
        where o.status = 'delivered' and o.id % 40 = 0) calls`,
  ];
}

/** The steps of returns. Parcels that nobody picked up came back without a step of the staff. */
function listReturnEntries(): EntryQuery {
  return sql`
    select step.author, step.at, step.action, 'return', r.id::text, jsonb_build_array(step.change), step.reason
    from returns r cross join lateral (values
      (${support}, r.requested_at, 'return.requested',
        jsonb_build_object('field', 'order', 'from', null, 'to', r.order_id), ''),
      (${support}, r.approved_at, 'return.approved',
        ${change("status", text("requested"), text("approved"))}, ''),
      (${manager}, r.received_at, 'return.received', ${change("status", text("approved"), text("received"))}, ''),
      (${support}, r.closed_at, case when r.status = 'rejected' then 'return.rejected'
          when r.outcome = 'refund' then 'return.refunded' else 'return.resolved' end,
        jsonb_build_object('field', 'status', 'from', case when r.status = 'rejected' then 'requested'
          when r.kind = 'claim' then 'approved' else 'received' end, 'to', r.status), r.decision_reason)
    ) step (author, at, action, change, reason)
    where step.at is not null and r.reason <> 'not_delivered'`;
}

function listModerationEntries(now: Date): EntryQuery[] {
  const since = new Date(now.getTime() - MODERATION_DAYS * DAY_MS);
  const status = (to: string) => changes(change("status", text("pending"), text(to)));
  return [
    sql`select ${support}, created_at + interval '3 hours', 'review.' || status, 'review', id::text,
        ${changes(change("status", text("pending"), sql`status`))}, reject_reason
      from reviews where status <> 'pending' and text <> '' and created_at > ${since}`,
    sql`select ${support}, answered_at, 'review.answered', 'review', id::text,
        ${changes(change("shop_answer", none, sql`shop_answer`))}, '' from reviews where answered_at > ${since}`,
    sql`select ${support}, answered_at, 'question.answered', 'question', id::text, ${status("published")}, ''
      from questions where answered_at > ${since}`,
  ];
}

function listStaffEntries(): EntryQuery[] {
  const role = changes(change("role", none, sql`r.key`));
  return [
    sql`select null, s.created_at - interval '2 hours', 'staff.invited', 'staff_invitation', s.email, ${role}, ''
      from staff s join roles r on r.id = s.role_id where s.email = any(${Object.values(staffEmails)})`,
    sql`select s.email, s.created_at, 'staff.invitation_accepted', 'staff', s.id::text, ${role}, ''
      from staff s join roles r on r.id = s.role_id where s.email = any(${Object.values(staffEmails)})`,
    sql`select null, s.disabled_at, 'staff.disabled', 'staff', s.id::text,
        ${changes(change("status", text("active"), text("disabled")))}, ''
      from staff s where s.email = ${formerPacker}`,
  ];
}

/**
 * Adds entries to the audit log in order of their times, after its newest entry: the log only grows, so that demo data
 * which is generated again does not repeat what the log has.
 */
async function insertAuditEntries(db: Tx, now: Date, queries: readonly EntryQuery[]): Promise<void> {
  const firstAt = new Date(now.getTime() - 14 * 31 * DAY_MS);
  await createPartitions(db, firstAt, now);
  await sql`
    insert into audit_entries (at, actor_kind, actor_id, actor_label, ip, action, subject_kind, subject_id, changes, reason,
      approval_id, task_id)
    select e.at, case when s.id is null then 'command' else 'staff' end, s.id, coalesce(s.email, 'operator'),
      case when s.id is not null then '203.0.113.' || s.id % 250 end, e.action, e.subject_kind, e.subject_id, e.changes, e.reason,
      a.id, t.id
    from (${sql.join(queries, sql` union all `)}) e (email, at, action, subject_kind, subject_id, changes, reason)
    left join staff s on s.email = e.email
    left join approvals a on a.subject_kind = e.subject_kind and a.subject_id = e.subject_id
      and (e.action like 'approval.%' or (e.action = a.action and e.at = a.decided_at))
    left join (tasks t join task_items i on i.task_id = t.id)
      on e.action = 'order.assigned' and i.subject_id = e.subject_id and t.started_at = e.at
    where e.at > ${firstAt} and e.at <= ${now} and e.at > coalesce((select max(at) from audit_entries), '-infinity')
    order by e.at, e.action, e.subject_id`.execute(db);
}
