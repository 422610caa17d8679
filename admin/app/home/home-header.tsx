import { ListChecks, Package } from "lucide-react";
import { Link } from "react-router";
import { formatWeekday } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import type { Permission } from "../staff/me.tsx";
import { buttonClass } from "../ui/button.tsx";
import { PageHeader } from "../ui/page-header.tsx";

type HomeHeaderProps = {
  /** The day in the time zone of the store. */ today: string;
  permissions: readonly Permission[];
  /** How many orders are due today or earlier; null for those who may not see it. */ dueCount: number | null;
  /** The order that is to be packed first; null without one. */ nextToPack: number | null;
};

/** The day, what has to be sent until its end, and the way to begin with it. */
export function HomeHeader({ today, permissions, dueCount, nextToPack }: HomeHeaderProps) {
  const { t, locale } = useI18n();
  return (
    <PageHeader
      title={formatWeekday(today, locale)}
      subtitle={dueCount === null ? null : t("home.due_today", { count: dueCount })}
      actions={
        permissions.includes("orders:fulfill") ? (
          <>
            <Link to="/fulfillment/pick-lists" className={buttonClass({ size: "md" })}>
              <ListChecks size={16} aria-hidden />
              {t("fulfillment.pick_list")}
            </Link>
            {nextToPack === null ? null : (
              <Link to={`/fulfillment/pack/${nextToPack}`} className={buttonClass({ kind: "primary", size: "md" })}>
                <Package size={16} aria-hidden />
                {t("orders.do_start_packing")}
              </Link>
            )}
          </>
        ) : null
      }
    />
  );
}
