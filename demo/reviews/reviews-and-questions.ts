import { getPopularity, getDaysSincePublished } from "../products/plan-products.ts";
import questions from "../data/questions.json" with { type: "json" };
import words from "../data/review-texts.json" with { type: "json" };
import { drawAuthorDetails, planSummaries } from "./summaries.ts";
import { type Person, drawSignature } from "../customers/people.ts";
import { type Picture, planReviewPhoto } from "../products/pictures.ts";
import { DAY_MS, HOUR_MS, type Product } from "../products/product.ts";
import { createRandom, type Random } from "../random.ts";
import { buildReviewText, type Sentence } from "./review-texts.ts";
import type { Row } from "../insert-rows.ts";

/** Maximum number of reviews of a product at the default average of 14. */
const MAX_REVIEWS = 140;

const ratingWeights: [number, number][] = [
  [5, 72.9],
  [4, 17.9],
  [3, 6.2],
  [2, 1.8],
  [1, 1.2],
];
/** Ratings of the weaker 15 % of products. Overall 68, 19, 8, 3 and 2 percent of reviews have 5 to 1 stars. */
const weakRatingWeights: [number, number][] = [
  [5, 40],
  [4, 25],
  [3, 18],
  [2, 10],
  [1, 7],
];
const WEAK_PRODUCT_SHARE = 0.15;
/** Share of the reviews with a text that have photos. */
const PHOTO_SHARE = 0.12;
/** What waits for the staff is at most this old. */
const PENDING_MS = 5 * DAY_MS;
/** Makes up for the rounding errors of a sum of fractions. */
const ROUNDING_TOLERANCE = 1e-6;

/**
 * Distributes `total` reviews among products by popularity: many for a few products, none for about one in ten.
 * @returns a function that must be called once for each id, in order from 1, and returns its number of reviews.
 */
export function distributeReviews(seed: number, products: number, total: number): (id: number) => number {
  let totalWeight = 0;
  for (let id = 1; id <= products; id++) totalWeight += getReviewWeight(seed, id);
  const maxCount = getMaxReviews(products, total);
  let expectedTotal = 0;
  let assignedTotal = 0;
  return (id) => {
    expectedTotal += (getReviewWeight(seed, id) * total) / totalWeight;
    const count = Math.min(
      maxCount,
      id === products ? total - assignedTotal : Math.floor(expectedTotal + ROUNDING_TOLERANCE) - assignedTotal,
    );
    assignedTotal += count;
    return count;
  };
}

/**
 * Returns the maximum number of reviews of a product, if `products` products have `total` reviews. There must be at
 * least as many customers.
 */
export function getMaxReviews(products: number, total: number): number {
  return Math.max(MAX_REVIEWS, Math.ceil((total / products) * 10));
}

/** Returns the share of a product in all reviews, relative to other products. */
function getReviewWeight(seed: number, id: number): number {
  const popularity = getPopularity(seed, id);
  return (130 * popularity ** 12 + 9 * popularity) * (getDaysSincePublished(seed, id) < 60 ? 0.25 : 1);
}

/** A photo of a review; its picture must be stored before its row is inserted. */
export type ReviewPhoto = { reviewId: number; position: number; picture: Picture };
/** What customers have written about a product: rows, and the photos of the reviews. */
export type UserContent = { reviews: Row[]; votes: Row[]; questions: Row[]; summaries: Row[]; photos: ReviewPhoto[] };

/** Plans the reviews, their votes and the questions of a product. `reviewers` must not include the test customer. */
export function planUserContent(
  product: Product,
  count: number,
  context: { seed: number; now: Date; reviewers: Person[]; nextReviewId: () => number },
): UserContent {
  const { seed, now, reviewers } = context;
  const random = createRandom(seed, "opinions", product.id);
  const ratingMix = random.chance(WEAK_PRODUCT_SHARE) ? weakRatingWeights : ratingWeights;
  const start = random.int(0, reviewers.length - 1);
  // The step is coprime to the number of customers, so nobody reviews a product twice.
  const step = drawCoprimeStep(reviewers.length, random);
  const userContent: UserContent = { reviews: [], votes: [], questions: [], summaries: [], photos: [] };
  const uses = new Map<Sentence, number>();
  for (let index = 0; index < count; index++) {
    const reviewerIndex = (start + index * step) % reviewers.length;
    const review = buildReview(
      reviewers[reviewerIndex] as Person,
      product,
      random.pickWeighted(ratingMix),
      uses,
      now,
      random,
    );
    const id = context.nextReviewId();
    const votes = review.status === "published" && review.text !== "" && random.chance(0.2) ? random.int(1, 6) : 0;
    if (review.text !== "" && random.chance(PHOTO_SHARE)) userContent.photos.push(...planPhotos(id, product, random));
    const author = reviewers[reviewerIndex] as Person;
    userContent.reviews.push({ id, ...review, ...drawAuthorDetails(seed, author, product), helpful_count: votes });
    for (let vote = 1; vote <= votes; vote++)
      userContent.votes.push({ review_id: id, customer_id: reviewers[(reviewerIndex + vote) % reviewers.length]?.id });
  }
  const questionCount = Math.min(6, Math.round(count / 9 + random.nextFloat() * 0.9));
  for (const question of selectQuestions(product, random).slice(0, questionCount))
    userContent.questions.push(buildQuestion(random.pick(reviewers), question, product, now, random));
  userContent.summaries = planSummaries(product, userContent.reviews, now);
  return userContent;
}

/** Plans one or two different photos of a review. */
function planPhotos(reviewId: number, product: Product, random: Random): ReviewPhoto[] {
  const indexes = random.sample([0, 1, 2, 3], random.int(1, 2));
  return indexes.map((index, position) => ({
    reviewId,
    position: position + 1,
    picture: planReviewPhoto(product, index),
  }));
}

function buildReview(
  person: Person,
  product: Product,
  rating: number,
  uses: Map<Sentence, number>,
  now: Date,
  random: Random,
) {
  const status = random.pickWeighted<"published" | "pending" | "rejected">([
    ["published", 97.6],
    ["pending", 0.4],
    ["rejected", 2],
  ]);
  const ageMs = now.getTime() - product.publishedAt.getTime();
  const createdAt = new Date(
    now.getTime() -
      Math.floor(
        status === "pending" ? random.nextFloat() * Math.min(ageMs, PENDING_MS) : ageMs * random.nextFloat() ** 2,
      ),
  );
  const text = buildReviewText(product, person, rating, uses, random);
  const answer =
    status === "published" && text !== "" && random.chance(0.15) ? buildAnswer(person, rating, random) : "";
  const answeredAt = getAnswerTime(createdAt, random.int(1, 4) * DAY_MS, now);
  return {
    product_id: product.id,
    customer_id: person.id,
    rating,
    text,
    locale: person.locale,
    author_name: drawSignature(person, random),
    is_verified_purchase: random.chance(0.72),
    status,
    reject_reason:
      status === "rejected" ? (random.pick(words.rejections)[person.locale === "ru-RU" ? 0 : 1] ?? "") : "",
    shop_answer: answer,
    answered_at: answer === "" ? null : answeredAt,
    created_at: createdAt,
    published_at: status === "published" ? createdAt : null,
  };
}

/** Returns when the shop answered: after a delay, or sooner if that is not over yet. */
function getAnswerTime(createdAt: Date, delayMs: number, now: Date): Date {
  return new Date(createdAt.getTime() + Math.min(delayMs, Math.floor((now.getTime() - createdAt.getTime()) * 0.8)));
}

/** Builds the answer of the shop to a review. */
function buildAnswer(person: Person, rating: number, random: Random): string {
  const template =
    random.pick(rating >= 3 ? words.answers.good : words.answers.bad)[person.locale === "ru-RU" ? 0 : 1] ?? "";
  return template.replace("{name}", person.name);
}

/** A question with its answer, each in Russian and English. */
type Question = { text: string[]; answer: string[]; groups?: string[]; types?: string[] };

/** Returns the questions that fit a product: those about its type first, then those about its group, then all others. */
function selectQuestions({ parts: { type } }: Product, random: Random): Question[] {
  const list = questions as Question[];
  const shuffle = (some: Question[]) => random.sample(some, some.length);
  return [
    ...shuffle(list.filter((one) => one.types?.includes(type.id))),
    ...shuffle(list.filter((one) => one.groups?.includes(type.group))),
    ...shuffle(list.filter((one) => !one.types && !one.groups)),
  ];
}

function buildQuestion(person: Person, { text, answer }: Question, product: Product, now: Date, random: Random): Row {
  const localeIndex = person.locale === "ru-RU" ? 0 : 1;
  const status = random.pickWeighted<"published" | "pending">([
    ["published", 98],
    ["pending", 2],
  ]);
  const ageMs = Math.min(now.getTime() - product.publishedAt.getTime(), 700 * DAY_MS);
  const createdAt = new Date(
    now.getTime() - Math.floor((status === "pending" ? Math.min(ageMs, PENDING_MS) : ageMs) * random.nextFloat() ** 2),
  );
  const answeredAt = getAnswerTime(createdAt, random.int(2, 70) * HOUR_MS, now);
  const isAnswered = status === "published" && random.chance(0.9);
  return {
    product_id: product.id,
    customer_id: person.id,
    text: text[localeIndex],
    is_public: random.chance(0.7),
    locale: person.locale,
    author_name: drawSignature(person, random),
    answer: isAnswered ? answer[localeIndex] : "",
    answered_at: isAnswered ? answeredAt : null,
    status,
    notify: random.chance(0.8),
    created_at: createdAt,
    published_at: status === "published" ? createdAt : null,
  };
}

/** Draws a step that is coprime to the size of a list, so that equal steps through it visit every entry once. */
function drawCoprimeStep(size: number, random: Random): number {
  for (;;) {
    const step = random.int(1, Math.max(1, size - 1));
    if (greatestCommonDivisor(step, size) === 1) return step;
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
