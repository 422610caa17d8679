import { getSqlState, type Tx, withSavepoint } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { Refusal } from "../platform/http/errors.ts";
import type { AnyAdminAction } from "../staff/admin-action.ts";
import { undoActionOfTask } from "../staff/audit/undo-action.ts";
import { type ActionCaller, authorizeAction, type RanAction, runAction } from "../staff/execute-admin-action.ts";
import { RESULT_DAYS } from "./admin-schema.ts";
import type { ExecutedItem, ItemRefusal, PendingItem, TaskRow } from "./sql.ts";
import type { AnyTaskKind } from "./task-kind.ts";

/** SQLSTATE codes after which the whole transaction is tried again: serialization failure and deadlock. */
export const RETRIED_STATES = new Set(["40001", "40P01"]);
/** How long what a task has done can be undone, in milliseconds. */
export const UNDO_MS = RESULT_DAYS * 24 * 60 * 60 * 1000;

/** The message of an error that is not a refusal. */
export const UNEXPECTED: ItemRefusal = { code: "internal" };

/** What executes the items of a task. */
export type TaskExecution = Readonly<{
  app: AppContext;
  /** Every action, for undo. */
  actions: readonly AnyAdminAction[];
  kind: AnyTaskKind;
  task: TaskRow;
  /** The author with the permissions that they have now. */
  caller: ActionCaller;
}>;

/**
 * Executes the action of an item in the transaction of its chunk. A refusal rolls back only this item and is its result;
 * so is an error, which is logged, unless the transaction has failed.
 */
export async function executeItem(tx: Tx, execution: TaskExecution, item: PendingItem): Promise<ExecutedItem> {
  const { app, task } = execution;
  const executed = { seq: item.seq, refusal: null, audit_entry_id: null, can_undo: false };
  try {
    const { audit_entry_id, undo_until } = await withSavepoint(tx, async () => runItem(tx, execution, item));
    if (audit_entry_id === null) return { ...executed, status: "unchanged" };
    return { ...executed, status: "done", audit_entry_id, can_undo: undo_until !== null && task.undo_of === null };
  } catch (error) {
    if (error instanceof Refusal)
      return { ...executed, status: "failed", refusal: { code: error.code, params: error.params } };
    if (RETRIED_STATES.has(getSqlState(error) ?? "")) throw error;
    app.log.error("a record of a task failed", error, { task: task.id, record: item.subject_id });
    return { ...executed, status: "failed", refusal: UNEXPECTED };
  }
}

async function runItem(
  tx: Tx,
  { app, actions, kind, task, caller }: TaskExecution,
  { subject_id, base, undone_entry_id }: PendingItem,
): Promise<RanAction<unknown>> {
  const origin = { id: task.id, undoMs: UNDO_MS };
  if (undone_entry_id !== null)
    return undoActionOfTask(app, tx, actions, caller, { entryId: undone_entry_id, task: origin });
  const { action, params, input } = kind.createCall({ id: subject_id, base }, kind.input.parse(task.input));
  const call = { ...caller, params: action.params.parse(params), input: action.input.parse(input) };
  await authorizeAction(app, action, call);
  return runAction(app, tx, action, call, { task: origin });
}
