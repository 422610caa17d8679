import { Ban, Check, Clock } from "lucide-react";
import { Link } from "react-router";
import type { StaffMember } from "@furoshiki/api/admin/staff";
import type { Role } from "@furoshiki/api/admin/staff/roles";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { useMe } from "./me.tsx";
import { findRoleName } from "./role-names.ts";

type StaffTableProps = { members: readonly StaffMember[]; roles: readonly Role[]; today: string };

/** The accounts of staff; the name opens what can be done with one. */
export function StaffTable({ members, roles, today }: StaffTableProps) {
  const i18n = useI18n();
  const { staff } = useMe();
  return (
    <DataTable
      caption={i18n.t("staff.view_staff")}
      columns={createColumns(i18n, roles, today, staff.id)}
      rows={members}
      getId={({ id }) => id}
      getName={({ name }) => name}
    />
  );
}

function createColumns(
  { t, locale, format }: I18n,
  roles: readonly Role[],
  today: string,
  ownId: number,
): ReadonlyArray<Column<StaffMember>> {
  return [
    {
      key: "name",
      label: t("staff.name"),
      phone: "start",
      render: ({ id, name }) => (
        <Link
          to={`/staff?member=${id}`}
          data-row-link=""
          preventScrollReset
          className="inline-flex max-w-full items-center gap-2 py-1 align-middle font-medium hover:underline"
        >
          <Avatar id={id} name={name} isLarge />
          <span className="truncate">{name}</span>
          {id === ownId ? <span className="shrink-0 font-normal text-ink-3">{t("staff.you")}</span> : null}
        </Link>
      ),
    },
    { key: "email", label: t("staff.email"), phone: "full", render: ({ email }) => email },
    {
      key: "role",
      label: t("staff.role"),
      width: "w-44",
      phone: "line",
      render: ({ role_key }) => findRoleName(roles, role_key, locale),
    },
    {
      key: "status",
      label: t("staff.status"),
      width: "w-40",
      phone: "end",
      render: ({ status }) => <StaffStatus status={status} />,
    },
    {
      key: "sessions",
      label: t("staff.sessions"),
      width: "w-24",
      align: "end",
      render: ({ sessions }) => (sessions === 0 ? <span className="text-ink-3">—</span> : format.number(sessions)),
    },
    {
      key: "last_seen",
      label: t("staff.last_seen"),
      width: "w-40",
      align: "end",
      phone: "line-end",
      render: ({ last_seen_at }) =>
        last_seen_at === null ? t("staff.never") : formatShortTime(last_seen_at, locale, today),
    },
  ];
}

const statusBadges = {
  active: { tone: "ok", Icon: Check },
  invited: { tone: "neutral", Icon: Clock },
  disabled: { tone: "neutral", Icon: Ban },
} as const;

/** The state of an account. */
export function StaffStatus({ status }: Pick<StaffMember, "status">) {
  const { t } = useI18n();
  const { tone, Icon } = statusBadges[status];
  return (
    <Badge tone={tone} isPlain icon={<Icon size={15} aria-hidden />}>
      {t(`staff.status_${status}`)}
    </Badge>
  );
}
