import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../api/src/platform/db/database.ts";
import { DAY_MS, HOUR_MS } from "../products/product.ts";
import { staffEmails } from "./colleagues.ts";

const { packer, secondPacker, support } = staffEmails;

/** When the packers have assigned the orders of a day to themselves, in days before now; the newest task comes last. */
const ASSIGNMENT_DAYS = [
  { email: packer, days: 5 },
  { email: secondPacker, days: 2 },
  { email: packer, days: 1 },
] as const;
/** Orders that a packer takes at once. */
const ORDERS = 14;
/** A task that ended longer ago than its records are kept. */
const OLD_TASK_DAYS = 41;

/**
 * Adds tasks that have ended: in which packers have assigned orders to themselves before they packed them, and one in
 * which reviews were published. `linkTaskItems` completes them once their audit entries are stored.
 */
export async function seedTasks(db: Tx, now: Date): Promise<void> {
  const at = new Date(now.getTime() - OLD_TASK_DAYS * DAY_MS);
  await sql`
    insert into tasks (kind, input, status, total, done, created_by, created_at, started_at, finished_at)
    select 'reviews.moderate', '{"decision": "publish", "reason": ""}', 'succeeded', 9, 9, id, ${at}, ${at}, ${at}
    from staff where email = ${support}`.execute(db);
  for (const { email, days } of ASSIGNMENT_DAYS) await insertAssignmentTask(db, email, days, now);
}

/** The orders that a packer packed within a day. One of them was assigned to the other packer. */
async function insertAssignmentTask(db: Tx, email: string, days: number, now: Date): Promise<void> {
  const at = new Date(now.getTime() - days * DAY_MS - HOUR_MS);
  await sql`
    with chosen as (
      select order_id, row_number() over (order by order_id) as seq from order_history
      where status = 'packing' and actor_label = ${email}
        and created_at between ${at} and ${new Date(at.getTime() + DAY_MS)} order by order_id limit ${ORDERS}
    ), task as (
      insert into tasks (kind, input, status, total, created_by, created_at, started_at, finished_at)
      select 'orders.assign', '{}', 'canceled', count(*), staff.id, ${at}, ${at}, ${at}
      from chosen, staff where staff.email = ${email} group by staff.id having count(*) > 1 returning id
    )
    insert into task_items (task_id, seq, subject_id, status, refusal)
    select task.id, seq, order_id, case seq when 2 then 'failed' else 'pending' end,
      case seq when 2 then '{"code": "assigned_to_other", "params": {}}'::jsonb end
    from task, chosen`.execute(db);
}

/** Selects the audit entries of the tasks: email, time, action, subject, changes, reason. */
export function listTaskEntries(): RawBuilder<unknown>[] {
  const change = (field: string, to: RawBuilder<unknown>) =>
    sql`jsonb_build_array(jsonb_build_object('field', ${field}::text, 'from', null, 'to', ${to}))`;
  return [
    sql`select s.email, t.created_at, 'task.started', 'task', t.id::text, ${change("kind", sql`t.kind`)}, ''
      from tasks t join staff s on s.id = t.created_by`,
    sql`select s.email, t.started_at, 'order.assigned', 'order', i.subject_id, ${change("assignee", sql`s.id`)}, ''
      from task_items i join tasks t on t.id = i.task_id join staff s on s.id = t.created_by
      where i.status = 'pending' and t.kind = 'orders.assign'`,
  ];
}

/**
 * Links the records of the tasks with their audit entries. Of other demo data that is generated again, the log has none for
 * times that it already covers: such tasks are left out.
 */
export async function linkTaskItems(db: Tx): Promise<void> {
  await sql`
    update task_items i set status = 'done', audit_entry_id = e.id
    from tasks t, audit_entries e
    where t.id = i.task_id and i.status = 'pending' and e.at = t.started_at and e.action = 'order.assigned'
      and e.subject_kind = 'order' and e.subject_id = i.subject_id`.execute(db);
  await sql`
    with incomplete as (
      select distinct i.task_id from task_items i join tasks t on t.id = i.task_id
      where i.status = 'pending' and t.finished_at is not null
    ),
    deleted as (delete from task_items where task_id in (select task_id from incomplete))
    delete from tasks where id in (select task_id from incomplete)`.execute(db);
  await sql`
    update tasks t set status = 'succeeded', done = counts.done, failed = counts.failed
    from (
      select task_id, count(*) filter (where status = 'done') as done, count(*) filter (where status = 'failed') as failed
      from task_items group by task_id
    ) counts where counts.task_id = t.id and t.finished_at is not null`.execute(db);
}
