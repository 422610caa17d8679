import { z } from "zod";
import { picture } from "../content/schema.ts";
import { photoRefusals } from "../platform/media/schema.ts";

export const MAX_PHOTOS = 4;
export const PHOTOS_PATH = "/user/photos";

const contentLocale = z.enum(["ru-RU", "en-US"]);
export const contentStatuses = ["pending", "published", "rejected"] as const;
export type ContentStatus = (typeof contentStatuses)[number];
const status = z.enum(contentStatuses);

/** What authors can tell about themselves, which is shown under their name. */
export const authorAges = ["18-24", "25-34", "35-44", "45-54", "55+"] as const;
export type AuthorAge = (typeof authorAges)[number];
export const authorSkins = ["normal", "dry", "oily", "combination", "sensitive", "mature"] as const;
export type AuthorSkin = (typeof authorSkins)[number];
/** Null if the author did not tell. */
const authorDetails = { age: z.enum(authorAges).nullable(), skin: z.enum(authorSkins).nullable() };

/** A photo uploaded by a customer, to be referenced in their review. */
export const photo = picture.extend({ id: z.int() }).meta({ id: "ReviewPhoto" });
export type Photo = z.infer<typeof photo>;

export const review = z
  .object({
    id: z.int(),
    author: z.string(),
    ...authorDetails,
    rating: z.int().min(1).max(5),
    text: z.string(),
    /** The language of the review. */
    locale: contentLocale,
    bought: z.boolean(),
    helpful: z.int(),
    /** Whether the requesting customer voted it helpful. */
    voted: z.boolean(),
    created_at: z.iso.datetime(),
    shop_answer: z.string(),
    photos: z.array(picture),
  })
  .meta({ id: "Review" });
export type Review = z.infer<typeof review>;

/** A review as its author sees it, published or not. */
export const ownReview = z
  .object({
    id: z.int(),
    rating: z.int().min(1).max(5),
    text: z.string(),
    locale: contentLocale,
    ...authorDetails,
    status,
    reject_reason: z.string(),
    bought: z.boolean(),
    helpful: z.int(),
    created_at: z.iso.datetime(),
    shop_answer: z.string(),
    photos: z.array(photo),
  })
  .meta({ id: "OwnReview" });
export type OwnReview = z.infer<typeof ownReview>;

/** Groups of ratings: 4 and 5 stars, and 1 to 3 stars. */
export const ratingGroups = ["good", "fair"] as const;
export type RatingGroup = (typeof ratingGroups)[number];

export const reviewSorts = ["new", "helpful", "high", "low"] as const;
export type ReviewSort = (typeof reviewSorts)[number];

const page = z.coerce.number().int().min(1).max(10_000).default(1);
const perPage = z.coerce.number().int().min(1).max(96).default(10);

export const reviewsQuery = z.object({
  page,
  per_page: perPage,
  sort: z.enum(reviewSorts).default("new"),
  /** Only reviews with this number of stars. */
  stars: z.coerce.number().int().min(1).max(5).optional(),
  /** Only reviews of this group of ratings. */
  group: z.enum(ratingGroups).optional(),
  /** Only reviews with photos. */
  photos: z.literal("1").optional(),
  /** Only reviews in the language of the request that contain this word in any form. */
  word: z.string().trim().toLowerCase().min(3).max(30).optional(),
});
export type ReviewsQuery = z.infer<typeof reviewsQuery>;

/** A merit and a fault, from how many reviews, and when staff checked it last. */
export const reviewSummary = z
  .object({ praise: z.string(), criticism: z.string(), reviews_count: z.int(), checked_at: z.iso.datetime() })
  .meta({ id: "ReviewSummary" });
export type ReviewSummary = z.infer<typeof reviewSummary>;

export const reviewList = z
  .object({
    items: z.array(review),
    /** Number of reviews that match the filter; `count` is the number of all reviews. */
    total: z.int(),
    page: z.int(),
    per_page: z.int(),
    average: z.number(),
    count: z.int(),
    /** Number of reviews with 1 to 5 stars. */
    histogram: z.array(z.int()).length(5),
    /** Number of reviews with photos, number of their photos, and the photos of the newest of them. */
    with_photos: z.int(),
    photos_count: z.int(),
    photos: z.array(picture),
    /** Frequent words in the language of the request, and how many reviews in this language contain each. */
    words: z.array(z.object({ word: z.string(), count: z.int() })),
    /** What is often said, as staff have summed it up in the language of the request. */
    summary: reviewSummary.nullable(),
    /** The requesting customer's own review while it is not published. */
    own: ownReview.nullable(),
  })
  .meta({ id: "ReviewList" });
export type ReviewList = z.infer<typeof reviewList>;

/** A rating is mandatory. See docs/domain/reviews.md. */
const rating = z
  .number({ error: "rating_required" })
  .int("rating_required")
  .min(1, "rating_required")
  .max(5, "rating_required");

export const newReview = z.object({
  rating,
  text: z.string().trim().max(3000, "too_long").default(""),
  /** Ids of photos that were uploaded before. */
  photos: z.array(z.int().positive()).max(MAX_PHOTOS, "too_many_photos").default([]),
  age: authorDetails.age.default(null),
  skin: authorDetails.skin.default(null),
});
export type NewReview = z.infer<typeof newReview>;

export const helpfulCount = z.object({ helpful: z.int(), voted: z.boolean() }).meta({ id: "HelpfulCount" });
export type HelpfulCount = z.infer<typeof helpfulCount>;

export const question = z
  .object({
    id: z.int(),
    /** Null if the question was asked anonymously. */
    author: z.string().nullable(),
    text: z.string(),
    locale: contentLocale,
    created_at: z.iso.datetime(),
    answer: z.string(),
  })
  .meta({ id: "Question" });
export type Question = z.infer<typeof question>;

export const ownQuestion = z
  .object({
    id: z.int(),
    text: z.string(),
    locale: contentLocale,
    is_public: z.boolean(),
    status,
    reject_reason: z.string(),
    created_at: z.iso.datetime(),
    answer: z.string(),
  })
  .meta({ id: "OwnQuestion" });
export type OwnQuestion = z.infer<typeof ownQuestion>;

export const questionsQuery = z.object({ page, per_page: perPage });

export const questionList = z
  .object({
    items: z.array(question),
    total: z.int(),
    page: z.int(),
    per_page: z.int(),
    /** The requesting customer's own unpublished questions, newest first. */
    own: z.array(ownQuestion),
  })
  .meta({ id: "QuestionList" });
export type QuestionList = z.infer<typeof questionList>;

/** The length is also limited by the settings `questions.min_length` and `questions.max_length`. */
export const newQuestion = z.object({
  text: z.string().trim().max(1000, "too_long"),
  is_public: z.boolean().default(true),
  /** Whether to send an email when the question is answered. */
  notify: z.boolean().default(true),
});
export type NewQuestion = z.infer<typeof newQuestion>;

export const similarQuery = z.object({ q: z.string().trim().min(3, "too_short").max(1000, "too_long") });
export const similarQuestions = z
  .object({
    items: z.array(
      z.object({
        id: z.int(),
        text: z.string(),
        answer: z.string(),
        /** Another product of the same category; null for the requested product. */
        product: z.object({ name: z.string(), link_rewrite: z.string() }).nullable(),
      }),
    ),
  })
  .meta({ id: "SimilarQuestions" });
export type SimilarQuestions = z.infer<typeof similarQuestions>;

const productSummary = z.object({ id: z.int(), name: z.string(), link_rewrite: z.string().nullable(), image: picture });

export const userReviews = z
  .object({
    items: z.array(ownReview.extend({ product: productSummary })),
    total: z.int(),
    page: z.int(),
    per_page: z.int(),
    questions: z.array(ownQuestion.extend({ product: productSummary })),
    /** Delivered products that the customer has not reviewed, newest first. */
    unrated: z.array(productSummary),
  })
  .meta({ id: "UserReviews" });
export type UserReviews = z.infer<typeof userReviews>;

export const refusals = {
  product_not_found: 404,
  review_not_found: 404,
  question_not_found: 404,
  review_published: 409,
  review_own: 409,
  ...photoRefusals,
} as const;
