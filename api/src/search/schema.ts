import { z } from "zod";
import { card } from "../catalogue/schema.ts";

/** Suggestions begin where a search does (spec §5). */
/** A longer beginning of a query is cut, as the query itself is. */
const MOST_LETTERS = 200;
export const suggestQuery = z.object({
  q: z
    .string()
    .trim()
    .min(3)
    .transform((q) => q.slice(0, MOST_LETTERS)),
});
const suggestedPlace = z.object({ id: z.int(), name: z.string(), link_rewrite: z.string(), count: z.int() });
export const suggestions = z
  .object({
    products: z.array(card),
    categories: z.array(suggestedPlace),
    manufacturers: z.array(suggestedPlace),
    /** Whole queries that begin like what was typed, the most promising first. */
    queries: z.array(z.string()),
    corrected: z.object({ from: z.string(), to: z.string() }).optional(),
  })
  .meta({ id: "Suggestions" });
export type Suggestions = z.infer<typeof suggestions>;
