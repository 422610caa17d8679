import type { Notification } from "@furoshiki/api/notifications";
import { Bell } from "lucide-react";
import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useShop } from "../lib/shop.tsx";
import { HideAll, NotificationList } from "./notification-list.tsx";
import { useRead } from "./use-read.ts";
import { PanelHead, PanelRows } from "./panel-parts.tsx";

type PanelProps = {
  /** A link inside was followed. */
  onFollow: () => void;
  /** The sheet of a phone has a heading of its own. */
  bare?: boolean;
};

/** What the bell opens (spec §2, Notification panel): asked for when it opens, at most 24rem high (spec §9). */
export function NotificationPanel({ onFollow, bare }: PanelProps) {
  const { t, to } = useShop();
  const { data, load } = useFetcher<{ items: Notification[] }>();
  const address = to("/notifications");
  useEffect(() => void load(address), [load, address]);
  const items = data?.items;
  useRead(items);
  return (
    <section
      aria-label={t("shell.notifications")}
      onClick={(event) => {
        if ((event.target as Element).closest("a")) onFollow();
      }}
      className="flex min-h-0 flex-col lg:max-h-96"
    >
      {bare ? null : (
        <PanelHead title={t("shell.notifications")}>{items?.length ? <HideAll items={items} /> : null}</PanelHead>
      )}
      <div aria-live="polite" aria-busy={!items} className="min-h-0 overflow-y-auto overscroll-contain">
        {bare && items?.length ? (
          <div className="flex justify-end border-b border-line px-2">
            <HideAll items={items} />
          </div>
        ) : null}
        {items === undefined ? (
          <PanelRows />
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
