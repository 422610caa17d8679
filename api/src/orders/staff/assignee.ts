import type { Actor } from "../../platform/audit/actor.ts";
import { refuse } from "../../platform/http/errors.ts";
import { refusals } from "./admin-schema.ts";
import type { AssignmentRow } from "./assignment-sql.ts";

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
