import { Check, Lock, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { StaffList } from "@furoshiki/api/admin/staff";
import type { Role } from "@furoshiki/api/admin/staff/roles";
import type { FormErrors } from "../api-client/form-errors.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Note } from "../ui/note.tsx";
import { type Permission, useMe } from "./me.tsx";
import { permissionGroups } from "./permission-groups.ts";
import { CreateRoleDialog, EditRoleDialog } from "./role-dialogs.tsx";
import { RoleDock } from "./role-dock.tsx";
import { type RoleDraft, RoleMatrix } from "./role-matrix.tsx";
import { getRoleName, isGrantable, OWNER_ROLE } from "./role-names.ts";
import { StaffHeader } from "./staff-header.tsx";
import type { StepUp } from "./step-up.ts";
import { StepUpDialog } from "./step-up-dialog.tsx";

/** What a form of the page shows after its submission. */
export type RoleActionResult = { stepUp?: StepUp; formErrors?: FormErrors };

type RolesViewProps = {
  staff: StaffList;
  roles: readonly Role[];
  /** What the URL opens over the table, and the role that a phone shows. */
  open: { role: number | null; dialog: "create" | "edit" | null };
  result: RoleActionResult | undefined;
};

const order = permissionGroups.flatMap(({ permissions }) => permissions);

/** The permissions of every role, and the changes of one of them until they are saved. */
export function RolesView({ staff, roles, open, result = {} }: RolesViewProps) {
  const me = useMe();
  const [draft, setDraft] = useState<RoleDraft | null>(null);
  const opened = roles.find(({ id }) => id === open.role);
  const shown = opened ?? roles.find(({ key }) => key !== OWNER_ROLE) ?? roles[0];
  // A saved role has another version.
  const edited = roles.find(({ id, version }) => id === draft?.roleId && version === draft.version);
  const toggle = (role: Role, permission: Permission) => {
    const current = edited && draft ? draft.permissions : role.permissions;
    const isRemoved = current.includes(permission);
    const permissions = order.filter((one) => (one === permission ? !isRemoved : current.includes(one)));
    const isSame =
      permissions.length === role.permissions.length && permissions.every((one) => role.permissions.includes(one));
    setDraft(isSame ? null : { roleId: role.id, version: role.version, permissions });
  };
  return (
    <>
      <StaffHeader staff={staff} roleCount={roles.length} current="roles" />
      <div className="grid gap-3 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        {result.formErrors && !edited && open.dialog === null ? (
          <Note tone="error">{result.formErrors.message}</Note>
        ) : null}
        <RoleLinks roles={roles} shownId={shown?.id ?? 0} />
        <div className="-mx-4 overflow-x-auto border-y border-edge bg-card desk:mx-0 desk:rounded-md desk:border-x">
          <RoleMatrix roles={roles} draft={edited ? draft : null} onToggle={toggle} shownId={shown?.id ?? 0} />
          <Legend />
        </div>
      </div>
      {edited && draft ? (
        <RoleDock
          role={edited}
          draft={draft}
          members={staff.items}
          formErrors={result.formErrors}
          onDiscard={() => setDraft(null)}
        />
      ) : null}
      {open.dialog === "create" ? <CreateRoleDialog roles={roles} formErrors={result.formErrors} /> : null}
      {open.dialog === "edit" && opened && isGrantable(opened, me.permissions) ? (
        <EditRoleDialog key={opened.version} role={opened} formErrors={result.formErrors} />
      ) : null}
      {result.stepUp ? <StepUpDialog stepUp={result.stepUp} /> : null}
    </>
  );
}

/** On a phone: the roles, one of which the table shows. */
function RoleLinks({ roles, shownId }: { roles: readonly Role[]; shownId: number }) {
  const { t, locale } = useI18n();
  return (
    <nav aria-label={t("staff.view_roles")} className="desk:hidden">
      <ul className="flex flex-wrap gap-1.5">
        {roles.map((role) => (
          <li key={role.id}>
            <Link
              to={`/roles?role=${role.id}`}
              replace
              preventScrollReset
              aria-current={role.id === shownId ? "true" : undefined}
              className="chip aria-[current]:border-ink aria-[current]:font-semibold"
            >
              {getRoleName(role, locale)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Legend() {
  const { t } = useI18n();
  const items = [
    { Icon: Check, text: t("roles.always") },
    { Icon: ShieldCheck, text: t("roles.with_code") },
    { Icon: Lock, text: t("roles.not_held") },
  ];
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 border-t border-edge px-4 py-2.5 text-xs text-ink-2">
      {items.map(({ Icon, text }) => (
        <li key={text} className="flex items-center gap-1.5">
          <Icon size={14} aria-hidden className="shrink-0" />
          {text}
        </li>
      ))}
    </ul>
  );
}
