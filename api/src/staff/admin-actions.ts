import { refuse } from "../platform/http/errors.ts";
import { idParams } from "../platform/http/id-params.ts";
import { z } from "zod";
import { adminAction } from "./admin-action.ts";
import { cancelApprovalsOf } from "./approvals/approval-entries.ts";
import { changeRoleRequest, invitationParams, inviteStaffRequest, noInput, refusals } from "./admin-schema.ts";
import { inviteStaff, withdrawInvitation } from "./invitations.ts";
import { disableMember, setRole } from "./member-sql.ts";
import { refuseLastOwner, refuseMissingPermissions, requireGrantableRole, requireMember } from "./members.ts";
import { resetSecondFactor } from "./second-factor-reset.ts";

export const inviteStaffMember = adminAction({
  name: "staff.invited",
  permission: "staff:manage",
  params: z.object({}),
  input: inviteStaffRequest,
  subject: (_params, { email }: { email: string; url: string }) => ({ kind: "staff_invitation", id: email }),
  stepUp: () => true,
  run: async (tx, _params, { email, role_key }, { app, actor, locale, now }) => {
    const role = await requireGrantableRole(tx, actor, role_key);
    const url = await inviteStaff(tx, app, { email, roleId: role.id, invitedBy: actor.id, locale, now });
    return { result: { email, url }, changes: [{ field: "role", from: null, to: role_key }] };
  },
  inverse: null,
  // The link is stored as a hash only, and so not for an idempotency key.
  hiddenResult: { email: "", url: "" },
});

/** Withdraws an invitation that was not accepted yet. */
export const withdrawStaffInvitation = adminAction({
  name: "staff.invitation_withdrawn",
  permission: "staff:manage",
  params: invitationParams,
  input: noInput,
  subject: ({ email }) => ({ kind: "staff_invitation", id: email }),
  stepUp: () => false,
  run: async (tx, { email }, _input, { actor, now }) => {
    const role = await withdrawInvitation(tx, email, now, (held) => refuseMissingPermissions(tx, actor, held));
    return { result: { email }, changes: [{ field: "role", from: role, to: null }] };
  },
  inverse: null,
});

export const changeStaffRole = adminAction({
  name: "staff.role_changed",
  permission: "staff:manage",
  params: idParams,
  input: changeRoleRequest,
  subject: ({ id }) => ({ kind: "staff", id }),
  stepUp: () => true,
  run: async (tx, { id }, { from, to }, { actor }) => {
    if (actor.kind === "staff" && actor.id === id) throw refuse(refusals, "own_role");
    const member = await requireMember(tx, id);
    if (member.role_key !== from) throw refuse(refusals, "state_changed", { data: { current: member.role_key } });
    const role = await requireGrantableRole(tx, actor, to);
    await refuseMissingPermissions(tx, actor, { key: member.role_key, permissions: member.permissions });
    if (from === to) return { result: { id }, changes: null };
    await refuseLastOwner(tx, member);
    await setRole(tx, id, role.id);
    return { result: { id }, changes: [{ field: "role", from, to }] };
  },
  inverse: ({ params: { id }, input: { from, to } }) => ({
    action: "staff.role_changed",
    params: { id: String(id) },
    input: { from: to, to: from },
  }),
});

export const disableStaff = adminAction({
  name: "staff.disabled",
  permission: "staff:manage",
  params: idParams,
  input: noInput,
  subject: ({ id }) => ({ kind: "staff", id }),
  stepUp: () => true,
  run: async (tx, { id }, _input, { app, actor, now }) => {
    const member = await requireMember(tx, id);
    await refuseMissingPermissions(tx, actor, { key: member.role_key, permissions: member.permissions });
    await refuseLastOwner(tx, member);
    await disableMember(tx, id, now);
    await cancelApprovalsOf(app, tx, id, actor);
    return { result: { id }, changes: [{ field: "status", from: member.status, to: "disabled" }] };
  },
  inverse: null,
});

export const resetStaffSecondFactor = adminAction({
  name: "staff.second_factor_reset",
  permission: "staff:manage",
  params: idParams,
  input: noInput,
  subject: ({ id }) => ({ kind: "staff", id }),
  stepUp: () => true,
  run: async (tx, { id }, _input, { app, actor }) => {
    if (actor.kind === "staff" && actor.id === id) throw refuse(refusals, "own_role");
    const member = await requireMember(tx, id);
    await refuseMissingPermissions(tx, actor, { key: member.role_key, permissions: member.permissions });
    return { result: { recovery_code: await resetSecondFactor(tx, app, member) }, changes: [] };
  },
  inverse: null,
  hiddenResult: { recovery_code: "" },
});
