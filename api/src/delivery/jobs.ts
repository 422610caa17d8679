import type { AppContext } from "../platform/http/endpoint.ts";
import type { Job } from "../platform/jobs/job-queue.ts";
import { refreshPoints } from "./pickup-points/refresh.ts";

/**
 * Refreshes the pickup points of all countries, if there are CDEK credentials.
 * @throws Error if the points of a country could not be loaded, so that the job is retried; the other countries are
 * updated already
 */
async function refreshAllPoints(app: AppContext): Promise<void> {
  if (!app.config.cdek) return;
  const results = await refreshPoints(app);
  const failed = results.filter((one) => "error" in one);
  app.log.info("refreshed pickup points", { countries: results.length, failed: failed.length });
  if (failed.length > 0)
    throw new Error(`pickup points could not be refreshed: ${failed.map((one) => one.country).join(", ")}`);
}

export const jobs: readonly Job[] = [
  { name: "delivery.refresh_pickup_points", schedule: "40 2 * * *", work: refreshAllPoints },
];
