import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Map as MapIcon } from "lucide-react";
import { useState } from "react";
import { loadOptionalModule } from "../../errors/chunk-reload.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { useRootData } from "../../store-config/root-data.ts";
import type { PickupPointMap } from "./pickup-point-map.tsx";
import type { PickupPointPins } from "./pickup-point-pin.tsx";
import { PickupPointPlan } from "./pickup-point-plan.tsx";

/** More pins would hide each other. */
const MAX_PINS = 40;

/**
 * Shows where pickup points lie: on a plan without streets, and on a map if the store has one. The map is loaded when the
 * shopper asks for it, since its tiles come from a third party.
 */
export function PickupPointOverview({ points, ...pins }: PickupPointPins) {
  const { t } = useAccountI18n();
  const map = useRootData()?.config.pickup_map;
  const [state, setState] = useState<"plan" | "loading" | "map" | "failed">("plan");
  const [MapComponent, setMapComponent] = useState<typeof PickupPointMap | null>(null);
  const openMap = async () => {
    setState("loading");
    const loaded = await loadOptionalModule(() => import("./pickup-point-map.tsx"));
    if (loaded) setMapComponent(() => loaded.PickupPointMap);
    setState(loaded ? "map" : "failed");
  };
  const shown = points.slice(0, MAX_PINS);
  if (map && MapComponent && state === "map")
    return <MapComponent points={shown} {...pins} styleUrl={map.style} onFailed={() => setState("failed")} />;
  return (
    <div className="grid gap-2">
      <PickupPointPlan points={shown} {...pins} />
      {map ? (
        <Button
          kind="outline"
          size="sm"
          icon={<MapIcon size={18} strokeWidth={1.5} aria-hidden />}
          onClick={() => void openMap()}
          busy={state === "loading"}
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
