import { expect, expectAccessible, test } from "./fixtures.ts";
import { placeOf, seen } from "./places.ts";

test("the home page opens in the visitor's language, then in the chosen one, whatever links are opened", async ({
  page,
  locale,
}) => {
  const { prefix } = placeOf(locale);
  const here = locale === "ru-RU" ? "/" : "/en-US";
  const there = locale === "ru-RU" ? "/en-US" : "/";
  const html = page.locator("html");
  await page.goto("/");
  await expect(page).toHaveURL(here);
  await expect(html).toHaveAttribute("lang", locale ?? "");
  await expect(page.getByRole("banner")).toBeVisible();
  await expectAccessible(page);

  await seen(page.getByRole("banner").getByRole("link", { name: locale === "ru-RU" ? /English/ : /Русский/ })).click();
  await expect(page).toHaveURL(there);
  await expect(html).not.toHaveAttribute("lang", locale ?? "");
  await expectAccessible(page);
  await page.goto("/");
  await expect(page).toHaveURL(there);

  // A link that somebody shared shows its own language and changes nothing.
  await page.goto(`${prefix}/brands`);
  await expect(html).toHaveAttribute("lang", locale ?? "");
  await page.goto("/");
  await expect(page).toHaveURL(there);
});

test("the way back to the home page inside the shop keeps the language", async ({ page, locale }) => {
  const home = locale === "ru-RU" ? "/" : "/en-US";
  await page.goto(`${home === "/" ? "" : home}/best-sales`);
  await page
    .getByRole("banner")
    .getByRole("link", { name: /^Furoshiki/ })
    .filter({ visible: true })
    .click();
  await expect(page).toHaveURL(home);
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", locale ?? "");
});

test("a link into the other language brings a page with its texts", async ({ page, locale }) => {
  const { prefix, texts } = placeOf(locale);
  const other = placeOf(locale === "ru-RU" ? "en-US" : "ru-RU");
  await page.goto(`${prefix}/best-sales`);
  await expect(page.getByRole("heading", { level: 1, name: texts["collection.best-sales"] })).toBeVisible();
  // As somebody may write one in a text of the shop.
  await page.getByRole("main").evaluate((main, href) => {
    main.prepend(Object.assign(document.createElement("a"), { href, textContent: "elsewhere" }));
  }, `${other.prefix}/best-sales`);
  await page.getByRole("link", { name: "elsewhere" }).click();
  await expect(page.getByRole("heading", { level: 1, name: other.texts["collection.best-sales"] })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: texts["collection.best-sales"] })).toBeVisible();
});
