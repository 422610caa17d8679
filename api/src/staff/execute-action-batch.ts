import { recordAuditEntries } from "../platform/audit/audit-log.ts";
import { insertUndoRecords, markUndoRecordsUsed } from "../platform/audit/undo-records.ts";
import type { Tx } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { Refusal } from "../platform/http/errors.ts";
import type { ActionOutcome, AnyAdminAction } from "./admin-action.ts";
import { toUndoConflict } from "./audit/undo-action.ts";
import {
  type ActionCaller,
  type ActionOrigin,
  authorizeAction,
  createContext,
  getReason,
} from "./execute-admin-action.ts";

/** An action with `runBatch`. */
export type BatchAction = AnyAdminAction & Required<Pick<AnyAdminAction, "runBatch">>;

/** One of many calls with validated parameters and input; `undoOf` is the audit entry that it undoes. */
export type BatchActionCall = Readonly<{ params: Record<string, unknown>; input: unknown; undoOf: number | null }>;

/** What a call of a batch did. Without an audit entry, nothing was changed. */
export type RanBatchCall =
  | Readonly<{ refusal: Refusal }>
  | Readonly<{ refusal: null; auditEntryId: number | null; canUndo: boolean }>;

/**
 * Executes an action for many records of a task like `runAction` does for one, with as many statements whatever their
 * number: each record has its audit entry and its undo record.
 * @returns what each call did, in the order of the calls
 */
export async function runActionBatch(
  app: AppContext,
  tx: Tx,
  action: BatchAction,
  caller: ActionCaller,
  { calls, task }: { calls: readonly BatchActionCall[]; task: NonNullable<ActionOrigin["task"]> },
): Promise<readonly RanBatchCall[]> {
  const refused = new Map<BatchActionCall, Refusal>();
  for (const call of calls) {
    const refusal = await findAuthorizationRefusal(app, action, caller, call);
    if (refusal) refused.set(call, refusal);
  }
  const allowed = calls.filter((call) => !refused.has(call));
  const context = createContext(app, caller);
  const outcomes = allowed.length === 0 ? [] : await action.runBatch(tx, allowed, context);
  if (outcomes.length !== allowed.length) throw new Error(`${action.name} has not executed each call of a batch`);
  const changed: { call: BatchActionCall; outcome: ActionOutcome<unknown> }[] = [];
  for (const [index, call] of allowed.entries()) {
    const outcome = outcomes[index];
    if (!outcome) continue;
    if ("refusal" in outcome) refused.set(call, outcome.refusal);
    else if (outcome.changes !== null) changed.push({ call, outcome });
  }
  const entryIds = await recordAuditEntries(
    app,
    tx,
    changed.map(({ call: { params, input, undoOf }, outcome: { result, changes } }) => ({
      ...{ actor: caller.actor, action: action.name, subject: action.subject(params, result) },
      ...{ changes: changes ?? [], reason: getReason(input), requestId: caller.requestId, undoOf, taskId: task.id },
    })),
  );
  const entries = new Map(changed.map(({ call }, index) => [call, entryIds[index] ?? 0]));
  const validUntil = new Date(context.now.getTime() + task.undoMs);
  const undoRecords = changed.flatMap(({ call, outcome: { result, changes } }) => {
    const inverse =
      action.inverse?.({ params: call.params, input: call.input, result, changes: changes ?? [] }) ?? null;
    return inverse === null ? [] : [{ ...inverse, entryId: entries.get(call) ?? 0, validUntil }];
  });
  await insertUndoRecords(app.config, tx, undoRecords);
  const undone = allowed.flatMap((call) => (call.undoOf === null || refused.has(call) ? [] : [call.undoOf]));
  if (undone.length > 0) await markUndoRecordsUsed(tx, undone, context.now);
  const undoable = new Set(undoRecords.map(({ entryId }) => entryId));
  return calls.map((call) => {
    const refusal = refused.get(call);
    if (refusal) return { refusal: call.undoOf === null ? refusal : (toUndoConflict(refusal) as Refusal) };
    const auditEntryId = entries.get(call) ?? null;
    return { refusal: null, auditEntryId, canUndo: auditEntryId !== null && undoable.has(auditEntryId) };
  });
}

async function findAuthorizationRefusal(
  app: AppContext,
  action: AnyAdminAction,
  caller: ActionCaller,
  { params, input }: BatchActionCall,
): Promise<Refusal | null> {
  try {
    await authorizeAction(app, action, { ...caller, params, input });
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
