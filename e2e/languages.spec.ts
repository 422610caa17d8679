import { expect, expectAccessible, test } from "./fixtures.ts";
import { getLocaleData, firstVisible } from "./locators.ts";

test("the home page uses the browser language, then the selected one, whatever links are opened", async ({
  page,
  locale,
}) => {
  const { prefix } = getLocaleData(locale);
  const homePath = locale === "ru-RU" ? "/" : "/en-US";
  const alternateHomePath = locale === "ru-RU" ? "/en-US" : "/";
  const html = page.getByRole("document");
  await page.goto("/");
  await expect(page).toHaveURL(homePath);
  await expect(html).toHaveAttribute("lang", locale ?? "");
  await expect(page.getByRole("banner")).toBeVisible();
  await expectAccessible(page);

  await firstVisible(
    page.getByRole("banner").getByRole("link", { name: locale === "ru-RU" ? /English/ : /Русский/ }),
  ).click();
  await expect(page).toHaveURL(alternateHomePath);
  await expect(html).not.toHaveAttribute("lang", locale ?? "");
  await expectAccessible(page);
  await page.goto("/");
  await expect(page).toHaveURL(alternateHomePath);

  // A shared link shows its own language without changing the selected one.
  await page.goto(`${prefix}/brands`);
  await expect(html).toHaveAttribute("lang", locale ?? "");
  await page.goto("/");
  await expect(page).toHaveURL(alternateHomePath);
});

test("the home link keeps the language", async ({ page, locale }) => {
  const homePath = locale === "ru-RU" ? "/" : "/en-US";
  await page.goto(`${homePath === "/" ? "" : homePath}/best-sales`);
  await page
    .getByRole("banner")
    .getByRole("link", { name: /^Furoshiki/ })
    .filter({ visible: true })
    .click();
  await expect(page).toHaveURL(homePath);
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  await expect(page.getByRole("document")).toHaveAttribute("lang", locale ?? "");
});

test("a link to the other language shows a page in that language", async ({ page, locale }) => {
  const { prefix, texts } = getLocaleData(locale);
  const otherLocale = getLocaleData(locale === "ru-RU" ? "en-US" : "ru-RU");
  await page.goto(`${prefix}/best-sales`);
  await expect(page.getByRole("heading", { level: 1, name: texts["collection.best-sales"] })).toBeVisible();
  // Like a link in a content page.
  await page.getByRole("main").evaluate((main, href) => {
    main.prepend(Object.assign(document.createElement("a"), { href, textContent: "elsewhere" }));
  }, `${otherLocale.prefix}/best-sales`);
  await page.getByRole("link", { name: "elsewhere" }).click();
  await expect(page.getByRole("heading", { level: 1, name: otherLocale.texts["collection.best-sales"] })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: texts["collection.best-sales"] })).toBeVisible();
});
