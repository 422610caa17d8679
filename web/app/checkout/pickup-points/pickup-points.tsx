import type { Cart } from "@furoshiki/api/cart";
import type { PickupPoint } from "@furoshiki/api/delivery";
import { LocateFixed, MapPin, Search, Truck } from "lucide-react";
import { useEffect, useId, useRef, useState, type ComponentProps } from "react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Choice } from "../choices/choice.tsx";
import { useChoice } from "../choices/use-choice.ts";
import { formatDistance } from "./format-distance.ts";
import { getDistance, type Location } from "./map-projection.ts";
import { PickupPointOverview } from "./pickup-point-overview.tsx";
import { useShopperLocation } from "./use-shopper-location.ts";
import { usePickupPoints, type Parcel } from "./use-pickup-points.ts";

type PickupPointsProps = {
  /** Pickup points near the address, and the couriers that serve it. */
  points: readonly PickupPoint[];
  /** The selected pickup point; its code is empty if none is selected. */
  chosen: Cart["shipping"]["selected_shipping_param"];
  /** City and street of the recipient, to which a courier delivers. */
  address: string;
  parcel: Parcel;
};

/**
 * Shows the selected courier or pickup point. Until one is saved, and to save another one, it shows the couriers and a
 * searchable list of pickup points.
 */
export function PickupPoints(props: PickupPointsProps) {
  const { points, chosen, address } = props;
  const { t } = useAccountI18n();
  /** Code of the point that is being replaced. */
  const [replacedCode, setReplacedCode] = useState<string | null>(null);
  const isChoosing = chosen.code === "" || chosen.code === replacedCode;
  const container = useFocusAfterSwap(isChoosing);
  const list = <PickupPointList {...props} />;
  const current = points.find((point) => point.code === chosen.code);
  const isCourier = chosen.type === "COURIER";
  return (
    <div ref={container} className="px-4 pb-4 lg:pl-12">
      {isChoosing ? (
        list
      ) : (
        <>
          <div className="flex flex-wrap items-start justify-between gap-3 rounded-md border border-line bg-surface p-3.5">
            <div className="min-w-0 text-sm">
              <b className="font-semibold break-words">{isCourier ? address : `${chosen.city}, ${chosen.address}`}</b>
              <p className="text-ink-2">{[chosen.name, current?.work_time].filter(Boolean).join(". ")}</p>
            </div>
            <Button kind="outline" size="sm" onClick={() => setReplacedCode(chosen.code)} className="scriptless:hidden">
              {t(isCourier ? "checkout.choose_pickup_point" : "checkout.other_pickup_point")}
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

function PickupPointList({ points, chosen, address, parcel }: PickupPointsProps) {
  const { t } = useAccountI18n();
  const { getRadioProps, errorMessage, chosen: chosenCode } = useChoice("pickup_point", chosen.code || null);
  const [query, setQuery] = useState("");
  const search = usePickupPoints(points, query, parcel);
  const couriers = points.filter(isCourierService);
  const matches = search.matches.filter((point) => !isCourierService(point));
  const { shopper, request } = useShopperLocation();
  const prefix = useId();
  const getInputId = (code: string) => `${prefix}-${code}`;
  const sorted = sortByDistance(matches, shopper.location);
  return (
    <div className="[&>fieldset]:mt-0">
      <Choice
        intent="pickup_point"
        legend={t("checkout.choose_pickup_point")}
        errorMessage={errorMessage}
        className="space-y-2"
      >
        {couriers.map((courier) => (
          <div key={courier.code} className={`${listClass} mb-4`}>
            <PickupPointOption
              icon={Truck}
              title={courier.name}
              details={[couriers.length > 1 ? courier.city : address, courier.work_time]}
              refusal={courier.refusal}
              inputId={getInputId(courier.code)}
              radioProps={getRadioProps(courier.code)}
            />
          </div>
        ))}
        <p className="text-sm font-medium">
          {t(couriers.length > 0 ? "checkout.or_pickup_point" : "checkout.choose_pickup_point")}
        </p>
        <div className="flex flex-wrap gap-2 scriptless:hidden">
          <PickupPointSearchField query={query} onChange={setQuery} />
          <Button kind="outline" onClick={request} disabled={shopper.state === "loading"}>
            <LocateFixed size={18} strokeWidth={1.5} aria-hidden />
            {t("checkout.pickup_points_near_me")}
          </Button>
        </div>
        <p role="status" className="text-xs text-ink-2">
          {search.isLoading
            ? t("checkout.pickup_points_loading")
            : t("checkout.pickup_points_found", { count: matches.length })}
          {shopper.state === "refused" ? ` ${t("checkout.location_refused")}` : ""}
        </p>
        <div className="grid gap-3 lg:grid-cols-2 lg:items-start">
          {matches.length > 1 ? (
            <PickupPointOverview
              points={sorted.map(({ point }) => point)}
              chosenCode={chosenCode}
              shopper={shopper.location}
              getInputId={getInputId}
            />
          ) : null}
          <div className={`${listClass} max-h-80 min-w-0 overflow-y-auto empty:hidden`}>
            {sorted.map(({ point, distanceM }) => (
              <PickupPointOption
                key={point.code}
                icon={MapPin}
                title={`${point.city}, ${point.address}`}
                details={[point.type === "POSTAMAT" ? t("checkout.parcel_locker") : "", point.name, point.work_time]}
                refusal={point.refusal}
                distanceM={distanceM}
                inputId={getInputId(point.code)}
                radioProps={getRadioProps(point.code)}
              />
            ))}
          </div>
        </div>
      </Choice>
    </div>
  );
}

const listClass = "rounded-md border border-line bg-surface";

const isCourierService = ({ type }: PickupPoint) => type === "COURIER";

function PickupPointSearchField({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const { t } = useAccountI18n();
  return (
    <label className="relative block min-w-0 flex-1 basis-60">
      <span className="sr-only">{t("checkout.pickup_point_search")}</span>
      <input
        type="search"
        value={query}
        onChange={(event) => onChange(event.target.value)}
        placeholder={t("checkout.pickup_point_search")}
        autoComplete="off"
        className="h-11 w-full rounded-md border border-line-strong bg-surface pr-4 pl-10 text-base text-ink"
      />
      <Search size={18} strokeWidth={1.5} aria-hidden className="absolute top-3 left-3 text-ink-3" />
    </label>
  );
}

type PickupPointOptionProps = {
  icon: typeof MapPin;
  title: string;
  /** Empty texts are left out. */
  details: readonly string[];
  /** Why it does not take the parcel; null if it does. */
  refusal: string | null;
  /** From the shopper, in meters; null if their location is unknown. */
  distanceM?: number | null;
  inputId: string;
  radioProps: ComponentProps<"input">;
};

function PickupPointOption(props: PickupPointOptionProps) {
  const { icon: Icon, title, details, refusal, distanceM = null, inputId, radioProps } = props;
  const { locale } = useAccountI18n();
  return (
    <label className="flex gap-3 border-b border-line p-3.5 text-sm last:border-b-0 not-has-disabled:cursor-pointer not-has-disabled:hover:bg-mist has-checked:bg-tokiwa-50 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus">
      <input type="radio" id={inputId} {...radioProps} disabled={refusal !== null} className="peer sr-only" />
      <Icon
        size={18}
        strokeWidth={1.5}
        aria-hidden
        className="mt-0.5 shrink-0 text-ink-3 peer-checked:text-tokiwa-700"
      />
      <span className="min-w-0 flex-1">
        <b className="block font-semibold break-words">{title}</b>
        <span className="text-ink-2">{details.filter(Boolean).join(". ")}</span>
        {refusal ? <span className="block text-beni-600">{refusal}</span> : null}
      </span>
      {distanceM === null ? null : <span className="num shrink-0 text-ink-2">{formatDistance(distanceM, locale)}</span>}
    </label>
  );
}

/** Adds the distance to each point; the nearest come first if the location of the shopper is known. */
function sortByDistance(points: readonly PickupPoint[], shopper: Location | null) {
  if (!shopper) return points.map((point) => ({ point, distanceM: null }));
  return points
    .map((point) => ({ point, distanceM: getDistance(shopper, point.location) }))
    .toSorted((one, other) => one.distanceM - other.distanceM);
}
