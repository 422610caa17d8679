import { type KyselyPlugin, sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openTestShop, TEST_NOW } from "../../test/harness.ts";
import { createTestCustomer, type TestCustomer } from "../account/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createTestOrder } from "../orders/fixtures.ts";
import type { RootDb } from "../platform/db/database.ts";
import { setUpJobQueues } from "../platform/jobs/job-queue.ts";
import { createEmailJob } from "../platform/mail/mailer.ts";
import { createTestStaff, createTestStaffSession, type TestStaff } from "../staff/fixtures.ts";
import type { ModeratedQuestionPage, ModeratedReviewPage, ModerationResult, SimilarQuestions } from "./admin-schema.ts";
import { createQuestion, createReview } from "./fixtures.ts";
import { emails } from "./moderation/emails.ts";

const shop = await openTestShop();
const { app, db } = shop;
await setUpJobQueues(db, [createEmailJob(emails)]);
let statementCount = 0;
const counter: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    statementCount += 1;
    return result;
  },
};
const admin = openAdminClient({ ...app, db: db.withPlugin(counter) as RootDb });
type Executed = { result: ModerationResult; audit_entry_id: number; undo_until: string | null };

let staff: TestStaff;
let cookie = "";
let productId = 0;
let author: TestCustomer;
const created_at = TEST_NOW.toISOString();

beforeEach(async () => {
  staff = await createTestStaff(app, { role: "support", locale: "en-US" });
  cookie = await createTestStaffSession(app, staff.id);
  ({ id: productId } = await createProduct(db, { name: "Лосьон" }));
  author = await createTestCustomer(db);
});

const signIn = async (role: string) => createTestStaffSession(app, (await createTestStaff(app, { role })).id);
const get = async <Page>(path: string) => (await admin.request<Page>("GET", path, { cookie })).body.data;
const send = (path: string, body: object = {}) => admin.request<Executed>("POST", path, { body, cookie });
const undo = (id: number) => admin.request<Executed>("POST", `/audit/${id}/undo`, { body: {}, cookie });
const addReview = async (
  options: Partial<Parameters<typeof createReview>[1]> = {},
  createdAt: Date | string = TEST_NOW,
) => {
  const { id } = await createReview(db, { productId, status: "pending", author, ...options });
  await db
    .updateTable("reviews")
    .set({ created_at: sql<Date>`${createdAt}::timestamptz` })
    .where("id", "=", id)
    .execute();
  return id;
};
const loadReview = (id: number) => db.selectFrom("reviews").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const loadQuestion = (id: number) =>
  db.selectFrom("questions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const listEmails = () => db.selectFrom("emails").select(["recipient", "params"]).execute();
const listNotifications = async () =>
  (await shop.request("GET", "/v1/user/notification", { token: author.token })).body.data.items;
const listEntries = () =>
  db
    .selectFrom("audit_entries")
    .select(["action", "subject_kind", "subject_id", "reason", "undo_of"])
    .orderBy("id")
    .execute();

describe("GET /reviews", () => {
  it("shows what helps to decide: purchase, earlier reviews, contact data", async () => {
    const orderId = await createTestOrder(db, { customerId: author.id, productId }, { status: "delivered" });
    await db.updateTable("orders").set({ delivered_at: TEST_NOW }).where("id", "=", orderId).execute();
    const other = await createProduct(db);
    await addReview({ productId: other.id, status: "rejected" }, new Date(TEST_NOW.getTime() - 1000));
    const id = await addReview({ text: "Пишите @anna_k", rating: 2 });
    const page = await get<ModeratedReviewPage>("/reviews");
    expect(page.items).toMatchObject([
      {
        ...{ id, status: "pending", rating: 2, locale: "ru-RU", author: "А. К••••", created_at, published_at: null },
        contact_data: [{ kind: "username", start: 7, end: 14 }],
        medical_claims: [],
        other_accounts: 0,
        product: { id: productId, name: "Лосьон en" },
        purchase: { order_id: orderId, status: "delivered", delivered_at: created_at },
        earlier: { pending: 0, published: 0, rejected: 1 },
      },
    ]);
    expect(page.views).toEqual([
      { key: "pending", count: 1, is_exact: true },
      { key: "published", count: 0, is_exact: true },
      { key: "rejected", count: 1, is_exact: true },
    ]);
    expect(page.languages).toEqual([
      { locale: "ru-RU", count: 1, is_exact: true },
      { locale: "en-US", count: 0, is_exact: true },
    ]);
    expect(page.oldest_pending_at).toBe(created_at);
  });

  it("counts the other accounts with an address of the author, and finds medical claims", async () => {
    const addAddress = (customerId: number, address: string) =>
      db
        .insertInto("addresses")
        .values({
          ...{ customer_id: customerId, alias: "Дом", first_name: "Anna", last_name: "Kim", country: "RU" },
          ...{ postcode: "420015", city: "Kazan", address, phone_mobile: "+7 900 000-00-01" },
        })
        .execute();
    const [neighbor, stranger] = [await createTestCustomer(db), await createTestCustomer(db)];
    await addAddress(author.id, "ul. Pushkina 12, 34");
    await addAddress(neighbor.id, "Ul. Pushkina 12, 34");
    await addAddress(neighbor.id, "UL. PUSHKINA 12, 34");
    await addAddress(stranger.id, "ul. Pushkina 12, 35");
    await addReview({ text: "Вылечил акне" });
    expect((await get<ModeratedReviewPage>("/reviews")).items).toMatchObject([
      {
        other_accounts: 1,
        medical_claims: [
          { start: 0, end: 7 },
          { start: 8, end: 12 },
        ],
      },
    ]);
  });

  it("pages through each view without repeating or losing a review", async () => {
    const times = ["2026-01-01T00:00:00.000001Z", "2026-01-01T00:00:00.000001Z", "2026-01-01T00:00:00.000002Z"];
    for (const status of ["pending", "published"] as const) {
      const ids: number[] = [];
      for (const time of times) ids.push(await addReview({ status, author: await createTestCustomer(db) }, time));
      const pages: number[][] = [];
      for (let after: string | null = ""; after !== null;) {
        const query: string = `view=${status}&limit=1${after && `&after=${after}`}`;
        const { items, next } = await get<ModeratedReviewPage>(`/reviews?${query}`);
        pages.push(items.map(({ id }) => id));
        after = next;
      }
      const expected = status === "pending" ? ids : ids.toReversed();
      expect(pages).toEqual(expected.map((id) => [id]));
    }
  });

  it("filters by language", async () => {
    const id = await addReview({ locale: "en-US" });
    await addReview({ author: await createTestCustomer(db) });
    expect((await get<ModeratedReviewPage>("/reviews?locale=en-US")).items.map((item) => item.id)).toEqual([id]);
  });

  it.each(["/reviews", "/questions"])("%s runs three statements, including authentication", async (path) => {
    await addReview();
    await createQuestion(db, { productId, status: "pending" });
    await get(path);
    statementCount = 0;
    await get(path);
    expect(statementCount).toBe(3);
  });

  it("is refused without the permission, as are decisions", async () => {
    const id = await addReview();
    cookie = await signIn("packer");
    for (const [method, path] of [
      ["GET", "/reviews"],
      ["GET", "/questions"],
      ["POST", `/reviews/${id}/publish`],
    ] as const)
      expect(await admin.request(method, path, { cookie, ...(method === "POST" ? { body: {} } : {}) })).toMatchObject({
        status: 403,
        body: { code: "forbidden", data: { permission: "reviews:moderate" } },
      });
  });
});

describe("a decision about a review", () => {
  it("publishes it with the answer; its author is emailed after 30 seconds", async () => {
    const id = await addReview();
    const { status, body } = await send(`/reviews/${id}/publish`, { from: "pending", created_at, answer: "Спасибо" });
    expect(status).toBe(200);
    const emailAt = new Date(TEST_NOW.getTime() + 30_000);
    expect(body.data.result).toMatchObject({ status: "published", notification: { email_at: emailAt.toISOString() } });
    expect(await loadReview(id)).toMatchObject({ status: "published", shop_answer: "Спасибо", published_at: TEST_NOW });
    expect((await listNotifications()).map(({ title }) => title)).toEqual(["Отзыв опубликован"]);
    const { rows } = await shop.pool.query<{ start_after: Date }>(
      `select start_after from pgboss.job where name = 'email.send'`,
    );
    expect(rows).toEqual([{ start_after: emailAt }]);
    expect(await listEntries()).toMatchObject([
      { action: "review.published", subject_kind: "review", subject_id: String(id) },
    ]);
  });

  it.each([
    ["reject", "review.rejected", "Отзыв нужно исправить"],
    ["request-change", "review.change_requested", "Отзыв нужно исправить"],
  ])("%s needs a reason, which the author reads", async (path, action, title) => {
    const id = await addReview();
    expect(await send(`/reviews/${id}/${path}`, { from: "pending", reason: " " })).toMatchObject({
      status: 422,
      body: { code: "reason_required", errors: { reason: ["required"] } },
    });
    await send(`/reviews/${id}/${path}`, { from: "pending", reason: "Уберите контакты" });
    expect(await loadReview(id)).toMatchObject({ status: "rejected", reject_reason: "Уберите контакты" });
    const [notification] = await listNotifications();
    expect(notification).toMatchObject({ title, message: expect.stringContaining("Уберите контакты") });
    expect(await listEntries()).toMatchObject([{ action, reason: "Уберите контакты" }]);
  });

  it("is refused if somebody else was faster, or the author has changed the review", async () => {
    const id = await addReview();
    const publish = () => send(`/reviews/${id}/publish`, { from: "pending", created_at });
    await db
      .updateTable("reviews")
      .set({ created_at: new Date(0) })
      .where("id", "=", id)
      .execute();
    expect(await publish()).toMatchObject({ status: 409, body: { code: "review_changed" } });
    await db.updateTable("reviews").set({ created_at: TEST_NOW }).where("id", "=", id).execute();
    const results = await Promise.all([publish(), send(`/reviews/${id}/reject`, { from: "pending", reason: "Нет" })]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(results.find(({ status }) => status === 409)?.body.code).toBe("already_moderated");
    expect((await publish()).body.code).toBe("already_moderated");
    expect(await listEntries()).toHaveLength(1);
    expect((await send("/reviews/999/publish", { from: "pending", created_at })).body.code).toBe("review_not_found");
  });

  it("answers a published review, unless somebody else has answered meanwhile", async () => {
    const id = await addReview({ status: "published" });
    const answer = (from: string, to: string) =>
      send(`/reviews/${id}/answer`, { changes: { shop_answer: { from, to } } });
    expect((await answer("", "Спасибо")).body.data.result.notification).not.toBeNull();
    expect((await answer("", "Спасибо")).body.data).toMatchObject({
      audit_entry_id: null,
      result: { notification: null },
    });
    expect(await answer("", "Рады")).toMatchObject({ status: 409, body: { code: "edit_conflict" } });
    expect((await loadReview(id)).shop_answer).toBe("Спасибо");
    const pending = await addReview({ author: await createTestCustomer(db) });
    const refused = await send(`/reviews/${pending}/answer`, { changes: { shop_answer: { from: "", to: "Рады" } } });
    expect(refused).toMatchObject({ status: 409, body: { code: "review_not_published" } });
  });

  it("is previewed without changing anything", async () => {
    const id = await addReview();
    const before = await loadReview(id);
    await send(`/reviews/${id}/publish?preview=true`, { from: "pending", created_at });
    expect([await loadReview(id), await listEmails(), await listNotifications()]).toEqual([before, [], []]);
  });
});

describe("undo", () => {
  it.each([
    ["publish", "pending", { created_at, answer: "Спасибо" }],
    ["reject", "published", { reason: "Нет" }],
    ["request-change", "pending", { reason: "Нет" }],
  ] as const)("restores the review after %s and withdraws email and notification", async (path, from, input) => {
    const id = await addReview({ status: from });
    const before = await loadReview(id);
    const { body } = await send(`/reviews/${id}/${path}`, { from, ...input });
    expect(await listEmails()).toHaveLength(1);
    expect(await undo(body.data.audit_entry_id)).toMatchObject({
      status: 200,
      body: { data: { result: { status: from } } },
    });
    expect([await loadReview(id), await listEmails(), await listNotifications()]).toEqual([before, [], []]);
    expect((await listEntries())[1]).toMatchObject({
      action: "review.moderation_undone",
      undo_of: body.data.audit_entry_id,
    });
    // The author is notified again if the decision is made again.
    await send(`/reviews/${id}/${path}`, { from, ...input });
    expect([(await listEmails()).length, (await listNotifications()).length]).toEqual([1, 1]);
  });

  it("restores a question", async () => {
    const { id } = await createQuestion(db, { productId, author, status: "pending" });
    const before = await loadQuestion(id);
    const { body } = await send(`/questions/${id}/answer`, {
      from: "pending",
      changes: { answer: { from: "", to: "Да" } },
    });
    expect((await undo(body.data.audit_entry_id)).status).toBe(200);
    expect([await loadQuestion(id), await listEmails()]).toEqual([before, []]);
  });

  it("is refused after the email was sent, and if somebody else has decided since", async () => {
    const id = await addReview();
    const first = await send(`/reviews/${id}/publish`, { from: "pending", created_at });
    await db.updateTable("emails").set({ sent_at: TEST_NOW }).execute();
    expect(await undo(first.body.data.audit_entry_id)).toMatchObject({
      status: 409,
      body: { code: "undo_email_sent" },
    });
    shop.clock.advance(60_000);
    await send(`/reviews/${id}/reject`, { from: "published", reason: "Нет" });
    expect(await undo(first.body.data.audit_entry_id)).toMatchObject({ status: 409, body: { code: "undo_conflict" } });
    expect((await loadReview(id)).status).toBe("rejected");
  });
});

describe("questions", () => {
  it("are listed with what helps to decide", async () => {
    const { id } = await createQuestion(db, { productId, author, status: "pending", isPublic: false });
    expect((await get<ModeratedQuestionPage>("/questions")).items).toMatchObject([
      { id, author: "А. К••••", is_public: false, answer: "", purchase: null, earlier: { pending: 0 } },
    ]);
  });

  it("have similar answered questions, whose answers can be reused", async () => {
    const { id } = await createQuestion(db, { productId, status: "pending", text: "Подойдёт ли при беременности?" });
    const answered = await createQuestion(db, {
      ...{ productId, text: "Можно ли пользоваться при беременности?", answer: "Да, в составе нет ретинола." },
    });
    await createQuestion(db, { productId, text: "Сколько грамм в упаковке?", answer: "Сорок." });
    expect((await get<SimilarQuestions>(`/questions/${id}/similar`)).items).toEqual([
      {
        id: answered.id,
        text: "Можно ли пользоваться при беременности?",
        answer: "Да, в составе нет ретинола.",
        product: null,
      },
    ]);
    expect((await get<SimilarQuestions>(`/questions/${answered.id}/similar`)).items).toEqual([]);
    expect(await admin.request("GET", "/questions/999/similar", { cookie })).toMatchObject({
      status: 404,
      body: { code: "question_not_found" },
    });
  });

  it("hide the number of the order from those who may not read orders", async () => {
    const orderId = await createTestOrder(db, { customerId: author.id, productId });
    await createQuestion(db, { productId, author, status: "pending" });
    const getPurchase = async () => (await get<ModeratedQuestionPage>("/questions")).items[0]?.purchase;
    expect(await getPurchase()).toMatchObject({ order_id: orderId, status: "paid" });
    await db
      .updateTable("roles")
      .set({ permissions: ["reviews:moderate"] })
      .where("key", "=", "packer")
      .execute();
    cookie = await signIn("packer");
    expect(await getPurchase()).toMatchObject({ order_id: null, status: "paid" });
  });

  it("are published, answered and rejected once", async () => {
    const { id } = await createQuestion(db, { productId, author, status: "pending" });
    await send(`/questions/${id}/publish`, { from: "pending" });
    expect((await send(`/questions/${id}/publish`, { from: "pending" })).body.code).toBe("already_moderated");
    const changes = { answer: { from: "", to: "Да" } };
    expect((await send(`/questions/${id}/answer`, { from: "pending", changes })).body.code).toBe("already_moderated");
    expect((await send(`/questions/${id}/answer`, { from: "published", changes })).status).toBe(200);
    expect((await send(`/questions/${id}/reject`, { from: "published", reason: "" })).body.code).toBe(
      "reason_required",
    );
    await send(`/questions/${id}/reject`, { from: "published", reason: "Повтор" });
    expect(await loadQuestion(id)).toMatchObject({ status: "rejected", answer: "Да", reject_reason: "Повтор" });
    expect((await send("/questions/999/publish", { from: "pending" })).body.code).toBe("question_not_found");
  });
});
