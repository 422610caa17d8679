import type { Job } from "../platform/jobs/job-queue.ts";
import { deleteUnusedImages } from "./pictures/delete-unused-images.ts";
import { deleteExpiredPreviews } from "./previews/sql.ts";

export const jobs: readonly Job[] = [
  {
    name: "catalog_admin.delete_unused_images",
    schedule: "23 * * * *",
    work: async (app) => void (await deleteUnusedImages(app)),
  },
  {
    name: "catalog_admin.delete_expired_previews",
    schedule: "53 * * * *",
    work: async ({ db, clock }) => deleteExpiredPreviews(db, clock.now()),
  },
];
