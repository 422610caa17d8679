import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCustomer } from "../account/fixtures.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import { prepareJobs } from "../platform/jobs.ts";
import { mailJob } from "../platform/mail.ts";
import { letters } from "./letters.ts";
import { publishReview, rejectReview } from "./moderation.ts";
import { aQuestion, aReview } from "./fixtures.ts";

const shop = await openTestShop();
const { db } = shop;
await prepareJobs(db, [mailJob(letters)]);
const write = (product: number, token: string | undefined, body: unknown, locale = "ru-RU") =>
  shop.ask("POST", `/v1/products/${product}/reviews`, { ...(token ? { token } : {}), body, locale });
const ask = (product: number, token: string | undefined, body: unknown) =>
  shop.ask("POST", `/v1/products/${product}/questions`, { ...(token ? { token } : {}), body });
const reviews = () => db.selectFrom("reviews").selectAll().execute();

describe("a review", () => {
  it("waits, is seen by its author alone, and may be changed until it is published", async () => {
    const { id: product } = await aProduct(db);
    const author = await aCustomer(db, { name: "Анна" });
    const seenBy = async (token?: string) =>
      (await shop.ask("GET", `/v1/products/${product}/reviews`, token ? { token } : {})).body.data;
    const first = await write(product, author.token, { rating: 4, text: " Пахнет <b>сливой</b> " });
    expect([first.status, first.body.message]).toEqual([
      201,
      "Отзыв отправлен. Он появится на странице после проверки.",
    ]);
    expect(await seenBy()).toMatchObject({ items: [], own: null });
    expect((await seenBy(author.token)).own).toMatchObject({
      rating: 4,
      text: "Пахнет <b>сливой</b>",
      status: "pending",
      locale: "ru-RU",
      bought: false,
    });
    const again = await write(product, author.token, { rating: 5, text: "Plum" }, "en-US");
    expect(again.status).toBe(200);
    const [row] = await reviews();
    await rejectReview(shop.house, row?.id ?? 0, "Нет слов");
    expect((await seenBy(author.token)).own).toMatchObject({ status: "rejected", reject_reason: "Нет слов" });
    expect((await write(product, author.token, { rating: 5, text: "Plum and tea" })).status).toBe(200);
    expect((await seenBy(author.token)).own).toMatchObject({ status: "pending", reject_reason: "" });
    await publishReview(shop.house, row?.id ?? 0);
    const late = await write(product, author.token, { rating: 1 });
    expect([late.status, late.body.code]).toEqual([409, "review_published"]);
    const shown = await seenBy(author.token);
    expect([shown.own, shown.items[0]?.text, shown.items[0]?.author]).toEqual([null, "Plum and tea", "Анна"]);
  });

  it("is one, however often it is sent", async () => {
    const { id: product } = await aProduct(db);
    const { token } = await aCustomer(db);
    const sent = await Promise.all(Array.from({ length: 8 }, () => write(product, token, { rating: 3 })));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(await reviews()).toHaveLength(1);
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
  ])("is refused as %j", async (body, errors) => {
    const { id: product } = await aProduct(db);
    const { token } = await aCustomer(db);
    const answer = await write(product, token, body);
    expect([answer.status, answer.body.errors]).toEqual([422, errors]);
    expect(await reviews()).toEqual([]);
  });

  it("needs a login and a product", async () => {
    const { id: product } = await aProduct(db);
    expect((await write(product, undefined, { rating: 5 })).status).toBe(401);
    const { token } = await aCustomer(db);
    expect((await write(99_999, token, { rating: 5 })).body.code).toBe("product_not_found");
  });

  it("is held to so many an hour", async () => {
    const { id: product } = await aProduct(db);
    const { token } = await aCustomer(db);
    await db
      .insertInto("settings")
      .values({ key: "reviews.limit", value: JSON.stringify({ max: 1, windowSeconds: 60 }) })
      .execute();
    expect((await write(product, token, { rating: 5 })).status).toBe(201);
    const answer = await write(product, token, { rating: 4 });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "60"]);
  });
});

describe("a question", () => {
  it("waits, is seen by its author alone, and hides the name of who asked without one", async () => {
    const { id: product } = await aProduct(db);
    const { token } = await aCustomer(db);
    const seenBy = async (as?: string) =>
      (await shop.ask("GET", `/v1/products/${product}/questions`, as ? { token: as } : {})).body.data;
    const answer = await ask(product, token, { text: "Подойдёт ли детям?", is_public: false });
    expect([answer.status, answer.body.message]).toEqual([
      201,
      "Вопрос отправлен. Он появится на странице после проверки.",
    ]);
    expect((await ask(product, token, { text: "Подойдёт ли детям?" })).status).toBe(200);
    expect(await seenBy()).toMatchObject({ items: [], total: 0, own: [] });
    expect((await seenBy(token)).own).toMatchObject([{ text: "Подойдёт ли детям?", status: "pending" }]);
    await aQuestion(db, { productId: product, answer: "Да", isPublic: false });
    await aQuestion(db, { productId: product });
    const { items, total } = await seenBy();
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
  ])("is refused as %j", async (body, errors) => {
    const { id: product } = await aProduct(db);
    const { token } = await aCustomer(db);
    const answer = await ask(product, token, body);
    expect([answer.status, answer.body.errors]).toEqual([422, errors]);
  });

  it("keeps to the shop's own bounds, a login and a product", async () => {
    const { id: product } = await aProduct(db);
    const { token } = await aCustomer(db);
    await db.insertInto("settings").values({ key: "questions.min_length", value: "20" }).execute();
    expect((await ask(product, token, { text: "Подойдёт ли детям?" })).body.errors).toEqual({ text: ["too_short"] });
    expect((await ask(product, undefined, { text: "Подойдёт ли это детям?" })).status).toBe(401);
    expect((await ask(99_999, token, { text: "Подойдёт ли это детям?" })).body.code).toBe("product_not_found");
    expect((await shop.ask("GET", "/v1/products/none/questions")).body.code).toBe("product_not_found");
  });

  it("is met with what was answered about the product and its category", async () => {
    const cream = await aProduct(db);
    const { category_id: id, category_path: path } = await db
      .selectFrom("products")
      .select(["category_id", "category_path"])
      .where("id", "=", cream.id)
      .executeTakeFirstOrThrow();
    const balm = await aProduct(db, { category: { id, path }, name: "Бальзам" });
    await aQuestion(db, { productId: balm.id, text: "Можно ли беременным?", answer: "Да, можно" });
    await aQuestion(db, { productId: cream.id, text: "Можно ли беременным и кормящим?", answer: "Да" });
    await aQuestion(db, { productId: cream.id, text: "Можно ли беременным детям?" });
    await aQuestion(db, { productId: (await aProduct(db)).id, text: "Можно ли беременным котам?", answer: "Да" });
    const like = async (q: string) =>
      (await shop.ask("GET", `/v1/products/${cream.id}/similar-questions?q=${encodeURIComponent(q)}`)).body.data;
    expect((await like("беременная, можно?")).items.map((item) => [item.answer, item.product?.name ?? null])).toEqual([
      ["Да", null],
      ["Да, можно", "Бальзам"],
    ]);
    expect((await like("где сделано")).items).toEqual([]);
    expect((await like("и ли ' | : & \\")).items).toEqual([]);
    expect((await shop.ask("GET", `/v1/products/${cream.id}/similar-questions?q=a`)).status).toBe(422);
    expect((await shop.ask("GET", "/v1/products/none/similar-questions?q=abc")).status).toBe(404);
  });
});

it("shows a customer his own opinions with their state, and what he might judge next", async () => {
  const [cream, soap] = [await aProduct(db), await aProduct(db)];
  const author = await aCustomer(db);
  await aReview(db, { productId: cream.id, author, status: "rejected" });
  await aQuestion(db, { productId: soap.id, author });
  await aReview(db, { productId: soap.id });
  const { body } = await shop.ask("GET", "/v1/user/reviews", { token: author.token });
  expect(body.data).toMatchObject({
    items: [{ status: "rejected", product: { id: cream.id, link_rewrite: cream.slug } }],
    total: 1,
    questions: [{ status: "published", product: { id: soap.id } }],
    unrated: [],
  });
  expect((await shop.ask("GET", "/v1/user/reviews")).status).toBe(401);
});
