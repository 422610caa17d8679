import { withTransaction } from "../platform/db.ts";
import type { House } from "../platform/http.ts";
import { type PickupPoints, pickupPointsOf } from "./pickup-points.ts";
import { countOpenPoints, type PointRow, replacePoints } from "./points-sql.ts";
import { everyRoute } from "./methods.ts";

export type Refreshed = { country: string; points: number; closed: number } | { country: string; error: string };

/** Fewer than this share of the points of before are taken for a fault of the source. */
const LEAST_SHARE = 0.5;

/**
 * Brings the points of every country up to date that a method with points goes to, or of one. A country's points change
 * all together or, where its source fails or suddenly names less than half of them, not at all.
 */
export async function refreshPoints(
  house: House,
  only?: string,
  source: PickupPoints = pickupPointsOf(house),
): Promise<Refreshed[]> {
  const routes = (await everyRoute(house.db)).filter((route) => route.needs_point && route.active);
  const done: Refreshed[] = [];
  for (const { country, id } of routes) {
    if (only !== undefined && country !== only) continue;
    try {
      done.push({ country, ...(await replaceIn(house, id, country, await source.pointsOf(country))) });
    } catch (error) {
      house.log.error(`the pick-up points of ${country} stay as they were`, error);
      done.push({ country, error: error instanceof Error ? error.message : String(error) });
    }
  }
  return done;
}

async function replaceIn({ db, clock }: House, methodId: number, country: string, fresh: readonly PointRow[]) {
  return withTransaction(db, async (tx) => {
    const open = await countOpenPoints(tx, methodId, country);
    if (fresh.length < open * LEAST_SHARE)
      throw new Error(`${fresh.length} points of ${country} instead of ${open}: that is a fault, not a change`);
    const closed = await replacePoints(tx, { methodId, country, at: clock.now() }, fresh);
    return { points: fresh.length, closed };
  });
}
