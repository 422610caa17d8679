import { Ban, Check, Clock, ShieldCheck, TimerOff, X, type LucideIcon } from "lucide-react";
import { Link } from "react-router";
import type { Approval } from "@furoshiki/api/admin/staff";
import type { ApprovalList } from "@furoshiki/api/admin/staff/approvals";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ApprovalFacts, ApprovalHeading, ApprovalTimes } from "./approval-facts.tsx";
import { CancelForm } from "./cancel-form.tsx";

const statusBadges: Record<Approval["status"], { tone: BadgeTone; Icon: LucideIcon }> = {
  pending: { tone: "warn", Icon: Clock },
  approved: { tone: "ok", Icon: Check },
  rejected: { tone: "error", Icon: X },
  expired: { tone: "neutral", Icon: TimerOff },
  canceled: { tone: "neutral", Icon: Ban },
};

/** The requests that wait for a second person, and the latest that have ended. */
export function ApprovalListView({
  list,
  today,
  failure,
}: {
  list: ApprovalList;
  today: string;
  /** Why the last decision was refused, if its request does not wait anymore. */
  failure: string | null;
}) {
  const { t } = useI18n();
  return (
    <>
      <PageHeader title={t("approvals.title")} subtitle={t("approvals.about")} />
      <div className="grid gap-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        {failure ? <Note tone="error">{failure}</Note> : null}
        <Card title={t("approvals.waiting")} note={list.pending.length || null} isFlush>
          {list.pending.length === 0 ? (
            <EmptyState icon={<ShieldCheck size={24} strokeWidth={1.5} aria-hidden />} title={t("approvals.none")}>
              {t("approvals.none_text")}
            </EmptyState>
          ) : (
            <ul>
              {list.pending.map((approval) => (
                <PendingItem key={approval.id} approval={approval} today={today} />
              ))}
            </ul>
          )}
        </Card>
        {list.ended.length === 0 ? null : (
          <Card title={t("approvals.ended")} isFlush>
            <ul>
              {list.ended.map((approval) => (
                <EndedItem key={approval.id} approval={approval} today={today} />
              ))}
            </ul>
          </Card>
        )}
      </div>
    </>
  );
}

type ItemProps = { approval: Approval; today: string };
const itemClass = "grid gap-x-6 gap-y-2 border-t border-hair px-4 py-3 first:border-t-0";

function PendingItem({ approval, today }: ItemProps) {
  const { t } = useI18n();
  return (
    <li className={`${itemClass} items-start lg:grid-cols-[minmax(0,1fr)_22rem_auto]`}>
      <div className="grid gap-1">
        <ApprovalHeading approval={approval} />
        <ApprovalTimes approval={approval} today={today} />
      </div>
      <ApprovalFacts approval={approval} />
      <div className="flex flex-wrap gap-2">
        {approval.is_own ? <CancelForm id={approval.id} /> : null}
        {approval.can_decide
          ? (["approve", "reject"] as const).map((decision) => (
              <Link
                key={decision}
                to={`?action=${decision}&id=${approval.id}`}
                preventScrollReset
                className={buttonClass({ kind: decision === "approve" ? "outline" : "danger" })}
              >
                {t(`approvals.do_${decision}`)}…
              </Link>
            ))
          : null}
      </div>
    </li>
  );
}

function EndedItem({ approval, today }: ItemProps) {
  const { t, locale } = useI18n();
  const { tone, Icon } = statusBadges[approval.status];
  const time = approval.decided_at === null ? null : formatShortTime(approval.decided_at, locale, today);
  return (
    <li className={`${itemClass} lg:grid-cols-[minmax(0,1fr)_auto]`}>
      <div className="grid gap-1">
        <ApprovalHeading approval={approval} />
        <ApprovalTimes approval={approval} today={today} />
        {approval.decision_reason === "" ? null : <p className="text-ink-2">{approval.decision_reason}</p>}
      </div>
      <div className="grid content-start gap-1 lg:justify-items-end">
        <Badge tone={tone} icon={<Icon size={14} aria-hidden />} isPlain={approval.status !== "rejected"}>
          {t(`approvals.status_${approval.status}`)}
        </Badge>
        <p className="text-xs text-ink-3">{[approval.decided_by?.name, time].filter(Boolean).join(" · ")}</p>
      </div>
    </li>
  );
}
