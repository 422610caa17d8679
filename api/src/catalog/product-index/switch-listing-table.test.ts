import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { clearAllCaches } from "../../platform/cache/cache.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { createProduct } from "../fixtures.ts";
import { createFirstProducts, emptyListingTable, product, replaceProducts } from "./fixtures.ts";
import { isListingTableFilled, readStatus } from "./listing-table.ts";
import { getIndexedProducts } from "./memory-index.ts";
import { getProductIndex } from "./service.ts";
import { switchListingTable } from "./switch-listing-table.ts";

const shop = await openTestShop();
const { db } = shop;

const switchTo = (productIndex: "memory" | "database" | "auto") =>
  switchListingTable({ db, log: shop.app.log, config: { productIndex } });

beforeEach(async () => {
  await emptyListingTable(db);
  clearAllCaches();
});

describe("the table of the listing", () => {
  const readTable = async () => {
    const { rows } = await sql`
      select l.*, g.hazard, g.hs_code, g.weight_g, g.size_mm, null as goods_id
      from product_listing l join product_goods g on g.id = l.goods_id order by l.product_id`.execute(db);
    return rows;
  };

  it("always equals a table that is filled again", async () => {
    await createFirstProducts(db);
    await switchTo("database");
    const change = fc.oneof(
      fc.array(product, { minLength: 1, maxLength: 4 }).map((added) => () => replaceProducts(db, added)),
      product.map(({ original, concern_ids: _concerns, size_mm, tag_ids: _tags, ...values }) => async () => {
        await db
          .updateTable("products")
          .set({ ...values, size_mm })
          .where("id", ">=", original)
          .execute();
      }),
      fc.constant(async () => void (await db.deleteFrom("products").where("id", ">", 2).execute())),
      fc
        .constantFrom("Юдзу", "Сакура")
        .map((name) => async () => void (await db.updateTable("brands").set({ name }).where("id", "=", 1).execute())),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        for (const apply of changes) await apply();
        const kept = await readTable();
        await sql`truncate product_listing, product_goods`.execute(db);
        await sql`select refresh_product_listing(array(select id from products))`.execute(db);
        expect(kept).toEqual(await readTable());
      }),
      { numRuns: 30 },
    );
  });

  it("is filled and given up as the configuration says, and stays empty otherwise", async () => {
    await createFirstProducts(db);
    await switchTo("auto");
    expect([await isListingTableFilled(db), await readTable()]).toEqual([false, []]);
    const memory = await getProductIndex(db);
    await switchTo("database");
    expect(await getProductIndex(db)).not.toBe(memory);
    expect(await readTable()).toHaveLength(2);
    await switchTo("auto");
    expect(await isListingTableFilled(db)).toBe(false);
    // Another process may still read it.
    await switchTo("auto");
    expect(await readTable()).toHaveLength(2);
    await sql`update product_listing_state set changed_at = changed_at - interval '11 s'`.execute(db);
    await switchTo("auto");
    expect(await readTable()).toEqual([]);
    await createProduct(db);
    expect(await readTable()).toEqual([]);
    clearAllCaches();
    expect((await getIndexedProducts(db)).size).toBe(3);
  });

  it("contains a change that was not committed when the filling began", async () => {
    await createFirstProducts(db);
    const client = await shop.pool.connect();
    try {
      await client.query("begin");
      await client.query("update products set units_sold = 77 where id = 1");
      const filling = switchTo("database");
      await new Promise((resolve) => setTimeout(resolve, 300));
      await client.query("commit");
      await filling;
    } finally {
      client.release();
    }
    const { rows } = await sql<{ units_sold: number }>`
      select units_sold from product_listing where product_id = 1`.execute(db);
    expect(rows).toEqual([{ units_sold: 77 }]);
  });

  describe("while a brand is renamed", () => {
    /** Renames a brand in a transaction, and commits it shortly after `work` has begun. */
    const renameDuring = async (work: () => Promise<unknown>) => {
      const client = await shop.pool.connect();
      try {
        await client.query("begin");
        await client.query("update brands set name = 'Юдзу' where id = 1");
        const working = work();
        await new Promise((resolve) => setTimeout(resolve, 300));
        await client.query("commit");
        await working;
      } finally {
        client.release();
      }
    };
    const countNames = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from product_listing where brand_id = 1 and names @@ '''юдзу'''::tsquery`.execute(db);
      return rows[0]?.count;
    };

    it("waits to copy the products of this brand", async () => {
      await createFirstProducts(db);
      await renameDuring(() => switchTo("database"));
      expect([await countNames(), (await readTable()).length]).toEqual([1, 2]);
    });

    it("waits to add a product that is activated", async () => {
      await createFirstProducts(db);
      await db.updateTable("products").set({ status: "hidden" }).execute();
      await switchTo("database");
      await renameDuring(() => db.updateTable("products").set({ status: "active" }).execute());
      expect([await countNames(), (await readTable()).length]).toEqual([1, 2]);
    });

    it("lets products change that it does not have", async () => {
      await createFirstProducts(db);
      await db.updateTable("products").set({ status: "hidden" }).execute();
      await switchTo("database");
      const client = await shop.pool.connect();
      try {
        await client.query("begin");
        await client.query("update brands set name = 'Юдзу' where id = 1");
        await withTransaction(db, async (tx) => {
          await sql`set local lock_timeout = '1s'`.execute(tx);
          await tx.updateTable("product_variants").set({ price_minor: 7 }).execute();
        });
        await client.query("commit");
      } finally {
        client.release();
      }
      expect(await readTable()).toEqual([]);
    });
  });

  describe("while it is filled", () => {
    beforeEach(async () => {
      await createFirstProducts(db);
      await replaceProducts(db, fc.sample(product, 60));
      // Each row takes a while, so that others change products meanwhile.
      await sql`create function slow_down() returns trigger language plpgsql as
        'begin perform pg_sleep(0.005); return new; end'`.execute(db);
      await sql`create trigger slow_down before insert on product_listing for each row execute function slow_down()`.execute(
        db,
      );
    });
    afterEach(async () => void (await sql`drop function slow_down() cascade`.execute(db)));

    const waitForFilling = async () => {
      await expect.poll(async () => (await readStatus(db)).status, { interval: 5 }).toBe("filling");
    };

    it("follows products that change, are withdrawn or deleted", async () => {
      const filling = switchTo("database");
      await waitForFilling();
      const ids = (await db.selectFrom("products").select("id").execute()).map(({ id }) => id);
      await Promise.all(
        ids.map(async (id, n) => {
          if (n % 3 === 0)
            await db
              .updateTable("products")
              .set({ units_sold: 70 + n })
              .where("id", "=", id)
              .execute();
          else if (n % 3 === 1)
            await db.updateTable("products").set({ status: "hidden" }).where("id", "=", id).execute();
          else if (id > 2) await db.deleteFrom("products").where("id", "=", id).execute();
        }),
      );
      await filling;
      const kept = await readTable();
      await sql`truncate product_listing, product_goods`.execute(db);
      await sql`select refresh_product_listing(array(select id from products))`.execute(db);
      expect(kept).toEqual(await readTable());
    });

    it("can be given up", async () => {
      const filling = switchTo("database");
      await waitForFilling();
      await switchTo("memory");
      await filling;
      expect((await readStatus(db)).status).toBe("leaving");
      await sql`update product_listing_state set changed_at = changed_at - interval '11 s'`.execute(db);
      await switchTo("memory");
      expect([(await readStatus(db)).status, await readTable()]).toEqual(["off", []]);
    });
  });
});
