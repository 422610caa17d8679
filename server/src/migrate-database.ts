import type { Config } from "../../api/src/platform/config.ts";
import { prepareJobs } from "../../api/src/platform/jobs.ts";
import { openHouse } from "./house.ts";
import { jobs } from "./jobs.ts";

/** Brings the tables and the queues of jobs up to date, and ends. @returns the names of the migrations applied now. */
export async function migrateDatabase(config: Config): Promise<string[]> {
  const { house, applied, close } = await openHouse(config);
  try {
    await prepareJobs(house.db, jobs);
    return applied;
  } finally {
    await close();
  }
}
