import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createProduct } from "../fixtures.ts";
import { updateUnitsSold, refreshCardsAfterSales } from "./maintenance-sql.ts";

const shop = await openTestShop();

it("switches a card to its cheapest option after a sale has ended", async () => {
  const { id } = await createProduct(shop.db, {
    options: [{ priceMinor: 800_00, oldPriceMinor: 1000_00 }, { priceMinor: 900_00 }],
  });
  const price = async () => (await shop.request("GET", `/v1/products/${id}`)).body.data.price.current;
  expect(await price()).toBe(800);
  expect(await refreshCardsAfterSales(shop.db)).toBe(0);
  // The end of a sale passes without any write.
  shop.clock.set(new Date());
  await shop.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update product_variants set sale_ends_at = now() - interval '1 hour' where old_price_minor is not null`.execute(
      tx,
    );
    await sql`update products set sale_ends_at = now() - interval '1 hour'`.execute(tx);
  });
  expect(await price()).toBe(1000);
  expect(await refreshCardsAfterSales(shop.db)).toBe(1);
  expect(await price()).toBe(900);
  expect(await refreshCardsAfterSales(shop.db)).toBe(0);
});

it("resets the count of products not sold for 90 days", async () => {
  await createProduct(shop.db, { unitsSold: 7 });
  expect(await updateUnitsSold(shop.db, shop.clock.now())).toBe(1);
  expect(await updateUnitsSold(shop.db, shop.clock.now())).toBe(0);
  expect((await shop.request("GET", "/v1/products?collection=best-sales")).body.data.total).toBe(0);
});
