import type { Actor } from "../../platform/audit/actor.ts";
import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { refusals } from "./admin-schema.ts";
import { type AssignmentRow, findAssignment } from "./assignment-sql.ts";

/** Returns the id of the member of staff who executes an action; null for commands, jobs and tokens. */
export function getStaffId({ kind, id }: Actor): number | null {
  return kind === "staff" ? id : null;
}

/** @throws Refusal `assigned_to_other`, with the member of staff to whom the order is assigned */
export function checkAssignee(assignment: AssignmentRow | undefined, staffId: number | null): void {
  if (!assignment || assignment.staff_id === staffId) return;
  throw refuse(refusals, "assigned_to_other", {
    data: {
      staff: { id: assignment.staff_id, name: assignment.staff_name },
      expires_at: assignment.expires_at.toISOString(),
    },
  });
}

/** @throws Refusal `assigned_to_other` if another member of staff works on an order */
export async function requireAssignee(db: Db, orderId: number, staffId: number | null, now: Date): Promise<void> {
  checkAssignee(await findAssignment(db, orderId, now), staffId);
}

/** Returns the id of the member of staff to whom an order is assigned now, or null. */
export async function getAssigneeId(db: Db, orderId: number, now: Date): Promise<number | null> {
  return (await findAssignment(db, orderId, now))?.staff_id ?? null;
}
