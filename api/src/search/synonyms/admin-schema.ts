import { z } from "zod";
import { locales } from "../../platform/i18n/locale.ts";

/** The refusals of changes of synonyms. */
export const refusals = {
  synonym_exists: 409,
  synonym_not_found: 404,
  synonym_of_itself: 422,
} as const;

const phrase = z
  .string()
  .trim()
  .min(1, "required")
  .max(100, "too_long")
  .transform((text) => text.toLowerCase());

/** A term that shoppers use (`word`), and the term of the store for the same thing; both may have several words. */
export const synonym = z.strictObject({ word: phrase, synonym: phrase }).meta({ id: "SearchSynonym" });
export type Synonym = z.infer<typeof synonym>;

export const synonymListQuery = z.object({
  /** A part of either term. */
  q: z.string().trim().min(1).max(100).optional(),
});

export const synonymList = z
  .object({
    items: z.array(z.object({ word: z.string(), synonym: z.string() })),
    /** How many synonyms there are in all. */
    total: z.int(),
    /** Whether there are more than are listed. */
    has_more: z.boolean(),
    /** What shoppers searched for several times in the last 30 days without finding anything; most often first. */
    unanswered: z.array(z.object({ query: z.string(), locale: z.enum(locales), searches: z.int() })),
  })
  .meta({ id: "SearchSynonymList" });
export type SynonymList = z.infer<typeof synonymList>;
