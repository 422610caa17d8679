import { describe, expect, it } from "vitest";
import { planProducts } from "../products/plan-products.ts";
import { getMaxReviews, planUserContent, distributeReviews } from "./reviews-and-questions.ts";
import { planPeople } from "../customers/people.ts";

const NOW = new Date("2026-11-20T00:00:00Z");
const people = planPeople(1, 1, 400, NOW);

function planContent(products: number, total: number) {
  const plan = planProducts(1, NOW);
  const getReviewCount = distributeReviews(1, products, total);
  let id = 1;
  return Array.from({ length: products }, (_, index) => {
    const product = plan(index + 1);
    const count = getReviewCount(product.id);
    return {
      product,
      count,
      ...planUserContent(product, count, { seed: 1, now: NOW, reviewers: people.slice(1), nextReviewId: () => id++ }),
    };
  });
}

describe("the reviews of 600 products", () => {
  const products = planContent(600, 8400);
  const reviews = products.flatMap((one) => one.reviews);
  const getPercent = (matches: (review: (typeof reviews)[number]) => boolean) =>
    (reviews.filter(matches).length * 100) / reviews.length;

  it("have the requested total, with many for a few products and none for some", () => {
    expect(reviews).toHaveLength(8400);
    const counts = products.map((one) => one.count);
    expect(Math.max(...counts)).toBe(140);
    expect(counts.filter((count) => count === 0).length).toBeGreaterThan(5);
  });

  it("have the intended distribution of ratings", () => {
    [68, 19, 8, 3, 2].forEach((expectedShare, index) =>
      expect(Math.abs(getPercent((one) => one.rating === 5 - index) - expectedShare)).toBeLessThan(1.5),
    );
  });

  it("have at most one review per customer and product", () => {
    for (const one of products)
      expect(new Set(one.reviews.map((review) => review.customer_id)).size).toBe(one.reviews.length);
  });

  it("vary in length and match the language and gender of the author", () => {
    expect(getPercent((one) => one.text === "")).toBeGreaterThan(17);
    expect(getPercent((one) => one.text === "")).toBeLessThan(23);
    expect(getPercent((one) => String(one.text).length > 200)).toBeGreaterThan(25);
    expect(getPercent((one) => one.locale === "en-US")).toBeGreaterThan(11);
    expect(getPercent((one) => one.locale === "en-US")).toBeLessThan(20);
    for (const review of reviews) {
      const reviewer = people.find((person) => person.id === review.customer_id);
      const text = String(review.text);
      expect(text).not.toMatch(/[{}|]|undefined/);
      if (review.locale === "en-US") expect(text).not.toMatch(/[а-яё]/i);
      if (reviewer?.gender === "male")
        expect(text).not.toMatch(/(?<!\p{L})(заказала|ждала|видела|брала|выбирала)(?!\p{L})/iu);
      if (reviewer?.gender === "female")
        expect(text).not.toMatch(/(?<!\p{L})(заказал|ждал|видел|брал|взял)(?!\p{L})/iu);
    }
  });

  it("say something of their own among the first reviews of a product", () => {
    const repeating = products.filter(({ reviews: productReviews }) => {
      const texts = productReviews.slice(0, 5).filter((one) => one.locale === "ru-RU");
      const sentences = texts.flatMap(({ text }) => String(text).split(/(?<=[.?])\s/));
      return sentences.some(
        (one, index) => one.length > 25 && !/^(Плюсы|Минусы)/.test(one) && sentences.indexOf(one) !== index,
      );
    });
    expect(repeating.length).toBeLessThan(products.length * 0.02);
  });

  it("have photos in about a tenth of all cases, only beside a text", () => {
    const photographed = new Set(products.flatMap((one) => one.photos.map(({ reviewId }) => reviewId)));
    const share = getPercent((one) => photographed.has(Number(one.id)));
    expect(share).toBeGreaterThan(8);
    expect(share).toBeLessThan(12);
    expect(reviews.filter((one) => one.text === "" && photographed.has(Number(one.id)))).toEqual([]);
    const keys = products.flatMap((one) => one.photos.map(({ reviewId, picture }) => `${reviewId} ${picture.key}`));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("are dated between publication of the product and today", () => {
    for (const { product, reviews: productReviews } of products)
      for (const review of productReviews) {
        expect((review.created_at as Date).getTime()).toBeGreaterThanOrEqual(product.publishedAt.getTime());
        expect((review.created_at as Date).getTime()).toBeLessThanOrEqual(NOW.getTime());
      }
  });

  it("have a helpful count equal to the number of votes", () => {
    const votes = products.flatMap((one) => one.votes);
    expect(votes).toHaveLength(reviews.reduce((sum, one) => sum + Number(one.helpful_count), 0));
    expect(new Set(votes.map((vote) => JSON.stringify(vote))).size).toBe(votes.length);
    expect(
      votes.filter((vote) => reviews.find((one) => one.id === vote.review_id)?.customer_id === vote.customer_id),
    ).toEqual([]);
  });
});

it("distributes any number of reviews", () => {
  for (const [products, total] of [
    [60, 200],
    [10, 0],
    [30, 3000],
    [2000, 2000],
  ] as const) {
    const getReviewCount = distributeReviews(3, products, total);
    const counts = Array.from({ length: products }, (_, index) => getReviewCount(index + 1));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total);
    expect(Math.max(...counts)).toBeLessThanOrEqual(getMaxReviews(products, total));
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(0);
  }
});
