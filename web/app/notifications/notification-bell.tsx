import { Bell } from "lucide-react";
import { lazy, Suspense } from "react";
import { prefetchOnIntent } from "../navigation/prefetch-on-intent.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Counter } from "@furoshiki/design-system/ui/badge.tsx";
import { Popover } from "@furoshiki/design-system/ui/popover.tsx";
import { PanelHeader, PanelSkeleton } from "./panel-layout.tsx";

/** Loads the code of the notification panel. */
export const loadPanel = () => import("./notification-panel.tsx");
export const NotificationPanel = lazy(async () => ({ default: (await loadPanel()).NotificationPanel }));

/** The notification button of the header; opens the panel below it. */
export function NotificationBell({ count, className }: { count: number; className: string }) {
  const { t } = useI18n();
  return (
    <Popover
      className="w-[400px]"
      trigger={(props) => (
        <button type="button" {...props} {...prefetchOnIntent(loadPanel)} className={className}>
          <span className="relative">
            <Bell size={24} strokeWidth={1.5} aria-hidden />
            {count > 0 ? <Counter value={count} className="absolute -top-1.5 -right-2.5" /> : null}
          </span>
          <span className="sr-only xl:not-sr-only">{t("layout.notifications")}</span>
        </button>
      )}
    >
      {(close) => (
        <Suspense
          fallback={
            <>
              <PanelHeader title={t("layout.notifications")} />
              <PanelSkeleton />
            </>
          }
        >
          <NotificationPanel onNavigate={close} />
        </Suspense>
      )}
    </Popover>
  );
}
