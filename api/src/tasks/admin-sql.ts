import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/db/database.ts";
import type { TaskListQuery } from "./admin-schema.ts";
import type { ItemRefusal, TaskRow } from "./sql.ts";

/** The reasons that are listed with a task, and the records of each. */
const MAX_REASONS = 3;
const MAX_SUBJECTS = 3;

export type TaskListRow = TaskRow & {
  author_name: string;
  /** Whether a task that has not ended undoes it. */
  is_being_undone: boolean;
  failures: { refusal: ItemRefusal; count: number; subject_ids: string[]; labels: (string | null)[] }[];
};

export type TaskFilter = Readonly<{
  /** The kinds that the person may see besides their own tasks. */
  kinds: readonly string[];
  staffId: number;
  now: Date;
  id?: number;
}>;

function buildViewCondition(view: Exclude<TaskListQuery["view"], "all">, now: Date): RawBuilder<unknown> {
  if (view === "ended") return sql`t.finished_at is not null`;
  const isPlanned = sql`t.run_at is not null and t.run_at > ${now}`;
  return view === "planned"
    ? sql`t.finished_at is null and ${isPlanned}`
    : sql`t.finished_at is null and not (${isPlanned})`;
}

/** Tasks after one of the page before: planned ones in the order of their times, others in that of their ids. */
function buildCursorCondition(view: TaskListQuery["view"], after: number): RawBuilder<unknown> {
  return view === "planned"
    ? sql`(t.run_at, t.id) > (select previous.run_at, previous.id from tasks previous where previous.id = ${after})`
    : sql`t.id < ${after}`;
}

/** Lists tasks, newest first, planned ones the soonest first. @returns at most `limit` + 1 rows; the additional one shows that there are more */
export async function listTasks(
  db: Db,
  { kinds, staffId, now, id }: TaskFilter,
  { view, kind, after, limit }: Pick<TaskListQuery, "view" | "kind" | "after" | "limit">,
): Promise<TaskListRow[]> {
  const conditions = [
    sql`(t.created_by = ${staffId} or t.kind = any(${[...kinds]}))`,
    ...(view === "all" ? [] : [buildViewCondition(view, now)]),
    ...(after === undefined ? [] : [buildCursorCondition(view, after)]),
    ...(kind === undefined ? [] : [sql`t.kind = ${kind}`]),
    ...(id === undefined ? [] : [sql`t.id = ${id}`]),
  ];
  const { rows } = await sql<TaskListRow>`
    select t.*, author.name as author_name,
      exists (select from tasks undo where undo.undo_of = t.id and undo.finished_at is null) as is_being_undone,
      case when t.failed = 0 then '[]'::jsonb else (
        select coalesce(jsonb_agg(jsonb_build_object('refusal', refusal, 'count', count, 'subject_ids', subject_ids,
            'labels', labels)
          order by count desc), '[]')
        from (
          select refusal, count(*) as count, (array_agg(subject_id order by seq))[1:${sql.lit(MAX_SUBJECTS)}] as subject_ids,
            (array_agg(base ->> 'label' order by seq))[1:${sql.lit(MAX_SUBJECTS)}] as labels
          from task_items where task_id = t.id and status = 'failed'
          group by refusal order by count(*) desc limit ${sql.lit(MAX_REASONS)}
        ) reasons
      ) end as failures
    from tasks t join staff author on author.id = t.created_by
    where ${sql.join(conditions, sql` and `)} order by ${view === "planned" ? sql`t.run_at, t.id` : sql`t.id desc`} limit ${limit + 1}`.execute(
    db,
  );
  return rows;
}
