import { z } from "zod";
import { productCard } from "../catalog/schema.ts";

/** Longer input is truncated, like search queries. */
const MAX_QUERY_LENGTH = 200;
export const suggestQuery = z.object({
  q: z
    .string()
    .trim()
    .min(3)
    .transform((q) => q.slice(0, MAX_QUERY_LENGTH)),
});
const suggestedLink = z.object({ id: z.int(), name: z.string(), link_rewrite: z.string(), count: z.int() });
export const suggestions = z
  .object({
    products: z.array(productCard),
    categories: z.array(suggestedLink),
    manufacturers: z.array(suggestedLink),
    /** Complete queries that begin with the input, the most popular first. */
    queries: z.array(z.string()),
    corrected: z.object({ from: z.string(), to: z.string() }).optional(),
  })
  .meta({ id: "Suggestions" });
export type Suggestions = z.infer<typeof suggestions>;
