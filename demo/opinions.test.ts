import { describe, expect, it } from "vitest";
import { planProducts } from "./catalogue.ts";
import { mostReviews, opinionsOn, shareReviews } from "./opinions.ts";
import { planPeople } from "./people.ts";

const NOW = new Date("2026-11-20T00:00:00Z");
const people = planPeople(1, 1, 400, NOW);

function opinions(products: number, total: number) {
  const plan = planProducts(1, NOW);
  const share = shareReviews(1, products, total);
  let id = 1;
  return Array.from({ length: products }, (_, at) => {
    const product = plan(at + 1);
    const count = share(product.id);
    return {
      product,
      count,
      ...opinionsOn(product, count, { seed: 1, now: NOW, reviewers: people.slice(1), nextReviewId: () => id++ }),
    };
  });
}

describe("the reviews of six hundred products", () => {
  const all = opinions(600, 8400);
  const reviews = all.flatMap((one) => one.reviews);
  const share = (is: (review: (typeof reviews)[number]) => boolean) =>
    (reviews.filter(is).length * 100) / reviews.length;

  it("are as many as asked, much for a few products and nothing for some", () => {
    expect(reviews).toHaveLength(8400);
    const counts = all.map((one) => one.count);
    expect(Math.max(...counts)).toBe(140);
    expect(counts.filter((count) => count === 0).length).toBeGreaterThan(5);
  });

  it("are happy, fair and angry as people are", () => {
    [68, 19, 8, 3, 2].forEach((wanted, at) =>
      expect(Math.abs(share((one) => one.rating === 5 - at) - wanted)).toBeLessThan(1.5),
    );
  });

  it("come once from a customer for a product", () => {
    for (const one of all)
      expect(new Set(one.reviews.map((review) => review.customer_id)).size).toBe(one.reviews.length);
  });

  it("are of every length, in the language and gender of who wrote them", () => {
    expect(share((one) => one.text === "")).toBeGreaterThan(17);
    expect(share((one) => one.text === "")).toBeLessThan(23);
    expect(share((one) => String(one.text).length > 200)).toBeGreaterThan(25);
    expect(share((one) => one.locale === "en-US")).toBeGreaterThan(11);
    expect(share((one) => one.locale === "en-US")).toBeLessThan(20);
    for (const review of reviews) {
      const who = people.find((person) => person.id === review.customer_id);
      const text = String(review.text);
      expect(text).not.toMatch(/[{}|]|undefined/);
      if (review.locale === "en-US") expect(text).not.toMatch(/[а-яё]/i);
      if (who?.gender === "male")
        expect(text).not.toMatch(/(?<!\p{L})(заказала|ждала|видела|брала|выбирала)(?!\p{L})/iu);
      if (who?.gender === "female") expect(text).not.toMatch(/(?<!\p{L})(заказал|ждал|видел|брал|взял)(?!\p{L})/iu);
    }
  });

  it("are written after the product came and before today", () => {
    for (const { product, reviews: own } of all)
      for (const review of own) {
        expect((review.created_at as Date).getTime()).toBeGreaterThanOrEqual(product.publishedAt.getTime());
        expect((review.created_at as Date).getTime()).toBeLessThanOrEqual(NOW.getTime());
      }
  });

  it("are helpful to as many as say so", () => {
    const votes = all.flatMap((one) => one.votes);
    expect(votes).toHaveLength(reviews.reduce((sum, one) => sum + Number(one.helpful), 0));
    expect(new Set(votes.map((vote) => JSON.stringify(vote))).size).toBe(votes.length);
    expect(
      votes.filter((vote) => reviews.find((one) => one.id === vote.review_id)?.customer_id === vote.customer_id),
    ).toEqual([]);
  });
});

it("shares out any number", () => {
  for (const [products, total] of [
    [60, 200],
    [10, 0],
    [30, 3000],
    [2000, 2000],
  ] as const) {
    const share = shareReviews(3, products, total);
    const counts = Array.from({ length: products }, (_, at) => share(at + 1));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total);
    expect(Math.max(...counts)).toBeLessThanOrEqual(mostReviews(products, total));
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(0);
  }
});
