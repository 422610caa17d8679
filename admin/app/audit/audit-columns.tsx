import { ChevronDown, ChevronRight, KeyRound, ListChecks, SquareTerminal } from "lucide-react";
import { Link } from "react-router";
import type { AuditEntry } from "@furoshiki/api/admin/staff/audit";
import type { ListPreference } from "@furoshiki/api/admin/saved-views/preferences";
import type { MessageKey } from "../i18n/messages.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import type { I18n } from "../i18n/use-i18n.tsx";
import { getListLayout, type ListLayout } from "../list-preferences/list-layout.ts";
import { Person } from "../ui/avatar.tsx";
import type { Column } from "../ui/data-table.tsx";
import { getActionName, getSubjectLink } from "./audit-names.ts";
import { createAuditPath } from "./audit-path.ts";

/** The columns that can be hidden, with their names. */
export const columnLabels = {
  actor: "audit.actor",
  action: "audit.action",
  subject: "audit.subject",
  changed: "audit.changed",
} as const satisfies Record<string, MessageKey>;
type OptionalColumn = keyof typeof columnLabels;
const optionalColumns = Object.keys(columnLabels) as OptionalColumn[];

/** Returns the columns and the row height of the list: those of its URL, or else what the person has chosen. */
export function getAuditListLayout(params: URLSearchParams, preference: ListPreference): ListLayout<OptionalColumn> {
  return getListLayout(params, preference, { all: optionalColumns, defaults: optionalColumns });
}

type ListOptions = {
  visible: readonly OptionalColumn[];
  /** The id of the entry whose details are shown. */
  openId: number | null;
  /** The day in the time zone of the store. */
  today: string;
};

/** Returns the column of the time, the visible ones, and the one with the link that shows the details of an entry. */
export function createColumns(
  { t, locale }: I18n,
  params: URLSearchParams,
  { visible, openId, today }: ListOptions,
): Column<AuditEntry>[] {
  const columns: Record<OptionalColumn, Omit<Column<AuditEntry>, "key" | "label">> = {
    actor: { width: "w-44", phone: "line", render: ({ actor }) => <Actor actor={actor} /> },
    action: { phone: "start", render: ({ action }) => getActionName(t, action) },
    subject: {
      phone: "full",
      render: ({ subject }) => (
        <SubjectLink subject={subject} name={t.find(`audit.subject_${subject.kind}`) ?? subject.kind} />
      ),
    },
    changed: {
      width: "w-44",
      render: ({ changes }) => <span className="text-ink-2">{t("audit.fields", { count: changes.length })}</span>,
    },
  };
  return [
    {
      key: "time",
      label: t("audit.time"),
      width: "w-34",
      phone: "end",
      render: ({ at }) => formatShortTime(at, locale, today),
    },
    ...visible.map((key) => ({ ...columns[key], key, label: t(columnLabels[key]) })),
    {
      key: "details",
      label: t("audit.details"),
      isLabelHidden: true,
      width: "w-14",
      phone: "line-end",
      render: ({ id, action }) => {
        const isOpen = id === openId;
        const name = { action: getActionName(t, action) };
        return (
          <Link
            to={createAuditPath(params, { entry: isOpen ? null : String(id) })}
            preventScrollReset
            data-row-link={id}
            aria-label={t(isOpen ? "audit.close_entry" : "audit.open_entry", name)}
            className="ml-auto grid size-8 place-items-center rounded-md text-ink-2 hover:bg-hover"
          >
            {isOpen ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
          </Link>
        );
      },
    },
  ];
}

function SubjectLink({ subject, name }: { subject: AuditEntry["subject"]; name: string }) {
  const path = getSubjectLink(subject);
  const text = `${name} ${subject.id}`;
  if (path === null) return <span className="font-medium">{text}</span>;
  return (
    <Link to={path} className="font-medium hover:underline">
      {text}
    </Link>
  );
}

function Actor({ actor: { kind, id, label, name } }: { actor: AuditEntry["actor"] }) {
  if (kind === "staff") return <Person id={id ?? 0} name={name ?? label} />;
  const Icon = kind === "token" ? KeyRound : kind === "command" ? SquareTerminal : ListChecks;
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 align-middle">
      <Icon size={16} aria-hidden className="shrink-0 text-ink-3" />
      <span className="truncate">{label}</span>
    </span>
  );
}
