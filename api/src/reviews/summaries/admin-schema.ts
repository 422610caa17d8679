import { z } from "zod";
import { fieldEdit, recordEdit } from "../../platform/changes/schema.ts";
import { contentParams } from "../admin-schema.ts";

export const MAX_SENTENCE_LENGTH = 300;

/** The refusals of changes of summaries. */
export const refusals = {
  summary_incomplete: 422,
  summary_without_reviews: 409,
} as const;

/** The product and the language of the shoppers who read the summary. */
export const summaryParams = contentParams.extend({ locale: z.enum(["ru-RU", "en-US"]) });
export type SummaryParams = z.output<typeof summaryParams>;

/** A product's summary of reviews in one language, and what staff need to write it. */
export const summaryPage = z
  .object({
    product: z.object({ id: z.int(), name: z.string(), reviews_count: z.int() }),
    /** The page of its reviews in the store. */
    reviews_url: z.url(),
    /** Frequent words of the reviews in the language. */
    words: z.array(z.object({ word: z.string(), count: z.int() })),
    /** Empty sentences if there is no summary. */
    praise: z.string(),
    criticism: z.string(),
    /** How many published reviews the product had when staff checked the summary. */
    reviews_count: z.int().nullable(),
    checked_at: z.iso.datetime().nullable(),
    /** Until when the summary is shown; null if there is none. */
    shown_until: z.iso.datetime().nullable(),
  })
  .meta({ id: "ReviewSummaryPage" });
export type SummaryPage = z.infer<typeof summaryPage>;

const sentence = z.string().trim().max(MAX_SENTENCE_LENGTH, "too_long");

/**
 * A change of the sentences; without changes the summary is only marked as checked. Both empty sentences delete it. One
 * alone is refused with `summary_incomplete`.
 */
export const saveSummaryRequest = z
  .strictObject({ changes: z.strictObject({ praise: fieldEdit(sentence), criticism: fieldEdit(sentence) }) })
  .meta({ id: "SaveReviewSummaryRequest" });

/** Undoes a change: restores the sentences and when they were checked. */
export const restoreSummaryRequest = recordEdit({
  praise: fieldEdit(sentence),
  criticism: fieldEdit(sentence),
  reviews_count: fieldEdit(z.int().positive().nullable()),
  checked_at: fieldEdit(z.coerce.date().nullable()),
});

export const savedSummary = z.object({ checked_at: z.iso.datetime().nullable() }).meta({ id: "SavedReviewSummary" });
