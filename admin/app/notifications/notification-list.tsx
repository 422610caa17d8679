import { Bell } from "lucide-react";
import { Form, Link, useFetcher } from "react-router";
import type { StaffNotification, StaffNotificationPage } from "@furoshiki/api/admin/staff/notifications";
import { formatShortTime } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useMe } from "../staff/me.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { formatNotification, getNotificationPath, notificationIcons } from "./notification-text.ts";

type NotificationListProps = {
  page: StaffNotificationPage;
  /** The day in the time zone of the store. */ today: string;
};

/** The person's notifications, newest first, with the next step of each. */
export function NotificationList({ page: { items, next, unread }, today }: NotificationListProps) {
  const { t } = useI18n();
  const [newest] = items;
  return (
    <>
      <PageHeader
        title={t("notifications.title")}
        subtitle={t("notifications.unread", { count: unread })}
        actions={newest && unread > 0 ? <ReadAllForm upTo={newest.id} /> : null}
      />
      <div className="grid gap-4 px-4 pt-3 pb-6 desk:px-6 desk:pt-4">
        {newest ? (
          <ul className="-mx-4 divide-y divide-hair border-y border-edge bg-card desk:mx-0 desk:rounded-md desk:border-x">
            {items.map((notification) => (
              <NotificationItem key={notification.id} notification={notification} today={today} />
            ))}
          </ul>
        ) : (
          <EmptyState icon={<Bell size={26} strokeWidth={1.5} aria-hidden />} title={t("notifications.none")}>
            {t("notifications.none_text")}
          </EmptyState>
        )}
        {next === null ? null : (
          <Link to={`?after=${next}`} className={buttonClass({ className: "justify-self-center" })}>
            {t("notifications.older")}
          </Link>
        )}
      </div>
    </>
  );
}

function ReadAllForm({ upTo }: { upTo: number }) {
  const { t } = useI18n();
  return (
    <Form method="post">
      <Button type="submit" size="md" name="up_to" value={upTo}>
        {t("notifications.read_all")}
      </Button>
    </Form>
  );
}

function NotificationItem({ notification, today }: { notification: StaffNotification; today: string }) {
  const i18n = useI18n();
  const { t, locale } = i18n;
  const { permissions } = useMe();
  const fetcher = useFetcher();
  const { id, kind, created_at } = notification;
  const is_read = notification.is_read || fetcher.state !== "idle";
  const Icon = notificationIcons[kind];
  const path = getNotificationPath(notification, permissions);
  const text = formatNotification(i18n, notification);
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-mist text-ink-2">
        <Icon size={17} strokeWidth={1.5} aria-hidden />
      </span>
      <div className="min-w-0 grow desk:flex desk:items-start desk:gap-3">
        <div className={`min-w-0 grow pt-1.5 wrap-anywhere ${is_read ? "text-ink-2" : "font-medium"}`}>
          {path === null ? (
            text
          ) : (
            <Link
              to={path}
              className="hover:underline"
              onClick={() => {
                if (!is_read) void fetcher.submit({ id }, { method: "post", action: "/notifications" });
              }}
            >
              {text}
            </Link>
          )}
        </div>
        <div className="flex min-h-8 shrink-0 items-center gap-3">
          <time dateTime={created_at} className="text-xs text-ink-3">
            {formatShortTime(created_at, locale, today)}
          </time>
          {is_read ? null : (
            <fetcher.Form method="post">
              <Button type="submit" size="sm" kind="quiet" name="id" value={id}>
                {t("notifications.read")}
              </Button>
            </fetcher.Form>
          )}
        </div>
      </div>
    </li>
  );
}
