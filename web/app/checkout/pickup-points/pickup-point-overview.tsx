import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Map as MapIcon } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { useRootData } from "../../store-config/root-data.ts";
import type { PickupPointPins } from "./pickup-point-pin.tsx";
import { PickupPointPlan } from "./pickup-point-plan.tsx";

const PickupPointMap = lazy(async () => ({ default: (await import("./pickup-point-map.tsx")).PickupPointMap }));

/** More pins would hide each other. */
const MAX_PINS = 40;

/**
 * Shows where pickup points lie: on a plan without streets, and on a map if the store has one. The map is loaded when the
 * shopper asks for it, since its tiles come from a third party.
 */
export function PickupPointOverview({ points, ...pins }: PickupPointPins) {
  const { t } = useAccountI18n();
  const map = useRootData()?.config.pickup_map;
  const [state, setState] = useState<"plan" | "map" | "failed">("plan");
  const shown = points.slice(0, MAX_PINS);
  const plan = <PickupPointPlan points={shown} {...pins} />;
  if (map && state === "map")
    return (
      <Suspense fallback={plan}>
        <PickupPointMap points={shown} {...pins} styleUrl={map.style} onFailed={() => setState("failed")} />
      </Suspense>
    );
  return (
    <div className="grid gap-2">
      {plan}
      {map && state === "plan" ? (
        <Button
          kind="outline"
          size="sm"
          icon={<MapIcon size={18} strokeWidth={1.5} aria-hidden />}
          onClick={() => setState("map")}
          className="w-fit scriptless:hidden"
        >
          {t("checkout.map_show")}
        </Button>
      ) : null}
      {state === "failed" ? (
        <p role="status" className="text-xs text-ink-2">
          {t("checkout.map_failed")}
        </p>
      ) : null}
    </div>
  );
}
