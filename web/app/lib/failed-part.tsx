import { useRevalidator } from "react-router";
import { useShop } from "./shop.tsx";

/** A small message in the place of a part that failed, with another try. */
export function FailedPart({ title }: { title: string }) {
  const { t } = useShop();
  const { revalidate, state } = useRevalidator();
  return (
    <div role="status">
      <h2 className="text-2xl lg:text-3xl">{title}</h2>
      <p className="mt-3 text-sm text-ink-2">{t("part.failed")}</p>
      <button
        type="button"
        disabled={state === "loading"}
        onClick={() => void revalidate()}
        className="mt-2 h-11 text-sm font-medium text-tokiwa-700 underline underline-offset-4 scriptless:hidden"
      >
        {t("part.retry")}
      </button>
    </div>
  );
}
