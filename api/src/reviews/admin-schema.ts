import { z } from "zod";
import { picture } from "../content/schema.ts";
import { fieldEdit, recordEdit } from "../platform/changes/schema.ts";
import { contentStatuses } from "./schema.ts";

export const MAX_ANSWER_LENGTH = 3000;
export const MAX_REASON_LENGTH = 500;
export const MAX_EXACT_COUNT = 10_000;

/** The refusals of moderation. */
export const refusals = {
  already_moderated: 409,
  review_changed: 409,
  review_not_published: 409,
  undo_email_sent: 409,
  reason_required: 422,
} as const;

const locale = z.enum(["ru-RU", "en-US"]);
const status = z.enum(contentStatuses);

/** The views of reviews and questions, in the order of their tabs. */
export const moderationViews = contentStatuses;

export const moderationListQuery = z.object({
  /** Pending content is listed oldest first, other content newest first. */
  view: z.enum(moderationViews).default("pending"),
  /** Only content in this language. */
  locale: locale.optional(),
  /** The cursor `next` of the previous page. Clients do not depend on its format. */
  after: z
    .string()
    .regex(/^\d{1,16}_\d{1,10}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type ModerationListQuery = z.infer<typeof moderationListQuery>;

/** The columns of an exported list of reviews or questions. */
export const contentExportColumns = ["number", "written", "author", "product", "text", "status"] as const;
export type ContentExportColumn = (typeof contentExportColumns)[number];

/** A part of a text, in UTF-16 code units, as `String.slice` takes them. */
const textRange = z.object({ kind: z.enum(["email", "phone", "url", "username"]), start: z.int(), end: z.int() });

const moderatedContent = z.object({
  id: z.int(),
  status,
  /** The language of the text. */
  locale,
  text: z.string(),
  /** Where the text contains contact data, which is not published. */
  contact_data: z.array(textRange),
  /** Words of medical claims, which must not be attributed to cosmetics. */
  medical_claims: z.array(textRange.omit({ kind: true })),
  /** The masked name of the author: "A. S••••". */
  author: z.string(),
  created_at: z.iso.datetime(),
  published_at: z.iso.datetime().nullable(),
  answered_at: z.iso.datetime().nullable(),
  reject_reason: z.string(),
  product: z.object({ id: z.int(), name: z.string(), reference: z.string(), image: picture.nullable() }),
  /** The author's latest order of the product that was paid; null without one. */
  purchase: z
    .object({
      /** Null for those who may not read orders. */
      order_id: z.int().nullable(),
      status: z.enum(["paid", "packing", "shipped", "delivered", "returned"]),
      delivered_at: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** How many other accounts have the author's address. */
  other_accounts: z.int(),
  /** How many reviews, or questions, the author had written before this one, by their present status. */
  earlier: z.object({ pending: z.int(), published: z.int(), rejected: z.int() }),
});

export const moderatedReview = moderatedContent
  .extend({
    rating: z.int().min(1).max(5),
    is_verified_purchase: z.boolean(),
    shop_answer: z.string(),
    photos: z.array(picture),
  })
  .meta({ id: "AdminReview" });
export type ModeratedReview = z.infer<typeof moderatedReview>;

export const moderatedQuestion = moderatedContent
  .extend({
    /** False if the author asked without their name. */
    is_public: z.boolean(),
    answer: z.string(),
  })
  .meta({ id: "AdminQuestion" });
export type ModeratedQuestion = z.infer<typeof moderatedQuestion>;

const moderationPage = z.object({
  /** The cursor of the next page; null on the last one. */
  next: z.string().nullable(),
  /** The number of items of each view; `is_exact` is false if there are more than `count`. */
  views: z.array(z.object({ key: z.enum(moderationViews), count: z.int(), is_exact: z.boolean() })),
  /** The number of items of the requested view by language. */
  languages: z.array(z.object({ locale, count: z.int(), is_exact: z.boolean() })),
  /** When the item that waits longest was written; null if none is pending. */
  oldest_pending_at: z.iso.datetime().nullable(),
});
export const moderatedReviewPage = moderationPage
  .extend({ items: z.array(moderatedReview) })
  .meta({ id: "AdminReviewPage" });
export type ModeratedReviewPage = z.infer<typeof moderatedReviewPage>;
export const moderatedQuestionPage = moderationPage
  .extend({ items: z.array(moderatedQuestion) })
  .meta({ id: "AdminQuestionPage" });
export type ModeratedQuestionPage = z.infer<typeof moderatedQuestionPage>;

/** Answered questions of the product and its category that resemble a question, in its language. */
export const similarQuestions = z
  .object({
    items: z.array(
      z.object({
        id: z.int(),
        text: z.string(),
        answer: z.string(),
        /** The name of another product of the category; null for the same product. */
        product: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "AdminSimilarQuestions" });
export type SimilarQuestions = z.infer<typeof similarQuestions>;

export const contentParams = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

const answer = z.string().trim().min(1, "required").max(MAX_ANSWER_LENGTH, "too_long");

/** Every decision names the status that the person saw. */
export const publishReviewRequest = z.strictObject({
  from: status,
  /** The `created_at` that the person saw: the author can change a review until it is published. */
  created_at: z.iso.datetime(),
  /** The shop's answer, which is published with the review. */
  answer: answer.optional(),
});
export const publishQuestionRequest = z.strictObject({ from: status });
export const rejectRequest = z.strictObject({
  from: status,
  /** Sent to the author, in the language of the text. An empty one is refused with `reason_required`. */
  reason: z.string().trim().max(MAX_REASON_LENGTH, "too_long").default(""),
});
const answerEdit = z.strictObject({ from: z.string(), to: answer });
export const answerReviewRequest = z.strictObject({ changes: z.strictObject({ shop_answer: answerEdit }) });
export const answerQuestionRequest = z.strictObject({
  from: status,
  changes: z.strictObject({ answer: answerEdit }),
});

const time = z.coerce.date().nullable();
const restoredFields = {
  status: fieldEdit(status),
  reject_reason: fieldEdit(z.string()),
  answered_at: fieldEdit(time),
  published_at: fieldEdit(time),
};
/** The key of the email and notification that the decision sent to the author. */
const notification_key = z.string();
/** Undoes a decision about a review: restores its fields and withdraws the email and notification. */
export const restoreReviewRequest = recordEdit({
  ...restoredFields,
  shop_answer: fieldEdit(z.string()),
  is_verified_purchase: fieldEdit(z.boolean()),
}).extend({ notification_key });
/** Undoes a decision about a question. */
export const restoreQuestionRequest = recordEdit({ ...restoredFields, answer: fieldEdit(z.string()) }).extend({
  notification_key,
});

export const moderationResult = z
  .object({
    status,
    /** How the author is notified; null if nothing was changed, or after undo. */
    notification: z
      .object({
        key: z.string(),
        /** When the email is sent; until then the decision can be undone. Null if the author gets none. */
        email_at: z.iso.datetime().nullable(),
      })
      .nullable(),
  })
  .meta({ id: "ModerationResult" });
export type ModerationResult = z.infer<typeof moderationResult>;
