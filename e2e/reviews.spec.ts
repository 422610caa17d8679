import { join } from "node:path";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";
import { runCommand } from "./cli.ts";
import { getLocaleData, scrollToSection } from "./locators.ts";

test("a review is pending until the store publishes it, then counts", async ({ page, context, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  const reviewText = `Plum ${locale} ${Date.now()}`;
  const list = await page.request.get("/v1/products?sort=new&in_stock=1&per_page=96");
  const { data } = (await list.json()) as { data: { items: { link_rewrite: string; reviews_count: number }[] } };
  // Each language uses another product, since tests run in parallel.
  const unreviewed = data.items.filter((card) => card.reviews_count === 0);
  const product = `${prefix}/${unreviewed.at(locale === "ru-RU" ? 0 : 1)?.link_rewrite}`;
  await signUp(page, context);
  await page.goto(product);
  const reviews = await scrollToSection(page, texts, "reviews");
  await reviews.getByRole("link", { name: texts["reviews.write"] }).click();
  const submitButton = reviews.getByRole("button", { name: texts["feedback.send_review"] });
  await submitButton.click();
  await expect(reviews.getByText(texts["field.rating_required"])).toBeVisible();
  await expectAccessible(page);
  await reviews.getByRole("radio").nth(3).check({ force: true });
  await reviews.getByLabel(texts["feedback.text"], { exact: true }).fill(reviewText);
  const photoPath = join(import.meta.dirname, "../docs/shop.webp");
  await reviews.getByLabel(texts["feedback.photo_add"]).setInputFiles(photoPath);
  await expect(reviews.getByRole("img", { name: texts["feedback.photo"].replace("{number}", "1") })).toBeVisible();
  await submitButton.click();
  await expect(reviews.getByText(texts["reviews.own_pending"])).toBeVisible();
  await expect(reviews.getByText(reviewText)).toBeVisible();

  const pendingReviews = runCommand<{ id: number; text: string }[]>("reviews", "list", "--limit", "1000");
  const id = pendingReviews.find(({ text }) => text === reviewText)?.id;
  runCommand("reviews", "publish", String(id), "--answer", "Thank you");
  await page.reload();
  await expect(reviews.getByText(texts["reviews.own_pending"])).toBeHidden();
  await expect(reviews.getByText("Thank you")).toBeVisible();
  await expect(
    page
      .getByRole("main")
      .getByText(locale === "ru-RU" ? "4,0" : "4.0")
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${prefix}/profile/reviews`);
  await expect(page.getByText(texts["feedback.published"])).toBeVisible();
});
