import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import type { Tasks } from "../platform/db/tables.generated.ts";
import type { RefusalParams } from "../platform/http/errors.ts";
import type { RecordSelection, TaskStatus } from "./admin-schema.ts";

export type TaskRow = Omit<Selectable<Tasks>, "status"> & { status: TaskStatus };
export type ItemStatus = "done" | "unchanged" | "failed";

/** Why the action of an item was refused: the code and the parameters of its message. */
export type ItemRefusal = Readonly<{ code: string; params?: RefusalParams }>;

/**
 * The XOR of hashes of ids, with the versions of records that have one, does not depend on their order. The ids are those
 * of a selection named `selected`.
 */
const measurements = sql`count(*)::integer as count,
  coalesce(bit_xor(hashtextextended(concat_ws(' ', id, base ->> 'version'), 0)), 0)::text as fingerprint`;

/** Counts the records of a selection and returns their fingerprint. @param records selects `id` and `base` */
export async function measureSelection(db: Db, records: RawBuilder<unknown>): Promise<RecordSelection> {
  const { rows } = await sql<RecordSelection>`
    with selected as materialized (${records}) select ${measurements} from selected`.execute(db);
  return rows[0] ?? { count: 0, fingerprint: "0" };
}

/** Returns the first records of a selection in the order in which a task executes them. */
export async function listFirstRecords(
  db: Db,
  records: RawBuilder<unknown>,
  limit: number,
): Promise<{ id: string; base: unknown }[]> {
  const { rows } = await sql<{ id: string; base: unknown }>`
    select id, base from (${records}) selected order by length(id), id limit ${limit}`.execute(db);
  return rows;
}

export type NewTask = Pick<TaskRow, "kind" | "input" | "total" | "created_by" | "created_at"> & {
  undo_of?: number;
  run_at?: Date;
};

/** @returns the id of the task */
export async function insertTask(tx: Tx, { input, ...task }: NewTask): Promise<number> {
  const { id } = await tx
    .insertInto("tasks")
    .values({ ...task, input: JSON.stringify(input) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores the records of a selection as the items of a task, as one statement sees them, and measures the selection. */
export async function insertItems(tx: Tx, taskId: number, records: RawBuilder<unknown>): Promise<RecordSelection> {
  const { rows } = await sql<RecordSelection>`
    with selected as materialized (${records}),
    inserted as (
      insert into task_items (task_id, seq, subject_id, base)
      select ${taskId}, row_number() over (order by length(id), id), id, base from selected
    )
    select ${measurements} from selected`.execute(tx);
  return rows[0] ?? { count: 0, fingerprint: "0" };
}

/** Stores the items of a task that can be undone as the items of the task that undoes it, with the same numbers. */
export async function insertUndoItems(tx: Tx, taskId: number, undoOf: number): Promise<void> {
  await sql`
    insert into task_items (task_id, seq, subject_id, base)
    select ${taskId}, seq, subject_id, base from task_items where task_id = ${undoOf} and can_undo`.execute(tx);
}

/** Waits until no other process executes a chunk of a task, and keeps others out until the end of the transaction. */
export async function lockExecution(tx: Tx, taskId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`task ${taskId}`}, 0))`.execute(tx);
}

/** As `lockExecution`, without waiting. @returns whether no process executes a chunk */
export async function tryLockExecution(tx: Tx, taskId: number): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`task ${taskId}`}, 0)) as is_locked`.execute(tx);
  return rows[0]?.is_locked ?? false;
}

export async function findTask(db: Db, id: number): Promise<TaskRow | undefined> {
  const row = await db.selectFrom("tasks").selectAll().where("id", "=", id).executeTakeFirst();
  return row as TaskRow | undefined;
}

/** Locks a task until the end of the transaction. */
export async function lockTask(tx: Tx, id: number): Promise<TaskRow | undefined> {
  const row = await tx.selectFrom("tasks").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return row as TaskRow | undefined;
}

export type PendingItem = {
  seq: number;
  subject_id: string;
  base: unknown;
  /** Of a task that undoes another one: the audit entry that is undone. */
  undone_entry_id: number | null;
};

export async function listPendingItems(tx: Tx, task: Pick<TaskRow, "id" | "undo_of">, limit: number) {
  const { rows } = await sql<PendingItem>`
    select i.seq, i.subject_id, i.base, undone.audit_entry_id as undone_entry_id
    from task_items i left join task_items undone on undone.task_id = ${task.undo_of} and undone.seq = i.seq
    where i.task_id = ${task.id} and i.status = 'pending' order by i.seq limit ${limit}`.execute(tx);
  return rows;
}

export type ExecutedItem = Readonly<{
  seq: number;
  status: ItemStatus;
  refusal: ItemRefusal | null;
  audit_entry_id: number | null;
  can_undo: boolean;
}>;

/** Stores what happened with items of a task, in the transaction of their changes. */
export async function updateItems(tx: Tx, taskId: number, items: readonly ExecutedItem[]): Promise<void> {
  await sql`
    update task_items i set status = e.status, refusal = e.refusal, audit_entry_id = e.audit_entry_id, can_undo = e.can_undo
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as e (seq integer, status text, refusal jsonb, audit_entry_id bigint, can_undo boolean)
    where i.task_id = ${taskId} and i.seq = e.seq`.execute(tx);
}

/** Marks items of a task as undone. @param seqs their numbers */
export async function markItemsUndone(tx: Tx, taskId: number, seqs: readonly number[]): Promise<void> {
  await sql`
    with undone as (
      update task_items set status = 'undone', can_undo = false
      where task_id = ${taskId} and seq = any(${[...seqs]}::integer[]) and can_undo returning 1
    )
    update tasks set undoable = undoable - (select count(*) from undone) where id = ${taskId}`.execute(tx);
}

/** Adds the items of a chunk to the counts of a running task. */
export async function addProgress(tx: Tx, taskId: number, items: readonly ExecutedItem[], now: Date): Promise<void> {
  const count = (status: ItemStatus) => items.filter((item) => item.status === status).length;
  await sql`
    update tasks set status = 'running', started_at = coalesce(started_at, ${now}), done = done + ${count("done")},
      unchanged = unchanged + ${count("unchanged")}, failed = failed + ${count("failed")},
      undoable = undoable + ${items.filter((item) => item.can_undo).length}
    where id = ${taskId}`.execute(tx);
}

export async function finishTask(tx: Tx, id: number, status: TaskStatus, now: Date): Promise<void> {
  await tx.updateTable("tasks").set({ status, finished_at: now }).where("id", "=", id).execute();
}

/** Marks a task as undone, if the one that undoes it has undone a record of it. */
export async function markTaskUndone(tx: Tx, id: number, undoTaskId: number): Promise<void> {
  await sql`
    update tasks set status = 'undone'
    where id = ${id} and exists (select from tasks where id = ${undoTaskId} and done + unchanged > 0)`.execute(tx);
}

/** Lists planned tasks that should have begun before a time. */
export async function listOverdueTasks(db: Db, before: Date): Promise<number[]> {
  const rows = await db
    .selectFrom("tasks")
    .select("id")
    .where("run_at", "<=", before)
    .where("started_at", "is", null)
    .where("finished_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Changes when a planned task begins. */
export async function setRunAt(tx: Tx, id: number, runAt: Date): Promise<void> {
  await tx.updateTable("tasks").set({ run_at: runAt }).where("id", "=", id).execute();
}

export async function requestCancel(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable("tasks").set({ cancel_requested_at: now }).where("id", "=", id).execute();
}

/** Queues an ended task again, with the items that failed; those that were left out are still pending. */
export async function reopenTask(tx: Tx, id: number): Promise<void> {
  await sql`
    with reopened as (
      update task_items set status = 'pending', refusal = null where task_id = ${id} and status = 'failed' returning 1
    )
    update tasks set status = 'queued', finished_at = null, cancel_requested_at = null,
      failed = failed - (select count(*) from reopened)
    where id = ${id}`.execute(tx);
}

/** Returns whether a task that has not ended undoes another one. */
export async function isBeingUndone(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom("tasks")
    .select("id")
    .where("undo_of", "=", id)
    .where("finished_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

export type ResultRow = {
  seq: number;
  subject_id: string;
  status: string;
  refusal: ItemRefusal | null;
  label: string | null;
};

/** Lists the items of a task after one of them. */
export async function listItems(db: Db, taskId: number, after: number, limit: number): Promise<ResultRow[]> {
  const rows = await db
    .selectFrom("task_items")
    .select(["seq", "subject_id", "status", "refusal", sql<string | null>`base ->> 'label'`.as("label")])
    .where("task_id", "=", taskId)
    .where("seq", ">", after)
    .orderBy("seq")
    .limit(limit)
    .execute();
  return rows as ResultRow[];
}

/** Deletes items of tasks that ended before a time, so that these can no longer be undone. @returns how many */
export async function deleteItemsBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with expired as (
      select i.task_id, i.seq from task_items i join tasks t on t.id = i.task_id where t.finished_at < ${before} limit ${limit}
    ), deleted as (
      delete from task_items i using expired e where (i.task_id, i.seq) = (e.task_id, e.seq) returning i.task_id
    ), closed as (
      update tasks set undoable = 0 where id in (select task_id from deleted) and undoable > 0
    )
    select count(*)::integer as count from deleted`.execute(db);
  return rows[0]?.count ?? 0;
}
