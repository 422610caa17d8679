import type { Page } from "@playwright/test";
import type { ProductPage } from "@furoshiki/api/admin/catalog-admin";
import type { Task, TaskPage } from "@furoshiki/api/admin/tasks";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, readAdminApi, rowLinks, signInAsStaff } from "./staff.ts";

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: RegExp) => page.getByRole("button", { name });

/** Returns the newest task of a change of products. */
async function findTask(page: Page, change: string): Promise<Task | undefined> {
  const { items } = await readAdminApi<TaskPage>(page, "tasks?limit=30");
  return items.find(({ kind, input, undo_of }) => {
    return kind === "products.update" && undo_of === null && input["change"] === change;
  });
}

/** Returns the filter of a brand with a few products in the store; each language has its own. */
async function findFilter(page: Page, locale: string | undefined): Promise<string> {
  const { brands } = await readAdminApi<{ brands: { id: number }[] }>(page, "catalog-terms");
  for (const { id } of locale === "ru-RU" ? brands : brands.toReversed()) {
    const { total } = await readAdminApi<ProductPage>(page, `products?brand=${id}`);
    if (total.count >= 4 && total.count <= 40) return `brand=${id}`;
  }
  throw new Error("no brand has a few products");
}

test("all products of a view get a tag in a task, which is undone", async ({ page, locale }) => {
  const filter = await findFilter(page, locale);
  await page.goto(`/admin/products?${filter}`);
  await waitForHydration(page);
  await rowLinks(page).first().focus();
  await page.keyboard.press("x");
  const { total } = await readAdminApi<ProductPage>(page, `products?${filter}`);
  await expectAccessible(page);
  await button(page, /^(Выбрать все|Select all) \d+ (в этом|in this)/).click();
  await expect(page.getByText(/(Выбран весь вид|Whole view selected)/)).toBeVisible();
  await button(page, /^(Метки|Tags)…$/).click();
  await expectAccessible(page);
  const term = dialog(page).locator("#bulk-term");
  await button(page, /^(Проверить|Check)$/).click();
  await expect(term).toBeFocused();
  await term.selectOption({ index: 1 });
  const tag = await term.inputValue();
  await button(page, /^(Проверить|Check)$/).click();
  await expect(dialog(page).getByText(/(Пробный запуск|Trial run)/)).toBeVisible();
  await expectAccessible(page);
  await button(page, /^(Добавить метку|Add the tag)$/).click();
  await expect(dialog(page).getByText(/(Задача запущена|The task was started)/)).toBeVisible();
  await button(page, /^(Закрыть|Close)$/).click();
  await expect(button(page, /^(Метки|Tags)…$/)).toBeHidden();
  const task = await findTask(page, "add_tag");
  expect(task).toMatchObject({ total: total.count, input: { change: "add_tag", term_id: Number(tag) } });
  await expect.poll(async () => (await findTask(page, "add_tag"))?.status).toBe("succeeded");
  await page.goto("/admin/tasks");
  await waitForHydration(page);
  await expectNoFaults(page);
  const item = page.getByRole("listitem").filter({ has: page.locator(`input[name="task"][value="${task?.id}"]`) });
  await item.getByRole("button", { name: /^(Отменить|Undo)/ }).click();
  await expect.poll(async () => (await readAdminApi<Task>(page, `tasks/${task?.id}`)).status).toBe("undone");
});

/** A local time of the store in some days, as fields for times have it. */
const inDays = (days: number) => {
  const iso = new Date(Date.now() + days * 86_400_000 + 3 * 3_600_000).toISOString();
  return `${iso.slice(0, 10)}T09:00`;
};
const planned = (page: Page) => page.getByRole("region", { name: /^(Запланировано|Planned)$/ });

test("an edit and a publication of a product are planned, edited, moved and canceled", async ({
  page,
  locale,
  isMobile,
}) => {
  await page.goto("/admin/products?sort=stock_desc");
  await waitForHydration(page);
  await rowLinks(page)
    .nth(locale === "ru-RU" ? 12 : 14)
    .click();
  await expect(page.locator("#name_en")).toBeVisible();
  await waitForHydration(page);
  const before = await page.locator("#name_en").inputValue();
  // An attempt before this one may have left some.
  const cancel = planned(page).getByRole("button", { name: /^(Отменить план|Cancel the plan)$/ });
  while ((await cancel.count()) > 0) {
    const count = await cancel.count();
    await cancel.first().click();
    await expect(cancel).toHaveCount(count - 1);
  }
  await page.locator("#name_en").fill(`${before} planned`);
  const schedule = page
    .getByRole("region", { name: /^(Несохранённые изменения|Unsaved changes)$/ })
    .getByRole("button", { name: /^(Запланировать|Schedule)…$/ });
  await expect(schedule).toBeEnabled();
  await schedule.click();
  await expect(dialog(page).getByText(/(Пробный запуск|Trial run)/)).toBeVisible();
  await dialog(page).locator("#run_at").fill(inDays(3));
  // On a phone the sheet covers a part of the buttons below it, which cannot be pressed then.
  if (!isMobile) await expectAccessible(page);
  await button(page, /^(Запланировать|Schedule)$/).click();
  await expect(dialog(page).getByText(/(Задача запланирована|The task is planned)/)).toBeVisible();
  await button(page, /^(Закрыть|Close)$/).click();
  await expect(page.locator("#name_en")).toHaveValue(before);
  await expect(planned(page)).toContainText(`${before} planned`);

  await button(page, /^(Изменить значения|Edit the values)$/).click();
  await expect(page.locator("#name_en")).toHaveValue(`${before} planned`);
  await page.locator("#name_en").fill(`${before} again`);
  await expect(schedule).toBeEnabled();
  await schedule.click();
  await expect(dialog(page).locator("#run_at")).toHaveValue(inDays(3));
  await button(page, /^(Запланировать|Schedule)$/).click();
  await expect(dialog(page).getByText(/(Задача запланирована|The task is planned)/)).toBeVisible();
  await button(page, /^(Закрыть|Close)$/).click();
  await expect(planned(page).getByRole("listitem")).toHaveCount(1);
  await expect(planned(page)).toContainText(`${before} again`);

  await button(page, /^(Запланировать|Schedule)…$/)
    .first()
    .click();
  if (!isMobile) await expectAccessible(page);
  await button(page, /^(Скрыть|Hide)…$/)
    .last()
    .click();
  await dialog(page).locator("#run_at").fill(inDays(5));
  await expect(dialog(page).getByText(/(Пробный запуск|Trial run)/)).toBeVisible();
  await button(page, /^(Запланировать|Schedule)$/).click();
  await expect(dialog(page).getByText(/(Задача запланирована|The task is planned)/)).toBeVisible();
  await button(page, /^(Закрыть|Close)$/).click();
  await expect(planned(page).getByRole("listitem")).toHaveCount(2);
  await page.evaluate(() => scrollTo(0, 0));
  await expectNoFaults(page);
  const items = planned(page).getByRole("listitem");
  await items.last().locator("input[name=run_at]").fill(inDays(2));
  await items
    .last()
    .getByRole("button", { name: /^(Перенести|Move)$/ })
    .click();
  await expect(items.first()).toContainText(/(Скрытие|Hide)/);
  for (let count = 2; count > 0; count -= 1) {
    await items
      .first()
      .getByRole("button", { name: /^(Отменить план|Cancel the plan)$/ })
      .click();
    await expect(items).toHaveCount(count - 1);
  }
});
