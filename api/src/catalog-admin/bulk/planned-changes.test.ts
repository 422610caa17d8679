import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { openTaskClient, taskRegistry } from "../../../test/task-client.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { createTestStaffSession } from "../../staff/fixtures.ts";
import { createTaskJobs } from "../../tasks/jobs.ts";
import type { PlannedChange } from "../editor/admin-schema.ts";

const HOUR_MS = 3_600_000;
const shop = await openTestShop();
const { app, db, clock } = shop;
const tasks = openTaskClient(shop);
const { admin, olga, signIn, startWith, run, get, change, setRole, listEntries } = tasks;

beforeEach(tasks.signInOlga);

const inHours = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS).toISOString();
const plan = (kind: string, id: number, input: object, hours = 1, person = olga) =>
  startWith({ kind, selection: { ids: [String(id)] }, input, run_at: inHours(hours) }, person);
const planId = async (...options: Parameters<typeof plan>) => {
  const { status, body } = await plan(...options);
  if (status !== 200) throw new Error(body.message);
  return body.data.result.task_id ?? 0;
};
const planStatus = (id: number, to: string, hours = 1) => planId("products.update", id, { change: to }, hours);
const planEdit = (id: number, changes: object, hours = 1) => planId("products.edit", id, { changes }, hours);
const list = async (id: number) => {
  olga.cookie = await createTestStaffSession(app, olga.id);
  const path = `/products/${id}/planned-changes`;
  return (await admin.request<PlannedChange[]>("GET", path, { cookie: olga.cookie })).body.data;
};
const read = (id: number) =>
  db.selectFrom("products").select(["status", "name_en", "name_ru"]).where("id", "=", id).executeTakeFirstOrThrow();
const setProduct = (id: number, values: object) =>
  db.updateTable("products").set(values).where("id", "=", id).execute();
const listNotified = () =>
  db.selectFrom("staff_notifications").select(["staff_id", "kind", "subject_id", "params"]).orderBy("id").execute();

describe("a planned publication", () => {
  it("happens at its time, once, as its author", async () => {
    const { id } = await createProduct(db, { status: "draft" });
    const task = await planStatus(id, "publish");
    expect(await list(id)).toMatchObject([
      { task_id: task, run_at: inHours(1), edits: [{ field: "status", from: "draft", to: "active" }], refusal: null },
    ]);
    clock.advance(HOUR_MS - 1);
    await run(task);
    expect((await read(id)).status).toBe("draft");
    clock.advance(1);
    await Promise.all([run(task), run(task)]);
    expect((await read(id)).status).toBe("active");
    expect(await listEntries(task)).toMatchObject([{ action: "product.published", actor_id: olga.id }]);
    expect(await list(id)).toEqual([]);
    expect(await listNotified()).toEqual([]);
  });

  it("is expected by what is planned after it, also if it is late", async () => {
    const { id } = await createProduct(db, { status: "draft" });
    const publication = await planStatus(id, "publish", 1);
    const hiding = await planStatus(id, "hide", 48);
    expect((await list(id)).map(({ edits }) => edits[0])).toEqual([
      { field: "status", from: "draft", to: "active" },
      { field: "status", from: "active", to: "hidden" },
    ]);
    clock.advance(50 * HOUR_MS);
    await run(publication);
    await run(hiding);
    expect((await read(id)).status).toBe("hidden");
  });

  it("is refused if the product was withdrawn or lacks data by then, and its author is notified", async () => {
    const [withdrawn, incomplete] = [
      await createProduct(db, { status: "draft" }),
      await createProduct(db, { status: "draft" }),
    ];
    const ids = [withdrawn.id, incomplete.id].map(String);
    const task = (
      await startWith({ kind: "products.update", selection: { ids }, input: { change: "publish" }, run_at: inHours(1) })
    ).body.data.result.task_id;
    await setProduct(withdrawn.id, { status: "discontinued" });
    await setProduct(incomplete.id, { hs_code: "" });
    clock.advance(HOUR_MS);
    await run(task ?? 0);
    expect((await read(withdrawn.id)).status).toBe("discontinued");
    expect(await listNotified()).toEqual([
      { staff_id: olga.id, kind: "planned_task_refused", subject_id: String(task), params: { failed: 2, total: 2 } },
    ]);
    expect(await list(incomplete.id)).toMatchObject([
      { task_id: task, refusal: expect.stringMatching(/It lacks: the HS code/) },
    ]);
    clock.advance(8 * 24 * HOUR_MS);
    expect(await list(incomplete.id)).toEqual([]);
  });

  it("does nothing for a product that somebody has published before", async () => {
    const { id } = await createProduct(db, { status: "draft" });
    const task = await planStatus(id, "publish");
    await setProduct(id, { status: "active" });
    clock.advance(HOUR_MS);
    await run(task);
    olga.cookie = await createTestStaffSession(app, olga.id);
    expect(await get(task)).toMatchObject({ status: "succeeded", unchanged: 1, failed: 0 });
    expect(await listNotified()).toEqual([]);
  });

  it("is moved and canceled", async () => {
    const { id } = await createProduct(db, { status: "draft" });
    const task = await planStatus(id, "publish");
    const { cookie } = olga;
    await admin.request("POST", `/tasks/${task}/reschedule`, { cookie, body: { run_at: inHours(5) } });
    expect(await list(id)).toMatchObject([{ run_at: inHours(5) }]);
    await change(task, "cancel");
    expect(await list(id)).toEqual([]);
    clock.advance(6 * HOUR_MS);
    await run(task);
    expect((await read(id)).status).toBe("draft");
  });
});

describe("a planned edit", () => {
  const edit = (from: unknown, to: unknown) => ({ from, to });

  it("changes texts and prices, and one planned later expects that", async () => {
    const { id, name } = await createProduct(db, { priceMinor: 1000_00 });
    const sale = await planEdit(id, { option_0_price: edit(1000, 800), option_0_old_price: edit(null, 1000) }, 1);
    const seen = { option_0_price: edit(1000, 1000), option_0_old_price: edit(null, null) };
    const end = await planEdit(id, { ...seen, name_en: edit(`${name} en`, "Rice toner") }, 2);
    expect((await list(id))[1]?.edits).toEqual([
      { field: "name_en", from: `${name} en`, to: "Rice toner" },
      { field: "option_0_price", from: 800, to: 1000 },
      { field: "option_0_old_price", from: 1000, to: null },
    ]);
    clock.advance(HOUR_MS);
    await run(sale);
    const readPrice = () =>
      db
        .selectFrom("product_variants")
        .select(["price_minor", "old_price_minor"])
        .where("product_id", "=", id)
        .executeTakeFirstOrThrow();
    expect(await readPrice()).toEqual({ price_minor: 800_00, old_price_minor: 1000_00 });
    clock.advance(HOUR_MS);
    await run(end);
    expect(await readPrice()).toEqual({ price_minor: 1000_00, old_price_minor: null });
    expect((await read(id)).name_en).toBe("Rice toner");
  });

  it("changes nothing if one of its fields has another value by then", async () => {
    const { id, name } = await createProduct(db);
    const task = await planEdit(id, { name_en: edit(`${name} en`, "A"), name_ru: edit(name, "Б") });
    await setProduct(id, { name_en: "Changed by hand" });
    clock.advance(HOUR_MS);
    await run(task);
    expect(await read(id)).toMatchObject({ name_en: "Changed by hand", name_ru: name });
    expect(await listNotified()).toMatchObject([{ staff_id: olga.id, kind: "planned_task_refused" }]);
    expect(await list(id)).toMatchObject([{ refusal: expect.stringMatching(/Someone else/) }]);
  });

  it("is refused after one of the same field at the same time, and so is what expects it", async () => {
    const { id, name } = await createProduct(db);
    const first = await planEdit(id, { name_en: edit(`${name} en`, "First") });
    const second = await planEdit(id, { name_en: edit(`${name} en`, "Second") });
    const third = await planEdit(id, { name_en: edit(`${name} en`, "Third") }, 2);
    clock.advance(HOUR_MS);
    await Promise.all([run(first), run(second)]);
    olga.cookie = await createTestStaffSession(app, olga.id);
    const [ofFirst, ofSecond] = [(await get(first)).status, (await get(second)).status];
    expect([ofFirst, ofSecond].toSorted()).toEqual(["failed", "succeeded"]);
    clock.advance(HOUR_MS);
    await run(third);
    // It was planned after "Second" by its number, so that it expects that one.
    expect((await read(id)).name_en).toBe(ofSecond === "succeeded" ? "Third" : "First");
  });

  it("needs the permission for prices when it is planned and when it is executed", async () => {
    const { id, name } = await createProduct(db, { priceMinor: 1000_00 });
    const price = { changes: { option_0_price: edit(1000, 800) } };
    expect((await plan("products.edit", id, price, 1, await signIn("catalog_editor"))).body.code).toBe("forbidden");
    expect((await plan("products.edit", id, price, 1, await signIn("packer"))).body.code).toBe("forbidden");
    const [ofPrice, ofText] = [
      await planId("products.edit", id, price),
      await planEdit(id, { name_ru: edit(name, "Тоник") }),
    ];
    await setRole("catalog_editor");
    clock.advance(HOUR_MS);
    await run(ofPrice);
    await run(ofText);
    expect((await read(id)).name_ru).toBe("Тоник");
    expect(await list(id)).toMatchObject([{ task_id: ofPrice, refusal: expect.any(String) }]);
  });

  it("is refused if its author is disabled, and those who may change products are notified", async () => {
    const { id, name } = await createProduct(db);
    const boris = await signIn();
    const task = await planEdit(id, { name_ru: edit(name, "Тоник") });
    await sql`update staff set status = 'disabled', disabled_at = now() where id = ${olga.id}`.execute(db);
    clock.advance(HOUR_MS);
    await run(task);
    expect((await read(id)).name_ru).toBe(name);
    expect(await listNotified()).toMatchObject([{ staff_id: boris.id }]);
  });

  it("refuses what is no edit, a time in the past, and a product that does not exist", async () => {
    const { id, name } = await createProduct(db);
    const input = { changes: { name_ru: edit(name, "Тоник") } };
    expect((await plan("products.edit", id, { changes: {} })).status).toBe(422);
    expect((await plan("products.edit", id, { changes: { stock: edit(1, 2) } })).status).toBe(422);
    expect((await plan("products.edit", id, input, -1)).body.code).toBe("run_at_invalid");
    expect((await plan("products.edit", 999_999, input)).body.code).toBe("selection_changed");
  });

  it("is executed late by the job that looks for overdue tasks, and not before its time if the clock goes back", async () => {
    const { id, name } = await createProduct(db);
    const task = await planEdit(id, { name_ru: edit(name, "Тоник") });
    clock.advance(-HOUR_MS);
    await run(task);
    expect((await read(id)).name_ru).toBe(name);
    clock.advance(400 * HOUR_MS);
    await createTaskJobs(taskRegistry)
      .find(({ name: job }) => job === "tasks.start_overdue")
      ?.work(app, null);
    await run(task);
    await run(task);
    expect((await read(id)).name_ru).toBe("Тоник");
    expect(await listEntries(task)).toHaveLength(1);
  });
});
