import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeEach, expect, it } from "vitest";
import { aReadyCart } from "../../api/src/cart/fixtures.ts";
import { CommandError } from "../../api/src/platform/commands.ts";
import { anOrderOf } from "../../api/src/checkout/fixtures.ts";
import { openTestShop, type TestShop } from "../../api/test/harness.ts";
import { restoreBackup, writeBackup } from "./backup.ts";
import { storedTables } from "./backup-tables.ts";

const [full, empty] = [await openTestShop(), await openTestShop()];
const file = join(full.house.config.dataDir, "shop.backup");

beforeEach(async () => {
  await empty.pool.query("delete from pgboss.job");
  const { shopper } = await aReadyCart(full.db, { qty: 2 });
  await anOrderOf(full, shopper);
  // Whatever a text can hold: COPY writes these in its own way.
  await full.db.updateTable("orders").set({ comment: "первая\n\\.\n\tвторая \\ «третья» \r\u2028" }).execute();
});

/** What stands in every table, without what differs from one reading to the next. */
async function content({ pool }: TestShop): Promise<Record<string, string>> {
  const client = await pool.connect();
  try {
    const told: Record<string, string> = {};
    for (const { table } of await storedTables(client)) {
      const { rows } = await client.query<{ all: string }>(
        `select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as all from ${table} t`,
      );
      told[table] = rows[0]?.all ?? "";
    }
    return told;
  } finally {
    client.release();
  }
}

it("brings everything back into an empty database, to the letter, queued letters too", async () => {
  const { tables, rows } = await writeBackup(full.pool, file, full.clock.now());
  expect(await restoreBackup(empty.pool, file)).toEqual({ tables, rows });
  expect(await content(empty)).toEqual(await content(full));
  const next = await empty.db
    .insertInto("mails")
    .values({ recipient: "a@example.test", locale: "ru-RU", template: "t", params: "{}", dedup_key: "k" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const last = await full.db.selectFrom("mails").select("id").orderBy("id", "desc").executeTakeFirstOrThrow();
  expect(next.id).toBe(last.id + 1);
});

it("is not put into a database that is in use", async () => {
  await writeBackup(full.pool, file, full.clock.now());
  const before = await content(full);
  await expect(restoreBackup(full.pool, file)).rejects.toThrow("in use");
  expect(await content(full)).toEqual(before);
});

it("is refused where it was cut off, is of another version, or is something else, and nothing changes", async () => {
  await writeBackup(full.pool, file, full.clock.now());
  const lines = gunzipSync(readFileSync(file)).toString().split("\n");
  const rewritten = (text: string) => {
    writeFileSync(file, gzipSync(text));
    return restoreBackup(empty.pool, file);
  };
  const before = await content(empty);
  await expect(rewritten(lines.slice(0, -2).join("\n"))).rejects.toThrow("not whole");
  await expect(rewritten(lines.slice(0, Math.floor(lines.length / 2)).join("\n"))).rejects.toThrow("not whole");
  await expect(rewritten(["{}", ...lines.slice(1)].join("\n"))).rejects.toThrow("is no backup");
  await expect(rewritten("hello")).rejects.toThrow("is no backup");
  const older = { ...(JSON.parse(lines[0] ?? "") as object), migrations: ["0001_platform"] };
  await expect(rewritten([JSON.stringify(older), ...lines.slice(1)].join("\n"))).rejects.toThrow("another version");
  expect(await content(empty)).toEqual(before);
});

it("says in one line, without a customer's row, that a file was cut or changed on the way", async () => {
  await writeBackup(full.pool, file, full.clock.now());
  const whole = readFileSync(file);
  const before = await content(empty);
  const inFile = (content: Buffer) => {
    writeFileSync(file, content);
    return restoreBackup(empty.pool, file).catch((error: unknown) => error);
  };
  const lines = gunzipSync(whole).toString().split("\n");
  const row = lines.findIndex((line) => line.startsWith('{"table":"public.customers"')) + 1;
  const broken = lines.with(row, `not-a-number${lines[row]}`).join("\n");
  const flipped = Buffer.from(whole);
  flipped[Math.floor(whole.length / 2)]! ^= 0xff;
  for (const content of [whole.subarray(0, -2000), flipped, gzipSync(broken)]) {
    const error = await inFile(content);
    expect(error).toBeInstanceOf(CommandError);
    expect(String(error)).toMatch(/^CommandError: The backup is not whole: [^@\n]*\. Nothing was restored\.$/);
  }
  expect(await content(empty)).toEqual(before);
});
