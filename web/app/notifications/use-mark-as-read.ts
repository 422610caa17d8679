import type { Notification } from "@furoshiki/api/notifications";
import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";

/** Marks the notifications shown as read, so that they no longer count as unread. */
export function useMarkAsRead(items: readonly Notification[] | undefined): void {
  const { to } = useI18n();
  const { submit } = useFetcher();
  const newestUnreadId = items?.find((item) => !item.read)?.id;
  const url = to("/notifications");
  useEffect(() => {
    if (newestUnreadId !== undefined) void submit({ read: String(newestUnreadId) }, { method: "post", action: url });
  }, [newestUnreadId, url, submit]);
}
