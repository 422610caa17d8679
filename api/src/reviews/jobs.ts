import type { Job } from "../platform/jobs/job-queue.ts";
import { deleteUnusedPhotos } from "./photos.ts";

export const jobs: readonly Job[] = [
  {
    name: "reviews.delete_unused_photos",
    schedule: "17 * * * *",
    work: async (app) => void (await deleteUnusedPhotos(app)),
  },
];
