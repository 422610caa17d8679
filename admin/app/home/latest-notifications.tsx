import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import type { StaffNotificationPage } from "@furoshiki/api/admin/staff/notifications";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { formatNotification, getNotificationPath, notificationIcons } from "../notifications/notification-text.ts";
import { useMe } from "../staff/me.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";

type LatestNotificationsProps = {
  page: StaffNotificationPage;
  /** The day in the time zone of the store. */ today: string;
};

/** The person's latest notifications, unread ones in bold. */
export function LatestNotifications({ page: { items, unread }, today }: LatestNotificationsProps) {
  const i18n = useI18n();
  const { t, locale } = i18n;
  const { permissions } = useMe();
  return (
    <Card
      title={t("notifications.title")}
      note={unread === 0 ? null : t("home.new_notifications", { count: unread })}
      isFlush
      actions={
        <Link to="/notifications" className={buttonClass({ kind: "quiet" })}>
          {t("home.all_notifications")}
          <ArrowRight size={16} aria-hidden />
        </Link>
      }
    >
      {items.length === 0 ? <p className="px-4 pb-4 text-ink-2">{t("notifications.none")}</p> : null}
      <ul>
        {items.map((notification) => {
          const Icon = notificationIcons[notification.kind];
          const path = getNotificationPath(notification, permissions);
          const text = formatNotification(i18n, notification);
          return (
            <li key={notification.id} className="flex items-start gap-3 border-t border-hair px-4 py-2.5">
              <Icon size={17} strokeWidth={1.5} aria-hidden className="mt-0.5 shrink-0 text-ink-2" />
              <span className={`min-w-0 grow wrap-anywhere ${notification.is_read ? "text-ink-2" : "font-medium"}`}>
                {path === null ? (
                  text
                ) : (
                  <Link to={path} className="hover:underline">
                    {text}
                  </Link>
                )}
              </span>
              <time dateTime={notification.created_at} className="shrink-0 text-xs text-ink-3">
                {formatShortTime(notification.created_at, locale, today)}
              </time>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
