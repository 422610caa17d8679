import { beforeEach, expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openTestShop } from "../../test/harness.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createTestOrder } from "../orders/fixtures.ts";
import { withTransaction } from "../platform/db/database.ts";
import { createQuestion, createReview } from "../reviews/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../staff/fixtures.ts";
import { DRAFT_DAYS, MAX_DRAFTS, type StoredDraft } from "./admin-schema.ts";
import { eraseDrafts } from "./data-erasure.ts";
import { jobs } from "./jobs.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const shop = await openTestShop();
const { app, db, clock } = shop;
const admin = openAdminClient(app);
let olga = { id: 0, cookie: "" };

const signIn = async (role: string) => {
  const { id } = await createTestStaff(app, { role });
  return { id, cookie: await createTestStaffSession(app, id) };
};

beforeEach(async () => {
  await db.deleteFrom("drafts").execute();
  olga = await signIn("support");
});

const save = (path: string, changes: object, { cookie } = olga) =>
  admin.request("PUT", `/drafts/${path}`, { cookie, body: { changes } });
const load = async (path: string, { cookie } = olga) =>
  (await admin.request<StoredDraft>("GET", `/drafts/${path}`, { cookie })).body.data.draft;
const remove = (path: string, { cookie } = olga) => admin.request("DELETE", `/drafts/${path}`, { cookie, body: {} });

it("keeps what a person has typed, for them only, until it is deleted", async () => {
  expect(await load("order_note/640118392")).toBeNull();
  expect((await save("order_note/640118392", { text: "Call" })).status).toBe(204);
  await save("order_note/640118392", { text: "Call the customer", is_visible_to_customer: "1" });
  expect(await load("order_note/640118392")).toEqual({
    changes: { text: "Call the customer", is_visible_to_customer: "1" },
    updated_at: clock.now().toISOString(),
  });
  const colleague = await signIn("support");
  expect(await load("order_note/640118392", colleague)).toBeNull();
  await remove("order_note/640118392", colleague);
  expect(await load("order_note/640118392")).not.toBeNull();
  await remove("order_note/640118392");
  expect(await load("order_note/640118392")).toBeNull();
});

it("stores only fields of the form", async () => {
  await save("order_edit/640118392", { reason: "Colour", quantity_2: "3", step_up_code: "123456", password: "x" });
  expect((await load("order_edit/640118392"))?.changes).toEqual({ reason: "Colour", quantity_2: "3" });
  const changes = { kind: "claim", "quantity-2": "1", "option-2": "7", quantity_2: "3", idempotency_key: "x" };
  await save("purchase_order/0", { note: "Urgent", line_204_0: "60x1180.5", lines: "[]" }, await signIn("manager"));
  expect((await db.selectFrom("drafts").select("changes").where("kind", "=", "purchase_order").execute())[0]).toEqual({
    changes: { note: "Urgent", line_204_0: "60x1180.5" },
  });
  await save("return_request/640118392", changes);
  expect((await load("return_request/640118392"))?.changes).toEqual({
    ...{ kind: "claim", "quantity-2": "1", "option-2": "7" },
  });
});

it("refuses what is too long, unknown forms, and those without the permission of the form", async () => {
  expect((await save("order_note/1", { text: "x".repeat(20_001) })).status).toBe(422);
  const many = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`quantity_${n}`, "x".repeat(13_000)]));
  expect((await save("order_edit/1", many)).status).toBe(422);
  expect((await save("order_note/1", {})).status).toBe(422);
  expect((await save("password/1", { text: "x" })).status).toBe(422);
  const packer = await signIn("packer");
  expect(await save("order_note/1", { text: "x" }, packer)).toMatchObject({
    ...{ status: 403, body: { code: "forbidden", data: { permission: "orders:edit" } } },
  });
  expect((await admin.request("GET", "/drafts/order_note/1", packer)).status).toBe(403);
  expect((await admin.request("GET", "/drafts/order_note/1")).status).toBe(401);
});

it("keeps the newest drafts of a person", async () => {
  const ids = Array.from({ length: MAX_DRAFTS }, (_, index) => index + 1);
  const draft = { staff_id: olga.id, kind: "order_note", changes: JSON.stringify({ text: "x" }) };
  const getTime = (id: number) => new Date(clock.now().getTime() + id * 1000);
  const rows = ids.map((id) => ({ ...draft, record_id: id, updated_at: getTime(id) }));
  await db.insertInto("drafts").values(rows).execute();
  clock.advance((MAX_DRAFTS + 1) * 1000);
  await save("order_note/900", { text: "x" });
  expect(await load("order_note/1")).toBeNull();
  expect(await load("order_note/2")).not.toBeNull();
});

it("deletes drafts 30 days after their last change", async () => {
  await save("order_note/1", { text: "x" });
  clock.advance((DRAFT_DAYS - 1) * DAY_MS);
  olga.cookie = await createTestStaffSession(app, olga.id);
  await save("order_note/2", { text: "x" });
  clock.advance(DAY_MS + 1);
  await jobs[0]?.work(app, null);
  const left = await db.selectFrom("drafts").select("record_id").execute();
  expect(left).toEqual([{ record_id: 2 }]);
});

it("deletes what was typed about a customer when their data is erased", async () => {
  const [anna, boris] = [
    await createTestCustomer(db, { email: "anna@example.com" }),
    await createTestCustomer(db, { email: "boris@example.com" }),
  ];
  const { id: productId } = await createProduct(db);
  const orderId = await createTestOrder(db, { customerId: anna.id, productId });
  const otherId = await createTestOrder(db, { customerId: boris.id, productId });
  const { id: reviewId } = await createReview(db, { productId, author: anna });
  const { id: questionId } = await createQuestion(db, { productId, author: anna });
  await save(`order_edit/${orderId}`, { last_name: "Smirnova" });
  await save(`order_note/${orderId}`, { text: "Anna Smirnova called" });
  await save(`review_answer/${reviewId}`, { answer: "Dear Anna" });
  await save(`question_answer/${questionId}`, { answer: "Dear Anna" });
  await save(`order_note/${otherId}`, { text: "Boris called" });
  await save(`return_request/${orderId}`, { comment: "Anna says that it leaks" });
  await save("manual_order/0", { customer_id: String(anna.id), last_name: "Smirnova" });
  await save("manual_order/0", { customer_email: "ANNA@example.com" }, await signIn("manager"));
  await save("manual_order/0", { customer_id: String(boris.id) }, await signIn("manager"));
  await withTransaction(db, (tx) => eraseDrafts(tx, anna.id));
  const left = await db.selectFrom("drafts").select(["kind", "record_id"]).orderBy("kind").execute();
  expect(left).toEqual([
    { kind: "manual_order", record_id: 0 },
    { kind: "order_note", record_id: otherId },
  ]);
});
