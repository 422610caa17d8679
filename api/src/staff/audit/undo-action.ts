import { type LockedUndoRecord, lockUndoRecords, markUndoRecordsUsed } from "../../platform/audit/undo-records.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { commonRefusals, Refusal, refuse } from "../../platform/http/errors.ts";
import type { AnyAdminAction } from "../admin-action.ts";
import { refusals } from "./admin-schema.ts";
import { findEntry, listEntriesById } from "./sql.ts";
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
    runInverse(app, tx, actions, caller, entry),
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
  return runInverse(app, tx, actions, caller, entry, { task });
}

type UndoneEntry = Readonly<{ id: number; action: string; at: Date }>;

async function runInverse(
  app: AppContext,
  tx: Tx,
  actions: readonly AnyAdminAction[],
  caller: ActionCaller,
  entry: UndoneEntry,
  origin: Pick<ActionOrigin, "task"> = {},
): Promise<RanAction<unknown>> {
  const record = (await lockUndoRecords(app.config, tx, [entry.id])).get(entry.id);
  const now = app.clock.now();
  const { action, ...inverse } = resolveInverse(actions, entry, record, now);
  const call = { ...caller, ...inverse };
  await authorizeAction(app, action, call);
  const undone = await runAction(app, tx, action, call, { ...origin, undoOf: entry.id }).catch((error: unknown) => {
    throw toUndoConflict(error);
  });
  await markUndoRecordsUsed(tx, [entry.id], now);
  return undone;
}

/** The call that undoes an entry. */
export type InverseCall = Readonly<{ action: AnyAdminAction; params: Record<string, unknown>; input: unknown }>;

/**
 * Locks the undo records of entries that a task has made, in one statement.
 * @returns for each entry the call that undoes it, or why it cannot be undone
 */
export async function listInverses(
  { config, clock }: Pick<AppContext, "config" | "clock">,
  tx: Tx,
  actions: readonly AnyAdminAction[],
  entryIds: readonly number[],
): Promise<readonly (InverseCall | Readonly<{ refusal: Refusal }>)[]> {
  const entries = new Map((await listEntriesById(tx, entryIds)).map((entry) => [entry.id, entry]));
  const records = await lockUndoRecords(config, tx, entryIds);
  return entryIds.map((id) => {
    const entry = entries.get(id);
    if (!entry) return { refusal: refuse(refusals, "undo_not_possible") };
    try {
      return resolveInverse(actions, entry, records.get(id), clock.now());
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error };
      throw error;
    }
  });
}

/** Returns the action and the call that undo an entry. @throws Refusal `undo_not_possible`, `undo_used`, `undo_expired` */
function resolveInverse(
  actions: readonly AnyAdminAction[],
  entry: UndoneEntry,
  record: LockedUndoRecord | undefined,
  now: Date,
): InverseCall {
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
  // What was there before may be something that the action does not accept, such as an incomplete value of an import.
  const input = action.input.safeParse(record.input);
  if (!input.success) throw refuse(refusals, "undo_not_possible");
  return { action, params, input: input.data };
}

/** Returns an error of an inverse; if it says that the record has changed since, as `undo_conflict`. */
export function toUndoConflict(error: unknown): unknown {
  if (!(error instanceof Refusal) || !conflictCodes.has(error.code)) return error;
  return refuse(refusals, "undo_conflict", error.data ? { data: error.data } : {});
}
