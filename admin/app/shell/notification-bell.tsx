import { Bell } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { StaffNotificationPage } from "@furoshiki/api/admin/staff/notifications";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useEvents } from "../live/use-events.ts";
import { useMe } from "../staff/me.tsx";

/** The link to the notifications with the number of unread ones, which follows what happens while a page is open. */
export function NotificationBell() {
  const { t, format } = useI18n();
  const me = useMe();
  const [counted, setCounted] = useState({ me, unread: me.unread_notifications });
  // A page that was loaded or reloaded has the current number.
  const unread = counted.me === me ? counted.unread : me.unread_notifications;
  useEvents(
    ({ kind }) => kind === "notification",
    async () => {
      const current = await countUnread().catch(() => null);
      if (current !== null) setCounted({ me, unread: current });
    },
  );
  return (
    <Link
      to="/notifications"
      aria-label={t("notifications.bell", { count: unread })}
      className="flex size-11 shrink-0 items-center justify-center gap-1.5 rounded-md text-ink-2 hover:bg-hover hover:text-ink desk:h-8 desk:w-auto desk:px-2"
    >
      <Bell size={18} strokeWidth={1.5} aria-hidden />
      {unread > 0 ? (
        <span
          aria-hidden
          className="min-w-5 rounded-full bg-beni-600 px-1.5 text-center text-xs leading-5 font-semibold text-on-dark tabular-nums"
        >
          {unread > 99 ? "99+" : format.number(unread)}
        </span>
      ) : null}
    </Link>
  );
}

async function countUnread(): Promise<number | null> {
  const response = await fetch("/v1/admin/me/notifications?limit=1");
  if (!response.ok) return null;
  return ((await response.json()) as { data: StaffNotificationPage }).data.unread;
}
