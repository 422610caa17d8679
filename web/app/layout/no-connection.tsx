import { useEffect } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useWhenReachable } from "../offline/use-when-reachable.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";

/**
 * Shown if the store did not respond. Reloads the page as soon as the store responds again; at once if a request failed
 * and there is a service worker, which has a copy of the page or responds with the offline page.
 */
export function NoConnection({ error }: { error: unknown }) {
  const { t } = useI18n();
  useEffect(() => {
    if (error instanceof Error && navigator.serviceWorker?.controller) location.reload();
  }, [error]);
  useWhenReachable(true, () => location.reload());
  return (
    <div role="alert" className="mx-auto max-w-page px-4 pt-6 lg:pt-14">
      <title>{t("error.no_connection")}</title>
      <div className="rounded-xs bg-theme-kaki p-6 pb-9 lg:p-16">
        <h1 className="text-[2.125rem]/[1.1] text-on-theme lg:text-5xl">{t("error.no_connection")}</h1>
        <p className="mt-4 max-w-md text-base text-on-theme-2">{t("error.no_connection_text")}</p>
        <Button className="mt-6" onClick={() => location.reload()}>
          {t("error.reload")}
        </Button>
      </div>
    </div>
  );
}
