import type { Job } from "../platform/jobs/job-queue.ts";
import { deleteUnusedReturnPhotos } from "./photos.ts";

export const jobs: readonly Job[] = [
  {
    name: "returns.delete_unused_photos",
    schedule: "27 * * * *",
    work: async (app) => void (await deleteUnusedReturnPhotos(app)),
  },
];
