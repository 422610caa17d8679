import { withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { type PickupPointSource, getPickupPointSource } from "./sources.ts";
import { countOpenPoints, type PickupPointRow, replacePickupPoints } from "./sql.ts";
import { getRoutes } from "../shipping-methods.ts";

export type RefreshResult = { country: string; points: number; closed: number } | { country: string; error: string };

/** A smaller share of the previous points is treated as an error of the source. */
const MIN_SHARE = 0.5;

/**
 * Updates the pickup points of all countries that a method with pickup points serves, or of one country. The points of
 * a country are replaced in one transaction or, if the source fails or returns fewer than half of them, not at all.
 */
export async function refreshPoints(
  app: AppContext,
  onlyCountry?: string,
  source: PickupPointSource = getPickupPointSource(app),
): Promise<RefreshResult[]> {
  const routes = (await getRoutes(app.db)).filter((route) => route.needs_pickup_point && route.active);
  const results: RefreshResult[] = [];
  for (const { country, id } of routes) {
    if (onlyCountry !== undefined && country !== onlyCountry) continue;
    try {
      results.push({ country, ...(await replaceCountryPoints(app, id, country, await source.listPoints(country))) });
    } catch (error) {
      app.log.error(`the pickup points of ${country} could not be refreshed`, error);
      results.push({ country, error: error instanceof Error ? error.message : String(error) });
    }
  }
  return results;
}

async function replaceCountryPoints(
  { db, clock }: AppContext,
  methodId: number,
  country: string,
  points: readonly PickupPointRow[],
) {
  return withTransaction(db, async (tx) => {
    const openCount = await countOpenPoints(tx, methodId, country);
    if (points.length < openCount * MIN_SHARE)
      throw new Error(
        `${points.length} points of ${country} instead of ${openCount}: the response is probably incomplete`,
      );
    const closed = await replacePickupPoints(tx, { methodId, country, refreshedAt: clock.now() }, points);
    return { points: points.length, closed };
  });
}
