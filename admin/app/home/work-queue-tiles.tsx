import type { WorkQueue } from "@furoshiki/api/admin/work-queues";
import {
  Ban,
  ClockAlert,
  FileWarning,
  MessageCircle,
  MessageSquareText,
  Package,
  ShieldCheck,
  TriangleAlert,
  Undo2,
  UserRoundCheck,
  type LucideIcon,
} from "lucide-react";
import { Link } from "react-router";
import { formatAge } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import type { Permission } from "../staff/me.tsx";

type Queue = Readonly<{
  Icon: LucideIcon;
  path: string;
  /** Whether it has problems that only a person can solve. */
  isAlert?: boolean;
}>;

const queues: Readonly<Record<WorkQueue["key"], Queue>> = {
  to_pack: { Icon: Package, path: "/orders?view=to_pack" },
  missing_customs_data: { Icon: FileWarning, path: "/orders?view=missing_customs_data" },
  customs_blocked: { Icon: Ban, path: "/orders?view=customs_blocked", isAlert: true },
  stuck: { Icon: ClockAlert, path: "/orders?view=stuck", isAlert: true },
  messages: { Icon: MessageCircle, path: "/orders?view=messages" },
  returns: { Icon: Undo2, path: "/returns" },
  reviews: { Icon: MessageSquareText, path: "/reviews" },
  approvals: { Icon: ShieldCheck, path: "/approvals" },
  failed_refunds: { Icon: TriangleAlert, path: "/payments", isAlert: true },
  assigned_to_me: { Icon: UserRoundCheck, path: "/orders?view=to_pack&assignee=me" },
};

type WorkQueueTilesProps = {
  items: readonly WorkQueue[];
  permissions: readonly Permission[];
  /** A time of ISO 8601. */
  now: string;
};

/** What waits for staff: each queue with its count, as a link to its records. */
export function WorkQueueTiles({ items, permissions, now }: WorkQueueTilesProps) {
  const { t, format, locale } = useI18n();
  const describe = ({ count, due, oldest_at }: WorkQueue) => {
    if (count === 0) return t("home.nothing_waits");
    if (due !== null) return t("home.due_by_today", { count: due });
    return oldest_at === null ? "" : t("home.oldest", { age: formatAge(oldest_at, locale, now) });
  };
  return (
    <nav aria-label={t("home.queues")} className="overflow-clip rounded-md border border-edge bg-card">
      <ul className="-mr-px -mb-px grid desk:grid-cols-[repeat(auto-fit,minmax(13.5rem,1fr))]">
        {items.map((item) => {
          const { Icon, path, isAlert = false } = queues[item.key];
          const isPacker = item.key === "to_pack" && !permissions.includes("orders:read");
          return (
            <li key={item.key} className="border-r border-b border-hair">
              <Link
                to={isPacker ? "/fulfillment" : path}
                className="grid h-full grid-cols-[1fr_auto] items-center gap-x-3 px-4 py-3 hover:bg-hover desk:block"
              >
                <span className="flex items-center gap-2 font-medium">
                  <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-2" />
                  {t(`home.queue_${item.key}`)}
                </span>
                <span
                  className={`font-display tabular-nums text-title font-bold max-desk:row-span-2 desk:block ${isAlert && item.count > 0 ? "text-beni-600" : ""}`}
                >
                  {format.number(item.count)}
                  {item.is_exact ? "" : "+"}
                </span>
                <span className="text-xs text-ink-3">{describe(item)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
