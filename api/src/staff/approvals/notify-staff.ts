import type { Actor } from "../../platform/audit/actor.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { listStaffWithPermission, notifyStaff } from "../notifications/notify-staff.ts";
import type { Permission } from "../permissions.ts";
import type { EndedRow } from "./sql.ts";

type NotifiedApproval = Pick<EndedRow, "subject_kind" | "subject_id" | "requested_by">;

/**
 * Notifies all who may decide on a request.
 * @param permission that of the requested action
 */
export async function notifyApprovers(
  { clock }: Pick<AppContext, "clock">,
  tx: Tx,
  { subject_kind, subject_id, requested_by }: NotifiedApproval,
  permission: Permission,
): Promise<void> {
  await notifyStaff(tx, {
    staffIds: await listStaffWithPermission(tx, permission),
    ...{ kind: "approval_requested", subject: { kind: subject_kind, id: subject_id } },
    ...{ actorId: requested_by, now: clock.now() },
  });
}

/** Notifies the person who has requested an approval how the request has ended. */
export async function notifyRequester(
  { clock }: Pick<AppContext, "clock">,
  tx: Tx,
  { subject_kind, subject_id, requested_by }: NotifiedApproval,
  { status, actor }: { status: "approved" | "rejected" | "expired"; actor: Actor | null },
): Promise<void> {
  await notifyStaff(tx, {
    staffIds: [requested_by],
    ...{ kind: "approval_decided", subject: { kind: subject_kind, id: subject_id }, params: { status } },
    ...{ actorId: actor?.kind === "staff" ? actor.id : null, now: clock.now() },
  });
}
