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

test("a draft that lacks data is refused with what is missing", async ({ page }) => {
  await page.goto("/admin/products?view=draft");
  await waitForHydration(page);
  test.skip((await rowLinks(page).count()) === 0, "the demonstration has no drafts");
  await page.locator("tbody input[type=checkbox]").first().check();
  await button(page, /^(Опубликовать|Publish)…$/).click();
  await expect(dialog(page).getByText(/(Пробный запуск|Trial run)/)).toBeVisible();
  await expect(dialog(page)).toContainText(/(Не\sхватает:|It lacks:|изменится|will change)/);
  await expectAccessible(page);
});
