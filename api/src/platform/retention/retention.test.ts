import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../../test/harness.ts";
import { createTestCustomer } from "../../account/fixtures.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { jobs as catalogJobs } from "../../catalog/jobs.ts";
import { jobs as inventoryJobs } from "../../inventory/jobs.ts";
import { jobs as notificationJobs } from "../../notifications/jobs.ts";
import { jobs as paymentJobs } from "../../payments/jobs.ts";
import { jobs as quizJobs } from "../../quizzes/jobs.ts";
import { jobs as searchJobs } from "../../search/jobs.ts";
import { retentionJobs } from "./jobs.ts";
import { retentionSetting } from "./settings.ts";
import { updateSetting } from "../settings/settings.ts";

const shop = await openTestShop();
const retentionJobsToRun = [
  ...[...retentionJobs, ...notificationJobs, ...paymentJobs],
  ...[...catalogJobs, ...inventoryJobs, ...quizJobs, ...searchJobs],
].filter(({ name }) => name.includes(".delete_"));
const runRetentionJobs = async () => {
  for (const job of retentionJobsToRun) await job.work(shop.app, {});
};
const daysAgo = (days: number) => new Date(TEST_NOW.getTime() - days * 86_400_000);

/** Returns the ages of the remaining rows in days. */
async function listAges(table: string, column: string): Promise<number[]> {
  const { rows } = await sql<{ at: Date }>`
    select ${sql.ref(column)}::timestamptz as at from ${sql.table(table)} order by 1 desc`.execute(shop.db);
  return rows.map(({ at }) => Math.round((TEST_NOW.getTime() - at.getTime()) / 86_400_000));
}

const ages = [1, 29, 31, 89, 91, 364, 367];
beforeEach(async () => {
  const { id } = await createTestCustomer(shop.db);
  const quiz = await shop.db
    .insertInto("quizzes")
    .values({ id: 1, locale: "ru-RU", title: "t", body: "{}" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const product = await createProduct(shop.db);
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
    await sql`insert into emails (recipient, locale, template, params, dedup_key, queued_at, sent_at)
      values ('', 'ru-RU', 't', '{}', ${text}, ${at}, ${at})`.execute(shop.db);
    await sql`insert into search_queries (query, locale, day) values ('крем', 'ru-RU', ${at})`.execute(shop.db);
    await sql`insert into quiz_results (quiz_id, result_code, answers, taken_at)
      values (${quiz.id}, 'dry', '[]', ${at})`.execute(shop.db);
    await sql`insert into product_alerts (customer_id, product_id, option_id, kind, sent_at)
      values (${id}, ${product.id}, ${days}, 'back_in_stock', ${at})`.execute(shop.db);
    await sql`with closed as (
        insert into stock_counts (name, is_blind, status, created_at, closed_at)
        values (${text}, false, 'closed', ${at}, ${at}) returning id)
      insert into stock_count_scans (scan_id, count_id, product_id, option_id, scanned_at)
      select gen_random_uuid(), id, ${product.id}, 0, ${at} from closed`.execute(shop.db);
  }
});

it("deletes rows older than their setting every night", async () => {
  expect(retentionJobsToRun.every(({ schedule }) => /^\d+ 2 \* \* \*$/.test(schedule ?? ""))).toBe(true);
  await runRetentionJobs();
  expect(await listAges("idempotency_keys", "created_at")).toEqual([1, 29]);
  expect(await listAges("webhook_events", "processed_at")).toEqual([1, 29, 31, 89]);
  expect(await listAges("notifications", "created_at")).toEqual([1, 29, 31, 89, 91, 364]);
  expect(await listAges("emails", "queued_at")).toEqual([1, 29, 31, 89, 91, 364]);
  expect(await listAges("search_queries", "day")).toEqual([1, 29, 31, 89, 91, 364]);
  expect(await listAges("quiz_results", "taken_at")).toEqual([1, 29, 31, 89, 91, 364]);
  expect(await listAges("product_alerts", "sent_at")).toEqual([1, 29, 31, 89, 91, 364]);
  expect(await listAges("stock_count_scans", "scanned_at")).toEqual([1, 29]);
});

it("keeps alerts that wait, and scans of counts that are open, however old", async () => {
  await sql`update product_alerts set sent_at = null, created_at = ${daysAgo(1000)}`.execute(shop.db);
  await sql`update stock_counts set status = 'open', closed_at = null`.execute(shop.db);
  await runRetentionJobs();
  expect((await listAges("product_alerts", "created_at")).length).toBe(ages.length);
  expect(await listAges("stock_count_scans", "scanned_at")).toEqual(ages);
});

it("keeps an unprocessed webhook event, however old", async () => {
  await sql`update webhook_events set processed_at = null`.execute(shop.db);
  await runRetentionJobs();
  expect(await listAges("webhook_events", "received_at")).toEqual(ages);
});

it("uses the settings, which reject values below their minimum", async () => {
  const days = retentionSetting("notifications", { min: 90, defaultDays: 365 });
  await updateSetting(shop.db, days, 90);
  await runRetentionJobs();
  expect(await listAges("notifications", "created_at")).toEqual([1, 29, 31, 89]);
  await expect(updateSetting(shop.db, days, 89)).rejects.toThrow();
});

it("deletes in batches until nothing is left", async () => {
  await sql`insert into idempotency_keys (scope, key, request_hash, created_at)
    select 'orders:2', 'key-number-' || n, '', ${daysAgo(40)} from generate_series(1, 10001) n`.execute(shop.db);
  await runRetentionJobs();
  expect(await listAges("idempotency_keys", "created_at")).toEqual([1, 29]);
});
