import { expect, test } from "./fixtures.ts";
import { label, placeOf, seen } from "./places.ts";

type Result = { steps: { product: { id: number; name: string; has_options: boolean } }[] };

test("the whole routine of a quiz goes into the cart at once, and what does not is told", async ({ page, locale }) => {
  const { texts, prefix } = placeOf(locale);
  const headers = { "accept-language": locale ?? "" };
  const asked = await page.request.get("/v1/quizzes/1", { headers });
  const { questions } = ((await asked.json()) as { data: { questions: { id: string; answers: { id: string }[] }[] } })
    .data;
  const taken = await page.request.post("/v1/quizzes/1/result", {
    headers,
    data: { answers: Object.fromEntries(questions.map(({ id, answers }) => [id, [answers[0]?.id]])) },
  });
  const { code, steps } = ((await taken.json()) as { data: Result & { code: string } }).data;
  const whole = steps.filter(({ product }) => !product.has_options);
  const [gone, ...rest] = whole.map(({ product }) => product);
  expect(rest.length).toBeGreaterThan(0);

  // One of them was sold out since the page was written.
  await page.route("**/v1/productsPrice", async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: Record<string, { available_for_order: boolean }> };
    const own = data[`${gone?.id}_0`];
    if (own) own.available_for_order = false;
    await route.fulfill({ response: answer, json: { data } });
  });
  await page.goto(`${prefix}/maketest/1/result/${code}`);
  await page.getByRole("button", { name: label(texts["quiz.set_add"]) }).click();
  const news = page.getByRole("status").filter({ hasText: texts["quiz.set_gone"] });
  await expect(news).toBeFocused();
  // What comes in several forms is told in which it was taken.
  await expect(news.getByRole("listitem")).toHaveCount(steps.length - whole.length + 1);
  await news.getByRole("link", { name: label(texts["cart.go"]) }).click();
  await expect(page).toHaveURL(`${prefix}/cart`);
  await expect(seen(page.getByRole("main").getByRole("link", { name: rest[0]?.name ?? "" }))).toBeVisible();
  const kept = await page.evaluate(() =>
    Object.keys((JSON.parse(localStorage.getItem("cart") ?? "{}") as { entities: object }).entities),
  );
  const wanted = steps.filter(({ product }) => product.id !== gone?.id).map(({ product }) => product.id);
  expect(kept.map((id) => Number(id.split("_")[0])).toSorted()).toEqual(wanted.toSorted());
});
