import { join } from "node:path";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";
import { createApiReader } from "./page-paths.ts";
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

test("reviews are filtered by stars, words and groups of stars, without scripts too", async ({
  page,
  browser,
  locale,
}) => {
  const { texts, prefix } = getLocaleData(locale);
  type Card = { link_rewrite: string; reviews_count: number };
  type Reviews = { words: { word: string; count: number }[]; histogram: number[]; count: number };
  const read = createApiReader(page.request, locale);
  const { items } = await read<{ items: Card[] }>("/v1/products?sort=rating&per_page=96");
  const slug = items.toSorted((a, b) => b.reviews_count - a.reviews_count)[0]?.link_rewrite ?? "";
  runCommand("reviews", "count-words");
  runCommand(
    ...(["reviews", "summarize", slug, locale ?? "", "--praise", `Merit ${locale}.`] as const),
    ...(["--criticism", `Fault ${locale}.`] as const),
  );
  const { words, histogram, count } = await read<Reviews>(`/v1/products/${slug}/reviews`);
  const [word] = words;
  if (!word) throw new Error(`the reviews of ${slug} have no frequent words`);

  const path = `${prefix}/${slug}/reviews`;
  await page.goto(`${prefix}/${slug}`);
  const section = await scrollToSection(page, texts, "reviews");
  await expect(section.getByText(`Merit ${locale}. Fault ${locale}.`)).toBeVisible();
  await section.getByRole("link", { name: texts["reviews.see_all"].replace("{count}", String(count)) }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByText(`Merit ${locale}. Fault ${locale}.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: new RegExp(`^${word.word}`) }).click();
  await expect(page).toHaveURL(`${path}?word=${encodeURIComponent(word.word)}`);
  await expect(page.getByRole("status").filter({ hasText: String(word.count) })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: texts["reviews.show_all"] }).click();
  await expect(page).toHaveURL(path);

  const context = await browser.newContext({ javaScriptEnabled: false, ...(locale ? { locale } : {}) });
  const plainPage = await context.newPage();
  await plainPage.goto(new URL(path, page.url()).href);
  const fiveStars = histogram[4] ?? 0;
  const starsLink = texts["reviews.with_stars"].replace("{stars}", "5").replace("{count}", String(fiveStars));
  await plainPage.getByRole("link", { name: starsLink }).click();
  await expect(plainPage).toHaveURL(/[?]stars=5$/);
  await expect(plainPage.getByRole("status").filter({ hasText: String(fiveStars) })).toBeVisible();
  await plainPage.getByRole("link", { name: texts["reviews.filter_fair_label"] }).click();
  await expect(plainPage).toHaveURL(/[?]group=fair$/);
  await context.close();
});
