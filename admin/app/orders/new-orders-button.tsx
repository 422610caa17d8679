import { ArrowUp } from "lucide-react";
import { useI18n } from "../i18n/use-i18n.tsx";

/** Shows the orders that came since the list was opened; the number is announced to screen readers. */
export function NewOrdersButton({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useI18n();
  return (
    <span aria-live="polite">
      {count > 0 ? (
        <button
          type="button"
          onClick={onShow}
          className="inline-flex min-h-11 items-center gap-2 rounded-full bg-ai-50 px-3.5 font-medium text-ai-700 hover:bg-hover desk:min-h-8"
        >
          <ArrowUp size={15} aria-hidden />
          {t("orders.show_new", { count })}
        </button>
      ) : null}
    </span>
  );
}
