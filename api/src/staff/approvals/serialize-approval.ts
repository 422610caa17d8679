import type { Approval } from "../admin-schema.ts";
import type { ApprovalRow, Viewer } from "./sql.ts";

/** Serializes a request for a person. One that was not decided on in time has expired, also before the job ends it. */
export function serializeApproval(row: ApprovalRow, { staffId, actions }: Viewer, now: Date): Approval {
  const isOverdue = row.status === "pending" && row.expires_at <= now;
  const isPending = row.status === "pending" && !isOverdue;
  const isOwn = row.requested_by === staffId;
  return {
    id: row.id,
    action: row.action,
    params: row.params as Approval["params"],
    subject: { kind: row.subject_kind, id: row.subject_id },
    ...{ amount_minor: row.amount_minor, currency: row.currency, reason: row.reason, comment: row.comment },
    changes: row.changes as Approval["changes"],
    requested_by: { id: row.requested_by, name: row.requester_name },
    requested_at: row.requested_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    status: isOverdue ? "expired" : (row.status as Approval["status"]),
    decided_by: row.decided_by === null ? null : { id: row.decided_by, name: row.decider_name ?? "" },
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_reason: row.decision_reason,
    is_own: isOwn,
    can_decide: isPending && !isOwn && actions.includes(row.action),
  };
}
