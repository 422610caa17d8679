import type { z } from "zod";
import type { Tx } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { AdminAction, AnyAdminAction } from "../admin-action.ts";
import {
  type ActionCaller,
  executeAdminAction,
  type ExecutedAction,
  getReason,
  runOnce,
} from "../execute-admin-action.ts";
import { type Approval, refusals } from "../admin-schema.ts";
import { expireApprovals, recordApprovalEvent } from "./approval-entries.ts";
import { ApprovalRequired } from "./approval-required.ts";
import { notifyApprovers } from "./notify-staff.ts";
import { serializeApproval } from "./serialize-approval.ts";
import { findApproval, insertApproval } from "./sql.ts";

type RequestedAction = Pick<AnyAdminAction, "name" | "permission">;

const APPROVAL_MS = 24 * 60 * 60 * 1000;

/**
 * Executes an action, or stores it as a request for approval if a second person has to approve it. The requested action
 * has changed nothing. With an idempotency key both give the same answer again.
 * @throws Refusal `approval_pending` if the same action on the same record waits already, and those of
 * `executeAdminAction`
 */
export async function executeWithApproval<P extends z.ZodObject, I extends z.ZodType, R>(
  app: AppContext,
  action: AdminAction<P, I, R>,
  call: ActionCaller & { params: z.output<P>; input: z.output<I> },
): Promise<ExecutedAction<R> | { approval: Approval }> {
  try {
    return await executeAdminAction(app, action, call);
  } catch (error) {
    if (!(error instanceof ApprovalRequired)) throw error;
    const { params, input } = call;
    return runOnce(app, call, { scope: action.name, body: { params, input } }, (tx) =>
      requestApproval(app, tx, { ...call, action }, error),
    );
  }
}

async function requestApproval(
  app: AppContext,
  tx: Tx,
  {
    actor,
    action,
    params,
    input,
    requestId,
  }: ActionCaller & { action: RequestedAction; params: unknown; input: unknown },
  { payout, changes }: ApprovalRequired,
): Promise<{ approval: Approval }> {
  const now = app.clock.now();
  const { kind, id: staffId } = actor;
  if (kind !== "staff" || staffId === null) throw new Error(`${kind} ${actor.label} cannot request an approval`);
  await expireApprovals(app, tx, actor);
  const subject = { subject_kind: payout.subject.kind, subject_id: String(payout.subject.id) };
  const publicChanges = changes.filter(({ personal }) => personal === undefined);
  const reason = getReason(input);
  const id = await insertApproval(tx, {
    ...{ action: action.name, params: JSON.stringify(params), input: JSON.stringify(input), ...subject, reason },
    ...{ amount_minor: payout.amountMinor, currency: payout.currency, changes: JSON.stringify(publicChanges) },
    ...{ requested_by: staffId, requested_at: now, expires_at: new Date(now.getTime() + APPROVAL_MS) },
  });
  const row = id === null ? undefined : await findApproval(tx, id);
  if (!row) throw refuse(refusals, "approval_pending");
  await recordApprovalEvent(app, tx, "requested", row, { actor, reason, requestId, changes });
  await notifyApprovers(app, tx, row, action.permission);
  return { approval: serializeApproval(row, { staffId, actions: [] }, now) };
}
