import type { House } from "../platform/http.ts";
import type { Job } from "../platform/jobs.ts";
import { refreshPoints } from "./refresh-points.ts";

/** Fails, to be tried again, where the points of a country could not be had; the others are fresh by then. */
async function refreshAllPoints(house: House): Promise<void> {
  if (!house.config.cdek) return;
  const done = await refreshPoints(house);
  const failed = done.filter((one) => "error" in one);
  house.log.info("refreshed pick-up points", { countries: done.length, failed: failed.length });
  if (failed.length > 0) throw new Error(`no fresh points of ${failed.map((one) => one.country).join(", ")}`);
}

export const jobs: readonly Job[] = [
  { name: "delivery.refresh_points", schedule: "40 2 * * *", work: refreshAllPoints },
];
