import { KeyRound, UserCog, UserX } from "lucide-react";
import { Link, useNavigate } from "react-router";
import type { StaffMember } from "@furoshiki/api/admin/staff";
import type { Role } from "@furoshiki/api/admin/staff/roles";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { buttonClass } from "../ui/button.tsx";
import { KeyValue, KeyValues } from "../ui/key-values.tsx";
import { Note } from "../ui/note.tsx";
import { SidePanel } from "../ui/side-panel.tsx";
import { useMe } from "./me.tsx";
import { findRoleName, isGrantable } from "./role-names.ts";
import { StaffStatus } from "./staff-table.tsx";

type MemberPanelProps = { member: StaffMember; roles: readonly Role[]; today: string };

/** An account over the list, with what the signed-in person can do with it. */
export function MemberPanel({ member, roles, today }: MemberPanelProps) {
  const { t, locale, format } = useI18n();
  const { permissions } = useMe();
  const navigate = useNavigate();
  const { id, name, email, role_key, status, sessions, last_seen_at } = member;
  return (
    <SidePanel
      title={name}
      subtitle={email}
      onClose={() => void navigate("/staff", { replace: true, preventScrollReset: true })}
    >
      <div className="grid gap-4">
        <StaffStatus status={status} />
        <KeyValues>
          <KeyValue name={t("staff.role")}>{findRoleName(roles, role_key, locale)}</KeyValue>
          <KeyValue name={t("staff.sessions")}>{format.number(sessions)}</KeyValue>
          <KeyValue name={t("staff.last_seen")}>
            {last_seen_at === null ? t("staff.never") : formatShortTime(last_seen_at, locale, today)}
          </KeyValue>
        </KeyValues>
        <MemberActions member={member} roles={roles} />
        {permissions.includes("audit:read") ? (
          <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-hair pt-3">
            <Link to={`/audit?actor=staff:${id}`} className="link">
              {t("staff.actions_of")}
            </Link>
            <Link to={`/audit?subject=staff:${id}`} className="link">
              {t("staff.history")}
            </Link>
          </p>
        ) : null}
      </div>
    </SidePanel>
  );
}

const actions = [
  { action: "change-role", label: "staff.change_role", Icon: UserCog },
  { action: "reset-second-factor", label: "staff.reset_second_factor", Icon: KeyRound },
  { action: "disable", label: "staff.disable", Icon: UserX },
] as const;

/** The actions on an account, or why there are none. */
function MemberActions({ member: { id, role_key, status }, roles }: Pick<MemberPanelProps, "member" | "roles">) {
  const { t } = useI18n();
  const { staff, permissions } = useMe();
  const role = roles.find(({ key }) => key === role_key);
  if (status === "disabled") return <Note tone="info">{t("staff.disabled_text")}</Note>;
  if (id === staff.id) return <Note tone="info">{t("staff.own_account_text")}</Note>;
  if (role && !isGrantable(role, permissions)) return <Note tone="info">{t("staff.more_permissions_text")}</Note>;
  return (
    <ul className="grid gap-2">
      {actions.map(({ action, label, Icon }) => (
        <li key={action}>
          <Link
            to={`/staff?member=${id}&action=${action}`}
            preventScrollReset
            className={buttonClass({ size: "md", className: "w-full justify-start!" })}
          >
            <Icon size={16} aria-hidden />
            {t(label)}…
          </Link>
        </li>
      ))}
    </ul>
  );
}
