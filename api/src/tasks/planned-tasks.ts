import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/db/database.ts";
import type { TaskStatus } from "./admin-schema.ts";
import type { ItemRefusal } from "./sql.ts";

/** A planned task that has not begun, as t. */
const isPlanned = sql`t.run_at is not null and t.started_at is null and t.finished_at is null
  and t.cancel_requested_at is null`;

/**
 * Selects the tasks of a kind that are planned and begin before a time, as `id`, `run_at` and `input`, once for each of
 * their records (`subject_id`).
 * @param subjectIds only for these records; null for all
 */
export function selectPlannedTasks(
  kind: string,
  before: Date,
  subjectIds: readonly string[] | null,
): RawBuilder<unknown> {
  const ofRecords = subjectIds === null ? sql`` : sql`and i.subject_id = any(${[...subjectIds]}::text[])`;
  return sql`(
    select i.subject_id, t.id, t.run_at, t.input from tasks t join task_items i on i.task_id = t.id
    where t.kind = ${kind} and t.run_at < ${before} and ${isPlanned} ${ofRecords}
  )`;
}

/** Lists the inputs of tasks of a kind that have not ended. */
export async function listOpenInputs(db: Db, kind: string): Promise<unknown[]> {
  const query = db.selectFrom("tasks").select("input").where("kind", "=", kind).where("finished_at", "is", null);
  return (await query.execute()).map(({ input }) => input);
}

/** A planned task with what it has for one record. */
export type RecordTaskRow = {
  id: number;
  kind: string;
  input: Record<string, unknown>;
  run_at: Date;
  total: number;
  author_id: number;
  author_name: string;
  /** The values that the record was planned with. */
  base: Record<string, unknown> | null;
  /** Why the record was refused; null as long as the task is planned. */
  refusal: ItemRefusal | null;
};

/**
 * Lists the tasks that are planned for records, in the order in which they begin, and those that were refused at their
 * time since a moment. Of a task for several of the records there is one row.
 * @param subjectIds selects the ids of the records, as text
 */
export async function listRecordTasks(
  db: Db,
  { kinds, subjectIds, since }: { kinds: readonly string[]; subjectIds: RawBuilder<unknown>; since: Date },
): Promise<RecordTaskRow[]> {
  const { rows } = await sql<RecordTaskRow>`
    select * from (
      select distinct on (t.id) t.id, t.kind, t.input, t.run_at, t.total, author.id as author_id, author.name as author_name,
        i.base, i.refusal
      from task_items i join tasks t on t.id = i.task_id join staff author on author.id = t.created_by
      where i.subject_id in (${subjectIds}) and t.kind = any(${[...kinds]}::text[])
        and (${isPlanned} or (t.run_at is not null and t.undo_of is null and t.finished_at >= ${since} and i.status = 'failed'))
      order by t.id, i.seq
    ) tasks order by run_at, id`.execute(db);
  return rows;
}

/** A planned task by its time, whether it has begun or not. */
export type PlannedTaskRow = Pick<RecordTaskRow, "id" | "kind" | "input" | "run_at" | "total" | "author_name"> & {
  status: TaskStatus;
  done: number;
  failed: number;
  /** The first record. */
  subject_id: string | null;
  label: string | null;
};

/**
 * Lists tasks that were planned to begin in a period, without those that were canceled.
 * @param kinds those that the person may see besides their own tasks
 */
export async function listPlannedTasks(
  db: Db,
  { kinds, staffId, from, to }: { kinds: readonly string[]; staffId: number; from: Date; to: Date },
): Promise<PlannedTaskRow[]> {
  const { rows } = await sql<PlannedTaskRow>`
    select t.id, t.kind, t.input, t.run_at, t.total, t.status, t.done, t.failed, author.name as author_name,
      first.subject_id, first.base ->> 'label' as label
    from tasks t join staff author on author.id = t.created_by
    left join task_items first on first.task_id = t.id and first.seq = 1
    where t.run_at >= ${from} and t.run_at < ${to} and t.status <> 'canceled' and t.undo_of is null
      and (t.created_by = ${staffId} or t.kind = any(${[...kinds]}::text[]))
    order by t.run_at, t.id`.execute(db);
  return rows;
}
