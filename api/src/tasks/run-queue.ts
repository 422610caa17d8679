import { z } from "zod";
import type { Queue } from "../platform/jobs/job-queue.ts";

/** The tasks that wait for the worker. */
export const taskQueue: Queue<{ taskId: number }> = { name: "tasks.run", payload: z.object({ taskId: z.int() }) };
