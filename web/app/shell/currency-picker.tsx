import { ChevronDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { ahead } from "../lib/ahead.ts";
import type { Known } from "../lib/known.ts";
import { useShop } from "../lib/shop.tsx";
import { Popover } from "../ui/popover.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const load = () => import("./currency-list.tsx");
const CurrencyList = lazy(async () => ({ default: (await load()).CurrencyList }));

/** The currency in which prices are shown; it cannot be used again while one is being changed (spec §4). */
export function CurrencyPicker({ known, short }: { known: Known; short?: boolean }) {
  const { t } = useShop();
  const [changing, setChanging] = useState(false);
  const { iso_code, sign } = known.config.delivery;
  return (
    <Popover
      className="w-64 py-2"
      trigger={(props) => (
        <button
          type="button"
          {...props}
          {...ahead(load)}
          disabled={changing}
          aria-busy={changing || undefined}
          aria-label={`${t("shell.currency")}: ${iso_code}`}
          className={`num flex h-11 items-center gap-1 rounded-md text-sm font-medium whitespace-nowrap text-ink hover:bg-mist disabled:text-ink-3 ${short ? "px-2" : "mr-1 px-2.5"}`}
        >
          {short ? sign : `${iso_code} ${sign}`}
          {short ? null : <ChevronDown size={16} aria-hidden className="text-ink-3" />}
        </button>
      )}
    >
      {(close) => (
        <Suspense fallback={<CurrencyRows />}>
          <CurrencyList
            current={iso_code}
            isGuest={!known.user}
            waiting={<CurrencyRows />}
            onClose={close}
            onChanging={setChanging}
          />
        </Suspense>
      )}
    </Popover>
  );
}

function CurrencyRows() {
  return (
    <div className="px-5 py-1.5">
      <Skeleton rows={4} className="h-8" />
    </div>
  );
}
