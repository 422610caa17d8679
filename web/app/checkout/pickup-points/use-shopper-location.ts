import { useState } from "react";
import type { Location } from "./map-projection.ts";

/** Where the shopper is: not asked for, being determined, known, or refused by the shopper or their device. */
export type ShopperLocation =
  | { state: "unknown" | "loading" | "refused"; location: null }
  | { state: "known"; location: Location };

const TIMEOUT_MS = 10_000;
/** A position of this age, in milliseconds, is as good as a new one. */
const MAX_AGE_MS = 300_000;

/** Asks the browser for the location, only when `request` is called. The location stays in the browser. */
export function useShopperLocation(): { shopper: ShopperLocation; request: () => void } {
  const [shopper, setShopper] = useState<ShopperLocation>({ state: "unknown", location: null });
  const refuse = () => setShopper({ state: "refused", location: null });
  const request = () => {
    if (!("geolocation" in navigator)) {
      refuse();
      return;
    }
    setShopper({ state: "loading", location: null });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => setShopper({ state: "known", location: { lat: coords.latitude, lon: coords.longitude } }),
      refuse,
      { timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
    );
  };
  return { shopper, request };
}
