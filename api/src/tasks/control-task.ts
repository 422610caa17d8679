import { recordAuditEntry } from "../platform/audit/audit-log.ts";
import type { Tx } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { refuse } from "../platform/http/errors.ts";
import { queueJob } from "../platform/jobs/job-queue.ts";
import { requirePermission } from "../staff/admin-action.ts";
import { refusals as undoRefusals } from "../staff/audit/admin-schema.ts";
import { type ActionCaller, type ExecutedAction, runAsCaller } from "../staff/execute-admin-action.ts";
import { type ChangedTask, refusals, type TaskStatus } from "./admin-schema.ts";
import { taskQueue } from "./run-queue.ts";
import { endTask } from "./run-task.ts";
import {
  insertTask,
  insertUndoItems,
  isBeingUndone,
  lockTask,
  reopenTask,
  requestCancel,
  setRunAt,
  type TaskRow,
  tryLockExecution,
} from "./sql.ts";
import type { AnyTaskKind } from "./task-kind.ts";
import { parseRunAt } from "./start-task.ts";
import { countRemaining, getResultEnd } from "./task-list.ts";

/** What a change of a task is recorded as. */
type TaskChange = Readonly<{
  action: string;
  taskId: number;
  status: TaskStatus;
  field: string;
  from: unknown;
  to: unknown;
}>;

/**
 * Stops a task: at once if it waits, otherwise after the chunk that is being executed. What was done stays done.
 * @throws Refusal `task_not_found`, `task_ended`, `forbidden`
 */
export async function cancelTask(
  app: AppContext,
  kinds: readonly AnyTaskKind[],
  caller: ActionCaller,
  id: number,
): Promise<ExecutedAction<ChangedTask>> {
  return changeTask(app, kinds, caller, { id, scope: "cancel" }, async (tx, task) => {
    if (task.finished_at !== null) throw refuse(refusals, "task_ended");
    const now = app.clock.now();
    await requestCancel(tx, id, now);
    const canEnd = await tryLockExecution(tx, id);
    if (canEnd) await endTask(tx, task, "canceled", now);
    const status = canEnd ? "canceled" : task.status;
    return { action: "task.canceled", taskId: id, status, field: "status", from: task.status, to: "canceled" };
  });
}

/**
 * Changes when a planned task begins.
 * @throws Refusal `task_not_found`, `task_ended`, `task_started`, `run_at_invalid`, that of its input, `forbidden`
 */
export async function rescheduleTask(
  app: AppContext,
  kinds: readonly AnyTaskKind[],
  caller: ActionCaller,
  { id, runAt }: { id: number; runAt: string },
): Promise<ExecutedAction<ChangedTask>> {
  return changeTask(app, kinds, caller, { id, scope: "reschedule" }, async (tx, task, kind) => {
    const now = app.clock.now();
    if (task.finished_at !== null) throw refuse(refusals, "task_ended");
    // A worker that executes a chunk has read the time before.
    const isExecuted = !(await tryLockExecution(tx, id));
    if (task.run_at === null || task.run_at <= now || isExecuted) throw refuse(refusals, "task_started");
    const start = parseRunAt(kind, runAt, now) ?? now;
    kind.check?.(kind.input.parse(task.input), { start, permissions: caller.permissions });
    await setRunAt(tx, id, start);
    await queueJob(tx, taskQueue, { taskId: id }, { after: start });
    const change = { field: "run_at", from: task.run_at.toISOString(), to: start.toISOString() };
    return { action: "task.rescheduled", taskId: id, status: task.status, ...change };
  });
}

/**
 * Continues an ended task with the records that failed or were left out. Only its author may: it is executed with their
 * permissions.
 * @throws Refusal `task_not_found`, `own_tasks_only`, `task_not_ended`, `nothing_to_continue`, `forbidden`
 */
export async function continueTask(
  app: AppContext,
  kinds: readonly AnyTaskKind[],
  caller: ActionCaller,
  id: number,
): Promise<ExecutedAction<ChangedTask>> {
  return changeTask(app, kinds, caller, { id, scope: "retry" }, async (tx, task) => {
    if (task.created_by !== caller.actor.id) throw refuse(refusals, "own_tasks_only");
    await requireEnded(tx, task);
    const isKept = (getResultEnd(task) ?? app.clock.now()) > app.clock.now();
    if (countRemaining(task) === 0 || task.status === "undone" || !isKept)
      throw refuse(refusals, "nothing_to_continue");
    await reopenTask(tx, id);
    await queueJob(tx, taskQueue, { taskId: id });
    const change = { field: "status", from: task.status, to: "queued" };
    return { action: "task.continued", taskId: id, status: "queued", ...change };
  });
}

/**
 * Starts a task that undoes what another one has done: it executes the inverse of each action, unless the record was
 * changed since.
 * @throws Refusal `task_not_found`, `task_not_ended`, `nothing_to_undo`, `undo_expired`, `forbidden`
 */
export async function undoTask(
  app: AppContext,
  kinds: readonly AnyTaskKind[],
  caller: ActionCaller,
  id: number,
): Promise<ExecutedAction<ChangedTask>> {
  return changeTask(app, kinds, caller, { id, scope: "undo" }, async (tx, task) => {
    await requireEnded(tx, task);
    const now = app.clock.now();
    if ((getResultEnd(task) ?? now) <= now) throw refuse(undoRefusals, "undo_expired");
    if (task.undoable === 0) throw refuse(refusals, "nothing_to_undo");
    const { kind, input, undoable: total } = task;
    const taskId = await insertTask(tx, {
      ...{ kind, input, total, created_by: Number(caller.actor.id), created_at: now, undo_of: id },
    });
    await insertUndoItems(tx, taskId, id);
    await queueJob(tx, taskQueue, { taskId });
    return { action: "task.undo_started", taskId, status: "queued", field: "undo_of", from: null, to: id };
  });
}

async function requireEnded(tx: Tx, task: TaskRow): Promise<void> {
  if (task.finished_at === null || (await isBeingUndone(tx, task.id))) throw refuse(refusals, "task_not_ended");
}

/** Locks a task that the caller may see, changes it and records the change. */
async function changeTask(
  app: AppContext,
  kinds: readonly AnyTaskKind[],
  caller: ActionCaller,
  { id, scope }: { id: number; scope: string },
  change: (tx: Tx, task: TaskRow, kind: AnyTaskKind) => Promise<TaskChange>,
): Promise<ExecutedAction<ChangedTask>> {
  return runAsCaller(app, caller, { scope: `task.${scope}`, body: { id } }, async (tx) => {
    const task = await lockTask(tx, id);
    const kind = kinds.find(({ name }) => name === task?.kind);
    const isVisible = kind && task && (task.created_by === caller.actor.id || caller.permissions.has(kind.permission));
    if (!isVisible) throw refuse(refusals, "task_not_found");
    requirePermission(caller, kind.permission);
    const { action, taskId, status, ...fieldChange } = await change(tx, task, kind);
    const audit_entry_id = await recordAuditEntry(app, tx, {
      ...{ actor: caller.actor, action, subject: { kind: "task", id: taskId } },
      ...{ changes: [fieldChange], requestId: caller.requestId },
    });
    const result = { task_id: taskId, status };
    return { result, audit_entry_id, undo_until: null, preview: null, payout: null };
  });
}
