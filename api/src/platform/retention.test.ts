import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../test/harness.ts";
import { aCustomer } from "../account/fixtures.ts";
import { jobs as notificationJobs } from "../notifications/jobs.ts";
import { jobs as paymentJobs } from "../payments/jobs.ts";
import { retentionJobs } from "./retention-jobs.ts";
import { retentionSetting } from "./retention-settings.ts";
import { changeSetting } from "./settings.ts";

const shop = await openTestShop();
const nightly = [...retentionJobs, ...notificationJobs, ...paymentJobs].filter(({ name }) =>
  name.endsWith("retention"),
);
const night = async () => {
  for (const job of nightly) await job.work(shop.house, {});
};
const daysAgo = (days: number) => new Date(TEST_NOW.getTime() - days * 86_400_000);

/** How old, in days, the rows are that are left. */
async function agesIn(table: string, column: string): Promise<number[]> {
  const { rows } = await sql<{ at: Date }>`
    select ${sql.ref(column)} as at from ${sql.table(table)} order by 1 desc`.execute(shop.db);
  return rows.map(({ at }) => Math.round((TEST_NOW.getTime() - at.getTime()) / 86_400_000));
}

const ages = [1, 29, 31, 89, 91, 364, 366];
beforeEach(async () => {
  const { id } = await aCustomer(shop.db);
  for (const days of ages) {
    const at = daysAgo(days);
    const text = `row-${days}-days`;
    await sql`insert into idempotency_keys (scope, key, request_hash, created_at) values ('orders:1', ${text}, '', ${at})`.execute(
      shop.db,
    );
    await sql`insert into webhook_events (provider, event_id, payload, received_at, processed_at)
      values ('sandbox', ${text}, '{}', ${at}, ${at})`.execute(shop.db);
    await sql`insert into notifications (customer_id, kind, title, message_html, dedup_key, created_at)
      values (${id}, 'k', 't', 'm', ${text}, ${at})`.execute(shop.db);
    await sql`insert into mails (recipient, locale, template, params, dedup_key, queued_at, sent_at)
      values ('', 'ru-RU', 't', '{}', ${text}, ${at}, ${at})`.execute(shop.db);
  }
});

it("deletes what is older than its setting every night", async () => {
  expect(nightly.every(({ schedule }) => /^\d+ 2 \* \* \*$/.test(schedule ?? ""))).toBe(true);
  await night();
  expect(await agesIn("idempotency_keys", "created_at")).toEqual([1, 29]);
  expect(await agesIn("webhook_events", "processed_at")).toEqual([1, 29, 31, 89]);
  expect(await agesIn("notifications", "created_at")).toEqual([1, 29, 31, 89, 91, 364]);
  expect(await agesIn("mails", "queued_at")).toEqual([1, 29, 31, 89, 91, 364]);
});

it("keeps a webhook that nobody has acted on, however old", async () => {
  await sql`update webhook_events set processed_at = null`.execute(shop.db);
  await night();
  expect(await agesIn("webhook_events", "received_at")).toEqual(ages);
});

it("follows the settings, which take no less than the shop needs", async () => {
  const days = retentionSetting("notifications", { least: 90, normal: 365 });
  await changeSetting(shop.db, days, 90);
  await night();
  expect(await agesIn("notifications", "created_at")).toEqual([1, 29, 31, 89]);
  await expect(changeSetting(shop.db, days, 89)).rejects.toThrow();
});

it("deletes in batches until nothing is left", async () => {
  await sql`insert into idempotency_keys (scope, key, request_hash, created_at)
    select 'orders:2', 'key-number-' || n, '', ${daysAgo(40)} from generate_series(1, 10001) n`.execute(shop.db);
  await night();
  expect(await agesIn("idempotency_keys", "created_at")).toEqual([1, 29]);
});
