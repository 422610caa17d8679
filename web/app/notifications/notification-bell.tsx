import { Bell } from "lucide-react";
import { lazy, Suspense } from "react";
import { ahead } from "../lib/ahead.ts";
import { useShop } from "../lib/shop.tsx";
import { Counter } from "../ui/badge.tsx";
import { Popover } from "../ui/popover.tsx";
import { PanelHead, PanelRows } from "./panel-parts.tsx";

export const loadPanel = () => import("./notification-panel.tsx");
export const NotificationPanel = lazy(async () => ({ default: (await loadPanel()).NotificationPanel }));

/** The bell of the header (spec §2): opens the panel under it. */
export function NotificationBell({ count, className }: { count: number; className: string }) {
  const { t } = useShop();
  return (
    <Popover
      className="w-[400px]"
      trigger={(props) => (
        <button type="button" {...props} {...ahead(loadPanel)} className={className}>
          <span className="relative">
            <Bell size={24} strokeWidth={1.5} aria-hidden />
            {count > 0 ? <Counter value={count} className="absolute -top-1.5 -right-2.5" /> : null}
          </span>
          <span className="sr-only xl:not-sr-only">{t("shell.notifications")}</span>
        </button>
      )}
    >
      {(close) => (
        <Suspense
          fallback={
            <>
              <PanelHead title={t("shell.notifications")} />
              <PanelRows />
            </>
          }
        >
          <NotificationPanel onFollow={close} />
        </Suspense>
      )}
    </Popover>
  );
}
