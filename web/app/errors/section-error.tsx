import { useRevalidator } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";

/** A short message in place of a section that failed to load, with a button to retry. */
export function SectionError({ title }: { title: string }) {
  const { t } = useI18n();
  const { revalidate, state } = useRevalidator();
  return (
    <div role="status">
      <h2 className="text-2xl lg:text-3xl">{title}</h2>
      <p className="mt-3 text-sm text-ink-2">{t("section.failed")}</p>
      <button
        type="button"
        disabled={state === "loading"}
        onClick={() => void revalidate()}
        className="mt-2 h-11 text-sm font-medium text-tokiwa-700 underline underline-offset-4 scriptless:hidden"
      >
        {t("section.retry")}
      </button>
    </div>
  );
}
