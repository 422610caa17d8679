import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { openTaskClient } from "../../test/task-client.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createReview } from "../reviews/fixtures.ts";
import type { TaskPage } from "./admin-schema.ts";

const shop = await openTestShop();
const { db, clock } = shop;
const tasks = openTaskClient(shop);
const {
  admin,
  olga,
  signIn,
  createOrder,
  createOrders,
  select,
  start,
  startId,
  startWith,
  run,
  get,
  change,
  setRole,
  getStatuses,
  listEntries,
} = tasks;

beforeEach(tasks.signInOlga);

describe("selections", () => {
  it("identifies the records that match, whatever their order, and not others", async () => {
    const [first] = await createOrders(3);
    await createOrder({ status: "shipped" });
    const { count, fingerprint } = (await select({ view: "to_pack" })).body.data;
    expect(count).toBe(3);
    expect((await select({ view: "to_pack", sort: "due_asc" })).body.data).toEqual({ count, fingerprint });
    await db
      .updateTable("orders")
      .set({ status: "shipped" })
      .where("id", "=", first ?? 0)
      .execute();
    await createOrder();
    const other = (await select({ view: "to_pack" })).body.data;
    expect(other.count).toBe(3);
    expect(other.fingerprint).not.toBe(fingerprint);
    expect((await select({ view: "to_pack", country: "JP" })).body.data).toEqual({ count: 0, fingerprint: "0" });
  });

  it("refuses unknown lists and parameters, by which more would be selected than was seen", async () => {
    expect((await select({ view: "to_pack", staus: "paid" })).status).toBe(422);
    expect((await select({ limit: "5" })).status).toBe(422);
    expect((await select({}, olga, "customers")).status).toBe(422);
    expect((await select({}, await signIn("catalog_editor"))).body.code).toBe("forbidden");
  });
});

describe("POST /tasks", () => {
  it("changes each record as its author, with an audit entry that names the task", async () => {
    const ids = await createOrders(5);
    const other = await createOrder({ country: "KZ" });
    const id = await startId({ filter: { view: "to_pack", country: "RU" } });
    expect(await get(id)).toMatchObject({
      status: "queued",
      total: 5,
      done: 0,
      subject_kind: "order",
      can_cancel: true,
    });
    await run(id, 2);
    expect(await getStatuses(ids)).toEqual(ids.map(() => "packing"));
    expect(await getStatuses([other])).toEqual(["paid"]);
    expect(await listEntries(id)).toEqual(
      ids.map((order) => ({
        ...{ action: "order.packing_started", actor_id: olga.id, subject_id: String(order), undo_of: null },
      })),
    );
    expect(await get(id)).toMatchObject({
      status: "succeeded",
      done: 5,
      failed: 0,
      can_cancel: false,
      can_continue: false,
    });
    const entry = await db
      .selectFrom("audit_entries")
      .selectAll()
      .where("action", "=", "task.started")
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ actor_id: olga.id, subject_kind: "task", subject_id: String(id) });
    expect(entry.changes).toContainEqual({ field: "list", from: null, to: { view: "to_pack", country: "RU" } });
  });

  it("changes nothing if the set differs from the one that was confirmed, and returns both counts", async () => {
    const ids = await createOrders(2);
    const filter = { view: "to_pack" };
    const { data } = (await select(filter)).body;
    await createOrder();
    const body = { kind: "orders.start-packing", selection: { resource: "orders", filter, ...data } };
    for (const preview of [true, false])
      expect(await startWith(body, olga, preview)).toMatchObject({
        ...{ status: 409, body: { code: "selection_changed", data: { expected_count: 2, current_count: 3 } } },
      });
    // The same number of others.
    await db
      .updateTable("orders")
      .set({ status: "shipped" })
      .where("id", "=", ids[0] ?? 0)
      .execute();
    expect((await startWith(body)).body.code).toBe("selection_changed");
    expect(await db.selectFrom("tasks").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("task_items").select("seq").execute()).toEqual([]);
  });

  it("takes records by their ids, of which each must exist", async () => {
    const ids = await createOrders(2);
    const body = (more: string[]) => ({
      kind: "orders.start-packing",
      selection: { ids: [...ids.map(String), ...more] },
    });
    expect((await startWith(body(["999999999"]))).body.code).toBe("selection_changed");
    expect((await startWith(body(["x"]))).body.code).toBe("selection_changed");
    const packer = await signIn("packer");
    const { result } = (await startWith(body([String(ids[0])]), packer)).body.data;
    expect(result).toEqual({ task_id: expect.any(Number), total: 2, sample: [], forecast: null });
    await run(result.task_id ?? 0);
    expect(await getStatuses(ids)).toEqual(["packing", "packing"]);
  });

  it("previews the first records, and changes nothing", async () => {
    const ids = await createOrders(24);
    await createOrders(1, { status: "packing" });
    await db
      .updateTable("orders")
      .set({ status: "packing" })
      .where("id", "=", ids[1] ?? 0)
      .execute();
    const filter = { status: "paid,packing,awaiting_payment" };
    const unpaid = await createOrder({ status: "awaiting_payment" });
    const { result, preview } = (await start({ filter, isPreview: true })).body.data;
    expect(result).toMatchObject({ task_id: null, total: 26 });
    expect(result.sample).toHaveLength(20);
    expect(result.sample.slice(0, 2)).toEqual([
      { subject_id: String(ids[0]), label: null, status: "done", error: null },
      { subject_id: String(ids[1]), label: null, status: "unchanged", error: null },
    ]);
    expect(preview?.entries).toHaveLength(19);
    const ofUnpaid = { kind: "orders.start-packing", selection: { ids: [String(unpaid)] } };
    const [refused] = (await startWith(ofUnpaid, olga, true)).body.data.result.sample;
    expect(refused).toMatchObject({
      subject_id: String(unpaid),
      status: "failed",
      error: expect.stringMatching(/changed/),
    });
    expect(await db.selectFrom("tasks").select("id").execute()).toEqual([]);
    expect((await getStatuses(ids)).filter((status) => status !== "paid")).toHaveLength(1);
  });

  it("records refusals with their reason, and goes on", async () => {
    const ids = await createOrders(3);
    await db
      .updateTable("orders")
      .set({ status: "packing" })
      .where("id", "=", ids[0] ?? 0)
      .execute();
    const id = await startId();
    await db
      .updateTable("orders")
      .set({ status: "shipped" })
      .where("id", "=", ids[1] ?? 0)
      .execute();
    await run(id);
    expect(await getStatuses(ids)).toEqual(["packing", "shipped", "packing"]);
    const task = await get(id);
    expect(task).toMatchObject({ status: "succeeded", total: 3, done: 1, unchanged: 1, failed: 1, can_continue: true });
    const records = { subject_ids: [String(ids[1])], labels: [null] };
    const failure = { error: expect.stringMatching(/changed meanwhile/), count: 1, ...records };
    expect(task.failures).toEqual([failure]);
    const response = await admin.request("GET", "/tasks", { cookie: olga.cookie });
    expect((response.body.data as TaskPage).items).toEqual([task]);
  });

  it("executes each record with the permissions that the author has at that time", async () => {
    const ids = await createOrders(4);
    const id = await startId();
    await setRole("support");
    await run(id);
    expect(await getStatuses(ids)).toEqual(ids.map(() => "paid"));
    expect(await get(id)).toMatchObject({ status: "failed", failed: 4, can_continue: false, can_cancel: false });
    await setRole("manager");
    expect((await change(id, "retry")).body.data.result).toEqual({ task_id: id, status: "queued" });
    await db
      .updateTable("staff")
      .set({ status: "disabled", disabled_at: clock.now() })
      .where("id", "=", olga.id)
      .execute();
    await run(id);
    expect(await getStatuses(ids)).toEqual(ids.map(() => "paid"));
    const ivan = await signIn();
    expect(await get(id, ivan)).toMatchObject({ status: "failed", failed: 4, can_continue: false });
  });

  it("refuses unknown kinds and inputs, filters of other lists, and those without the permission", async () => {
    await createOrder();
    const filter = { view: "to_pack" };
    const selection = { resource: "orders", filter, ...(await select(filter)).body.data };
    const kind = "orders.start-packing";
    expect((await startWith({ kind: "orders.delete", selection })).body.errors).toEqual({ kind: ["invalid"] });
    expect((await startWith({ kind: "reviews.moderate", selection, input: { decision: "publish" } })).status).toBe(422);
    expect((await startWith({ kind, selection, input: { from: "paid" } })).status).toBe(422);
    const reject = { kind: "reviews.moderate", selection: { ids: ["1"] }, input: { decision: "reject" } };
    expect((await startWith(reject)).body.errors).toEqual({ reason: ["required"] });
    expect((await startWith({ kind, selection }, await signIn("support"))).body.code).toBe("forbidden");
    const tooMany = { ...selection, count: 100_001 };
    expect((await startWith({ kind, selection: tooMany })).body.code).toBe("selection_too_large");
  });
});

it("moderates reviews, except those that their authors have changed", async () => {
  const { id: productId } = await createProduct(db);
  const create = (text: string, locale: "ru-RU" | "en-US" = "ru-RU") =>
    createReview(db, { productId, status: "pending", text, locale });
  const [first, second] = [await create("Хорошо"), await create("Плохо")];
  const english = await create("Good", "en-US");
  const publish = {
    kind: "reviews.moderate",
    filter: { view: "pending", locale: "ru-RU" },
    input: { decision: "publish" },
  };
  const { preview } = (await start({ ...publish, isPreview: true })).body.data;
  expect(preview?.emails).toHaveLength(2);
  const id = await startId(publish);
  await db.updateTable("reviews").set({ created_at: new Date() }).where("id", "=", second.id).execute();
  await run(id);
  expect(await get(id)).toMatchObject({ total: 2, done: 1, failed: 1, subject_kind: "review" });
  const reject = { kind: "reviews.moderate", filter: { view: "pending" } };
  const rejectId = await startId({ ...reject, input: { decision: "reject", reason: "Реклама" } });
  await run(rejectId);
  const rows = await db.selectFrom("reviews").select(["id", "status", "reject_reason"]).orderBy("id").execute();
  expect(rows).toEqual([
    { id: first.id, status: "published", reject_reason: "" },
    { id: second.id, status: "rejected", reject_reason: "Реклама" },
    { id: english.id, status: "rejected", reject_reason: "Реклама" },
  ]);
});
