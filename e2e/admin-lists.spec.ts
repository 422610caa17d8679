import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { signInAsStaff } from "./staff.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: /^(Поиск и действия|Search and actions)$/ });

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

test("the command palette finds orders, products and sections with the keyboard", async ({ page }) => {
  await page.goto("/admin/orders?view=to_pack&status=paid");
  const number = (await page.locator("tbody [data-row-link]").first().innerText()).replaceAll(/\D/g, "");
  await page.goto("/admin/audit");

  await page.keyboard.press("Control+k");
  const input = palette(page).getByRole("combobox");
  await expect(input).toBeFocused();
  await expect(palette(page).getByRole("option", { name: /^(К упаковке|To pack)$/ })).toBeVisible();
  await expectAccessible(page);
  await input.fill(number.slice(0, 8));
  await expect(
    palette(page)
      .getByRole("group", { name: /^(Заказы|Orders)$/ })
      .getByRole("option"),
  ).not.toHaveCount(0);
  await expectAccessible(page);
  await input.fill(
    `${(await page.evaluate(() => document.documentElement.lang)) === "ru-RU" ? "отменить" : "cancel"} ${number}`,
  );
  const actions = palette(page).getByRole("group", { name: /^(Сделать с заказом|Actions for order)/ });
  await expect(actions.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${number}\\?.*action=cancel$`));
  await expect(page.getByRole("dialog", { name: /^(Отменить заказ|Cancel order)$/ })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: /^(Поиск или действие|Search or run an action)/ }).click();
  await palette(page).getByRole("combobox").fill("rhtv");
  await expect(palette(page).getByText(/«крем»|“крем”/)).toBeVisible();
  await expect(
    palette(page)
      .getByRole("group", { name: /^(Товары|Products)$/ })
      .getByRole("option"),
  ).not.toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
});
