import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { createProduct } from "../fixtures.ts";
import { createStagingTable, lockStagedVariants, stageRows } from "./staging.ts";

const { db } = await openTestShop();

it("locks variants against other changes, and lets rows of carts refer to them", async () => {
  const { id } = await createProduct(db);
  const { reference } = await db
    .selectFrom("products")
    .select("reference")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await withTransaction(db, async (tx) => {
    await createStagingTable(tx);
    const row = {
      line: 1,
      reference,
      is_new: false,
      is_first: true,
      option_id: 0,
      product: {},
      variant: {},
      images: null,
    };
    await stageRows(tx, [row]);
    await lockStagedVariants(tx);
    for (const table of [sql`products where id = ${id}`, sql`product_variants where product_id = ${id}`]) {
      expect((await sql`select 1 from ${table} for key share nowait`.execute(db)).rows).toHaveLength(1);
      await expect(sql`select 1 from ${table} for no key update nowait`.execute(db)).rejects.toThrow(
        "could not obtain",
      );
    }
  });
});
