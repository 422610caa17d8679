import { expect, it } from "vitest";
import { buildApi } from "../src/app.ts";
import { aCategory, aManufacturer, aProduct } from "../src/catalogue/fixtures.ts";
import { openDb } from "../src/platform/db.ts";
import { openTestShop } from "./harness.ts";

const shop = await openTestShop();

/** A server of its own on the same database: its own connections, and its own memory of what it has read. */
function anotherServer() {
  const { db } = openDb(shop.connection, () => undefined, 4);
  const api = buildApi({ ...shop.house, db });
  return {
    get: async (path: string) => (await api.request(path)).json() as Promise<{ data: never }>,
    close: () => db.destroy(),
  };
}

it("shows a change of price and stock on every page, in lists and in the search at once, in two running servers", async () => {
  const category = await aCategory(shop.db, { slug: "kremy" });
  const manufacturerId = await aManufacturer(shop.db, "Mizunora");
  const { id } = await aProduct(shop.db, {
    name: "Крем ночной",
    category,
    manufacturerId,
    priceMinor: 1000_00,
    unitsSold: 9,
  });
  const servers = [anotherServer(), anotherServer()];
  type Seen = { price: { current: number; old: number | null }; quantity: number };
  const q = encodeURIComponent("крем");
  const seenBy = async (server: (typeof servers)[number]) => {
    const page: Seen = (await server.get(`/v1/products/${id}`)).data;
    const lists = ["category=kremy", `maker=${manufacturerId}`, `q=${q}`, `ids=${id}`, "collection=best-sales"];
    const cards = await Promise.all(
      lists.map(async (query) => ((await server.get(`/v1/products?${query}`)).data as { items: Seen[] }).items[0]),
    );
    const suggested = ((await server.get(`/v1/search/suggest?q=${q}`)).data as { products: Seen[] }).products[0];
    return [page, ...cards, suggested].map((one) => one && [one.price.current, one.price.old, one.quantity]);
  };
  try {
    for (const server of servers)
      expect(await seenBy(server)).toEqual(Array.from({ length: 7 }, () => [1000, null, 10]));
    await shop.db
      .updateTable("product_variants")
      .set({ price_minor: 800_00, old_price_minor: 1000_00, stock: 3 })
      .where("product_id", "=", id)
      .execute();
    for (const server of servers) {
      expect(await seenBy(server)).toEqual(Array.from({ length: 7 }, () => [800, 1000, 3]));
      const dropped = (await server.get("/v1/products?collection=prices-drop")).data as { total: number };
      expect(dropped.total).toBe(1);
      const dear = (await server.get("/v1/products?category=kremy&price_min=900")).data as { total: number };
      expect(dear.total).toBe(0);
    }
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
});
