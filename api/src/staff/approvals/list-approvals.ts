import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { AnyAdminAction } from "../admin-action.ts";
import type { StaffSession } from "../admin-endpoint.ts";
import type { Approval } from "../admin-schema.ts";
import { type ApprovalList, type PendingApprovals, refusals } from "./admin-schema.ts";
import { serializeApproval } from "./serialize-approval.ts";
import { findApproval, listEnded, listPending, listPendingOfSubject, type Viewer } from "./sql.ts";

const ENDED_LIMIT = 50;

/** Returns which requests a person sees: their own, and those of the actions that they may execute. */
export function getViewer(
  actions: readonly AnyAdminAction[],
  { staff, permissions }: Pick<StaffSession, "staff" | "permissions">,
): Viewer {
  const allowed = actions.filter(({ permission }) => permissions.has(permission)).map(({ name }) => name);
  return { staffId: staff.id, actions: allowed };
}

/** Returns the requests that wait, and the latest that have ended. */
export async function getApprovalList(db: Db, viewer: Viewer, now: Date): Promise<ApprovalList> {
  const [pending, ended] = await Promise.all([listPending(db, viewer, now), listEnded(db, viewer, now, ENDED_LIMIT)]);
  return {
    pending: pending.map((row) => serializeApproval(row, viewer, now)),
    ended: ended.map((row) => serializeApproval(row, viewer, now)),
  };
}

/** @throws Refusal `approval_not_found` also if the person may not see it */
export async function getApproval(db: Db, viewer: Viewer, id: number, now: Date): Promise<Approval> {
  const row = await findApproval(db, id);
  if (!row || !(row.requested_by === viewer.staffId || viewer.actions.includes(row.action)))
    throw refuse(refusals, "approval_not_found");
  return serializeApproval(row, viewer, now);
}

/** Returns the requests about an order that wait, for everybody who can read the order. */
export async function getOrderApprovals(db: Db, viewer: Viewer, orderId: number, now: Date): Promise<PendingApprovals> {
  const rows = await listPendingOfSubject(db, { kind: "order", id: orderId }, now);
  return { items: rows.map((row) => serializeApproval(row, viewer, now)) };
}
