import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aProduct } from "./fixtures.ts";
import { countSold, settleEndedSales } from "./upkeep-sql.ts";

const shop = await openTestShop();

it("lets a card speak of its cheapest option once a sale has ended", async () => {
  const { id } = await aProduct(shop.db, {
    options: [{ priceMinor: 800_00, oldPriceMinor: 1000_00 }, { priceMinor: 900_00 }],
  });
  const price = async () => (await shop.ask("GET", `/v1/products/${id}`)).body.data.price.current;
  expect(await price()).toBe(800);
  expect(await settleEndedSales(shop.db)).toBe(0);
  // The hours pass: nothing is written when a sale ends.
  shop.clock.set(new Date());
  await shop.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update product_variants set sale_ends_at = now() - interval '1 hour' where old_price_minor is not null`.execute(
      tx,
    );
    await sql`update products set sale_ends_at = now() - interval '1 hour'`.execute(tx);
  });
  expect(await price()).toBe(1000);
  expect(await settleEndedSales(shop.db)).toBe(1);
  expect(await price()).toBe(900);
  expect(await settleEndedSales(shop.db)).toBe(0);
});

it("forgets what nobody has bought for 90 days", async () => {
  await aProduct(shop.db, { unitsSold: 7 });
  expect(await countSold(shop.db, shop.clock.now())).toBe(1);
  expect(await countSold(shop.db, shop.clock.now())).toBe(0);
  expect((await shop.ask("GET", "/v1/products?collection=best-sales")).body.data.total).toBe(0);
});
