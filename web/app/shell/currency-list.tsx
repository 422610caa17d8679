import type { CurrencyList as Currencies } from "@furoshiki/api/money";
import { Check } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { askApi } from "../lib/browser-api.ts";
import { useShop } from "../lib/shop.tsx";
import { Note } from "../ui/note.tsx";
import { say } from "../ui/toast.tsx";
import { changeCurrency } from "./change-currency.ts";

type CurrencyListProps = {
  current: string;
  isGuest: boolean;
  /** Stands here until the list is known. */
  waiting: ReactNode;
  onClose: () => void;
  onChanging: (changing: boolean) => void;
};

/** What the currency picker opens: asked for once, then held by the browser. */
export function CurrencyList({ current, isGuest, waiting, onClose, onChanging }: CurrencyListProps) {
  const shop = useShop();
  const { t } = shop;
  const [list, setList] = useState<Currencies["items"] | "failed" | null>(null);
  useEffect(() => {
    let isShown = true;
    const load = async () => {
      const found = await askApi<Currencies>(shop, "/v1/currencyList");
      if (isShown) setList(found?.items ?? "failed");
    };
    void load();
    return () => {
      isShown = false;
    };
  }, [shop]);

  const choose = async (code: string) => {
    onClose();
    if (code === current) return;
    onChanging(true);
    if (await changeCurrency(shop, code, isGuest)) return;
    onChanging(false);
    say(t("error.unknown_error"), "error");
  };
  if (list === null) return waiting;
  if (list === "failed") {
    return (
      <div className="px-3 py-1">
        <Note kind="error">{t("error.unknown_error")}</Note>
      </div>
    );
  }
  return (
    <ul aria-label={t("shell.currency")}>
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
