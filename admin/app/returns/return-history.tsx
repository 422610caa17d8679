import { CircleDot, Mail } from "lucide-react";
import type { ReturnDetail } from "@furoshiki/api/admin/returns";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Card } from "../ui/card.tsx";
import { Timeline, TimelineItem } from "../ui/timeline.tsx";

const decisionActions: ReadonlySet<string> = new Set(["return.rejected", "return.refunded", "return.resolved"]);

/** Lists the steps of a return with their authors, as far as the audit log still has them, and undone decisions. */
function listSteps({ history, ...row }: ReturnDetail) {
  const findEntry = (isAction: (action: string) => boolean) => history.find(({ action }) => isAction(action));
  const steps = [
    { at: row.requested_at, name: "requested", entry: findEntry((action) => action === "return.requested") },
    { at: row.approved_at, name: "approved", entry: findEntry((action) => action === "return.approved") },
    { at: row.received_at, name: "received", entry: findEntry((action) => action === "return.received") },
    {
      at: row.closed_at,
      name: row.outcome === null ? "rejected" : `outcome_${row.outcome}`,
      entry: findEntry((action) => decisionActions.has(action)),
    },
  ].flatMap(({ at, name, entry }) => (at === null ? [] : [{ at, name, author: entry?.actor.name ?? null }]));
  const undone = history.filter(({ action }) => action === "return.decision_undone");
  return [...steps, ...undone.map(({ at, actor }) => ({ at, name: "decision_undone", author: actor.name }))];
}

/** The steps of a return and the emails about it, newest first. */
export function ReturnHistory({ return: row, today }: { return: ReturnDetail; today: string }) {
  const { t, locale } = useI18n();
  const events = [
    ...listSteps(row).map(({ at, name, author }) => ({
      ...{ at, author, Icon: CircleDot },
      text: t.find(`returns.event_${name}`) ?? name,
    })),
    ...row.emails.map(({ template, queued_at, sent_at }) => ({
      ...{ at: sent_at ?? queued_at, author: null, Icon: Mail },
      text: t(sent_at === null ? "returns.email_queued" : "returns.email_sent", {
        name: t.find(`returns.email_${template}`) ?? template,
      }),
    })),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
  return (
    <Card title={t("returns.history")}>
      <Timeline label={t("returns.history")}>
        {events.map(({ Icon, at, text, author }, index) => (
          <TimelineItem key={index} Icon={Icon} iso={at} time={formatShortTime(at, locale, today)}>
            {text}
            {author ? <span className="text-ink-3"> · {author}</span> : null}
          </TimelineItem>
        ))}
      </Timeline>
    </Card>
  );
}
