import { join } from "node:path";
import enUS from "../web/app/messages/en-US.json" with { type: "json" };
import ruRU from "../web/app/messages/ru-RU.json" with { type: "json" };
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";
import { command } from "./operator.ts";
import { lookAt } from "./places.ts";

test("a review waits, is published by the shop, and counts", async ({ page, context, locale }) => {
  const texts = locale === "ru-RU" ? ruRU : enUS;
  const prefix = locale === "ru-RU" ? "" : "/en-US";
  const words = `Plum ${locale} ${Date.now()}`;
  const list = await page.request.get("/v1/products?sort=new&in_stock=1&per_page=96");
  const { data } = (await list.json()) as { data: { items: { link_rewrite: string; reviews_count: number }[] } };
  // Each language has a product of its own, for the stories run beside each other.
  const unjudged = data.items.filter((card) => card.reviews_count === 0);
  const product = `${prefix}/${unjudged.at(locale === "ru-RU" ? 0 : 1)?.link_rewrite}`;
  await signUp(page, context);
  await page.goto(product);
  const reviews = await lookAt(page, texts, "reviews");
  await reviews.getByRole("link", { name: texts["reviews.write"] }).click();
  const send = reviews.getByRole("button", { name: texts["opinion.send_review"] });
  await send.click();
  await expect(reviews.getByText(texts["field.rating_required"])).toBeVisible();
  await expectAccessible(page);
  await reviews.getByRole("radio").nth(3).check({ force: true });
  await reviews.getByLabel(texts["opinion.text"], { exact: true }).fill(words);
  const picture = join(import.meta.dirname, "../docs/shop.webp");
  await reviews.getByLabel(texts["opinion.photo_add"]).setInputFiles(picture);
  await expect(reviews.getByRole("img", { name: texts["opinion.photo"].replace("{number}", "1") })).toBeVisible();
  await send.click();
  await expect(reviews.getByText(texts["reviews.own_waits"])).toBeVisible();
  await expect(reviews.getByText(words)).toBeVisible();

  const waiting = command<{ id: number; text: string }[]>("reviews", "list", "--limit", "1000");
  const id = waiting.find(({ text }) => text === words)?.id;
  command("reviews", "publish", String(id), "--answer", "Thank you");
  await page.reload();
  await expect(reviews.getByText(texts["reviews.own_waits"])).toBeHidden();
  await expect(reviews.getByText("Thank you")).toBeVisible();
  await expect(
    page
      .getByRole("main")
      .getByText(locale === "ru-RU" ? "4,0" : "4.0")
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${prefix}/profile/reviews`);
  await expect(page.getByText(texts["opinion.published"])).toBeVisible();
});
