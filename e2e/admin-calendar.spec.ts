import { expect, expectAccessible, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, pageHeading, signInAsStaff } from "./staff.ts";

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

test("the calendar shows what is planned by month, week and day", async ({ page, isMobile }) => {
  await page.goto("/admin/calendar");
  await waitForHydration(page);
  await expect(pageHeading(page, /^(Календарь изменений|Calendar)$/)).toBeVisible();
  await expect(page.getByText(/(Время московское|Moscow time)/)).toBeVisible();
  await expectNoFaults(page);
  const sale = page.getByRole("link", { name: /(Начало скидки|A sale starts)/ }).locator("visible=true");
  // The demonstration plans a sale in five days: in this month or in the next one.
  if ((await sale.count()) === 0) await page.getByRole("link", { name: /^(Позже|Later)$/ }).click();
  await expect(sale.first()).toBeVisible();
  if (!isMobile) {
    const heads = page.getByRole("columnheader");
    await expect(heads.first()).toHaveText(/^(пн|Mon)$/);
    await expect(heads).toHaveCount(7);
    await page.locator("body").press("j");
    await expect(page.locator("[data-row-link]:focus")).toHaveCount(1);
  }
  await page.getByRole("link", { name: /^(Список|Agenda)$/ }).click();
  await expect(page).toHaveURL(/view=agenda/);
  await expectNoFaults(page);
  await page.getByRole("link", { name: /^(Неделя|Week)$/ }).click();
  await expect(page).toHaveURL(/view=week/);
  await page.getByRole("link", { name: /^(Сегодня|Today)$/ }).click();
  await expectNoFaults(page);
});

test("the details of a planned sale are beside the calendar, and lead to where it is changed", async ({ page }) => {
  await page.goto("/admin/calendar?view=agenda&category=prices");
  await waitForHydration(page);
  const entry = page.getByRole("link", { name: /(Начало скидки|A sale starts)/ }).first();
  await entry.click();
  const details = page.getByRole("dialog", { name: /(Начало скидки|A sale starts)/ });
  await expect(details.getByText(/^[−-]\d+\s?%$/)).toBeVisible();
  await expect(details.getByRole("button", { name: /^(Отменить|Cancel)/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
  await entry.click();
  await details.getByRole("link", { name: /^(Открыть цены|Open the prices)$/ }).click();
  await expect(pageHeading(page, /^(Скидки|Sales)$/)).toBeVisible();
});

test("a change of a product is planned from the calendar", async ({ page }) => {
  await page.goto("/admin/calendar?view=agenda&category=products");
  await waitForHydration(page);
  // The demonstration plans an edit and the status of products.
  await expect(page.getByRole("link", { name: /(Скрытие товаров|Hide products)/ }).first()).toBeVisible();
  await page.getByRole("button", { name: /^(Запланировать|Schedule)…$/ }).click();
  await expectAccessible(page);
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /(правки товаров|edit products)/ })
    .click();
  await expect(pageHeading(page, /^(Товары|Products)$/)).toBeVisible();
});
