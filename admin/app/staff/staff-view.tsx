import type { StaffList } from "@furoshiki/api/admin/staff";
import type { Role } from "@furoshiki/api/admin/staff/roles";
import type { FormErrors } from "../api-client/form-errors.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { ListCard } from "../ui/list-card.tsx";
import { Note } from "../ui/note.tsx";
import { ChangeRoleDialog } from "./change-role-dialog.tsx";
import { InvitationTable } from "./invitation-table.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MemberDialog, type MemberPreview } from "./member-dialog.tsx";
import { MemberPanel } from "./member-panel.tsx";
import { StaffHeader } from "./staff-header.tsx";
import { StaffTable } from "./staff-table.tsx";
import type { StepUp } from "./step-up.ts";
import { StepUpDialog } from "./step-up-dialog.tsx";

export const memberActions = ["change-role", "disable", "reset-second-factor"] as const;
export type MemberAction = (typeof memberActions)[number];

/** What a form of the page shows after its submission. */
export type StaffActionResult = {
  stepUp?: StepUp;
  formErrors?: FormErrors;
  invited?: { email: string; url: string };
  recoveryCode?: string;
};

type StaffViewProps = {
  staff: StaffList;
  roles: readonly Role[];
  /** What the URL opens over the list. */
  open: { view: "staff" | "invitations"; member: number | null; action: MemberAction | null; isInviting: boolean };
  preview: MemberPreview | null;
  today: string;
  result: StaffActionResult | undefined;
};

/** The accounts of staff and the open invitations, with what the URL opens over them. */
export function StaffView({ staff, roles, open, preview, today, result = {} }: StaffViewProps) {
  const { t } = useI18n();
  const { stepUp, formErrors, invited, recoveryCode } = result;
  const member = staff.items.find(({ id }) => id === open.member);
  const hasDialog = open.isInviting || (member && open.action);
  return (
    <>
      <StaffHeader staff={staff} roleCount={roles.length} current={open.view} />
      <div className="grid gap-3 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        {formErrors && !hasDialog ? <Note tone="error">{formErrors.message}</Note> : null}
        <ListCard>
          {open.view === "staff" ? (
            <StaffTable members={staff.items} roles={roles} today={today} />
          ) : (
            <InvitationTable invitations={staff.invitations} roles={roles} today={today} />
          )}
        </ListCard>
        <p className="text-xs text-ink-3">{t(open.view === "staff" ? "staff.foot" : "staff.invitations_foot")}</p>
      </div>
      {member ? <MemberPanel key={member.id} member={member} roles={roles} today={today} /> : null}
      {member && open.action === "change-role" ? (
        <ChangeRoleDialog member={member} roles={roles} formErrors={formErrors} />
      ) : null}
      {member && preview && open.action && open.action !== "change-role" ? (
        <MemberDialog key={open.action} {...{ member, preview, formErrors, recoveryCode }} action={open.action} />
      ) : null}
      {open.isInviting ? <InviteDialog roles={roles} formErrors={formErrors} invited={invited} /> : null}
      {stepUp ? <StepUpDialog stepUp={stepUp} /> : null}
    </>
  );
}
