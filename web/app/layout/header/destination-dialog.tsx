import type { DestinationTerms } from "@furoshiki/api/delivery";
import { useEffect, useState } from "react";
import { fetchApi } from "../../api-client/browser-api.ts";
import { DestinationCity } from "../../delivery/destination-city.tsx";
import { DestinationList } from "../../delivery/destination-list.tsx";
import { useI18n, usePathWithoutLocale } from "../../i18n/use-i18n.tsx";
import { useRootData } from "../../store-config/root-data.ts";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { DialogHead } from "@furoshiki/design-system/ui/dialog.tsx";
import { Skeleton } from "@furoshiki/design-system/ui/skeleton.tsx";

/** The content of the dialog in which the visitor chooses the country to deliver to. */
export function DestinationDialogContent({ titleId, onClose }: { titleId: string; onClose: () => void }) {
  const i18n = useI18n();
  const { t } = i18n;
  const path = usePathWithoutLocale();
  const currency = useRootData()?.config.delivery.iso_code;
  const [destinations, setDestinations] = useState<readonly DestinationTerms[] | "failed" | null>(null);
  useEffect(() => {
    let isMounted = true;
    void fetchApi<{ items: DestinationTerms[] }>(i18n, "/v1/delivery/destinations", currency ? { currency } : {}).then(
      (list) => {
        if (isMounted) setDestinations(list?.items ?? "failed");
      },
    );
    return () => {
      isMounted = false;
    };
  }, [i18n, currency]);
  return (
    <>
      <DialogHead id={titleId} title={t("destination.title")} closeLabel={t("destination.close")} onClose={onClose} />
      <div className="overflow-y-auto overscroll-contain px-6 pt-4 pb-6">
        <p className="mb-4 text-sm text-ink-2">{t("destination.text")}</p>
        {destinations === "failed" ? (
          <Alert kind="error">{t("error.unknown_error")}</Alert>
        ) : destinations === null ? (
          <Skeleton rows={6} className="h-11" />
        ) : (
          <>
            <DestinationList destinations={destinations} returnPath={path} onChoose={onClose} />
            <DestinationCity returnPath={path} onSave={onClose} />
          </>
        )}
      </div>
    </>
  );
}
