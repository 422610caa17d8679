import { createJob, type Job } from "../platform/jobs/job-queue.ts";
import { RESULT_DAYS } from "./admin-schema.ts";
import { taskQueue } from "./run-queue.ts";
import { runTask, type TaskRegistry } from "./run-task.ts";
import { deleteItemsBefore } from "./sql.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const BATCH_SIZE = 5000;
/** Longer than a job executes chunks; after that, another worker continues the task of one that died. */
const EXPIRES_SECONDS = 90;

/** Creates the jobs that execute tasks, and that delete their items 30 days after their end. */
export function createTaskJobs(registry: TaskRegistry): readonly Job[] {
  return [
    {
      ...createJob(taskQueue, async (app, { taskId }) => runTask(app, registry, taskId)),
      expiresSeconds: EXPIRES_SECONDS,
    },
    {
      name: "tasks.delete_expired_items",
      schedule: "37 3 * * *",
      work: async ({ db, clock }) => {
        const before = new Date(clock.now().getTime() - RESULT_DAYS * DAY_MS);
        while ((await deleteItemsBefore(db, before, BATCH_SIZE)) === BATCH_SIZE);
      },
    },
  ];
}
