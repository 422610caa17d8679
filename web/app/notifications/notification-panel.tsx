import type { Notification } from "@furoshiki/api/notifications";
import { Bell } from "lucide-react";
import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { HideAllButton, NotificationList } from "./notification-list.tsx";
import { useMarkAsRead } from "./use-mark-as-read.ts";
import { PanelHeader, PanelSkeleton } from "./panel-layout.tsx";

type PanelProps = {
  /** Called when a link inside is followed. */
  onNavigate: () => void;
  /** Whether it is in a dialog, which has a header of its own. */
  hasNoHeader?: boolean;
};

/** The notification panel, loaded when it opens, at most 24rem high. */
export function NotificationPanel({ onNavigate, hasNoHeader }: PanelProps) {
  const { t, to } = useI18n();
  const { data, load } = useFetcher<{ items: Notification[] }>();
  const url = to("/notifications");
  useEffect(() => void load(url), [load, url]);
  const items = data?.items;
  useMarkAsRead(items);
  return (
    <section
      aria-label={t("layout.notifications")}
      onClick={(event) => {
        if ((event.target as Element).closest("a")) onNavigate();
      }}
      className="flex min-h-0 flex-col lg:max-h-96"
    >
      {hasNoHeader ? null : (
        <PanelHeader title={t("layout.notifications")}>
          {items?.length ? <HideAllButton items={items} /> : null}
        </PanelHeader>
      )}
      <div aria-live="polite" aria-busy={!items} className="min-h-0 overflow-y-auto overscroll-contain">
        {hasNoHeader && items?.length ? (
          <div className="flex justify-end border-b border-line px-2">
            <HideAllButton items={items} />
          </div>
        ) : null}
        {items === undefined ? (
          <PanelSkeleton />
        ) : items.length === 0 ? (
          <div className="flex flex-col items-center px-6 py-10 text-center">
            <span className="grid size-14 place-items-center rounded-full bg-tokiwa-50 text-tokiwa-700">
              <Bell size={26} strokeWidth={1.5} aria-hidden />
            </span>
            <p className="mt-4 font-display text-xl font-semibold">{t("notifications.empty")}</p>
            <p className="mt-1 text-sm text-ink-2">{t("notifications.empty_text")}</p>
          </div>
        ) : (
          <NotificationList items={items} />
        )}
      </div>
    </section>
  );
}
