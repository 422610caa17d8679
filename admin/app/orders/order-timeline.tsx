import {
  CreditCard,
  Mail,
  MessageCircle,
  PackagePlus,
  StickyNote,
  Undo2,
  UserRound,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OrderDetail, TimelineEntry } from "@furoshiki/api/admin/orders";
import { formatAmount, formatOrderNumber } from "../i18n/amounts.ts";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Timeline, TimelineItem, type TimelineTone } from "../ui/timeline.tsx";
import { NoteEntry } from "./note-entry.tsx";
import { statusIcons } from "./order-status.tsx";

type Event = { Icon: LucideIcon; tone?: TimelineTone; text: ReactNode; author: string | null };
type Actor = Extract<TimelineEntry, { kind: "status" }>["actor"];

/** What happened to an order, newest first. `children` is shown above it. */
export function OrderTimeline({ order, today, children }: { order: OrderDetail; today: string; children?: ReactNode }) {
  const i18n = useI18n();
  const { t, locale } = i18n;
  const canReadLog = useMe().permissions.includes("audit:read");
  return (
    <Card
      title={t("orders.timeline")}
      note={t("orders.events", { count: order.timeline.length })}
      actions={
        canReadLog ? (
          <Link to={`/audit?subject=order:${order.id}`} className={buttonClass({ kind: "quiet" })}>
            {t("orders.history")}
          </Link>
        ) : null
      }
    >
      {children}
      <Timeline label={t("orders.timeline")}>
        {order.timeline.map((entry, index) => {
          const { text, author, ...props } = describeEntry(i18n, entry, order);
          return (
            <TimelineItem
              key={getKey(entry, index)}
              {...props}
              iso={entry.at}
              time={formatShortTime(entry.at, locale, today)}
            >
              {text}
              {author ? <span className="text-ink-3"> · {author}</span> : null}
            </TimelineItem>
          );
        })}
      </Timeline>
    </Card>
  );
}

/** A note keeps its key when newer entries come before it, since it may be open in its form. */
function getKey(entry: TimelineEntry, index: number): string {
  return entry.kind === "note" ? `note ${entry.note.id}` : String(index);
}

function describeEntry(i18n: I18n, entry: TimelineEntry, order: OrderDetail): Event {
  const { t } = i18n;
  const { currency, source } = order;
  switch (entry.kind) {
    case "status": {
      const cause = entry.cause === null || entry.cause === "customer" ? null : t(`orders.cause_${entry.cause}`);
      const event =
        entry.status === "awaiting_payment"
          ? t("orders.event_awaiting_payment", { source })
          : t(`orders.event_${entry.status}`);
      const text = [event, cause, entry.note].filter(Boolean).join(". ");
      return { Icon: statusIcons[entry.status], text, author: formatActor(i18n, entry.actor) };
    }
    case "note":
      return {
        ...(entry.note.is_from_customer ? { Icon: MessageCircle, tone: "info" as const } : { Icon: StickyNote }),
        text: <NoteEntry note={entry.note} order={order} />,
        author: null,
      };
    case "action":
      return {
        Icon: UserRound,
        text: t.find(`orders.action_${entry.action}`) ?? entry.action,
        author: formatActor(i18n, entry.actor),
      };
    case "email": {
      const name = t.find(`orders.email_${entry.template}`) ?? entry.template;
      const hasFailed = entry.last_error !== null && entry.sent_at === null;
      const state = hasFailed ? "failed" : entry.sent_at === null ? "queued" : "sent";
      return {
        Icon: Mail,
        ...(hasFailed ? { tone: "error" } : {}),
        text: t(`orders.email_state_${state}`, { name }),
        author: null,
      };
    }
    case "parcel":
      return {
        Icon: PackagePlus,
        text: t(`orders.event_${entry.change}`, { number: formatOrderNumber(entry.order_id) }),
        author: formatActor(i18n, entry.actor),
      };
    case "payment_attempt":
    case "refund":
      return describeMoneyEntry(i18n, entry, currency);
  }
}

function describeMoneyEntry(
  { t, format }: I18n,
  entry: Extract<TimelineEntry, { kind: "payment_attempt" | "refund" }>,
  currency: string,
): Event {
  const amount = formatAmount(format, entry.amount, currency);
  const tone: TimelineTone = entry.status === "failed" ? "error" : "neutral";
  if (entry.kind === "refund")
    return { Icon: Undo2, tone, text: t(`orders.refund_${entry.status}`, { amount }), author: entry.reason || null };
  return {
    Icon: CreditCard,
    tone,
    text: t(`orders.payment_${entry.status}`, { amount }),
    author: entry.decline_reason ?? entry.provider,
  };
}

function formatActor({ t }: I18n, actor: Actor): string | null {
  if (actor === null) return null;
  return actor.name || (t.find(`orders.actor_${actor.kind}`) ?? actor.kind);
}
