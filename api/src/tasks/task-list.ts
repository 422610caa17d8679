import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import type { Permission } from "../staff/permissions.ts";
import { refusals, RESULT_DAYS, type Task, type TaskListQuery, type TaskPage } from "./admin-schema.ts";
import { listTasks, type TaskListRow } from "./admin-sql.ts";
import type { ItemRefusal, TaskRow } from "./sql.ts";
import type { AnyTaskKind } from "./task-kind.ts";

const RESULT_MS = RESULT_DAYS * 24 * 60 * 60 * 1000;

/** Who looks at tasks. */
export type TaskViewer = Readonly<{
  staffId: number;
  permissions: ReadonlySet<Permission>;
  locale: Locale;
  now: Date;
}>;

/** Returns a page of the tasks that a person may see: their own, and those that they could have started. */
export async function getTaskPage(
  db: Db,
  kinds: readonly AnyTaskKind[],
  query: TaskListQuery,
  viewer: TaskViewer,
): Promise<TaskPage> {
  const rows = await listTasks(db, getFilter(kinds, viewer), query);
  const items = rows.slice(0, query.limit).map((row) => serializeTask(row, kinds, viewer));
  return { items, next: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null };
}

/** @throws Refusal `task_not_found`, also for one that the person may not see */
export async function getTask(db: Db, kinds: readonly AnyTaskKind[], id: number, viewer: TaskViewer): Promise<Task> {
  const [row] = await listTasks(db, { ...getFilter(kinds, viewer), id }, { view: "all", limit: 1 });
  if (!row) throw refuse(refusals, "task_not_found");
  return serializeTask(row, kinds, viewer);
}

function getFilter(kinds: readonly AnyTaskKind[], viewer: TaskViewer) {
  return {
    kinds: kinds.filter(({ permission }) => viewer.permissions.has(permission)).map(({ name }) => name),
    staffId: viewer.staffId,
    now: viewer.now,
  };
}

/** Returns until when the items of an ended task are kept: its result and what undoes it. */
export function getResultEnd({ finished_at }: Pick<TaskRow, "finished_at">): Date | null {
  return finished_at && new Date(finished_at.getTime() + RESULT_MS);
}

/** Returns how many records of a task were not executed, or in vain. */
export function countRemaining({ total, done, unchanged }: Pick<TaskRow, "total" | "done" | "unchanged">): number {
  return total - done - unchanged;
}

/** Formats the reason why the action of an item was refused. */
export function formatRefusal(locale: Locale, { code, params }: ItemRefusal): string {
  return formatMessage(locale, code, params);
}

function serializeTask(row: TaskListRow, kinds: readonly AnyTaskKind[], viewer: TaskViewer): Task {
  const { locale, now, staffId, permissions } = viewer;
  const { id, kind: name, status, undo_of, total, done, unchanged, failed } = row;
  const kind = kinds.find((one) => one.name === name);
  const mayChange = kind !== undefined && permissions.has(kind.permission);
  const resultEnd = getResultEnd(row);
  const hasItems = resultEnd === null || now < resultEnd;
  const isPlanned = row.finished_at === null && row.run_at !== null && row.run_at > now;
  const isIdle = row.finished_at !== null && hasItems && !row.is_being_undone;
  return {
    ...{ id, kind: name, status, undo_of, total, done, unchanged, failed },
    subject_kind: kind?.list.subjectKind ?? "",
    input: row.input as Record<string, unknown>,
    author: { id: row.created_by, name: row.author_name },
    created_at: row.created_at.toISOString(),
    run_at: row.run_at?.toISOString() ?? null,
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    is_cancel_requested: row.cancel_requested_at !== null,
    failures: row.failures.map(({ refusal, ...failure }) => ({ ...failure, error: formatRefusal(locale, refusal) })),
    can_cancel: mayChange && row.finished_at === null && row.cancel_requested_at === null,
    can_reschedule: mayChange && isPlanned && row.cancel_requested_at === null,
    can_continue: mayChange && row.created_by === staffId && isIdle && status !== "undone" && countRemaining(row) > 0,
    has_result: row.finished_at !== null && hasItems,
    undo_until: mayChange && isIdle && row.undoable > 0 ? (resultEnd?.toISOString() ?? null) : null,
  };
}
