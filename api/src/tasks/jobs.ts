import { createJob, type Job, queueJob } from "../platform/jobs/job-queue.ts";
import { RESULT_DAYS } from "./admin-schema.ts";
import { taskQueue } from "./run-queue.ts";
import { runTask, type TaskRegistry } from "./run-task.ts";
import { deleteItemsBefore, listOverdueTasks } from "./sql.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const BATCH_SIZE = 5000;
/** How long after its time a planned task is queued again. */
const OVERDUE_MS = 60_000;
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
      // A backup has planned tasks without the jobs that were queued for them.
      name: "tasks.start_overdue",
      schedule: "* * * * *",
      work: async (app) => {
        const before = new Date(app.clock.now().getTime() - OVERDUE_MS);
        for (const taskId of await listOverdueTasks(app.db, before)) await queueJob(app.db, taskQueue, { taskId });
      },
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
