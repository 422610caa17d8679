import type { Cart } from "@furoshiki/api/cart";
import type { PickupPoint } from "@furoshiki/api/delivery";
import { MapPin, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Choice } from "../choices/choice.tsx";
import { useChoice } from "../choices/use-choice.ts";
import { usePickupPoints, type Parcel } from "./use-pickup-points.ts";

type PickupPointsProps = {
  /** Pickup points near the address. */
  points: readonly PickupPoint[];
  /** The selected pickup point; its code is empty if none is selected. */
  chosen: Cart["shipping"]["selected_shipping_param"];
  parcel: Parcel;
};

/** Shows the selected pickup point, or a searchable list of pickup points until another one is saved. */
export function PickupPoints({ points, chosen, parcel }: PickupPointsProps) {
  const { t } = useAccountI18n();
  /** Code of the point that is being replaced. */
  const [replacedCode, setReplacedCode] = useState<string | null>(null);
  const isChoosing = chosen.code === "" || chosen.code === replacedCode;
  const container = useFocusAfterSwap(isChoosing);
  const list = <PickupPointList points={points} chosen={chosen} parcel={parcel} />;
  const current = points.find((point) => point.code === chosen.code);
  return (
    <div ref={container} className="px-4 pb-4 lg:pl-12">
      {isChoosing ? (
        list
      ) : (
        <>
          <div className="flex flex-wrap items-start justify-between gap-3 rounded-md border border-line bg-surface p-3.5">
            <div className="min-w-0 text-sm">
              <b className="font-semibold break-words">{`${chosen.city}, ${chosen.address}`}</b>
              <p className="text-ink-2">{[chosen.name, current?.work_time].filter(Boolean).join(". ")}</p>
            </div>
            <Button kind="outline" size="sm" onClick={() => setReplacedCode(chosen.code)} className="scriptless:hidden">
              {t("checkout.other_pickup_point")}
            </Button>
          </div>
          <div className="hidden scriptless:block">{list}</div>
        </>
      )}
    </div>
  );
}

/** Returns the ref of a container whose first control gets the focus if `state` replaces the one that had it. */
function useFocusAfterSwap(state: boolean) {
  const container = useRef<HTMLDivElement>(null);
  const displayedState = useRef(state);
  useEffect(() => {
    if (displayedState.current === state) return;
    displayedState.current = state;
    if (document.activeElement === document.body)
      container.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [state]);
  return container;
}

function PickupPointList({ points, chosen, parcel }: PickupPointsProps) {
  const { t } = useAccountI18n();
  const { getRadioProps, errorMessage } = useChoice("pickup_point", chosen.code || null);
  const [query, setQuery] = useState("");
  const { matches, isLoading } = usePickupPoints(points, query, parcel);
  return (
    <>
      <p className="text-sm font-medium">{t("checkout.choose_pickup_point")}</p>
      <label className="relative mt-2 block scriptless:hidden">
        <span className="sr-only">{t("checkout.pickup_point_search")}</span>
        <input
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          placeholder={t("checkout.pickup_point_search")}
          autoComplete="off"
          className="h-11 w-full rounded-md border border-line-strong bg-surface pr-4 pl-10 text-base text-ink"
        />
        <Search size={18} strokeWidth={1.5} aria-hidden className="absolute top-3 left-3 text-ink-3" />
      </label>
      <p role="status" className="mt-2 text-xs text-ink-2">
        {isLoading ? t("checkout.pickup_points_loading") : t("checkout.pickup_points_found", { count: matches.length })}
      </p>
      <Choice
        intent="pickup_point"
        legend={t("checkout.choose_pickup_point")}
        errorMessage={errorMessage}
        className="max-h-80 overflow-y-auto rounded-md border border-line bg-surface empty:hidden"
      >
        {matches.map((point) => (
          <label
            key={point.code}
            className="flex gap-3 border-b border-line p-3.5 text-sm last:border-b-0 not-has-disabled:cursor-pointer not-has-disabled:hover:bg-mist has-checked:bg-tokiwa-50 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              {...getRadioProps(point.code)}
              disabled={point.refusal !== null}
              className="peer sr-only"
            />
            <MapPin
              size={18}
              strokeWidth={1.5}
              aria-hidden
              className="mt-0.5 shrink-0 text-ink-3 peer-checked:text-tokiwa-700"
            />
            <span className="min-w-0">
              <b className="block font-semibold break-words">{`${point.city}, ${point.address}`}</b>
              <span className="text-ink-2">{formatPickupPoint(point, t)}</span>
              {point.refusal ? <span className="block text-beni-600">{point.refusal}</span> : null}
            </span>
          </label>
        ))}
      </Choice>
    </>
  );
}

function formatPickupPoint(point: PickupPoint, t: ReturnType<typeof useAccountI18n>["t"]): string {
  const typeLabel = point.type === "POSTAMAT" ? t("checkout.parcel_locker") : null;
  return [typeLabel, point.name, point.work_time].filter(Boolean).join(". ");
}
