import { createProduct, type ProductFixture } from "../src/catalog/fixtures.ts";
import type { PricePage, PricePreview } from "../src/catalog-admin/prices/admin-schema.ts";
import type { TestShop } from "./harness.ts";
import { openTaskClient } from "./task-client.ts";

/** Lists, previews and changes prices of a test shop as the manager `olga`, whom `signInOlga` signs in. */
export function openPriceClient(shop: TestShop) {
  const { db, clock } = shop;
  const tasks = openTaskClient(shop);
  const { admin, olga } = tasks;
  const getPrice = async (productId: number) => {
    const columns = ["price_minor", "old_price_minor", "sale_ends_at"] as const;
    const query = db.selectFrom("product_variants").select(columns).where("product_id", "=", productId);
    return query.executeTakeFirstOrThrow();
  };
  return {
    ...tasks,
    getPrice,
    getMinor: async (productId: number) => (await getPrice(productId)).price_minor,
    load: async (query = "") =>
      (await admin.request<PricePage>("GET", `/prices?${query}`, { cookie: olga.cookie })).body.data,
    preview: async (body: object) =>
      (await admin.request<PricePreview>("POST", "/prices/preview", { cookie: olga.cookie, body })).body.data,
    setCost: (productId: number, cost_minor: number) =>
      db
        .insertInto("variant_costs")
        .values({ product_id: productId, option_id: 0, cost_minor, currency: "JPY", updated_at: clock.now() })
        .execute(),
    setMinor: (productId: number, price_minor: number) =>
      db.updateTable("product_variants").set({ price_minor }).where("product_id", "=", productId).execute(),
    /** Creates a product for each price in rubles. @returns their ids */
    createPriced: async (prices: readonly number[], fixture: ProductFixture = {}) => {
      const ids: number[] = [];
      for (const price of prices) ids.push((await createProduct(db, { ...fixture, priceMinor: price * 100 })).id);
      return ids as [number, ...number[]];
    },
    /** Starts a task for the prices that match a filter. @returns its id */
    adjust: (input: object, filter: Record<string, string> = {}) =>
      tasks.startId({ kind: "prices.adjust", filter, input }),
  };
}
