import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import type { StaffMember } from "@furoshiki/api/admin/staff";
import type { Role } from "@furoshiki/api/admin/staff/roles";
import type { FormErrors } from "../api-client/form-errors.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Note } from "../ui/note.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { useMe } from "./me.tsx";
import { getRoleName, isGrantable } from "./role-names.ts";

type ChangeRoleDialogProps = { member: StaffMember; roles: readonly Role[]; formErrors: FormErrors | undefined };

/** Gives a person another role, and shows which permissions they get and lose. */
export function ChangeRoleDialog({ member, roles, formErrors }: ChangeRoleDialogProps) {
  const { t, locale } = useI18n();
  const { permissions } = useMe();
  const navigate = useNavigate();
  const isBusy = useNavigation().formMethod === "POST";
  const [to, setTo] = useState(member.role_key);
  const findRole = (key: string) => roles.find((role) => role.key === key);
  return (
    <Dialog
      title={t("staff.change_role")}
      closeLabel={t("ui.close")}
      onClose={() => void navigate(`/staff?member=${member.id}`, { replace: true, preventScrollReset: true })}
    >
      <Form method="post" replace preventScrollReset className="grid gap-4">
        <input type="hidden" name="intent" value="change-role" />
        <input type="hidden" name="id" value={member.id} />
        <input type="hidden" name="from" value={member.role_key} />
        <p className="text-ink-2">{t("staff.change_role_text", { name: member.name })}</p>
        {formErrors ? <Note tone="error">{formErrors.message}</Note> : null}
        <SelectField id="to" label={t("staff.role")} value={to} onChange={(event) => setTo(event.currentTarget.value)}>
          {roles
            .filter((role) => isGrantable(role, permissions))
            .map((role) => (
              <option key={role.key} value={role.key}>
                {getRoleName(role, locale)}
              </option>
            ))}
        </SelectField>
        <PermissionChanges from={findRole(member.role_key)} to={findRole(to)} />
        <div className="flex justify-end">
          <Button type="submit" kind="primary" size="md" busy={isBusy} disabled={to === member.role_key}>
            {t("staff.change_role")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function PermissionChanges({ from, to }: { from: Role | undefined; to: Role | undefined }) {
  const { t } = useI18n();
  const before = from?.permissions ?? [];
  const after = to?.permissions ?? [];
  const lists = [
    { Icon: Plus, label: t("staff.gets"), permissions: after.filter((permission) => !before.includes(permission)) },
    { Icon: Minus, label: t("staff.loses"), permissions: before.filter((permission) => !after.includes(permission)) },
  ];
  return (
    <div role="status" className="grid gap-2">
      {lists.map(({ Icon, label, permissions }) =>
        permissions.length === 0 ? null : (
          <p key={label} className="flex items-start gap-2.5">
            <Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
            <span>
              {label}: {permissions.map((permission) => t(`permission.${permission}`)).join(", ")}
            </span>
          </p>
        ),
      )}
    </div>
  );
}
