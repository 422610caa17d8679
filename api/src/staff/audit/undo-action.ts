import { lockUndoRecord, markUndoRecordUsed } from "../../platform/audit/undo-records.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { commonRefusals, Refusal, refuse } from "../../platform/http/errors.ts";
import type { AnyAdminAction } from "../admin-action.ts";
import { refusals } from "./admin-schema.ts";
import { findEntry } from "./sql.ts";
import {
  type ActionCaller,
  type ActionOrigin,
  authorizeAction,
  type ExecutedAction,
  type RanAction,
  runAction,
  runAsCaller,
  UNDO_MS,
} from "../execute-admin-action.ts";

/** Refusals of actions which say that the record has changed since the person saw it. */
const conflictCodes: ReadonlySet<string> = new Set(["edit_conflict", "state_changed"]);

/**
 * Undoes an executed action with its inverse, as long as nobody has changed the same fields. The caller needs the
 * permission of the inverse action.
 * @param actions every action
 * @throws Refusal `not_found` also for entries of others if the caller may not read the audit log; `undo_not_possible`,
 * `undo_used`, `undo_expired`, `undo_conflict`, and those of `executeAdminAction`
 */
export async function undoAction(
  app: AppContext,
  actions: readonly AnyAdminAction[],
  caller: ActionCaller,
  entryId: number,
): Promise<ExecutedAction<unknown>> {
  const entry = await findEntry(app.db, entryId);
  const isOwn = entry?.actor_kind === caller.actor.kind && entry.actor_id === caller.actor.id;
  if (!entry || !(isOwn || caller.permissions.has("audit:read"))) throw refuse(commonRefusals, "not_found");
  return runAsCaller(app, caller, { scope: "undo", body: { entryId } }, async (tx) =>
    runInverse(app, tx, actions, caller, { id: entryId, ...entry }),
  );
}

/**
 * Executes the inverse of an action that a task has executed, in the transaction of the task that undoes it.
 * @throws Refusal as `undoAction`
 */
export async function undoActionOfTask(
  app: AppContext,
  tx: Tx,
  actions: readonly AnyAdminAction[],
  caller: ActionCaller,
  { entryId, task }: { entryId: number; task: NonNullable<ActionOrigin["task"]> },
): Promise<RanAction<unknown>> {
  const entry = await findEntry(tx, entryId);
  if (!entry) throw refuse(refusals, "undo_not_possible");
  return runInverse(app, tx, actions, caller, { id: entryId, ...entry }, { task });
}

async function runInverse(
  app: AppContext,
  tx: Tx,
  actions: readonly AnyAdminAction[],
  caller: ActionCaller,
  entry: { id: number; action: string; at: Date },
  origin: Pick<ActionOrigin, "task"> = {},
): Promise<RanAction<unknown>> {
  const { action, call } = await prepareInverse(app, tx, actions, caller, entry);
  await authorizeAction(app, action, call);
  const undone = await runAction(app, tx, action, call, { ...origin, undoOf: entry.id }).catch(toUndoConflict);
  await markUndoRecordUsed(tx, entry.id, app.clock.now());
  return undone;
}

/** Locks the undo record of an entry and returns its action and the call that executes it. */
async function prepareInverse(
  app: AppContext,
  tx: Tx,
  actions: readonly AnyAdminAction[],
  caller: ActionCaller,
  entry: { id: number; action: string; at: Date },
) {
  const now = app.clock.now();
  const record = await lockUndoRecord(app.config, tx, entry.id);
  if (!record) {
    // A job deletes expired records.
    const hasInverse = actions.some(({ name, inverse }) => name === entry.action && inverse !== null);
    const isExpired = hasInverse && entry.at.getTime() + UNDO_MS < now.getTime();
    throw refuse(refusals, isExpired ? "undo_expired" : "undo_not_possible");
  }
  if (record.usedAt !== null) throw refuse(refusals, "undo_used");
  if (record.validUntil < now) throw refuse(refusals, "undo_expired");
  const action = actions.find(({ name }) => name === record.action);
  if (!action) throw new Error(`there is no action ${record.action}, which undoes audit entry ${entry.id}`);
  // A path has strings only, also where an inverse has the parsed number.
  const pathParams = Object.entries(record.params as object).map(([name, value]) => [name, String(value)]);
  const params = action.params.parse(Object.fromEntries(pathParams));
  return { action, call: { ...caller, params, input: action.input.parse(record.input) } };
}

function toUndoConflict(error: unknown): never {
  if (!(error instanceof Refusal) || !conflictCodes.has(error.code)) throw error;
  throw refuse(refusals, "undo_conflict", error.data ? { data: error.data } : {});
}
