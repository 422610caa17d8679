import { z } from "zod";
import { productCard, productList } from "../catalog/schema.ts";
import { picture } from "../content/schema.ts";

/** A page of the shop that answers a search, besides products. */
export const searchAnswer = z
  .object({
    kind: z.enum(["page", "post", "brand", "ingredient"]),
    title: z.string(),
    summary: z.string().nullable(),
    /** The path of the page without locale prefix. */
    path: z.string(),
    /** The cover of a post. */
    image: picture.nullable(),
    /** The reading time of a post in minutes. */
    minutes: z.int().nullable(),
    /** The number of products of a brand. */
    count: z.int().nullable(),
  })
  .meta({ id: "SearchAnswer" });
export type SearchAnswer = z.infer<typeof searchAnswer>;

/** A page of all products, or of those that a search found. */
export const searchResults = productList
  .extend({
    /** The query as written and the corrected query that was searched for. */
    corrected: z.object({ from: z.string(), to: z.string() }).optional(),
    /** Words of the query that were ignored because no product matches all words together. */
    dropped: z.array(z.string()).optional(),
    /**
     * What the query excluded ("без фтора"), the number of products that were left out because of it, and the query
     * that finds them too.
     */
    excluded: z.object({ words: z.array(z.string()), count: z.int(), query: z.string() }).optional(),
    /** If nothing was found: alternative queries. */
    close: z.array(z.string()).optional(),
    /** On the first page of a search: the pages of the shop that answer it, the best first. */
    answers: z.array(searchAnswer).optional(),
  })
  .meta({ id: "ProductList" });
export type SearchResults = z.infer<typeof searchResults>;

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
    /** Information pages, articles and ingredients that answer the input, the best first. */
    answers: z.array(searchAnswer),
    corrected: z.object({ from: z.string(), to: z.string() }).optional(),
  })
  .meta({ id: "Suggestions" });
export type Suggestions = z.infer<typeof suggestions>;

/** What the search shows before anything is typed. */
export const initialSuggestions = z
  .object({
    /** Queries that several people searched for, the most popular first. */
    queries: z.array(z.string()),
    categories: z.array(suggestedLink.extend({ cloth: z.string(), image: picture.nullable() })),
    /** Information pages that help with an order. */
    pages: z.array(z.object({ title: z.string(), path: z.string() })),
  })
  .meta({ id: "InitialSuggestions" });
export type InitialSuggestions = z.infer<typeof initialSuggestions>;
