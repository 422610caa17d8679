import type { Actor } from "../../platform/audit/actor.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import { type AnyAdminAction, requireStepUp } from "../admin-action.ts";
import {
  type ActionCaller,
  createContext,
  type ExecutedAction,
  type RanAction,
  runAction,
  runAsCaller,
} from "../execute-admin-action.ts";
import { getRolePermissions } from "../permissions.ts";
import { refusals } from "./admin-schema.ts";
import { recordApprovalEvent } from "./approval-entries.ts";
import { notifyRequester } from "./notify-staff.ts";
import { type ApprovalRow, endApproval, findActiveRole, lockApproval } from "./sql.ts";

type EndedApproval = { id: number; status: "rejected" | "canceled" };

/**
 * Approves a request: the action is executed now, on behalf of the person who requested it, with all its rules and for
 * the same amount. Otherwise nothing is changed, and the request goes on waiting.
 * @param actions every action
 * @throws Refusal `approval_not_found`, `own_approval`, `step_up_required`, `step_up_not_possible`, `approval_ended`,
 * `approval_outdated`, `requester_not_allowed`, and those of the action
 */
export async function approveRequest(
  app: AppContext,
  actions: readonly AnyAdminAction[],
  caller: ActionCaller,
  id: number,
): Promise<ExecutedAction<unknown>> {
  return runAsCaller(app, caller, { scope: "approval.approved", body: { id } }, async (tx) => {
    const { row, action } = await lockToDecide(app, tx, actions, caller, id);
    const role = await findActiveRole(tx, row.requested_by);
    if (!role || !getRolePermissions(role).has(action.permission)) throw refuse(refusals, "requester_not_allowed");
    const params = action.params.safeParse(toPathParams(row.params));
    const input = action.input.safeParse(row.input);
    if (!params.success || !input.success) throw refuse(refusals, "approval_outdated");
    const requester: Actor = {
      ...{ kind: "staff", id: row.requested_by, label: row.requester_email, sessionId: null, ipAddress: null },
    };
    const { amount_minor: amountMinor, currency } = row;
    const call = { ...caller, params: params.data, input: input.data };
    const ran = await runAction(app, tx, action, call, { approval: { id, requester, amountMinor, currency } });
    await endApproval(tx, id, { status: "approved", decided_by: caller.actor.id, decided_at: app.clock.now() });
    await recordApprovalEvent(app, tx, "approved", row, { actor: caller.actor, requestId: caller.requestId });
    await notifyRequester(app, tx, row, { status: "approved", actor: caller.actor });
    return ran;
  });
}

/**
 * Rejects a request.
 * @throws Refusal `approval_not_found`, `own_approval`, `step_up_required`, `step_up_not_possible`, `approval_ended`
 */
export async function rejectRequest(
  app: AppContext,
  actions: readonly AnyAdminAction[],
  caller: ActionCaller,
  { id, reason }: { id: number; reason: string },
): Promise<ExecutedAction<EndedApproval>> {
  return runAsCaller(app, caller, { scope: "approval.rejected", body: { id, reason } }, async (tx) => {
    const { row } = await lockToDecide(app, tx, actions, caller, id);
    return endRequest(app, tx, caller, row, { status: "rejected", reason });
  });
}

/**
 * Cancels a request on behalf of the person who requested it.
 * @throws Refusal `approval_not_found` also for requests of others, `approval_ended`
 */
export async function cancelRequest(
  app: AppContext,
  caller: ActionCaller,
  id: number,
): Promise<ExecutedAction<EndedApproval>> {
  return runAsCaller(app, caller, { scope: "approval.canceled", body: { id } }, async (tx) => {
    const row = await lockApproval(tx, id);
    if (!row || !isRequester(caller.actor, row)) throw refuse(refusals, "approval_not_found");
    refuseEnded(row, app.clock.now());
    return endRequest(app, tx, caller, row, { status: "canceled", reason: "" });
  });
}

/** Locks a request that waits and that the caller may decide on. Its existence is secret to those who may not. */
async function lockToDecide(
  app: AppContext,
  tx: Tx,
  actions: readonly AnyAdminAction[],
  caller: ActionCaller,
  id: number,
): Promise<{ row: ApprovalRow; action: AnyAdminAction }> {
  const row = await lockApproval(tx, id);
  if (!row) throw refuse(refusals, "approval_not_found");
  const isOwn = isRequester(caller.actor, row);
  const action = actions.find(({ name }) => name === row.action);
  const isAllowed = action !== undefined && caller.permissions.has(action.permission);
  if (!isOwn && !isAllowed) throw refuse(refusals, "approval_not_found");
  if (isOwn) throw refuse(refusals, "own_approval");
  requireStepUp(createContext(app, caller));
  refuseEnded(row, app.clock.now());
  if (!action) throw refuse(refusals, "approval_outdated");
  return { row, action };
}

function isRequester(actor: Actor, { requested_by }: ApprovalRow): boolean {
  return actor.kind === "staff" && actor.id === requested_by;
}

function refuseEnded({ status, expires_at }: ApprovalRow, now: Date): void {
  const current = status === "pending" && expires_at <= now ? "expired" : status;
  if (current !== "pending") throw refuse(refusals, "approval_ended", { data: { status: current } });
}

async function endRequest(
  app: AppContext,
  tx: Tx,
  { actor, requestId }: ActionCaller,
  row: ApprovalRow,
  { status, reason }: { status: EndedApproval["status"]; reason: string },
): Promise<RanAction<EndedApproval>> {
  const decided_by = status === "rejected" ? actor.id : null;
  await endApproval(tx, row.id, { status, decided_by, decided_at: app.clock.now(), decision_reason: reason });
  const audit_entry_id = await recordApprovalEvent(app, tx, status, row, { actor, reason, requestId });
  if (status === "rejected") await notifyRequester(app, tx, row, { status, actor });
  return { result: { id: row.id, status }, audit_entry_id, undo_until: null, preview: null, payout: null };
}

/** A path has strings only, also where the stored parameters have the parsed number. */
function toPathParams(params: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(params as object).map(([name, value]) => [name, String(value)]));
}
