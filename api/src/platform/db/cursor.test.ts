import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { readWithCursor } from "./cursor.ts";
import { withTransaction } from "./database.ts";

const { db } = await openTestShop();

it("yields the rows of a query in batches, again and again in a transaction", async () => {
  const read = await withTransaction(db, async (tx) => {
    const batches: number[][] = [];
    for (const first of [1, 4]) {
      const query = sql<{ n: number }>`select n from generate_series(${first}::integer, 5) n`;
      for await (const rows of readWithCursor(tx, "numbers", query, 2)) batches.push(rows.map(({ n }) => n));
    }
    return batches;
  });
  expect(read).toEqual([[1, 2], [3, 4], [5], [4, 5]]);
});
