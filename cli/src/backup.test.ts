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

/** Returns a hash of each table's rows. */
async function content({ pool }: TestShop): Promise<Record<string, string>> {
  const client = await pool.connect();
  try {
    const rowsByTable: Record<string, string> = {};
    for (const { table } of await listStoredTables(client)) {
      const { rows } = await client.query<{ all: string }>(
        `select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as all from ${table} t`,
      );
      rowsByTable[table] = rows[0]?.all ?? "";
    }
    return rowsByTable;
  } finally {
    client.release();
  }
}

it("restores everything into an empty database exactly, including queued emails", async () => {
  const { tables, rows } = await writeBackup(fullShop.pool, file, fullShop.clock.now());
  expect(await restoreBackup(emptyShop.pool, file)).toEqual({ tables, rows });
  expect(await content(emptyShop)).toEqual(await content(fullShop));
  const next = await emptyShop.db
    .insertInto("emails")
    .values({ recipient: "a@example.test", locale: "ru-RU", template: "t", params: "{}", dedup_key: "k" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const last = await fullShop.db.selectFrom("emails").select("id").orderBy("id", "desc").executeTakeFirstOrThrow();
  expect(next.id).toBe(last.id + 1);
});

it("refuses to restore into a database that is in use", async () => {
  await writeBackup(fullShop.pool, file, fullShop.clock.now());
  const before = await content(fullShop);
  await expect(restoreBackup(fullShop.pool, file)).rejects.toThrow("in use");
  expect(await content(fullShop)).toEqual(before);
});

it("rejects a file that is truncated, of another version or not a backup, and changes nothing", async () => {
  await writeBackup(fullShop.pool, file, fullShop.clock.now());
  const lines = gunzipSync(readFileSync(file)).toString().split("\n");
  const rewritten = (text: string) => {
    writeFileSync(file, gzipSync(text));
    return restoreBackup(emptyShop.pool, file);
  };
  const before = await content(emptyShop);
  await expect(rewritten(lines.slice(0, -2).join("\n"))).rejects.toThrow("incomplete");
  await expect(rewritten(lines.slice(0, Math.floor(lines.length / 2)).join("\n"))).rejects.toThrow("incomplete");
  await expect(rewritten(["{}", ...lines.slice(1)].join("\n"))).rejects.toThrow("is no backup");
  await expect(rewritten("hello")).rejects.toThrow("is no backup");
  const older = { ...(JSON.parse(lines[0] ?? "") as object), migrations: ["0001_platform"] };
  await expect(rewritten([JSON.stringify(older), ...lines.slice(1)].join("\n"))).rejects.toThrow("another version");
  expect(await content(emptyShop)).toEqual(before);
});

it("reports a truncated or corrupted file in one line, without customer data", async () => {
  await writeBackup(fullShop.pool, file, fullShop.clock.now());
  const whole = readFileSync(file);
  const before = await content(emptyShop);
  const inFile = (content: Buffer) => {
    writeFileSync(file, content);
    return restoreBackup(emptyShop.pool, file).catch((error: unknown) => error);
  };
  const lines = gunzipSync(whole).toString().split("\n");
  const row = lines.findIndex((line) => line.startsWith('{"table":"public.customers"')) + 1;
  const broken = lines.with(row, `not-a-number${lines[row]}`).join("\n");
  const flipped = Buffer.from(whole);
  flipped[Math.floor(whole.length / 2)]! ^= 0xff;
  for (const content of [whole.subarray(0, -2000), flipped, gzipSync(broken)]) {
    const error = await inFile(content);
    expect(error).toBeInstanceOf(CommandError);
    expect(String(error)).toMatch(/^CommandError: The backup is incomplete: [^@\n]*\. Nothing was restored\.$/);
  }
  expect(await content(emptyShop)).toEqual(before);
});
