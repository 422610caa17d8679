import {
  ChevronDown,
  ChevronRight,
  KeyRound,
  ListChecks,
  ShieldCheck,
  SquareTerminal,
  TriangleAlert,
} from "lucide-react";
import { Fragment } from "react";
import { Link, useSearchParams } from "react-router";
import type { AuditChain, AuditEntry, AuditPage } from "@furoshiki/api/admin/staff/audit";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Person } from "../ui/avatar.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ListSearch } from "../ui/filter-bar.tsx";
import { ListFooter } from "../ui/list-footer.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { AuditDetails } from "./audit-details.tsx";
import { AuditFilterChips, AuditFilterForm } from "./audit-filters.tsx";
import { createAuditPath } from "./audit-path.ts";
import { getActionName, getSubjectLink } from "./audit-names.ts";

export type AuditListData = {
  page: AuditPage;
  chain: AuditChain;
  /** The last days to which a search for a text is limited; null without a limit. */
  searchedDays: number | null;
  today: string;
};

/** The audit log: who changed what, newest first. One entry can be open. */
export function AuditList({ page, chain, searchedDays, today }: AuditListData) {
  const { t } = useI18n();
  const [params] = useSearchParams();
  const kept = [...params].filter(([name]) => !["q", "after", "entry"].includes(name));
  return (
    <>
      <PageHeader title={t("audit.title")} subtitle={<ChainState chain={chain} today={today} />} />
      <div className="grow px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        <div className="mb-3 flex min-h-8 flex-wrap items-center gap-1.5">
          <ListSearch label={t("audit.search")} value={params.get("q") ?? ""} params={kept} />
          <AuditFilterChips params={params} />
          <AuditFilterForm params={params} />
        </div>
        {searchedDays === null ? null : (
          <p className="mb-3 text-xs text-ink-3">{t("audit.search_period", { days: searchedDays })}</p>
        )}
        <div className="-mx-4 overflow-clip border-y border-edge bg-card desk:mx-0 desk:rounded-md desk:border-x">
          {page.items.length === 0 ? (
            <EmptyState icon={<ListChecks size={26} strokeWidth={1.5} aria-hidden />} title={t("audit.none")}>
              {t("audit.none_text")}
            </EmptyState>
          ) : (
            <AuditTable entries={page.items} today={today} params={params} />
          )}
          <ListFooter
            summary={t("audit.retention")}
            previousPath={null}
            nextPath={page.next === null ? null : createAuditPath(params, { after: page.next, entry: null })}
          />
        </div>
      </div>
    </>
  );
}

/** Whether the hash chain over the entries is intact. */
function ChainState({
  chain: { verification, entries_without_seal: waiting },
  today,
}: {
  chain: AuditChain;
  today: string;
}) {
  const { t, locale } = useI18n();
  const problems = verification?.problems.length ?? 0;
  if (!verification && waiting === 0) return null;
  const Icon = problems > 0 ? TriangleAlert : ShieldCheck;
  return (
    <span className={`flex items-center gap-2 ${problems > 0 ? "font-medium text-beni-600" : ""}`}>
      <Icon size={18} strokeWidth={1.5} aria-hidden className="shrink-0" />
      {problems > 0
        ? t("audit.chain_broken", { count: problems })
        : verification
          ? t("audit.chain_verified", { time: formatShortTime(verification.verified_at, locale, today) })
          : t("audit.chain_waiting", { count: waiting })}
    </span>
  );
}

function AuditTable({
  entries,
  today,
  params,
}: {
  entries: readonly AuditEntry[];
  today: string;
  params: URLSearchParams;
}) {
  const { t } = useI18n();
  const openId = Number(params.get("entry"));
  return (
    <table className="data-table">
      <caption className="sr-only">{t("audit.title")}</caption>
      <colgroup>
        <col className="w-34" />
        <col className="w-44" />
        <col />
        <col />
        <col className="w-44" />
        <col className="w-14" />
      </colgroup>
      <thead>
        <tr>
          {(["time", "actor", "action", "subject", "changed"] as const).map((column) => (
            <th key={column} scope="col">
              {t(`audit.${column}`)}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">{t("audit.details")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Fragment key={entry.id}>
            <AuditRow entry={entry} today={today} params={params} isOpen={entry.id === openId} />
            {entry.id === openId ? (
              <tr>
                <td colSpan={6} data-phone="full" className="h-auto whitespace-normal bg-sheet py-4">
                  <AuditDetails entry={entry} today={today} />
                </td>
              </tr>
            ) : null}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

type AuditRowProps = { entry: AuditEntry; today: string; params: URLSearchParams; isOpen: boolean };

function AuditRow({ entry, today, params, isOpen }: AuditRowProps) {
  const { t, locale } = useI18n();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const subjectPath = getSubjectLink(entry.subject);
  const subject = t.find(`audit.subject_${entry.subject.kind}`) ?? entry.subject.kind;
  return (
    <tr>
      <td data-phone="end">{formatShortTime(entry.at, locale, today)}</td>
      <td data-phone="line">
        <Actor actor={entry.actor} />
      </td>
      <td data-phone="start">{getActionName(t, entry.action)}</td>
      <td data-phone="full" className="font-medium">
        {subjectPath ? (
          <Link to={subjectPath} className="hover:underline">
            {subject} {entry.subject.id}
          </Link>
        ) : (
          `${subject} ${entry.subject.id}`
        )}
      </td>
      <td className="text-ink-2">{t("audit.fields", { count: entry.changes.length })}</td>
      <td data-phone="line-end">
        <Link
          to={createAuditPath(params, { entry: isOpen ? null : String(entry.id) })}
          preventScrollReset
          aria-label={t(isOpen ? "audit.close_entry" : "audit.open_entry", { action: getActionName(t, entry.action) })}
          className="ml-auto grid size-8 place-items-center rounded-md text-ink-2 hover:bg-hover"
        >
          <Chevron size={16} aria-hidden />
        </Link>
      </td>
    </tr>
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
