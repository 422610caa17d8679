import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeEach, expect, it } from "vitest";
import { createReadyCart } from "../../api/src/cart/fixtures.ts";
import { CommandError } from "../../api/src/platform/commands/command.ts";
import { placeOrder } from "../../api/src/checkout/fixtures.ts";
import { openTestShop, type TestShop } from "../../api/test/harness.ts";
import { restoreBackup, writeBackup } from "./backup.ts";
import { listStoredTables } from "./backup-tables.ts";

const [fullShop, emptyShop] = [await openTestShop(), await openTestShop()];
const file = join(fullShop.app.config.dataDir, "shop.backup");

beforeEach(async () => {
  await emptyShop.pool.query("delete from pgboss.job");
  const { shopper } = await createReadyCart(fullShop.db, { qty: 2 });
  await placeOrder(fullShop, shopper);
  // Characters that COPY escapes.
  await fullShop.db.updateTable("orders").set({ comment: "первая\n\\.\n\tвторая \\ «третья» \r\u2028" }).execute();
});

/** Calculates a hash of each table's rows. */
async function hashTables({ pool }: TestShop): Promise<Record<string, string>> {
  const client = await pool.connect();
  try {
    const hashes: Record<string, string> = {};
    for (const { table } of await listStoredTables(client)) {
      const { rows } = await client.query<{ hash: string }>(
        `select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as hash from ${table} t`,
      );
      hashes[table] = rows[0]?.hash ?? "";
    }
    return hashes;
  } finally {
    client.release();
  }
}

it("restores everything into an empty database exactly, including queued emails", async () => {
  const { tables, rows } = await writeBackup(fullShop.pool, file, fullShop.clock.now());
  expect(await restoreBackup(emptyShop.pool, file)).toEqual({ tables, rows });
  expect(await hashTables(emptyShop)).toEqual(await hashTables(fullShop));
  const next = await emptyShop.db
    .insertInto("emails")
    .values({ recipient: "a@example.test", locale: "ru-RU", template: "t", params: "{}", dedup_key: "k" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const last = await fullShop.db.selectFrom("emails").select("id").orderBy("id", "desc").executeTakeFirstOrThrow();
  expect(next.id).toBe(last.id + 1);
});

it("creates the partitions of the audit log that a backup names", async () => {
  await fullShop.pool.query("select create_audit_partitions('2024-02-01', '2024-03-01')");
  await fullShop.pool.query(
    `insert into audit_entries (at, actor_kind, actor_label, action, subject_kind, subject_id, changes, reason)
     values ('2024-02-29T23:59:59Z', 'job', 'test', 'product.updated', 'product', '1', '[]', '')`,
  );
  await writeBackup(fullShop.pool, file, fullShop.clock.now());
  await restoreBackup(emptyShop.pool, file);
  expect(await hashTables(emptyShop)).toEqual(await hashTables(fullShop));
  const restored = emptyShop.db.selectFrom("audit_entries").select("at").execute();
  expect(await restored).toEqual([{ at: new Date("2024-02-29T23:59:59Z") }]);
  await expect(emptyShop.pool.query("truncate audit_entries_2024_02")).rejects.toThrow("is append-only");
});

it("refuses to restore into a database that is in use", async () => {
  await writeBackup(fullShop.pool, file, fullShop.clock.now());
  const before = await hashTables(fullShop);
  await expect(restoreBackup(fullShop.pool, file)).rejects.toThrow("in use");
  expect(await hashTables(fullShop)).toEqual(before);
});

it("rejects a file that is truncated, made by another version or not a backup, and changes nothing", async () => {
  await writeBackup(fullShop.pool, file, fullShop.clock.now());
  const lines = gunzipSync(readFileSync(file)).toString().split("\n");
  const restoreText = (text: string) => {
    writeFileSync(file, gzipSync(text));
    return restoreBackup(emptyShop.pool, file);
  };
  const before = await hashTables(emptyShop);
  await expect(restoreText(lines.slice(0, -2).join("\n"))).rejects.toThrow("is damaged");
  await expect(restoreText(lines.slice(0, Math.floor(lines.length / 2)).join("\n"))).rejects.toThrow("is damaged");
  await expect(restoreText(["{}", ...lines.slice(1)].join("\n"))).rejects.toThrow("is not a backup");
  await expect(restoreText("hello")).rejects.toThrow("is not a backup");
  const olderHeader = { ...(JSON.parse(lines[0] ?? "") as object), migrations: ["0001_platform"] };
  await expect(restoreText([JSON.stringify(olderHeader), ...lines.slice(1)].join("\n"))).rejects.toThrow(
    "another version",
  );
  expect(await hashTables(emptyShop)).toEqual(before);
});

it("reports a truncated or corrupted file in one line, without customer data", async () => {
  await writeBackup(fullShop.pool, file, fullShop.clock.now());
  const complete = readFileSync(file);
  const before = await hashTables(emptyShop);
  const getRestoreError = (content: Buffer) => {
    writeFileSync(file, content);
    return restoreBackup(emptyShop.pool, file).catch((error: unknown) => error);
  };
  const lines = gunzipSync(complete).toString().split("\n");
  const rowIndex = lines.findIndex((line) => line.startsWith('{"table":"public.customers"')) + 1;
  const withInvalidRow = lines.with(rowIndex, `not-a-number${lines[rowIndex]}`).join("\n");
  const withFlippedByte = Buffer.from(complete);
  withFlippedByte[Math.floor(complete.length / 2)]! ^= 0xff;
  for (const content of [complete.subarray(0, -2000), withFlippedByte, gzipSync(withInvalidRow)]) {
    const error = await getRestoreError(content);
    expect(error).toBeInstanceOf(CommandError);
    expect(String(error)).toMatch(/^CommandError: The backup is damaged: [^@\n]*\. Nothing was restored\.$/);
  }
  expect(await hashTables(emptyShop)).toEqual(before);
});
