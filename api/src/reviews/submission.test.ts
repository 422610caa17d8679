import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createCommandRunner } from "../../test/run-command.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { setUpJobQueues } from "../platform/jobs/job-queue.ts";
import { createEmailJob } from "../platform/mail/mailer.ts";
import { commands } from "./commands.ts";
import { emails } from "./moderation/emails.ts";
import { createQuestion, createReview } from "./fixtures.ts";

const shop = await openTestShop();
const { db } = shop;
await setUpJobQueues(db, [createEmailJob(emails)]);
const writeReview = (product: number, token: string | undefined, body: unknown, locale = "ru-RU") =>
  shop.request("POST", `/v1/products/${product}/reviews`, { ...(token ? { token } : {}), body, locale });
const askQuestion = (product: number, token: string | undefined, body: unknown) =>
  shop.request("POST", `/v1/products/${product}/questions`, { ...(token ? { token } : {}), body });
const runCommand = createCommandRunner(shop, commands);
const loadReviews = () => db.selectFrom("reviews").selectAll().execute();

describe("a review", () => {
  it("is pending, visible only to its author, and can be changed until it is published", async () => {
    const { id: product } = await createProduct(db);
    const author = await createTestCustomer(db, { name: "Анна" });
    const getList = async (token?: string) =>
      (await shop.request("GET", `/v1/products/${product}/reviews`, token ? { token } : {})).body.data;
    const first = await writeReview(product, author.token, { rating: 4, text: " Пахнет <b>сливой</b> " });
    expect([first.status, first.body.message]).toEqual([
      201,
      "Отзыв отправлен. Он появится на странице после проверки.",
    ]);
    expect(await getList()).toMatchObject({ items: [], own: null });
    expect((await getList(author.token)).own).toMatchObject({
      rating: 4,
      text: "Пахнет <b>сливой</b>",
      status: "pending",
      locale: "ru-RU",
      bought: false,
    });
    const changed = await writeReview(product, author.token, { rating: 5, text: "Plum" }, "en-US");
    expect(changed.status).toBe(200);
    const [row] = await loadReviews();
    await runCommand("reviews reject", { ID: String(row?.id) }, { reason: "Нет слов" });
    expect((await getList(author.token)).own).toMatchObject({ status: "rejected", reject_reason: "Нет слов" });
    expect((await writeReview(product, author.token, { rating: 5, text: "Plum and tea" })).status).toBe(200);
    expect((await getList(author.token)).own).toMatchObject({ status: "pending", reject_reason: "" });
    await runCommand("reviews publish", { ID: String(row?.id) });
    const afterPublication = await writeReview(product, author.token, { rating: 1 });
    expect([afterPublication.status, afterPublication.body.code]).toEqual([409, "review_published"]);
    const list = await getList(author.token);
    expect([list.own, list.items[0]?.text, list.items[0]?.author]).toEqual([null, "Plum and tea", "Анна"]);
  });

  it("is stored once, however often it is sent", async () => {
    const { id: product } = await createProduct(db);
    const { token } = await createTestCustomer(db);
    const responses = await Promise.all(Array.from({ length: 8 }, () => writeReview(product, token, { rating: 3 })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(await loadReviews()).toHaveLength(1);
  });

  it.each([
    [{ text: "Хорошо" }, { rating: ["rating_required"] }],
    [{ rating: 0 }, { rating: ["rating_required"] }],
    [{ rating: 6 }, { rating: ["rating_required"] }],
    [{ rating: 4.5 }, { rating: ["rating_required"] }],
    [{ rating: "five" }, { rating: ["rating_required"] }],
    [{ rating: 5, text: "я".repeat(3001) }, { text: ["too_long"] }],
    [{ rating: 5, photos: [1, 2, 3, 4, 5] }, { photos: ["too_many_photos"] }],
    [{ rating: 5, photos: [1] }, { photos: ["photo_unknown"] }],
  ])("is refused with the body %j", async (body, errors) => {
    const { id: product } = await createProduct(db);
    const { token } = await createTestCustomer(db);
    const response = await writeReview(product, token, body);
    expect([response.status, response.body.errors]).toEqual([422, errors]);
    expect(await loadReviews()).toEqual([]);
  });

  it("requires a signed-in customer and an existing product", async () => {
    const { id: product } = await createProduct(db);
    expect((await writeReview(product, undefined, { rating: 5 })).status).toBe(401);
    const { token } = await createTestCustomer(db);
    expect((await writeReview(99_999, token, { rating: 5 })).body.code).toBe("product_not_found");
  });

  it("is rate-limited per hour", async () => {
    const { id: product } = await createProduct(db);
    const { token } = await createTestCustomer(db);
    await db
      .insertInto("settings")
      .values({ key: "reviews.rate_limit", value: JSON.stringify({ max: 1, windowSeconds: 60 }) })
      .execute();
    expect((await writeReview(product, token, { rating: 5 })).status).toBe(201);
    const response = await writeReview(product, token, { rating: 4 });
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
  });
});

describe("a question", () => {
  it("is pending, visible only to its author, and can be asked anonymously", async () => {
    const { id: product } = await createProduct(db);
    const { token } = await createTestCustomer(db);
    const getList = async (viewerToken?: string) =>
      (await shop.request("GET", `/v1/products/${product}/questions`, viewerToken ? { token: viewerToken } : {})).body
        .data;
    const response = await askQuestion(product, token, { text: "Подойдёт ли детям?", is_public: false });
    expect([response.status, response.body.message]).toEqual([
      201,
      "Вопрос отправлен. Он появится на странице после проверки.",
    ]);
    expect((await askQuestion(product, token, { text: "Подойдёт ли детям?" })).status).toBe(200);
    expect(await getList()).toMatchObject({ items: [], total: 0, own: [] });
    expect((await getList(token)).own).toMatchObject([{ text: "Подойдёт ли детям?", status: "pending" }]);
    await createQuestion(db, { productId: product, answer: "Да", isPublic: false });
    await createQuestion(db, { productId: product });
    const { items, total } = await getList();
    expect([total, items.map((item) => [item.author, item.answer])]).toEqual([
      2,
      [
        ["Анна К.", ""],
        [null, "Да"],
      ],
    ]);
  });

  it.each([
    [{ text: "  Можно?   " }, { text: ["too_short"] }],
    [{ text: "я".repeat(1001) }, { text: ["too_long"] }],
    [{}, { text: ["required"] }],
    [{ text: "Подойдёт ли детям?", is_public: "no" }, { is_public: ["invalid_type"] }],
  ])("is refused with the body %j", async (body, errors) => {
    const { id: product } = await createProduct(db);
    const { token } = await createTestCustomer(db);
    const response = await askQuestion(product, token, body);
    expect([response.status, response.body.errors]).toEqual([422, errors]);
  });

  it("respects the shop's length settings and requires a signed-in customer and a product", async () => {
    const { id: product } = await createProduct(db);
    const { token } = await createTestCustomer(db);
    await db.insertInto("settings").values({ key: "questions.min_length", value: "20" }).execute();
    expect((await askQuestion(product, token, { text: "Подойдёт ли детям?" })).body.errors).toEqual({
      text: ["too_short"],
    });
    expect((await askQuestion(product, undefined, { text: "Подойдёт ли это детям?" })).status).toBe(401);
    expect((await askQuestion(99_999, token, { text: "Подойдёт ли это детям?" })).body.code).toBe("product_not_found");
    expect((await shop.request("GET", "/v1/products/none/questions")).body.code).toBe("product_not_found");
  });

  it("suggests answered questions of the product and its category", async () => {
    const cream = await createProduct(db);
    const { category_id: id, category_path: path } = await db
      .selectFrom("products")
      .select(["category_id", "category_path"])
      .where("id", "=", cream.id)
      .executeTakeFirstOrThrow();
    const balm = await createProduct(db, { category: { id, path }, name: "Бальзам" });
    await createQuestion(db, { productId: balm.id, text: "Можно ли беременным?", answer: "Да, можно" });
    await createQuestion(db, { productId: cream.id, text: "Можно ли беременным и кормящим?", answer: "Да" });
    await createQuestion(db, { productId: cream.id, text: "Можно ли беременным детям?" });
    await createQuestion(db, {
      productId: (await createProduct(db)).id,
      text: "Можно ли беременным котам?",
      answer: "Да",
    });
    const findSimilar = async (q: string) =>
      (await shop.request("GET", `/v1/products/${cream.id}/similar-questions?q=${encodeURIComponent(q)}`)).body.data;
    expect(
      (await findSimilar("беременная, можно?")).items.map((item) => [item.answer, item.product?.name ?? null]),
    ).toEqual([
      ["Да", null],
      ["Да, можно", "Бальзам"],
    ]);
    expect((await findSimilar("где сделано")).items).toEqual([]);
    expect((await findSimilar("и ли ' | : & \\")).items).toEqual([]);
    expect((await shop.request("GET", `/v1/products/${cream.id}/similar-questions?q=a`)).status).toBe(422);
    expect((await shop.request("GET", "/v1/products/none/similar-questions?q=abc")).status).toBe(404);
  });
});

it("lists a customer's own reviews and questions with their status, and products to review", async () => {
  const [cream, soap] = [await createProduct(db), await createProduct(db)];
  const author = await createTestCustomer(db);
  await createReview(db, { productId: cream.id, author, status: "rejected" });
  await createQuestion(db, { productId: soap.id, author });
  await createReview(db, { productId: soap.id });
  const { body } = await shop.request("GET", "/v1/user/reviews", { token: author.token });
  expect(body.data).toMatchObject({
    items: [{ status: "rejected", product: { id: cream.id, link_rewrite: cream.slug } }],
    total: 1,
    questions: [{ status: "published", product: { id: soap.id } }],
    unrated: [],
  });
  expect((await shop.request("GET", "/v1/user/reviews")).status).toBe(401);
});
