import { expect, it } from "vitest";
import { buildApi } from "../src/app.ts";
import { createCategory, createBrand, createProduct } from "../src/catalog/fixtures.ts";
import { openDb } from "../src/platform/db/connection-pool.ts";
import { openTestShop } from "./harness.ts";

const shop = await openTestShop();

/** Opens a server on the test database, with its own connections and caches. */
function openServer() {
  const { db } = openDb(shop.connection, () => undefined, 4);
  const api = buildApi({ ...shop.app, db });
  return {
    get: async (path: string) => (await api.request(path)).json() as Promise<{ data: never }>,
    close: () => db.destroy(),
  };
}

it("shows changes of price and stock at once on pages, in lists and in search, in two running servers", async () => {
  const category = await createCategory(shop.db, { slug: "kremy" });
  const brandId = await createBrand(shop.db, "Mizunora");
  const { id } = await createProduct(shop.db, {
    name: "Крем ночной",
    category,
    brandId,
    priceMinor: 1000_00,
    unitsSold: 9,
  });
  const servers = [openServer(), openServer()];
  type ShownProduct = { price: { current: number; old: number | null }; quantity: number };
  const encodedQuery = encodeURIComponent("крем");
  const readEverywhere = async (server: (typeof servers)[number]) => {
    const page: ShownProduct = (await server.get(`/v1/products/${id}`)).data;
    const lists = ["category=kremy", `maker=${brandId}`, `q=${encodedQuery}`, `ids=${id}`, "collection=best-sales"];
    const cards = await Promise.all(
      lists.map(
        async (query) => ((await server.get(`/v1/products?${query}`)).data as { items: ShownProduct[] }).items[0],
      ),
    );
    const suggested = ((await server.get(`/v1/search/suggest?q=${encodedQuery}`)).data as { products: ShownProduct[] })
      .products[0];
    return [page, ...cards, suggested].map((shown) => shown && [shown.price.current, shown.price.old, shown.quantity]);
  };
  try {
    for (const server of servers)
      expect(await readEverywhere(server)).toEqual(Array.from({ length: 7 }, () => [1000, null, 10]));
    await shop.db
      .updateTable("product_variants")
      .set({ price_minor: 800_00, old_price_minor: 1000_00, stock: 3 })
      .where("product_id", "=", id)
      .execute();
    for (const server of servers) {
      expect(await readEverywhere(server)).toEqual(Array.from({ length: 7 }, () => [800, 1000, 3]));
      const discounted = (await server.get("/v1/products?collection=prices-drop")).data as { total: number };
      expect(discounted.total).toBe(1);
      const expensive = (await server.get("/v1/products?category=kremy&price_min=900")).data as { total: number };
      expect(expensive.total).toBe(0);
    }
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
});
