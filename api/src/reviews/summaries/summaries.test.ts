import { beforeEach, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import { createReview } from "../fixtures.ts";

const shop = await openTestShop();
const { db, app } = shop;
const admin = openAdminClient(app);

let productId: number;
let cookie: string;
beforeEach(async () => {
  ({ id: productId } = await createProduct(db));
  const { id } = await createTestStaff(app, { role: "support" });
  cookie = await createTestStaffSession(app, id);
});

type Edit = { from: string; to: string };
const save = (changes: { praise?: Edit; criticism?: Edit }) =>
  admin.request<{ audit_entry_id: number }>("POST", `/review-summaries/${productId}/ru-RU`, {
    ...{ cookie, body: { changes } },
  });
const getSummary = async (locale = "ru-RU") =>
  (await shop.request("GET", `/v1/products/${productId}/reviews`, { locale })).body.data.summary;
const first = { praise: { from: "", to: "Не щиплет." }, criticism: { from: "", to: "Мал флакон." } };

it("is shown in its language with its date, after staff wrote a merit and a fault", async () => {
  await createReview(db, { productId });
  expect(await getSummary()).toBeNull();
  expect((await save({ praise: first.praise })).body.code).toBe("summary_incomplete");
  expect(await getSummary()).toBeNull();
  expect((await save(first)).status).toBe(200);
  expect(await getSummary()).toEqual({
    praise: "Не щиплет.",
    criticism: "Мал флакон.",
    reviews_count: 1,
    checked_at: expect.any(String),
  });
  expect(await getSummary("en-US")).toBeNull();
});

it("needs published reviews, and is refused if somebody else has changed it meanwhile", async () => {
  await createReview(db, { productId, status: "pending" });
  expect((await save(first)).body.code).toBe("summary_without_reviews");
  await createReview(db, { productId });
  await save(first);
  expect((await save({ praise: { from: "", to: "Другое." } })).body.code).toBe("edit_conflict");
  expect((await getSummary())?.praise).toBe("Не щиплет.");
});

it("is hidden once it is outdated, until staff check it again, and removed without sentences", async () => {
  await createReview(db, { productId });
  await save(first);
  await db
    .updateTable("review_summaries")
    .set({ checked_at: new Date("2020-01-01T00:00:00Z") })
    .execute();
  expect(await getSummary()).toBeNull();
  expect((await save({})).status).toBe(200);
  expect((await getSummary())?.praise).toBe("Не щиплет.");
  await save({ praise: { from: "Не щиплет.", to: "" }, criticism: { from: "Мал флакон.", to: "" } });
  expect(await getSummary()).toBeNull();
  expect(await db.selectFrom("review_summaries").select("locale").execute()).toEqual([]);
});

it("is restored with its date by undo", async () => {
  await createReview(db, { productId });
  await save(first);
  const checkedAt = new Date("2026-11-01T00:00:00Z");
  await db.updateTable("review_summaries").set({ checked_at: checkedAt }).execute();
  const changed = await save({ praise: { from: "Не щиплет.", to: "Не пахнет." } });
  const undone = await admin.request("POST", `/audit/${changed.body.data.audit_entry_id}/undo`, { cookie, body: {} });
  expect(undone.status).toBe(200);
  expect(await db.selectFrom("review_summaries").select(["praise", "checked_at"]).execute()).toEqual([
    { praise: "Не щиплет.", checked_at: checkedAt },
  ]);
});
