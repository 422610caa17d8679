import { sql } from "kysely";
import type { Db } from "../db/database.ts";

export type QueueState = {
  queue: string;
  /** Jobs that are due now or later. */
  waiting: number;
  /** Jobs that failed and will be retried. */
  retrying: number;
  active: number;
  /** Jobs that failed after every retry. */
  failed: number;
  /** When the oldest waiting job was enqueued. */
  oldest: Date | null;
  /** Since when the oldest job that is due waits. */
  dueSince: Date | null;
  error: string | null;
};

/** Returns the state of every queue; null if the queues have not been created yet. */
export async function getQueueStates(db: Db): Promise<QueueState[] | null> {
  const tables = await sql<{ exist: boolean }>`select to_regclass('pgboss.job') is not null as exist`.execute(db);
  if (!tables.rows[0]?.exist) return null;
  const { rows } = await sql<QueueState>`
    select q.name as queue,
      count(*) filter (where j.state = 'created') as waiting, count(*) filter (where j.state = 'retry') as retrying,
      count(*) filter (where j.state = 'active') as active, count(*) filter (where j.state = 'failed') as failed,
      min(j.created_on) filter (where j.state in ('created', 'retry')) as oldest,
      min(greatest(j.created_on, j.start_after)) filter (where j.state in ('created', 'retry') and j.start_after <= now())
        as "dueSince",
      (array_agg(j.output->>'message' order by j.completed_on desc nulls last)
        filter (where j.state in ('retry', 'failed') and j.output is not null))[1] as error
    from pgboss.queue q left join pgboss.job j on j.name = q.name
    where q.name not like '\\_\\_pgboss%'
    group by q.name order by q.name`.execute(db);
  return rows;
}
