import { getSqlState, type Tx, withSavepoint } from "../platform/db/database.ts";
import { listInverses } from "../staff/audit/undo-action.ts";
import type { AnyAdminAction } from "../staff/admin-action.ts";
import { type BatchAction, type BatchActionCall, runActionBatch } from "../staff/execute-action-batch.ts";
import { executeItem, RETRIED_STATES, type TaskExecution, UNDO_MS } from "./execute-record.ts";
import type { ExecutedItem, ItemRefusal, PendingItem } from "./sql.ts";

/**
 * Executes the items of a chunk: together if their action can do that, otherwise one after the other. If an error stops
 * them together, each is executed on its own, so that only the records that cause it fail.
 */
export async function executeItems(
  tx: Tx,
  execution: TaskExecution,
  items: readonly PendingItem[],
): Promise<ExecutedItem[]> {
  const { app, task } = execution;
  try {
    if (items.length > 1 && mayRunBatch(execution, items[0])) {
      const together = await withSavepoint(tx, async () => executeTogether(tx, execution, items));
      if (together) return together;
    }
  } catch (error) {
    if (RETRIED_STATES.has(getSqlState(error) ?? "")) throw error;
    app.log.error("the records of a task are executed one by one", error, { task: task.id });
  }
  const executed: ExecutedItem[] = [];
  for (const item of items) executed.push(await executeItem(tx, execution, item));
  return executed;
}

const isBatchAction = (action: AnyAdminAction): action is BatchAction => action.runBatch !== undefined;

/** What undoes the records of a task is known only when it is read. */
function mayRunBatch({ kind, task }: TaskExecution, item: PendingItem | undefined): boolean {
  if (task.undo_of !== null) return true;
  if (!item) return false;
  const { action } = kind.createCall({ id: item.subject_id, base: item.base }, kind.input.parse(task.input));
  return isBatchAction(action);
}

type ItemCall = Readonly<{ item: PendingItem; call: BatchActionCall }>;

/** @returns null if the action of an item has no `runBatch` */
async function executeTogether(
  tx: Tx,
  execution: TaskExecution,
  items: readonly PendingItem[],
): Promise<ExecutedItem[] | null> {
  const { app, task, caller } = execution;
  const executed = new Map<PendingItem, ExecutedItem>();
  const calls = new Map<BatchAction, ItemCall[]>();
  for (const [index, resolved] of (await resolveCalls(tx, execution, items)).entries()) {
    const item = items[index];
    if (!item) continue;
    if ("refusal" in resolved) executed.set(item, toFailedItem(item, resolved.refusal));
    else {
      const { action, ...call } = resolved;
      if (!isBatchAction(action)) return null;
      calls.set(action, [...(calls.get(action) ?? []), { item, call }]);
    }
  }
  for (const [action, batch] of calls) {
    const results = await runActionBatch(app, tx, action, caller, {
      calls: batch.map(({ call }) => call),
      task: { id: task.id, undoMs: UNDO_MS },
    });
    for (const [index, { item }] of batch.entries()) {
      const result = results[index];
      if (!result) throw new Error("a record of a task has no result");
      const { seq } = item;
      if (result.refusal) executed.set(item, toFailedItem(item, result.refusal));
      else {
        const { auditEntryId: audit_entry_id, canUndo } = result;
        const status = audit_entry_id === null ? "unchanged" : "done";
        executed.set(item, { seq, status, refusal: null, audit_entry_id, can_undo: canUndo && task.undo_of === null });
      }
    }
  }
  return items.flatMap((item) => executed.get(item) ?? []);
}

const toFailedItem = ({ seq }: PendingItem, { code, params = {} }: ItemRefusal): ExecutedItem => ({
  ...{ seq, status: "failed", refusal: { code, params }, audit_entry_id: null, can_undo: false },
});

/** Returns what is executed for each item, or why it cannot be undone. */
async function resolveCalls(tx: Tx, { app, actions, kind, task }: TaskExecution, items: readonly PendingItem[]) {
  if (task.undo_of !== null) {
    const entryIds = items.map(({ undone_entry_id }) => undone_entry_id ?? 0);
    const inverses = await listInverses(app, tx, actions, entryIds);
    return inverses.map((inverse, index) => ({ ...inverse, undoOf: entryIds[index] ?? null }));
  }
  const taskInput = kind.input.parse(task.input);
  return items.map(({ subject_id, base }) => {
    const { action, params, input } = kind.createCall({ id: subject_id, base }, taskInput);
    return { action, params: action.params.parse(params), input: action.input.parse(input), undoOf: null };
  });
}
