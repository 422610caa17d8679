import { expect, test } from "./fixtures.ts";
import { getLabelPattern, getLocaleData, firstVisible } from "./locators.ts";

type Result = { steps: { product: { id: number; name: string; has_options: boolean } }[] };

test("the whole routine of a quiz is added to the cart, and exceptions are listed", async ({ page, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  const headers = { "accept-language": locale ?? "" };
  const quizResponse = await page.request.get("/v1/quizzes/1", { headers });
  const { questions } = (
    (await quizResponse.json()) as { data: { questions: { id: string; answers: { id: string }[] }[] } }
  ).data;
  const resultResponse = await page.request.post("/v1/quizzes/1/result", {
    headers,
    data: { answers: Object.fromEntries(questions.map(({ id, answers }) => [id, [answers[0]?.id]])) },
  });
  const { code, steps } = ((await resultResponse.json()) as { data: Result & { code: string } }).data;
  const stepsWithoutOptions = steps.filter(({ product }) => !product.has_options);
  const [soldOut, ...available] = stepsWithoutOptions.map(({ product }) => product);
  expect(available.length).toBeGreaterThan(0);

  // One product is sold out after the page was rendered.
  await page.route("**/v1/productsPrice", async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: Record<string, { available_for_order: boolean }> };
    const entry = data[`${soldOut?.id}_0`];
    if (entry) entry.available_for_order = false;
    await route.fulfill({ response, json: { data } });
  });
  await page.goto(`${prefix}/maketest/1/result/${code}`);
  await page.getByRole("button", { name: getLabelPattern(texts["quiz.set_add"]) }).click();
  const notice = page.getByRole("status").filter({ hasText: texts["quiz.set_unavailable"] });
  await expect(notice).toBeFocused();
  // For products with options the selected one is named.
  await expect(notice.getByRole("listitem")).toHaveCount(steps.length - stepsWithoutOptions.length + 1);
  await notice.getByRole("link", { name: getLabelPattern(texts["cart.go"]) }).click();
  await expect(page).toHaveURL(`${prefix}/cart`);
  await expect(
    firstVisible(page.getByRole("main").getByRole("link", { name: available[0]?.name ?? "" })),
  ).toBeVisible();
  const cartIds = await page.evaluate(() =>
    Object.keys((JSON.parse(localStorage.getItem("cart") ?? "{}") as { entities: object }).entities),
  );
  const expectedIds = steps.filter(({ product }) => product.id !== soldOut?.id).map(({ product }) => product.id);
  expect(cartIds.map((id) => Number(id.split("_")[0])).toSorted()).toEqual(expectedIds.toSorted());
});
