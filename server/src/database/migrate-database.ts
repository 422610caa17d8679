import type { Config } from "../../../api/src/platform/config.ts";
import { setUpJobQueues } from "../../../api/src/platform/jobs/job-queue.ts";
import { openAppContext } from "../app-context.ts";
import { jobs } from "../roles/jobs.ts";

/**
 * Migrates the tables and job queues.
 * @returns the names of the migrations that were applied.
 */
export async function migrateDatabase(config: Config): Promise<string[]> {
  const { app, applied, close } = await openAppContext(config);
  try {
    await setUpJobQueues(app.db, jobs);
    return applied;
  } finally {
    await close();
  }
}
