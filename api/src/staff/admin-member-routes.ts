import { commonRefusals } from "../platform/http/errors.ts";
import {
  changeStaffRole,
  disableStaff,
  inviteStaffMember,
  resetStaffSecondFactor,
  withdrawStaffInvitation,
} from "./admin-actions.ts";
import { type AdminApi, adminEndpoint, adminQuery } from "./admin-endpoint.ts";
import {
  changedStaff,
  invitedStaff,
  refusals,
  resetSecondFactorResult,
  staffList,
  withdrawnInvitation,
} from "./admin-schema.ts";
import { listStaff } from "./members.ts";

const { permission_not_held, own_role, last_owner, staff_exists, state_changed } = refusals;
const { not_found } = commonRefusals;

/** Endpoints about the accounts of staff. */
export function memberRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/staff",
    permission: "staff:manage",
    summary: "List the accounts of staff and the open invitations",
    response: staffList,
    handler: async ({ db, now }) => ({ data: await listStaff(db, now) }),
  });
  adminEndpoint(api, {
    method: "post",
    path: "/staff/invitations",
    action: inviteStaffMember,
    summary: "Invite a person; the link is sent by email and returned once",
    response: invitedStaff,
    refusals: { permission_not_held, staff_exists },
  });
  adminEndpoint(api, {
    method: "delete",
    path: "/staff/invitations/{email}",
    action: withdrawStaffInvitation,
    summary: "Withdraw an invitation that was not accepted yet",
    response: withdrawnInvitation,
    refusals: { not_found, permission_not_held },
  });
  adminEndpoint(api, {
    method: "patch",
    path: "/staff/{id}",
    action: changeStaffRole,
    summary: "Change the role of a person",
    response: changedStaff,
    refusals: { not_found, permission_not_held, own_role, last_owner, state_changed },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/staff/{id}/disable",
    action: disableStaff,
    summary: "Disable an account and end its sessions",
    response: changedStaff,
    refusals: { not_found, permission_not_held, last_owner },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/staff/{id}/reset-second-factor",
    action: resetStaffSecondFactor,
    summary: "Reset the second factor of a person; the recovery code is returned once",
    response: resetSecondFactorResult,
    refusals: { not_found, permission_not_held, own_role },
  });
}
