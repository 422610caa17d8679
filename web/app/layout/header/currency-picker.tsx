import { ChevronDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { prefetchOnIntent } from "../../navigation/prefetch-on-intent.ts";
import type { RootData } from "../../store-config/root-data.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Popover } from "@furoshiki/design-system/ui/popover.tsx";
import { Skeleton } from "@furoshiki/design-system/ui/skeleton.tsx";

const loadList = () => import("./currency-list.tsx");
const CurrencyList = lazy(async () => ({ default: (await loadList()).CurrencyList }));

/** The picker for the display currency; it is disabled while a change is in progress. */
export function CurrencyPicker({ rootData, isCompact }: { rootData: RootData; isCompact?: boolean }) {
  const { t } = useI18n();
  const [isChanging, setIsChanging] = useState(false);
  const { iso_code, sign } = rootData.config.delivery;
  return (
    <Popover
      className="w-64 py-2"
      trigger={(props) => (
        <button
          type="button"
          {...props}
          {...prefetchOnIntent(loadList)}
          disabled={isChanging}
          aria-busy={isChanging || undefined}
          aria-label={`${t("layout.currency")}: ${iso_code}`}
          className={`num flex h-11 items-center gap-1 rounded-md text-sm font-medium whitespace-nowrap text-ink hover:bg-mist disabled:text-ink-3 ${isCompact ? "px-2" : "mr-1 px-2.5"}`}
        >
          {isCompact ? sign : `${iso_code} ${sign}`}
          {isCompact ? null : <ChevronDown size={16} aria-hidden className="text-ink-3" />}
        </button>
      )}
    >
      {(close) => (
        <Suspense fallback={<CurrencyListSkeleton />}>
          <CurrencyList
            current={iso_code}
            isGuest={!rootData.user}
            loadingFallback={<CurrencyListSkeleton />}
            onClose={close}
            onChanging={setIsChanging}
          />
        </Suspense>
      )}
    </Popover>
  );
}

function CurrencyListSkeleton() {
  return (
    <div className="px-5 py-1.5">
      <Skeleton rows={4} className="h-8" />
    </div>
  );
}
