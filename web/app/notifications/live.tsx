import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { useShop } from "../lib/shop.tsx";
import { followNotifications } from "./follow.ts";

/** Keeps the bell true while the page is open; draws nothing. */
export function Live({ unread }: { unread: number }) {
  const { to } = useShop();
  const { revalidate } = useRevalidator();
  const shown = useRef(unread);
  useEffect(() => {
    shown.current = unread;
  }, [unread]);
  useEffect(
    () =>
      followNotifications(to("/notifications/stream"), (now) => {
        if (now !== shown.current) void revalidate();
      }),
    [to, revalidate],
  );
  return null;
}
