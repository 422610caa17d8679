import { Bell } from "lucide-react";
import { Suspense, useState } from "react";
import { ahead } from "../lib/ahead.ts";
import { useShop } from "../lib/shop.tsx";
import { Counter } from "../ui/badge.tsx";
import { Dialog, DialogHead } from "../ui/dialog.tsx";
import { loadPanel, NotificationPanel } from "./notification-bell.tsx";
import { PanelRows } from "./panel-parts.tsx";

/** The bell of the tab bar: opens the same panel as a sheet (spec §2, Header). */
export function NotificationTab({ count, className }: { count: number; className: string }) {
  const { t } = useShop();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        {...ahead(loadPanel)}
        onClick={() => setOpen(true)}
        className={className}
      >
        <span className="relative">
          <Bell size={23} strokeWidth={1.5} aria-hidden />
          {count > 0 ? <Counter value={count} className="absolute -top-1.5 -right-2.5" /> : null}
        </span>
        {t("shell.events")}
      </button>
      <Dialog open={open} onClose={close} shape="sheet" labelledBy="notifications-title">
        <DialogHead
          id="notifications-title"
          title={t("shell.notifications")}
          closeLabel={t("notifications.close")}
          onClose={close}
        />
        <Suspense fallback={<PanelRows />}>
          <NotificationPanel onFollow={close} bare />
        </Suspense>
      </Dialog>
    </>
  );
}
