import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { withTransaction } from "./database.ts";
import { TemporaryMap } from "./temporary-map.ts";

const { db } = await openTestShop();

it("returns the entries of the asked keys, with the values that were set last", async () => {
  await withTransaction(db, async (tx) => {
    const lines = await TemporaryMap.create<{ line: number }>(tx, "test_lines");
    const others = await TemporaryMap.create<string>(tx, "test_others");
    await lines.set(
      new Map([
        ["a\n1", { line: 1 }],
        ["__proto__", { line: 2 }],
      ]),
    );
    await lines.set(
      new Map([
        ["a\n1", { line: 3 }],
        ["б'", { line: 4 }],
      ]),
    );
    await others.set(new Map([["a\n1", "x"]]));
    expect(await lines.get(["a\n1", "__proto__", "missing"])).toEqual(
      new Map([
        ["a\n1", { line: 3 }],
        ["__proto__", { line: 2 }],
      ]),
    );
    expect(await lines.get([])).toEqual(new Map());
  });
  const { rows } = await sql`select from pg_class where relname = 'test_lines'`.execute(db);
  expect(rows).toEqual([]);
});
