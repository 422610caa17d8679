import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createProduct } from "../api/src/catalog/fixtures.ts";
import { withTransaction } from "../api/src/platform/db/database.ts";
import { getDemoState, ShopNotEmptyError } from "./clear.ts";
import { openDemoTestShop } from "./fixtures.ts";

const { shop, generate, queryRows, countRows } = await openDemoTestShop();

const writtenColumns = ["updated_at", "refreshed_at", "updated_xid", "changed_at", "file_key"];
const countedColumns: Readonly<Record<string, readonly string[]>> = {
  ...{ approvals: ["id"], documents: ["id"], tasks: ["id"], task_items: ["task_id"] },
};

/**
 * Returns a hash of the rows of each table, without columns that the database sets to the time or transaction of a
 * write, random names of files, and ids that go on counting. Tables that log changes are excluded.
 */
async function hashTables(): Promise<Record<string, unknown>> {
  const tables = await queryRows<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('settings', 'setting_changes', 'migrations', 'reference_data_version', 'product_deletions', 'content_changes')",
  );
  const hashByTable: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [row] = await queryRows(
      `select md5(string_agg(j, '|' order by j)) as sum from (select (to_jsonb(t) - '{${[...writtenColumns, ...(countedColumns[name] ?? [])].join()}}'::text[])::text as j from ${name} t) x`,
    );
    hashByTable[name] = row?.sum;
  }
  return hashByTable;
}

describe("a seed", () => {
  it("gives the same data again, and another seed gives other data", { timeout: 60_000 }, async () => {
    await generate();
    const firstHashes = await hashTables();
    await generate();
    expect(await hashTables()).toEqual(firstHashes);
    await generate({ seed: 2 });
    const secondHashes = await hashTables();
    for (const table of ["products", "product_variants", "reviews", "orders", "customers"])
      expect(secondHashes[table]).not.toBe(firstHashes[table]);
  });
});

describe("generating again", () => {
  it("deletes older demo data and keeps registered accounts", async () => {
    await generate();
    await sql`insert into customers (email, password_hash, name, phone, locale) values ('maria@shop.test', 'x', 'Maria', '+7 900 000-00-09', 'ru-RU')`.execute(
      shop.db,
    );
    await generate({ products: 40 });
    expect(await countRows("products")).toBe(40);
    expect(await countRows("customers")).toBe(401);
    expect(await countRows("customers where email = 'maria@shop.test'")).toBe(1);
  });

  it("never overwrites products that were not generated", async () => {
    await createProduct(shop.db);
    await expect(generate()).rejects.toThrow(ShopNotEmptyError);
    expect(await countRows("products")).toBe(1);
  });

  it("leaves no data when a small shop is interrupted", async () => {
    const controller = new AbortController();
    await expect(
      generate({ products: 150, signal: controller.signal, onProgress: () => controller.abort() }),
    ).rejects.toThrow();
    expect(await countRows("products")).toBe(0);
    expect(await getDemoState(shop.db)).toBeNull();
  });

  it("marks an interrupted large shop as incomplete and starts over", async () => {
    const controller = new AbortController();
    await expect(
      generate({ products: 250, isAtomic: false, signal: controller.signal, onProgress: () => controller.abort() }),
    ).rejects.toThrow();
    expect(await countRows("products")).toBe(100);
    expect(await getDemoState(shop.db)).toMatchObject({ complete: false, products: 250 });
    await generate({ products: 130, isAtomic: false });
    expect(await countRows("products")).toBe(130);
    expect(await getDemoState(shop.db)).toMatchObject({ complete: true, products: 130 });
  });

  it("continues id sequences after the explicit ids", async () => {
    await generate();
    await withTransaction(shop.db, (db) =>
      sql`insert into customers (email, password_hash, name, phone, locale) values ('next@shop.test', 'x', 'Next', '+7 900 000-00-08', 'ru-RU')`.execute(
        db,
      ),
    );
    const before = await queryRows("select max(id) as id from order_history");
    await sql`insert into order_history (order_id, status) select id, status from orders limit 1`.execute(shop.db);
    expect(Number((await queryRows("select max(id) as id from order_history"))[0]?.id)).toBe(Number(before[0]?.id) + 1);
  });
});
