import type { Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
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

test("a list is exported with its rows and columns", async ({ page }) => {
  await page.goto("/admin/orders?view=all&status=paid&columns=total&columns=status");
  const numbers = (await page.locator("tbody [data-row-link]").allInnerTexts()).map((text) =>
    text.replaceAll(/\D/g, ""),
  );
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: /^(Экспорт CSV|Export CSV)$/ }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  const [head, ...lines] = text.trimEnd().split("\n");
  expect(head).toBe("\uFEFForder,total,currency,status");
  expect(lines.map((line) => line.split(",")[0]).slice(0, numbers.length)).toEqual(numbers);
  expect(new Set(lines.map((line) => line.split(",")[3]))).toEqual(new Set(["paid"]));
});

test("selected orders are assigned, and each one that is refused is named", async ({ page }) => {
  await page.goto("/admin/orders?view=to_pack&status=paid");
  for (const index of [0, 1]) await page.locator("tbody [data-select]").nth(index).check();
  await page.getByRole("button", { name: /^(Взять в работу|Assign to me)$/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^(Взяты\sв\sработу\s2\sзаказа|2\sorders\sassigned)$/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: /^(Начать упаковку|Start packing)…$/ }).click();
  await expect(dialog.getByRole("button", { name: /^(Начать упаковку|Start packing)$/ })).toBeVisible();
  await expectAccessible(page);
});
