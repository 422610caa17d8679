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
