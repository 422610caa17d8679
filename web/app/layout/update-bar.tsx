import { useState } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";

/** A bar above the tab bar on phones, at the bottom edge of the window from `lg`. */
export const barClass =
  "flex max-h-[calc(100dvh-6rem)] flex-col gap-3 overflow-y-auto rounded-lg border border-line bg-surface p-4 shadow-overlay outline-none lg:flex-row lg:items-center lg:gap-8 lg:rounded-none lg:border-x-0 lg:border-b-0 lg:px-[max(1rem,calc((100vw-80rem)/2))]";

/** Announces that a newer build is available; the next page view loads it automatically. */
export function UpdateBar() {
  const { t } = useI18n();
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <div role="status" className={barClass}>
      <p className="grow text-sm">{t("notice.update")}</p>
      <div className="flex gap-2.5">
        <Button size="sm" onClick={() => location.reload()} className="grow">
          {t("error.reload")}
        </Button>
        <Button size="sm" kind="ghost" onClick={() => setDismissed(true)}>
          {t("notice.later")}
        </Button>
      </div>
    </div>
  );
}
