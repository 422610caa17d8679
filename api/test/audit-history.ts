import { sql } from "kysely";
import { createPartitions } from "../src/platform/audit/sql.ts";
import type { Db } from "../src/platform/db/database.ts";
import { disableStatementTimeout } from "../src/platform/db/statement-timeout.ts";

const DAY_MS = 86_400_000;

/** Inserts audit entries of a year about orders. For tests of query plans and for benchmarks. */
export async function fillAuditHistory(
  db: Db,
  { entries, now }: Readonly<{ entries: number; now: Date }>,
): Promise<void> {
  const first = new Date(now.getTime() - 365 * DAY_MS);
  await createPartitions(db, first, now);
  await db.transaction().execute(async (tx) => {
    await disableStatementTimeout(tx);
    await sql`insert into audit_entries (at, actor_kind, actor_id, actor_label, action, subject_kind, subject_id, changes, reason)
      select ${first}::timestamptz + (${now}::timestamptz - ${first}::timestamptz) * (n::float / ${entries}), 'staff', 1 + n % 20,
        'Staff ' || (1 + n % 20), case when n % 3 = 0 then 'order.packing_started' else 'order.delivered' end, 'order',
        (100000000 + n % 100000)::text, '[{"field": "status", "from": "paid", "to": "packing"}]', ''
      from generate_series(1, ${entries}::integer) n`.execute(tx);
  });
  await sql`analyze audit_entries`.execute(db);
}
