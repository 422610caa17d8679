import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { subscribeToNotifications } from "./subscribe-to-notifications.ts";

/** Keeps the unread count up to date while the page is open; renders nothing. */
export function LiveNotifications({ unread }: { unread: number }) {
  const { to } = useI18n();
  const { revalidate } = useRevalidator();
  const currentCount = useRef(unread);
  useEffect(() => {
    currentCount.current = unread;
  }, [unread]);
  useEffect(
    () =>
      subscribeToNotifications(to("/notifications/stream"), (unreadCount) => {
        if (unreadCount !== currentCount.current) void revalidate();
      }),
    [to, revalidate],
  );
  return null;
}
