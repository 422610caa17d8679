import type { CurrencyList as Currencies } from "@furoshiki/api/money";
import { Check } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { fetchApi } from "../../api-client/browser-api.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { showToast } from "@furoshiki/design-system/ui/toast.tsx";
import { changeCurrency } from "./change-currency.ts";

type CurrencyListProps = {
  current: string;
  isGuest: boolean;
  /** Rendered until the list is loaded. */
  loadingFallback: ReactNode;
  onClose: () => void;
  onChanging: (changing: boolean) => void;
};

/** The content of the currency picker: loaded once, then cached by the browser. */
export function CurrencyList({ current, isGuest, loadingFallback, onClose, onChanging }: CurrencyListProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const [list, setList] = useState<Currencies["items"] | "failed" | null>(null);
  useEffect(() => {
    let isMounted = true;
    const load = async () => {
      const result = await fetchApi<Currencies>(i18n, "/v1/currencyList");
      if (isMounted) setList(result?.items ?? "failed");
    };
    void load();
    return () => {
      isMounted = false;
    };
  }, [i18n]);

  const choose = async (code: string) => {
    onClose();
    if (code === current) return;
    onChanging(true);
    if (await changeCurrency(i18n, code, isGuest)) return;
    onChanging(false);
    showToast(t("error.unknown_error"), "error");
  };
  if (list === null) return loadingFallback;
  if (list === "failed") {
    return (
      <div className="px-3 py-1">
        <Alert kind="error">{t("error.unknown_error")}</Alert>
      </div>
    );
  }
  return (
    <ul aria-label={t("layout.currency")}>
      {list.map(({ iso_code, sign, name }) => (
        <li key={iso_code}>
          <button
            type="button"
            aria-pressed={iso_code === current}
            onClick={() => void choose(iso_code)}
            className="flex h-11 w-full items-center gap-3 px-5 text-left text-sm hover:bg-mist"
          >
            <span className="w-6 text-ink-3">{sign}</span>
            <span className="grow">{name}</span>
            {iso_code === current ? <Check size={18} aria-hidden className="text-tokiwa-700" /> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}
