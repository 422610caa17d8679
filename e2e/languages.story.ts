import { expect, expectAccessible, test } from "./fixtures.ts";

test("the home page opens in the visitor's language and in the other one", async ({ page, locale }) => {
  const here = locale === "ru-RU" ? "/" : "/en-US";
  const there = locale === "ru-RU" ? "/en-US" : "/";
  await page.goto("/");
  await expect(page).toHaveURL(here);
  await expect(page.locator("html")).toHaveAttribute("lang", locale ?? "");
  await expect(page.getByRole("banner")).toBeVisible();
  await expectAccessible(page);
  await page.goto(there);
  await expect(page.locator("html")).not.toHaveAttribute("lang", locale ?? "");
  await expectAccessible(page);
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
