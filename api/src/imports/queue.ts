import { z } from "zod";
import type { Queue } from "../platform/jobs/job-queue.ts";

/** The steps of imports that wait for the worker. */
export const importQueue: Queue<{ importId: number }> = {
  name: "imports.run",
  payload: z.object({ importId: z.int() }),
};
