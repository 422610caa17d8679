import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { openTaskClient } from "../../test/task-client.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createTestStaffSession } from "../staff/fixtures.ts";
import type { Calendar } from "./admin-schema.ts";

const shop = await openTestShop();
const { app, db, clock } = shop;
const tasks = openTaskClient(shop);
const { admin, olga, signIn, startWith, run, change } = tasks;

beforeEach(async () => {
  await tasks.signInOlga();
  clock.set(new Date("2026-11-20T09:00:00Z"));
  olga.cookie = await createTestStaffSession(app, olga.id);
});

const load = async (from: string, to: string, { cookie } = olga) =>
  admin.request<Calendar>("GET", `/calendar?from=${from}&to=${to}`, { cookie });
const list = async (from: string, to: string, person = olga) => (await load(from, to, person)).body.data.entries;
const plan = async (id: number, input: object, run_at: string, kind = "products.update") =>
  (await startWith({ kind, selection: { ids: [String(id)] }, input, run_at })).body.data.result.task_id ?? 0;

describe("GET /calendar", () => {
  it("has planned tasks on their days in the time zone of the store, and how they went", async () => {
    const { id } = await createProduct(db, { status: "draft" });
    const first = await plan(id, { change: "publish" }, "2026-11-23T20:59:59.000Z");
    const second = await plan(id, { change: "hide" }, "2026-11-23T21:00:00.000Z");
    const canceled = await plan(id, { change: "discontinue" }, "2026-11-23T12:00:00.000Z");
    await change(canceled, "cancel");
    const [entry, ...others] = await list("2026-11-23", "2026-11-23");
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      ...{ id: `task-${first}`, category: "products", at: "2026-11-23T20:59:59.000Z", moment: null },
      task: { status: "queued", total: 1, input: { change: "publish" }, subject: { id: String(id) } },
    });
    expect(entry?.task?.subject?.label).toMatch(/\S/);
    expect((await list("2026-11-24", "2026-11-24")).map((one) => one.id)).toEqual([`task-${second}`]);
    await db.updateTable("products").set({ hs_code: "" }).where("id", "=", id).execute();
    clock.set(new Date("2026-11-24T00:00:00Z"));
    await run(first);
    olga.cookie = await createTestStaffSession(app, olga.id);
    expect(await list("2026-11-23", "2026-11-23")).toMatchObject([{ task: { status: "failed", failed: 1 } }]);
  });

  it("has the start of planned sales, the end of running ones, and the days between", async () => {
    const { id } = await createProduct(db, {
      ...{ priceMinor: 900_00, oldPriceMinor: 1200_00, saleEndsAt: new Date("2026-11-29T21:00:00Z") },
    });
    await sql`update product_variants set sale_started_at = '2026-11-19T21:00:00Z' where product_id = ${id}`.execute(
      db,
    );
    const planned = await createProduct(db);
    const ends_at = "2026-12-05T21:00:00.000Z";
    const input = { rule: "percent", value: -20, sale: { ends_at } };
    const started = await startWith({
      ...{ kind: "prices.adjust", selection: { ids: [`${planned.id}-0`] }, input, run_at: "2026-12-01T06:00:00.000Z" },
    });
    const { entries, sales } = (await load("2026-11-16", "2026-12-06")).body.data;
    expect(entries).toMatchObject([
      { category: "prices", moment: "end", sale: { variants: 1, max_percent: 25 }, at: "2026-11-29T21:00:00.000Z" },
      { category: "prices", moment: "start", task: { id: started.body.data.result.task_id } },
    ]);
    expect(sales).toEqual([
      { starts_at: "2026-11-19T21:00:00.000Z", ends_at: "2026-11-29T21:00:00.000Z", is_planned: false },
      { starts_at: "2026-12-01T06:00:00.000Z", ends_at, is_planned: true },
    ]);
    // The end is outside of these days, but the sale runs in them.
    const week = (await load("2026-11-20", "2026-11-22")).body.data;
    expect([week.entries, week.sales.length]).toEqual([[], 1]);
  });

  it("has promo codes and banners that start or end, for those who may change them", async () => {
    const times = { starts_at: new Date("2026-11-27T15:00:00Z"), ends_at: new Date("2027-01-01T00:00:00Z") };
    await db
      .insertInto("promo_codes")
      .values([
        { code: "NIGHT15", kind: "percent", percent: 15, ...times },
        { code: "OFF", kind: "percent", percent: 15, active: false, ...times },
      ])
      .execute();
    const expected = { category: "promo_codes", moment: "start", name: "NIGHT15", at: "2026-11-27T15:00:00.000Z" };
    expect(await list("2026-11-01", "2026-11-30")).toMatchObject([expected]);
    expect(await list("2027-01-01", "2027-01-01")).toMatchObject([
      { ...expected, moment: "end", at: "2027-01-01T00:00:00.000Z" },
    ]);
    expect(await list("2026-11-01", "2026-11-30", await signIn("catalog_editor"))).toEqual([]);
  });

  it("hides tasks that the person may not see, and needs the permission for products", async () => {
    const { id } = await createProduct(db);
    await plan(id, { change: "hide" }, "2026-11-23T12:00:00.000Z");
    expect(await list("2026-11-23", "2026-11-23", await signIn("packer"))).toEqual([]);
    expect(await list("2026-11-23", "2026-11-23", await signIn("catalog_editor"))).toHaveLength(1);
    await sql`update roles set permissions = '{reviews:moderate}' where key = 'support'`.execute(db);
    expect((await load("2026-11-23", "2026-11-23", await signIn("support"))).body.code).toBe("forbidden");
  });

  it.each([
    ["2026-11-23", "2026-11-22"],
    ["2026-02-30", "2026-03-01"],
    ["2026-01-01", "2026-03-04"],
    ["x", "2026-03-04"],
  ])("refuses the days %s to %s", async (from, to) => {
    expect((await load(from, to)).status).toBe(422);
  });
});
