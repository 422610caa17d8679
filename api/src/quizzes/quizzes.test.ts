import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { createCategory, createProduct } from "../catalog/fixtures.ts";
import type { QuizDefinition } from "./quiz-definition.ts";
import { checkResults } from "./check-quizzes.ts";
import { commands } from "./commands.ts";
import { calculateOutcome, findReachableOutcomes } from "./scoring.ts";

const shop = await openTestShop();
const answer = (id: string, weights: Record<string, number>) => ({ id, text: id, weights });
const definition: QuizDefinition = {
  intro: "Два вопроса",
  axes: { types: ["D", "O"], flags: { S: 2 } },
  questions: [
    {
      id: "wash",
      text: "После умывания",
      hint: "Через час",
      max: 1,
      answers: [answer("tight", { D: 3 }), { ...answer("shiny", { O: 3 }), hint: "И на щеках" }],
    },
    {
      id: "goal",
      text: "Что изменить",
      max: 2,
      answers: [answer("red", { S: 1 }), answer("dry", { D: 1, S: 1 }), answer("no", {})],
    },
  ],
  results: [
    { code: "D", title: "Сухая кожа", text: "Мало влаги." },
    { code: "O", title: "Жирная кожа", text: "Много блеска." },
  ],
  flags: [{ code: "S", title: "и чувствительная", text: "Без отдушек." }],
  steps: [
    { title: "Очищение", reason: "Смывает день.", category: "cleansers", categories: { D: ["foams"], O: ["gels"] } },
    {
      title: "Сыворотка",
      reason: "Решает.",
      category: "serums",
      ingredients: { S: ["Centella"], "": ["Sodium Hyaluronate"] },
    },
    { title: "Гель", reason: "Для жирной.", category: "gels", only: ["O"] },
  ],
};

const setQuiz = (quiz: object = definition, id = 1, locale = "ru-RU") =>
  shop.db
    .insertInto("quizzes")
    .values({ id, locale, title: "Ваша кожа", body: JSON.stringify(quiz) })
    .execute();
const postAnswers = (answers: Record<string, string[]>, token?: string) =>
  shop.request("POST", "/v1/quizzes/1/result", { body: { answers }, locale: "ru-RU", ...(token ? { token } : {}) });

async function runCheck() {
  const { signal } = new AbortController();
  const context = { app: shop.app, pool: shop.pool, args: {}, options: {}, progress: () => undefined, signal };
  return commands.find(({ name }) => name === "quizzes check")?.run(context);
}

beforeEach(async () => {
  const cleansers = await createCategory(shop.db, { slug: "cleansers" });
  const foams = await createCategory(shop.db, { slug: "foams", parent: cleansers.id });
  const gels = await createCategory(shop.db, { slug: "gels", parent: cleansers.id });
  const serums = await createCategory(shop.db, { slug: "serums" });
  await createProduct(shop.db, { category: foams, slug: "foam-gone", stock: 0, unitsSold: 99 });
  await createProduct(shop.db, { category: foams, slug: "foam", unitsSold: 5 });
  await createProduct(shop.db, { category: gels, slug: "gel", unitsSold: 50 });
  await createProduct(shop.db, {
    category: serums,
    slug: "serum-plain",
    unitsSold: 80,
    composition: "Water, Sodium Hyaluronate",
  });
  await createProduct(shop.db, {
    category: serums,
    slug: "serum-calm",
    composition: "Water, CENTELLA Asiatica Extract",
  });
});

describe("GET /v1/quizzes/{id}", () => {
  it("returns the questions without the weights of answers", async () => {
    await setQuiz();
    const { data } = (await shop.request("GET", "/v1/quizzes/1", { locale: "ru-RU" })).body;
    expect(data).toMatchObject({ id: 1, title: "Ваша кожа", intro: "Два вопроса", twin: false });
    expect(data.questions[0]).toEqual({
      id: "wash",
      text: "После умывания",
      hint: "Через час",
      max: 1,
      answers: [
        { id: "tight", text: "tight", hint: null },
        { id: "shiny", text: "shiny", hint: "И на щеках" },
      ],
    });
    expect(JSON.stringify(data)).not.toContain("weights");
  });

  it("shows pictures of products in stock that it recommends", async () => {
    await setQuiz();
    const { data } = (await shop.request("GET", "/v1/quizzes/1", { locale: "ru-RU" })).body;
    const { steps } = (await shop.request("GET", "/v1/quizzes/1/results/D", { locale: "ru-RU" })).body.data as {
      steps: { product: { image: { key: string } } }[];
    };
    expect(steps.length).toBeGreaterThan(1);
    expect(data.pictures.map(({ key }: { key: string }) => key)).toEqual(steps.map(({ product }) => product.image.key));
  });

  it("answers 404 for another id or locale and for an invalid definition", async () => {
    await setQuiz();
    await setQuiz({ ...definition, questions: [] }, 2);
    for (const [path, locale] of [
      ["/v1/quizzes/3", "ru-RU"],
      ["/v1/quizzes/1", "en-US"],
      ["/v1/quizzes/2", "ru-RU"],
    ] as const) {
      const { status, body } = await shop.request("GET", path, { locale });
      expect([path, status, body.code]).toEqual([path, 404, "quiz_not_found"]);
    }
    expect((await shop.request("GET", "/v1/quizzes/x")).status).toBe(422);
  });
});

describe("POST /v1/quizzes/{id}/result", () => {
  it("scores the answers and recommends products in stock, best match first", async () => {
    await setQuiz();
    const { data } = (await postAnswers({ wash: ["tight"], goal: ["red", "dry"] })).body;
    expect(data).toMatchObject({
      code: "D-S",
      title: "Сухая кожа",
      additions: ["и чувствительная"],
      texts: ["Мало влаги.", "Без отдушек."],
    });
    expect(data.steps.map(({ product }) => product.link_rewrite)).toEqual(["foam", "serum-calm"]);
    expect(data.more.map((card) => card.link_rewrite)).toEqual(["gel", "serum-plain"]);
    const oily = (await postAnswers({ wash: ["shiny"] })).body.data;
    expect([oily.code, oily.steps.map(({ title }) => title)]).toEqual(["O", ["Очищение", "Сыворотка"]]);
    expect(oily.steps.map(({ product }) => product.link_rewrite)).toEqual(["gel", "serum-plain"]);
  });

  it("stores the result, with the customer if they are signed in", async () => {
    await setQuiz();
    const { token, id } = await createTestCustomer(shop.db);
    await postAnswers({ wash: ["tight"] });
    await postAnswers({ wash: ["shiny"] }, token);
    const rows = await shop.db
      .selectFrom("quiz_results")
      .select(["customer_id", "result_code"])
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { customer_id: null, result_code: "D" },
      { customer_id: id, result_code: "O" },
    ]);
  });

  it.each([
    [{ wash: ["wet"] }, "quiz_wrong_answer"],
    [{ other: ["tight"] }, "quiz_wrong_answer"],
    [{ wash: ["tight", "shiny"] }, "quiz_wrong_answer"],
    [{ goal: ["red", "red"] }, "quiz_wrong_answer"],
    [{ wash: [] }, "quiz_unanswered"],
    [{}, "quiz_unanswered"],
  ])("refuses %j and stores nothing", async (answers, code) => {
    await setQuiz();
    const response = await postAnswers(answers);
    expect([response.status, response.body.code]).toEqual([422, code]);
    expect(await shop.db.selectFrom("quiz_results").selectAll().execute()).toEqual([]);
  });
});

describe("GET /v1/quizzes/{id}/results/{code}", () => {
  it("returns a result to anyone with its URL", async () => {
    await setQuiz();
    const read = (code: string) => shop.request("GET", `/v1/quizzes/1/results/${code}`, { locale: "ru-RU" });
    expect((await read("O-S")).body.data).toMatchObject({ code: "O-S", title: "Жирная кожа" });
    for (const code of ["X", "O-X", "O-S-S", "S", "o"]) {
      const { status, body } = await read(code);
      expect([code, status, body.code]).toEqual([code, 404, "quiz_result_not_found"]);
    }
  });
});

describe("quizzes check", () => {
  it("reports nothing if every result is reachable and has products", async () => {
    await setQuiz();
    expect(await runCheck()).toMatchObject({ lines: ["No problems found."], hasFailed: false });
  });

  it("reports unreachable results and other errors", async () => {
    await setQuiz({
      ...definition,
      axes: { types: ["D", "O", "N"], flags: { S: 5 } },
      results: [...definition.results, { code: "N", title: "Н", text: "Н" }],
      steps: [{ title: "Ш", reason: "Ш", category: "shampoos" }],
    });
    await setQuiz({ ...definition, intro: "" }, 2);
    const lines = (await runCheck())?.lines.join("\n");
    for (const message of [
      "Quiz 1 (ru-RU): no answers lead to the result N.",
      "Quiz 1 (ru-RU): no answers set the flag S.",
      "Quiz 1 (ru-RU): there is no category shampoos.",
      "Quiz 1 (ru-RU): no product for the result D is in stock.",
      "Quiz 2 (ru-RU): intro:",
    ])
      expect(lines).toContain(message);
  });

  it("reports weights of unknown results and results without text", () => {
    const brokenQuiz = { ...definition, results: definition.results.slice(1), axes: { types: ["D", "O"], flags: {} } };
    expect(checkResults(brokenQuiz)).toEqual([
      "answers have weights for S, which is neither a result nor a flag",
      "D has no text",
    ]);
  });
});

it("finds exactly the types that some answers lead to", () => {
  const outcomeTypes = new Set<string>();
  for (const wash of [[], ["tight"], ["shiny"]])
    for (const goal of [[], ["red"], ["dry"], ["red", "dry"], ["dry", "no"]])
      outcomeTypes.add(calculateOutcome({ wash, goal }, definition).type);
  expect(findReachableOutcomes(definition)?.types).toEqual(outcomeTypes);
});
