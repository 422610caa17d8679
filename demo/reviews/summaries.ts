import summaries from "../data/review-summaries.json" with { type: "json" };
import type { Person } from "../customers/people.ts";
import type { Row } from "../insert-rows.ts";
import { DAY_MS, type Product } from "../products/product.ts";
import { createRandom } from "../random.ts";

/** Products with fewer published reviews have no summary. */
const MIN_REVIEWS = 12;
const DAYS_SINCE_CHECK = 8;
const locales = ["ru-RU", "en-US"] as const;

/** What is often said about the products of a group: Russian and English sentences. */
const summariesByGroup: Partial<Record<string, { praise: string[]; criticism: string[] }>> = summaries;

/** Plans the summaries of a product's reviews, if it has enough of them. */
export function planSummaries({ id, parts: { type } }: Product, reviews: readonly Row[], now: Date): Row[] {
  const sentences = summariesByGroup[type.group];
  const publishedCount = reviews.filter(({ status }) => status === "published").length;
  if (!sentences || publishedCount < MIN_REVIEWS) return [];
  return locales.map((locale, index) => ({
    product_id: id,
    locale,
    praise: sentences.praise[index],
    criticism: sentences.criticism[index],
    reviews_count: publishedCount,
    checked_at: new Date(now.getTime() - DAYS_SINCE_CHECK * DAY_MS),
  }));
}

const skinGroups = new Set(["face", "cleanse", "body", "hand", "sun", "makeup", "eye", "lashes", "men", "shave"]);

/** Draws what an author tells about themselves, the same in all of their reviews. Their skin is told about care only. */
export function drawAuthorDetails(seed: number, { id }: Person, { parts: { type } }: Product): Row {
  const random = createRandom(seed, "authors", id);
  const age = random.pickWeighted<string | null>([
    [null, 45],
    ["18-24", 8],
    ["25-34", 18],
    ["35-44", 16],
    ["45-54", 9],
    ["55+", 4],
  ]);
  const skin = random.pickWeighted<string | null>([
    [null, 40],
    ["normal", 14],
    ["dry", 16],
    ["oily", 8],
    ["combination", 12],
    ["sensitive", 8],
    ["mature", 2],
  ]);
  return { author_age: age, author_skin: skinGroups.has(type.group) ? skin : null };
}
