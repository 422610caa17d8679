import { useI18n } from "../i18n/use-i18n.tsx";

/** The error page for when the chunk of the actual error page cannot be loaded. */
export function MinimalError() {
  const { t } = useI18n();
  return (
    <div role="alert" className="mx-auto max-w-page px-4 pt-6 lg:pt-14">
      <h1 className="text-3xl">{t("error.server_error")}</h1>
      <p className="mt-4 max-w-md text-base text-ink-2">{t("error.server_error_desc")}</p>
    </div>
  );
}
