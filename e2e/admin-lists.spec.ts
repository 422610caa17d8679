import type { Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { rowLinks, signInAsStaff } from "./staff.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: /^(Поиск и действия|Search and actions)$/ });

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

test("the command palette finds orders, products and sections with the keyboard", async ({ page }) => {
  await page.goto("/admin/orders?view=to_pack&status=paid");
  const number = (await rowLinks(page).first().innerText()).replaceAll(/\D/g, "");
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
  const numbers = (await rowLinks(page).allInnerTexts()).map((text) => text.replaceAll(/\D/g, ""));
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

test("selected orders are assigned and packed after a preview", async ({ page }) => {
  const select = async () => {
    for (const index of [0, 1]) await page.locator("tbody [data-select]").nth(index).check();
  };
  await page.goto("/admin/orders?view=to_pack&status=paid&customs=complete&assignee=none&sort=placed_asc");
  await select();
  await page.getByRole("button", { name: /^(Взять в работу|Assign to me)$/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^(Взят.+\d\sзаказ|\d orders? assigned)/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await select();
  await page.getByRole("button", { name: /^(Начать упаковку|Start packing)…$/ }).click();
  await expect(dialog.getByRole("button", { name: /^(Начать упаковку|Start packing)$/ })).toBeVisible();
  await expectAccessible(page);
});

test("a view is saved with its filters and columns, renamed and deleted", async ({ page }) => {
  await page.goto("/admin/orders?view=all&status=paid&columns=total");
  await page.getByRole("button", { name: /^(Сохранить вид|Save view)$/ }).click();
  const name = page.getByRole("textbox", { name: /^(Название вида|Name of the view)$/ });
  await name.fill("Paid");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  const views = page.getByRole("navigation", { name: /^(Сохранённые виды|Saved views)$/ });
  await expect(views.getByRole("link", { name: /^Paid \d+$/ })).toHaveAttribute("aria-current", "page");

  await views.getByRole("link", { name: /^(Зависли|Stuck)/ }).click();
  await expect(page).toHaveURL(/view=stuck/);
  await views.getByRole("link", { name: /^Paid/ }).click();
  await expect(page.getByRole("columnheader")).toHaveCount(3);
  await page.getByRole("button", { name: /^(Изменить вид|Change view)$/ }).click();
  await name.fill("Paid, total");
  await page.getByRole("button", { name: /^(Переименовать|Rename)$/ }).click();
  await expect(views.getByRole("link", { name: /^Paid, total/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^(Удалить|Delete)$/ }).click();
  await expect(views.getByRole("link", { name: /^Paid/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^(Сохранить вид|Save view)$/ })).toBeVisible();
});
