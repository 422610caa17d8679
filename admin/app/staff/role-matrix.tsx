import { Check, Lock, Pencil, ShieldCheck } from "lucide-react";
import { Fragment } from "react";
import { Link } from "react-router";
import type { Role } from "@furoshiki/api/admin/staff/roles";
import { useI18n } from "../i18n/use-i18n.tsx";
import { type Permission, useMe } from "./me.tsx";
import { permissionGroups } from "./permission-groups.ts";
import { getRoleName, isGrantable, OWNER_ROLE } from "./role-names.ts";

/** Changed permissions of one role that are not saved yet. */
export type RoleDraft = Readonly<{ roleId: number; version: number; permissions: readonly Permission[] }>;

/** Permissions with actions that need a recent code of the authenticator app. */
const stepUpPermissions: ReadonlySet<Permission> = new Set(["refunds:create", "staff:manage"]);

type RoleMatrixProps = {
  roles: readonly Role[];
  draft: RoleDraft | null;
  onToggle: (role: Role, permission: Permission) => void;
  /** The role that a phone shows. */
  shownId: number;
};

/** The permissions of every role as a table; a phone shows one role. */
export function RoleMatrix({ roles, draft, onToggle, shownId }: RoleMatrixProps) {
  const { t } = useI18n();
  return (
    <table className="role-matrix">
      <caption className="sr-only">{t("staff.view_roles")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("roles.permission")}</th>
          {roles.map((role) => (
            <RoleHead key={role.id} role={role} isShown={role.id === shownId} isEdited={draft?.roleId === role.id} />
          ))}
        </tr>
      </thead>
      <tbody>
        {permissionGroups.map(({ label, permissions }) => (
          <Fragment key={label}>
            <tr>
              <th scope="rowgroup" colSpan={roles.length + 1} data-group="">
                {t(label)}
              </th>
            </tr>
            {permissions.map((permission) => (
              <tr key={permission}>
                <PermissionHead permission={permission} />
                {roles.map((role) => (
                  <td
                    key={role.id}
                    data-shown={role.id === shownId ? "" : undefined}
                    data-edited={draft?.roleId === role.id ? "" : undefined}
                  >
                    <PermissionCell {...{ role, permission, draft, onToggle }} />
                  </td>
                ))}
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function RoleHead({ role, isShown, isEdited }: { role: Role; isShown: boolean; isEdited: boolean }) {
  const { t, locale } = useI18n();
  const { staff, permissions } = useMe();
  const name = getRoleName(role, locale);
  const isOwn = role.key === staff.role_key;
  const canEdit = role.key !== OWNER_ROLE && !isOwn && isGrantable(role, permissions);
  return (
    <th scope="col" data-shown={isShown ? "" : undefined} data-edited={isEdited ? "" : undefined}>
      <span className="block text-xs font-semibold whitespace-nowrap text-ink desk:whitespace-normal">
        {name}
        {canEdit ? (
          <Link
            to={`/roles?role=${role.id}&edit=1`}
            preventScrollReset
            aria-label={t("roles.edit_of", { name })}
            className="ml-1 inline-grid size-6 place-items-center rounded-sm align-middle text-ink-3 hover:bg-hover hover:text-ink"
          >
            <Pencil size={13} aria-hidden />
          </Link>
        ) : null}
      </span>
      <span className="block text-[12px] font-normal text-ink-3">
        {isOwn ? t("roles.own") : t("roles.people", { count: role.staff_count })}
      </span>
    </th>
  );
}

function PermissionHead({ permission }: { permission: Permission }) {
  const { t } = useI18n();
  const hint = t.find(`permission_hint.${permission}`);
  return (
    <th scope="row">
      <span className="font-medium">{t(`permission.${permission}`)}</span>{" "}
      <span className="code font-normal text-ink-3">{permission}</span>
      {hint ? <span className="block text-[12.5px] leading-4 font-normal text-ink-3">{hint}</span> : null}
    </th>
  );
}

type PermissionCellProps = Pick<RoleMatrixProps, "draft" | "onToggle"> & { role: Role; permission: Permission };

/** Whether a role has a permission, and the checkbox that changes it. */
function PermissionCell({ role, permission, draft, onToggle }: PermissionCellProps) {
  const { t, locale } = useI18n();
  const { staff, permissions: held } = useMe();
  const name = `${getRoleName(role, locale)}: ${t(`permission.${permission}`)}`;
  const had = role.permissions.includes(permission);
  if (role.key === OWNER_ROLE)
    return <Check size={16} role="img" aria-label={`${name} — ${t("roles.always")}`} className="inline-block" />;
  if (!held.includes(permission))
    return (
      <Lock size={14} role="img" aria-label={`${name} — ${t("roles.not_held")}`} className="inline-block text-ink-3" />
    );
  const isEdited = draft?.roleId === role.id;
  const has = isEdited ? draft.permissions.includes(permission) : had;
  const isFixed = role.key === staff.role_key || !isGrantable(role, held) || (draft !== null && !isEdited);
  return (
    <label className="relative inline-flex size-11 cursor-pointer items-center justify-center has-disabled:cursor-not-allowed desk:h-7 desk:w-12">
      <input
        type="checkbox"
        className={`checkbox ${has === had ? "" : "outline-2 outline-offset-2 outline-tokiwa-500"}`}
        aria-label={name}
        checked={has}
        disabled={isFixed}
        onChange={() => onToggle(role, permission)}
      />
      {has && stepUpPermissions.has(permission) ? (
        <ShieldCheck
          size={14}
          role="img"
          aria-label={t("roles.with_code")}
          className="absolute left-full -ml-3 text-ai-700"
        />
      ) : null}
    </label>
  );
}
