import type { Job } from "../platform/jobs.ts";
import { sweepPhotos } from "./photos.ts";

export const jobs: readonly Job[] = [
  { name: "reviews.sweep_photos", schedule: "17 * * * *", work: async (house) => void (await sweepPhotos(house)) },
];
