import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../test/harness.ts";
import { createTestStaff } from "../staff/fixtures.ts";
import { jobs } from "./jobs.ts";

const shop = await openTestShop();

/** Inserts an import of some days ago with two parts and more changes than are deleted at once. */
async function insertImport(days: number, status: string): Promise<number> {
  const createdAt = new Date(TEST_NOW.getTime() - days * 86_400_000);
  const { id: staffId } = await createTestStaff(shop.app);
  const { rows } = await sql<{ id: number }>`
    insert into imports (file_name, bytes, format, header_row, columns, status, created_by, created_at)
    values ('prices.csv', 1, 'csv', 1, '{}', ${status}, ${staffId}, ${createdAt}) returning id`.execute(shop.db);
  const id = rows[0]?.id ?? 0;
  await sql`insert into import_file_parts (import_id, seq, content)
    select ${id}::integer, n, '' from generate_series(1, 2) n`.execute(shop.db);
  await sql`insert into import_changes (import_id, line, kind, reference, name)
    select ${id}::integer, n, 'prices', '', '' from generate_series(1, 1001) n`.execute(shop.db);
  return id;
}

it("deletes the files and changes of imports that are over for 30 days, in batches", async () => {
  await insertImport(31, "checked");
  const kept = [await insertImport(29, "checked"), await insertImport(31, "checking")];
  await jobs.find(({ name }) => name === "imports.delete_expired_files")?.work(shop.app, {});
  for (const table of ["import_file_parts", "import_changes"] as const) {
    const rows = await shop.db.selectFrom(table).select("import_id").distinct().orderBy("import_id").execute();
    expect([table, rows.map(({ import_id }) => import_id)]).toEqual([table, kept]);
  }
});
