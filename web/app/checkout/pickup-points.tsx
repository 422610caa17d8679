import { MapPin, Search } from "lucide-react";
import { useState } from "react";
import type { ShownCart, ShownPoint } from "../cart/shown-cart.ts";
import { useShop } from "../lib/shop.tsx";
import { Button } from "../ui/button.tsx";
import { Choice } from "./choice.tsx";
import { useChoice } from "./use-choice.ts";
import { usePoints } from "./use-points.ts";

type PickupPointsProps = {
  /** Those around the address. */
  points: readonly ShownPoint[];
  chosen: ShownCart["point"];
  parcel: Pick<ShownCart, "country" | "weightG" | "boxMm">;
};

/** The chosen pick-up point, or the list to choose from, with a search in it. */
export function PickupPoints({ points, chosen, parcel }: PickupPointsProps) {
  const { t } = useShop();
  const [changing, setChanging] = useState(false);
  const current = points.find((point) => point.code === chosen?.code);
  if (chosen && !changing) {
    return (
      <div className="px-4 pb-4 lg:pl-12">
        <div className="flex flex-wrap items-start justify-between gap-3 rounded-md border border-line bg-surface p-3.5">
          <div className="min-w-0 text-sm">
            <b className="font-semibold break-words">{`${chosen.city}, ${chosen.address}`}</b>
            <p className="text-ink-2">{[chosen.name, current?.hours].filter(Boolean).join(". ")}</p>
          </div>
          <Button kind="outline" size="sm" onClick={() => setChanging(true)} className="scriptless:hidden">
            {t("checkout.other_point")}
          </Button>
        </div>
        <div className="hidden scriptless:block">
          <PointList points={points} chosen={chosen} parcel={parcel} onChosen={() => undefined} />
        </div>
      </div>
    );
  }
  return (
    <div className="px-4 pb-4 lg:pl-12">
      <PointList points={points} chosen={chosen} parcel={parcel} onChosen={() => setChanging(false)} />
    </div>
  );
}

function PointList({ points, chosen, parcel, onChosen }: PickupPointsProps & { onChosen: () => void }) {
  const { t } = useShop();
  const { choose, radio, trouble } = useChoice("point", chosen?.code ?? null);
  const [sought, setSought] = useState("");
  const { found, isAsking } = usePoints(points, sought, parcel);
  return (
    <>
      <p className="text-sm font-medium">{t("checkout.choose_point")}</p>
      <label className="relative mt-2 block scriptless:hidden">
        <span className="sr-only">{t("checkout.point_search")}</span>
        <input
          type="search"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          placeholder={t("checkout.point_search")}
          autoComplete="off"
          className="h-11 w-full rounded-md border border-line-strong bg-surface pr-4 pl-10 text-base text-ink"
        />
        <Search size={18} strokeWidth={1.5} aria-hidden className="absolute top-3 left-3 text-ink-3" />
      </label>
      <p role="status" className="mt-2 text-xs text-ink-2">
        {isAsking ? t("checkout.points_asking") : t("checkout.points_found", { count: found.length })}
      </p>
      <Choice
        intent="point"
        legend={t("checkout.choose_point")}
        trouble={trouble}
        className="max-h-80 overflow-y-auto rounded-md border border-line bg-surface empty:hidden"
      >
        {found.map((point) => (
          <label
            key={point.code}
            className="flex gap-3 border-b border-line p-3.5 text-sm last:border-b-0 not-has-disabled:cursor-pointer not-has-disabled:hover:bg-mist has-checked:bg-tokiwa-50 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              {...radio(point.code)}
              disabled={point.refusal !== null}
              onChange={() => {
                choose(point.code);
                onChosen();
              }}
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
              <span className="text-ink-2">{pointText(point, t)}</span>
              {point.refusal ? <span className="block text-beni-600">{point.refusal}</span> : null}
            </span>
          </label>
        ))}
      </Choice>
    </>
  );
}

function pointText(point: ShownPoint, t: ReturnType<typeof useShop>["t"]): string {
  const kind = point.type === "POSTAMAT" ? t("checkout.parcel_locker") : null;
  return [kind, point.name, point.hours].filter(Boolean).join(". ");
}
