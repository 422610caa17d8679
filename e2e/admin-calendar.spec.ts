import { expect, test } from "./fixtures.ts";
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

test("a planned sale leads to its task", async ({ page }) => {
  await page.goto("/admin/calendar?view=agenda&category=prices");
  await waitForHydration(page);
  await page
    .getByRole("link", { name: /(Начало скидки|A sale starts)/ })
    .first()
    .click();
  await expect(pageHeading(page, /^(Задачи|Tasks)$/)).toBeVisible();
});
