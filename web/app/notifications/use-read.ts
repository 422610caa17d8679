import type { Notification } from "@furoshiki/api/notifications";
import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useShop } from "../lib/shop.tsx";

/** Tells the shop that what is shown was read, so that the bell counts it no more. */
export function useRead(items: readonly Notification[] | undefined): void {
  const { to } = useShop();
  const { submit } = useFetcher();
  const newest = items?.find((item) => !item.read)?.id;
  const address = to("/notifications");
  useEffect(() => {
    if (newest !== undefined) void submit({ read: String(newest) }, { method: "post", action: address });
  }, [newest, address, submit]);
}
