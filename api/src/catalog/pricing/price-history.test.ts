import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import { createProduct } from "../fixtures.ts";
import { jobs } from "../jobs.ts";

const shop = await openTestShop();
const daysAgo = (days: number) => new Date(TEST_NOW.getTime() - days * 86_400_000);
const runRetention = async () => jobs.find(({ name }) => name === "catalog.delete_old_prices")?.work(shop.app, {});

/** Creates a product with a price history: prices in rubles by the number of days ago at which they began. */
async function createProductWithHistory(prices: Record<number, number>, saleSinceDays?: number): Promise<number> {
  const { id } = await createProduct(shop.db, { priceMinor: 700_00, oldPriceMinor: 1000_00 });
  await shop.db.deleteFrom("price_history").where("product_id", "=", id).execute();
  for (const [days, price] of Object.entries(prices))
    await shop.db
      .insertInto("price_history")
      .values({ product_id: id, option_id: 0, price_minor: price * 100, valid_from: daysAgo(Number(days)) })
      .execute();
  const since = saleSinceDays === undefined ? null : daysAgo(saleSinceDays);
  await shop.db.updateTable("product_variants").set({ sale_started_at: since }).where("product_id", "=", id).execute();
  return id;
}
const listPrices = async (id: number) =>
  (
    await shop.db
      .selectFrom("price_history")
      .select("price_minor")
      .where("product_id", "=", id)
      .orderBy("valid_from")
      .execute()
  ).map(({ price_minor }) => price_minor / 100);
const getLowestPriceBefore = async (id: number, before: Date) =>
  (await sql<{ lowest: number }>`select lowest_price_before(${id}, 0, ${before}) as lowest`.execute(shop.db)).rows[0]
    ?.lowest;

describe("price history retention", () => {
  it("keeps two years, and the price in force at the start of that period", async () => {
    const id = await createProductWithHistory({ 1000: 500, 900: 600, 700: 800, 10: 900 });
    const lowest = await getLowestPriceBefore(id, TEST_NOW);
    await runRetention();
    expect(await listPrices(id)).toEqual([600, 800, 900]);
    expect(await getLowestPriceBefore(id, TEST_NOW)).toBe(lowest);
  });

  it("keeps the prices that determine a running sale's reference price, no matter how old", async () => {
    const id = await createProductWithHistory({ 1000: 500, 940: 1200, 915: 900, 899: 700 }, 899);
    const lowest = await getLowestPriceBefore(id, daysAgo(899));
    expect(lowest).toBe(900_00);
    await runRetention();
    expect(await listPrices(id)).toEqual([1200, 900, 700]);
    expect(await getLowestPriceBefore(id, daysAgo(899))).toBe(lowest);
  });

  it("never deletes the latest price of a product", async () => {
    const id = await createProductWithHistory({ 2000: 500 });
    await runRetention();
    expect(await listPrices(id)).toEqual([500]);
  });
});
