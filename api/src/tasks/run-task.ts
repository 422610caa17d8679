import { setTimeout as sleep } from "node:timers/promises";
import { type Tx, withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { queueJob } from "../platform/jobs/job-queue.ts";
import type { AnyAdminAction } from "../staff/admin-action.ts";
import type { refusals as staffRefusals } from "../staff/admin-schema.ts";
import { getAuthorAsCaller } from "../staff/author.ts";
import { publishStaffEvent } from "../staff/events/staff-event.ts";
import { listStaffWithPermission, notifyStaff } from "../staff/notifications/notify-staff.ts";
import type { TaskStatus } from "./admin-schema.ts";
import { executeItems } from "./execute-batch.ts";
import { taskQueue } from "./run-queue.ts";
import {
  addProgress,
  type ExecutedItem,
  findTask,
  finishTask,
  listPendingItems,
  lockExecution,
  markItemsUndone,
  markTaskUndone,
  type PendingItem,
  type TaskRow,
  updateItems,
} from "./sql.ts";
import type { AnyTaskKind } from "./task-kind.ts";

/** The number of records whose changes commit together. */
const CHUNK_SIZE = 100;
/**
 * A job executes chunks for this long; then another one continues, so that a task of a killed worker waits briefly, and one
 * whose time has come is not kept waiting by another task.
 */
const RUN_MS = 5000;
/** Chunks begin at least so far apart, on a fast machine too: shoppers hardly notice a task then. */
const CHUNK_INTERVAL_MS = 250;
/** On a slow machine a task waits twice as long as the chunk took, at most this long. */
const PAUSE_FACTOR = 2;
const MAX_PAUSE_MS = 300;

/** The kinds and actions of every module. */
export type TaskRegistry = Readonly<{ kinds: readonly AnyTaskKind[]; actions: readonly AnyAdminAction[] }>;

/** Executes a task chunk by chunk until it ends, or queues a job that continues it. */
export async function runTask(
  app: AppContext,
  registry: TaskRegistry,
  taskId: number,
  { chunkSize = CHUNK_SIZE }: { chunkSize?: number } = {},
): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const chunkStartedAt = performance.now();
    if (!(await runChunk(app, registry, taskId, chunkSize))) return;
    const now = performance.now();
    if (now - startedAt >= RUN_MS) break;
    const chunkMs = now - chunkStartedAt;
    await sleep(Math.max(CHUNK_INTERVAL_MS - chunkMs, Math.min(PAUSE_FACTOR * chunkMs, MAX_PAUSE_MS)));
  }
  await queueJob(app.db, taskQueue, { taskId });
}

/**
 * Executes the next records of a task. Their changes, audit entries and items commit together: a worker that is killed
 * leaves a chunk executed or untouched, and another one continues with the next.
 * @returns whether the task goes on
 */
async function runChunk(
  app: AppContext,
  { kinds, actions }: TaskRegistry,
  taskId: number,
  chunkSize: number,
): Promise<boolean> {
  return withTransaction(app.db, async (tx) => {
    await lockExecution(tx, taskId);
    const task = await findTask(tx, taskId);
    if (!task || task.finished_at !== null) return false;
    const now = app.clock.now();
    // It was planned for a later time since this job was queued; another job was queued for that time.
    if (task.run_at !== null && task.run_at > now && task.cancel_requested_at === null) return false;
    await publishStaffEvent(tx, { kind: "task", id: String(taskId), actor_id: task.created_by });
    if (task.cancel_requested_at !== null) {
      await endTask(tx, task, "canceled", now);
      return false;
    }
    const kind = kinds.find(({ name }) => name === task.kind);
    if (!kind) throw new Error(`there is no kind of task ${task.kind}`);
    const items = await listPendingItems(tx, task, chunkSize);
    const caller = await getAuthorAsCaller(tx, task.created_by);
    const executed = caller
      ? await executeItems(tx, { app, actions, kind, task, caller }, items)
      : items.map((item) => refuseItem(item));
    await storeItems(tx, task, executed, now);
    if (items.length === chunkSize) return true;
    const failed = task.failed + executed.filter(({ status }) => status === "failed").length;
    await endTask(tx, task, failed === task.total ? "failed" : "succeeded", now);
    if (task.run_at !== null && failed > 0) {
      const canReceive = caller?.permissions.has(kind.permission) ?? false;
      const staffIds = canReceive ? [task.created_by] : await listStaffWithPermission(tx, kind.permission);
      await notifyOfRefusals(tx, task, { staffIds, failed, now });
    }
    return false;
  });
}

/**
 * Nobody looks at a planned task when it runs: its author is told what was refused, or those who could start it if the
 * author no longer can.
 */
async function notifyOfRefusals(
  tx: Tx,
  { id, total }: TaskRow,
  { staffIds, failed, now }: { staffIds: readonly number[]; failed: number; now: Date },
): Promise<void> {
  await notifyStaff(tx, {
    ...{ staffIds, kind: "planned_task_refused", subject: { kind: "task", id } },
    ...{ actorId: null, params: { failed, total }, now },
  });
}

/** The account of the author is no longer active. */
function refuseItem({ seq }: PendingItem): ExecutedItem {
  const refusal = { code: "forbidden" satisfies keyof typeof staffRefusals };
  return { seq, status: "failed", refusal, audit_entry_id: null, can_undo: false };
}

async function storeItems(tx: Tx, task: TaskRow, items: readonly ExecutedItem[], now: Date): Promise<void> {
  await updateItems(tx, task.id, items);
  if (task.undo_of !== null) {
    const undone = items.filter(({ status }) => status !== "failed").map(({ seq }) => seq);
    await markItemsUndone(tx, task.undo_of, undone);
  }
  await addProgress(tx, task.id, items, now);
}

/** Ends a task. One that undoes another one, if only in part, marks it as undone. */
export async function endTask(
  tx: Tx,
  task: Pick<TaskRow, "id" | "undo_of">,
  status: TaskStatus,
  now: Date,
): Promise<void> {
  await finishTask(tx, task.id, status, now);
  if (task.undo_of !== null) await markTaskUndone(tx, task.undo_of, task.id);
}
