import { useI18n } from "../i18n/use-i18n.tsx";
import { useRootData } from "../store-config/root-data.ts";

/** How many of the parcels to the visitor's country arrived in time lately, if enough of them are known. */
export function OnTimeRate({ className }: { className?: string }) {
  const { t, format } = useI18n();
  const percent = useRootData()?.config.on_time_percent ?? null;
  return percent === null ? null : (
    <p className={className}>{t("shipping.on_time", { percent: format.percent(percent) })}</p>
  );
}
