import { popularityOf, publishedDaysAgo } from "./catalogue.ts";
import questions from "./data/questions.json" with { type: "json" };
import words from "./data/review-texts.json" with { type: "json" };
import { type Person, signatureOf } from "./people.ts";
import { DAY_MS, type Product } from "./product.ts";
import { dice, type Dice } from "./random.ts";
import { reviewText } from "./review-words.ts";
import type { Row } from "./rows.ts";

/** The most reviews that one product gathers while the average is usual (tables: 0 to 140, 14 on average). */
const MOST_REVIEWS = 140;

const ratings: [number, number][] = [
  [5, 72.9],
  [4, 17.9],
  [3, 6.2],
  [2, 1.8],
  [1, 1.2],
];
/** One product in seven is not so good; with it the whole shop comes to 68, 19, 8, 3 and 2 percent. */
const weakRatings: [number, number][] = [
  [5, 40],
  [4, 25],
  [3, 18],
  [2, 10],
  [1, 7],
];
const WEAK_SHARE = 0.15;

/**
 * Shares `total` reviews out among the products: much for the few that everybody buys, nothing for one in ten.
 * @returns a function that is called once for each id from 1 on.
 */
export function shareReviews(seed: number, products: number, total: number): (id: number) => number {
  let weights = 0;
  for (let id = 1; id <= products; id++) weights += weightOf(seed, id);
  const most = mostReviews(products, total);
  let due = 0;
  let given = 0;
  return (id) => {
    due += (weightOf(seed, id) * total) / weights;
    const count = Math.min(most, id === products ? total - given : Math.floor(due + 1e-6) - given);
    given += count;
    return count;
  };
}

/** No product gets more: there must be a customer for each. */
export function mostReviews(products: number, total: number): number {
  return Math.max(MOST_REVIEWS, Math.ceil((total / products) * 10));
}

function weightOf(seed: number, id: number): number {
  const popularity = popularityOf(seed, id);
  return (130 * popularity ** 12 + 9 * popularity) * (publishedDaysAgo(seed, id) < 60 ? 0.25 : 1);
}

export type Opinions = { reviews: Row[]; votes: Row[]; questions: Row[] };

/** The reviews, their votes and the questions of one product. `reviewers` leaves out the test customer. */
export function opinionsOn(
  product: Product,
  count: number,
  world: { seed: number; now: Date; reviewers: Person[]; nextReviewId: () => number },
): Opinions {
  const { seed, now, reviewers } = world;
  const by = dice(seed, "opinions", product.id);
  const mix = by.chance(WEAK_SHARE) ? weakRatings : ratings;
  const start = by.int(0, reviewers.length - 1);
  // A step without common factors with the number of customers meets nobody twice.
  const step = coprimeStep(reviewers.length, by);
  const opinions: Opinions = { reviews: [], votes: [], questions: [] };
  for (let k = 0; k < count; k++) {
    const at = (start + k * step) % reviewers.length;
    const review = reviewBy(reviewers[at] as Person, product, by.weigh(mix), now, by);
    const id = world.nextReviewId();
    const votes = review.status === "published" && review.text !== "" && by.chance(0.2) ? by.int(1, 6) : 0;
    opinions.reviews.push({ id, ...review, helpful: votes });
    for (let v = 1; v <= votes; v++)
      opinions.votes.push({ review_id: id, customer_id: reviewers[(at + v) % reviewers.length]?.id });
  }
  const asked = Math.min(6, Math.round(count / 9 + by.roll() * 0.9));
  for (const question of by.draw(questionsAbout(product), asked))
    opinions.questions.push(questionBy(by.pick(reviewers), question, product, now, by));
  return opinions;
}

function reviewBy(person: Person, product: Product, rating: number, now: Date, by: Dice) {
  const status = by.weigh<"published" | "pending" | "rejected">([
    ["published", 94],
    ["pending", 4],
    ["rejected", 2],
  ]);
  const age = now.getTime() - product.publishedAt.getTime();
  const created = new Date(
    now.getTime() - Math.floor(status === "pending" ? by.roll() * Math.min(age, 5 * DAY_MS) : age * by.roll() ** 2),
  );
  const text = reviewText(product, person, rating, by);
  const answer = status === "published" && text !== "" && by.chance(0.15) ? answerTo(person, rating, by) : "";
  const answered = new Date(Math.min(now.getTime(), created.getTime() + by.int(1, 4) * DAY_MS));
  return {
    product_id: product.id,
    customer_id: person.id,
    rating,
    text,
    locale: person.locale,
    author_name: signatureOf(person, by),
    bought: by.chance(0.72),
    status,
    reject_reason: status === "rejected" ? (by.pick(words.rejections)[person.locale === "ru-RU" ? 0 : 1] ?? "") : "",
    shop_answer: answer,
    answered_at: answer === "" ? null : answered,
    created_at: created,
    published_at: status === "published" ? created : null,
  };
}

function answerTo(person: Person, rating: number, by: Dice): string {
  const template =
    by.pick(rating >= 3 ? words.answers.good : words.answers.bad)[person.locale === "ru-RU" ? 0 : 1] ?? "";
  return template.replace("{name}", person.name);
}

type Question = { text: string[]; answer: string[]; groups?: string[] };

function questionsAbout({ parts: { type } }: Product): Question[] {
  return (questions as Question[]).filter((one) => !one.groups || one.groups.includes(type.group));
}

function questionBy(person: Person, { text, answer }: Question, product: Product, now: Date, by: Dice): Row {
  const at = person.locale === "ru-RU" ? 0 : 1;
  const status = by.weigh<"published" | "pending">([
    ["published", 92],
    ["pending", 8],
  ]);
  const age = Math.min(now.getTime() - product.publishedAt.getTime(), 700 * DAY_MS);
  const created = new Date(now.getTime() - Math.floor(age * by.roll() ** 2));
  const answered = new Date(Math.min(now.getTime(), created.getTime() + by.int(2, 70) * 3_600_000));
  const isAnswered = status === "published" && by.chance(0.9);
  return {
    product_id: product.id,
    customer_id: person.id,
    text: text[at],
    is_public: by.chance(0.7),
    locale: person.locale,
    author_name: signatureOf(person, by),
    answer: isAnswered ? answer[at] : "",
    answered_at: isAnswered ? answered : null,
    status,
    notify: by.chance(0.8),
    created_at: created,
    published_at: status === "published" ? created : null,
  };
}

function coprimeStep(size: number, by: Dice): number {
  for (;;) {
    const step = by.int(1, Math.max(1, size - 1));
    if (greatestCommonDivisor(step, size) === 1) return step;
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
