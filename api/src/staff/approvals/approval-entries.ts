import type { Actor } from "../../platform/audit/actor.ts";
import { recordAuditEntry } from "../../platform/audit/audit-log.ts";
import type { FieldChange } from "../../platform/audit/audit-log.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { notifyRequester } from "./notify-staff.ts";
import { cancelPendingOf, type EndedRow, expirePending } from "./sql.ts";

type EntryContext = Pick<AppContext, "config" | "clock">;

/**
 * Writes an audit entry about a request for approval, with the record that the request is about as its subject.
 * @param event what happened to the request
 */
export async function recordApprovalEvent(
  app: EntryContext,
  tx: Tx,
  event: "requested" | "approved" | "rejected" | "canceled" | "expired",
  approval: EndedRow,
  details: { actor: Actor; reason?: string; requestId?: string | null; changes?: readonly FieldChange[] },
): Promise<number> {
  const { changes = [], ...rest } = details;
  const from = event === "requested" ? null : "pending";
  return recordAuditEntry(app, tx, {
    ...rest,
    action: `approval.${event}`,
    subject: { kind: approval.subject_kind, id: approval.subject_id },
    changes: [
      { field: "approval", from, to: event === "requested" ? "pending" : event },
      { field: "approval_action", from: null, to: approval.action },
      { field: "amount_minor", from: null, to: approval.amount_minor },
      { field: "currency", from: null, to: approval.currency },
      ...changes,
    ],
    approvalId: approval.id,
  });
}

/** Ends the requests that nobody has decided on in time, with an audit entry and a notification for each. */
export async function expireApprovals(app: EntryContext, tx: Tx, actor: Actor): Promise<void> {
  for (const row of await expirePending(tx, app.clock.now())) {
    await recordApprovalEvent(app, tx, "expired", row, { actor });
    await notifyRequester(app, tx, row, { status: "expired", actor: null });
  }
}

/** Cancels the requests of a person whose account is disabled, with an audit entry for each. */
export async function cancelApprovalsOf(app: EntryContext, tx: Tx, staffId: number, actor: Actor): Promise<void> {
  for (const row of await cancelPendingOf(tx, staffId, app.clock.now()))
    await recordApprovalEvent(app, tx, "canceled", row, { actor });
}
