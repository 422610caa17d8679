import type { Job } from "../platform/jobs/job-queue.ts";
import { deleteUnusedPhotos } from "./photos.ts";
import { countReviewWords } from "./words/count-words.ts";

export const jobs: readonly Job[] = [
  {
    name: "reviews.delete_unused_photos",
    schedule: "17 * * * *",
    work: async (app) => void (await deleteUnusedPhotos(app)),
  },
  {
    name: "reviews.count_words",
    schedule: "* * * * *",
    isLowPriority: true,
    work: async (app) => void (await countReviewWords(app)),
  },
];
