import type { PickupPoint } from "@furoshiki/api/delivery";
import { useEffect, useState } from "react";
import { type ShownCart, shownPoint, type ShownPoint } from "../cart/shown-cart.ts";
import { askApi } from "../lib/browser-api.ts";
import { useShop } from "../lib/shop.tsx";
import { pointsMatching } from "./points-matching.ts";

/** Pause after a letter before the shop is asked. */
const PAUSE_MS = 250;
/** The API looks for no less. */
const SHORTEST = 2;

type Found = { found: readonly ShownPoint[]; isAsking: boolean };

/**
 * Pick-up points that fit what was typed: until two letters those at hand, then all that the shop has in the country,
 * also those that do not take the parcel, with the reason.
 * While it is asked, and where it cannot be, the ones at hand are looked through.
 */
export function usePoints(
  atHand: readonly ShownPoint[],
  typed: string,
  { country, weightG, boxMm }: Pick<ShownCart, "country" | "weightG" | "boxMm">,
): Found {
  const shop = useShop();
  const sought = typed.trim();
  const [answer, setAnswer] = useState<{ of: string; points: readonly ShownPoint[] | null }>({ of: "", points: null });
  const box = boxMm?.join("x") ?? "";
  const isWanted = sought.length >= SHORTEST && country !== null;
  useEffect(() => {
    if (!isWanted) return;
    const gone = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({
        q: sought,
        country,
        weight_g: String(weightG),
        ...(box ? { box_mm: box } : {}),
      });
      void askApi<{ items: PickupPoint[] }>(shop, `/v1/cdek/points?${query}`, { signal: gone.signal }).then((list) => {
        if (!gone.signal.aborted) setAnswer({ of: sought, points: list?.items.map(shownPoint) ?? null });
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [shop, sought, country, weightG, box, isWanted]);
  if (isWanted && answer.of === sought && answer.points) return { found: answer.points, isAsking: false };
  return { found: pointsMatching(atHand, sought), isAsking: isWanted && answer.of !== sought };
}
