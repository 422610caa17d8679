import { Bell } from "lucide-react";
import { Suspense, useState } from "react";
import { prefetchOnIntent } from "../navigation/prefetch-on-intent.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Counter } from "@furoshiki/design-system/ui/badge.tsx";
import { Dialog, DialogHead } from "@furoshiki/design-system/ui/dialog.tsx";
import { loadPanel, NotificationPanel } from "./notification-bell.tsx";
import { PanelSkeleton } from "./panel-layout.tsx";

/** The notification button of the tab bar; opens the panel in a dialog. */
export function NotificationTab({ count, className }: { count: number; className: string }) {
  const { t } = useI18n();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        {...prefetchOnIntent(loadPanel)}
        onClick={() => setIsOpen(true)}
        className={className}
      >
        <span className="relative">
          <Bell size={23} strokeWidth={1.5} aria-hidden />
          {count > 0 ? <Counter value={count} className="absolute -top-1.5 -right-2.5" /> : null}
        </span>
        {t("layout.alerts")}
      </button>
      <Dialog open={isOpen} onClose={close} shape="sheet" labelledBy="notifications-title">
        <DialogHead
          id="notifications-title"
          title={t("layout.notifications")}
          closeLabel={t("notifications.close")}
          onClose={close}
        />
        <Suspense fallback={<PanelSkeleton />}>
          <NotificationPanel onNavigate={close} hasNoHeader />
        </Suspense>
      </Dialog>
    </>
  );
}
