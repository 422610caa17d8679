import { z } from "zod";

export const review = z
  .object({
    id: z.int(),
    author: z.string(),
    rating: z.int().min(1).max(5),
    text: z.string(),
    locale: z.enum(["ru-RU", "en-US"]),
    bought: z.boolean(),
    helpful: z.int(),
    created_at: z.iso.datetime(),
    shop_answer: z.string(),
  })
  .meta({ id: "Review" });
export type Review = z.infer<typeof review>;

export const reviewsQuery = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  per_page: z.coerce.number().int().min(1).max(96).default(10),
});

export const reviewList = z
  .object({
    items: z.array(review),
    total: z.int(),
    page: z.int(),
    per_page: z.int(),
    average: z.number(),
    count: z.int(),
    /** Counts of 1 to 5 stars. */
    histogram: z.array(z.int()).length(5),
  })
  .meta({ id: "ReviewList" });
export type ReviewList = z.infer<typeof reviewList>;
