import type { Page } from "@playwright/test";
import type { Me } from "@furoshiki/api/admin/staff";
import type { TaskPage } from "@furoshiki/api/admin/tasks";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, pageHeading, readAdminApi, rowLinks, signInAsStaff } from "./staff.ts";

/** Orders that no other test changes; each language and each test has its own. */
const getListPath = (locale: string | undefined, test = 0) =>
  `/admin/orders?view=all&status=delivered&country=${(locale === "ru-RU" ? ["KZ", "AM"] : ["BY", "DE"])[test]}`;
const selectAll = (page: Page) =>
  page.getByRole("button", { name: /^(Выбрать все|Select all) [\d\s,]+ (в этом|in this)/ });
const assign = (page: Page) => page.getByRole("button", { name: /^(Взять в\sработу|Assign to me)/ });
/** The ended tasks of the person, who has another name in each language. */
const ended = (page: Page, locale: string | undefined) =>
  page
    .getByRole("region", { name: /^(Закончились|Ended)$/ })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading"), hasText: locale === "ru-RU" ? "Ирина М." : "Irina M." });

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale, "manager");
});

test("all orders of a view are assigned in a task, whose result is downloaded and undone", async ({ page, locale }) => {
  await page.goto(getListPath(locale));
  await waitForHydration(page);
  await rowLinks(page).first().focus();
  await page.keyboard.press("x");
  const count = (await selectAll(page).innerText()).replaceAll(/\D/g, "");
  await selectAll(page).click();
  const bar = page.getByRole("status").filter({ hasText: /(Выбран весь вид|Whole view selected)/ });
  await expect(bar).toContainText(new RegExp([...count].join(String.raw`[\s,]?`)));
  await expect(bar.getByRole("paragraph")).toBeFocused();
  await expect(page.locator("tbody input:not(:checked)")).toHaveCount(0);
  await expectAccessible(page);

  await assign(page).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/(Пробный запуск|Trial run)/)).toBeVisible();
  await expectAccessible(page);
  await assign(page).last().click();
  await expect(dialog.getByText(/(Задача запущена|The task was started)/)).toBeVisible();
  await page.goto("/admin");
  await waitForHydration(page);

  // The panel beside the page follows the task, and so does the page.
  await page.getByRole("button", { name: /^(Задачи|Tasks)/ }).click();
  await expect(
    dialog
      .getByRole("listitem")
      .filter({ hasText: /(готово|done)/ })
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("link", { name: /^(Все задачи|All tasks)$/ }).click();
  await expect(pageHeading(page, /^(Задачи|Tasks)$/)).toBeVisible();
  await expect(dialog).toBeHidden();
  const [started] = (await readAdminApi<TaskPage>(page, "tasks?limit=1")).items;
  expect(started).toMatchObject({ kind: "orders.assign", total: Number(count) });

  const task = ended(page, locale).first();
  await expect(task).toContainText(/(готово|done)/);
  await expectNoFaults(page);
  const download = page.waitForEvent("download");
  await task.getByRole("link", { name: /^(Результат CSV|Result CSV)/ }).click();
  expect((await download).suggestedFilename()).toBe(`task-${started?.id}.csv`);
  await task.getByRole("button", { name: /^(Отменить|Undo)/ }).click();
  await expect(ended(page, locale).first()).toContainText(/(Отмена: Взять в\sработу|Undo: Assign to me)/);
  await expect(ended(page, locale).nth(1)).toContainText(/(отменена|undone)/);
  await expect(ended(page, locale).nth(1).getByRole("button")).toHaveCount(0);
  // The header is above the page: a field that is partly below it has no full target.
  await page.evaluate(() => scrollTo(0, 0));
  await expectNoFaults(page);
});

test("nothing is changed if the list differs from the one that was selected", async ({ page, locale }) => {
  await page.goto(`${getListPath(locale, 1)}&assignee=none`);
  await waitForHydration(page);
  await page.locator("tbody input").first().check();
  await selectAll(page).click();
  await expect(page.getByText(/(Выбран весь вид|Whole view selected)/)).toBeVisible();
  await assign(page).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/(Пробный запуск|Trial run)/)).toBeVisible();
  const id = (await rowLinks(page).first().innerText()).replaceAll(/\D/g, "");
  const headers = { origin: process.env["SHOP_URL"] ?? "" };
  const assigned = await page.request.put(`/v1/admin/orders/${id}/assignment`, { headers, data: {} });
  expect(assigned.ok()).toBe(true);
  await assign(page).last().click();
  await expect(dialog.getByRole("alert")).toContainText(/(список изменился|list has changed)/);
  await expectAccessible(page);
  const { id: staffId } = (await readAdminApi<Me>(page, "me")).staff;
  const { items } = await readAdminApi<TaskPage>(page, "tasks");
  expect(items.filter(({ author }) => author.id === staffId)).toEqual([]);
});

test("another filter and a click on a row end the selection of a view", async ({ page, locale }) => {
  await page.goto(getListPath(locale));
  await waitForHydration(page);
  const whole = page.getByText(/(Выбран весь вид|Whole view selected)/);
  await page.locator("tbody input").first().check();
  await selectAll(page).click();
  await expect(whole).toBeVisible();
  await page.locator("tbody input").nth(1).uncheck();
  await expect(whole).toBeHidden();
  await selectAll(page).click();
  await expect(whole).toBeVisible();
  await page.getByRole("link", { name: /^(К упаковке|To pack)/ }).click();
  await expect(whole).toBeHidden();
});

test("pending reviews are selected and tried in one language", async ({ page, locale }) => {
  await page.goto(`/admin/reviews?locale=${locale}`);
  await waitForHydration(page);
  await selectAll(page).click();
  await page.getByRole("button", { name: /^(Отклонить|Reject)…$/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Реклама");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^(Проверить|Check)$/ }).click();
  await expect(dialog.getByText(/(Пробный запуск|Trial run)/)).toBeVisible();
  await expect(dialog.getByText(/(писем покупателям|emails to customers)/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});
