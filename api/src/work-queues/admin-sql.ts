import { type RawBuilder, sql } from "kysely";
import { selectOrderQueue } from "../orders/staff/order-queue.ts";
import type { Db } from "../platform/db/database.ts";
import { MAX_EXACT_COUNT, type WorkQueueKey } from "./admin-schema.ts";

/** Whose queues are counted, and when. */
export type QueueReader = Readonly<{
  staffId: number;
  /** The names of the actions that the person may execute. */
  actions: readonly string[];
  now: Date;
  /** Orders that were paid before have to be sent today. */
  dueBefore: Date;
}>;

/** `count` is at most `MAX_EXACT_COUNT` + 1. */
export type QueueRow = { key: WorkQueueKey; count: number; oldest_at: Date | null; due: number | null };

/** Selects since when each record of a queue waits. */
function selectQueue(key: WorkQueueKey, { staffId, actions, now }: QueueReader): RawBuilder<unknown> {
  const queues: Record<WorkQueueKey, RawBuilder<unknown>> = {
    to_pack: selectOrderQueue("to_pack", now),
    missing_customs_data: selectOrderQueue("missing_customs_data", now),
    customs_blocked: selectOrderQueue("customs_blocked", now),
    stuck: selectOrderQueue("stuck", now),
    messages: sql`select min(created_at) as since from order_notes where is_from_customer and answered_at is null
      group by order_id`,
    returns: sql`select requested_at as since from returns where status = 'requested'`,
    reviews: sql`select created_at as since from reviews where status = 'pending'
      union all select created_at from questions where status = 'pending'`,
    approvals: sql`select requested_at as since from approvals where status = 'pending' and expires_at > ${now}
      and requested_by <> ${staffId} and action = any(${[...actions]})`,
    failed_refunds: sql`select min(f.created_at) as since from refunds f where f.status = 'failed'
      and not exists (select from refunds repeated where repeated.retry_of = f.id) group by f.payment_id`,
    assigned_to_me: sql`${selectOrderQueue("to_pack", now)} and o.id in (select order_id from order_assignments
      where staff_id = ${staffId} and expires_at > ${now})`,
  };
  return queues[key];
}

/** Counts queues in one statement. */
export async function countQueues(db: Db, keys: readonly WorkQueueKey[], reader: QueueReader): Promise<QueueRow[]> {
  if (keys.length === 0) return [];
  const counts = keys.map((key) => {
    const due = key === "to_pack" ? sql`count(*) filter (where since < ${reader.dueBefore})` : sql`null::bigint`;
    return sql`select ${key}::text as key, count(*) as count, min(since) as oldest_at, ${due} as due
      from (${selectQueue(key, reader)} order by since limit ${sql.lit(MAX_EXACT_COUNT + 1)}) waiting`;
  });
  const { rows } = await sql<QueueRow>`${sql.join(counts, sql` union all `)}`.execute(db);
  return rows;
}
