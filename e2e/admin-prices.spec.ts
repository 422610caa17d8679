import type { Page } from "@playwright/test";
import type { PricePage } from "@furoshiki/api/admin/catalog-admin/prices";
import type { Task, TaskPage } from "@furoshiki/api/admin/tasks";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, pageHeading, readAdminApi, signInAsStaff } from "./staff.ts";

test.use({ allowedConsoleErrors: [/status of (409|422)/] });

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

/** Returns a filter with a few prices that no other test changes: each test has its own in each language. */
async function getFilter(page: Page, locale: string | undefined, place: number): Promise<string> {
  let found = 0;
  const { brands } = await readAdminApi<{ brands: { id: number }[] }>(page, "catalog-terms");
  const filters = brands.map(({ id }) => `brand=${id}`);
  for (const filter of locale === "ru-RU" ? filters : filters.toReversed()) {
    const { total } = await readAdminApi<PricePage>(page, `prices?${filter}`);
    if (total >= 4 && total <= 60 && found++ === place) return filter;
  }
  throw new Error("no brand has a few prices");
}
const cells = (page: Page) => page.getByRole("grid").getByRole("textbox");
const bar = (page: Page) => page.getByRole("region", { name: /^(Изменённые цены|Changed prices)$/ });
const apply = (page: Page) => bar(page).getByRole("button", { name: /^(Применить|Apply)/ });
const readPrices = async (page: Page, query: string) =>
  (await readAdminApi<PricePage>(page, `prices?${query}`)).items.map(({ price }) => price);

/** Applies the new prices by the dialog, and waits until the task has ended. */
async function applyPrices(page: Page, rule: string, value: number = 0): Promise<number> {
  await expect(apply(page)).toBeEnabled();
  await apply(page).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/(Пробный запуск|Trial run)/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^(Применить|Apply)/ }).click();
  await expect(dialog.getByText(/(Задача запущена|The task was started)/)).toBeVisible();
  await dialog.getByRole("button", { name: /^(Закрыть|Close)$/ }).click();
  await expect(bar(page)).toBeHidden();
  // Other tests change prices at the same time.
  const { items } = await readAdminApi<TaskPage>(page, "tasks?limit=30");
  const task = items.find(({ kind, input, undo_of: undoOf }) => {
    return kind === "prices.adjust" && undoOf === null && input["rule"] === rule && input["value"] === value;
  });
  await expect.poll(async () => (await readAdminApi<Task>(page, `tasks/${task?.id}`)).status).toBe("succeeded");
  return task?.id ?? 0;
}

test("a rule gives the prices of a brand new values, which are checked, applied and undone", async ({
  page,
  locale,
}) => {
  const filter = await getFilter(page, locale, 0);
  const before = await readPrices(page, filter);
  await page.goto(`/admin/prices?${filter}`);
  await expect(pageHeading(page, /^(Цены|Prices)$/)).toBeVisible();
  await waitForHydration(page);
  await expectNoFaults(page);
  await page.getByText(/^(Процент|Percent)$/).click();
  await page.locator("#value").fill("20");
  await page.locator("#rounding").selectOption("up_90");
  await expect(page).toHaveURL(/rule=percent&value=20.*rounding=up_90/);
  await expect(bar(page)).toContainText(/(новы|new price)/);
  await expect(page.getByText(/(вырастут|вырастет|rises?)\s(больше|by)\s(чем|more)/)).toBeVisible();
  await expectNoFaults(page);
  await page
    .getByRole("link", { name: /^(Показать|Show)$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/check=growth/);
  const task = await applyPrices(page, "percent", 20);
  await expect(page).toHaveURL(new RegExp(`/admin/prices\\?${filter}$`));
  const after = await readPrices(page, filter);
  expect(after.every((price, index) => price % 100 === 90 && price > (before[index] ?? 0))).toBe(true);
  await page.goto("/admin/tasks");
  await expectNoFaults(page);
  const item = page.getByRole("listitem").filter({ has: page.locator(`input[name="task"][value="${task}"]`) });
  await item.getByRole("button", { name: /^(Отменить|Undo)/ }).click();
  await expect.poll(() => readPrices(page, filter)).toEqual(before);
});

test("prices are entered by hand with the keyboard", async ({ page, locale, isMobile }) => {
  const filter = await getFilter(page, locale, 1);
  const before = await readPrices(page, filter);
  await page.goto(`/admin/prices?${filter}`);
  await waitForHydration(page);
  await cells(page).first().focus();
  await page.keyboard.type(locale === "ru-RU" ? "1234,5" : "1234.5");
  await page.keyboard.press("Enter");
  await expect(cells(page).nth(1)).toBeFocused();
  await page.keyboard.press("Control+d");
  await expect(cells(page).nth(1)).toHaveValue(/^1234[.,]5$/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("abc");
  await page.keyboard.press("ArrowUp");
  await expect(cells(page).nth(1)).toBeFocused();
  await expect(cells(page).nth(2)).toHaveAttribute("aria-invalid", "true");
  await expect(apply(page)).toBeDisabled();
  await expectNoFaults(page);
  await cells(page).nth(2).focus();
  await page.keyboard.press("Escape");
  await expect(bar(page)).toContainText(/(2\sновые цены|2 new prices)/);
  await applyPrices(page, "none");
  expect((await readPrices(page, filter)).slice(0, 3)).toEqual([1234.5, 1234.5, before[2]]);
  await page.reload();
  await waitForHydration(page);
  await page
    .getByRole("button", { name: /(история цены|price history)/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByRole("row").nth(1)).toContainText(/1.234[.,]50/);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  if (isMobile) return;
  await expect(page.getByRole("button", { name: /(история цены|price history)/ }).first()).toBeFocused();
});

test("a sale is planned, moved and canceled, and one that runs is ended", async ({ page, locale }) => {
  const filter = await getFilter(page, locale, 2);
  const before = await readPrices(page, filter);
  await page.goto(`/admin/prices?${filter}&rule=percent&value=-20&rounding=nearest_10&sale_ends=2030-01-01T00:00`);
  await waitForHydration(page);
  const plan = bar(page).getByRole("button", { name: /^(Запланировать|Schedule)/ });
  await expect(plan).toBeEnabled();
  await plan.click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("#run_at").fill(toStoreTime(Date.now() - 3_600_000));
  const confirm = dialog.getByRole("button", { name: /^(Запланировать|Schedule)$/ });
  await confirm.click();
  await expect(dialog.getByRole("alert")).toContainText(/(Выберите время|Choose a time)/);
  await dialog.locator("#run_at").fill(toStoreTime(Date.now() + 86_400_000));
  await expectAccessible(page);
  await confirm.click();
  await expect(dialog.getByText(/(Задача запланирована|The task is planned)/)).toBeVisible();
  await dialog.getByRole("button", { name: /^(Закрыть|Close)$/ }).click();
  await page.goto("/admin/prices/sales");
  await waitForHydration(page);
  await expect(pageHeading(page, /^(Скидки|Sales)$/)).toBeVisible();
  await expectNoFaults(page);
  const planned = (await readAdminApi<TaskPage>(page, "tasks?view=planned&kind=prices.adjust&limit=100")).items;
  const task = planned.find(({ input }) => input["value"] === -20);
  const item = page.getByRole("listitem").filter({ has: page.locator(`input[name="task"][value="${task?.id}"]`) });
  const time = toStoreTime(Date.now() + 2 * 86_400_000);
  await item.locator("input[name=run_at]").fill(time);
  await item.getByRole("button", { name: /^(Перенести|Move)/ }).click();
  await expect
    .poll(async () => (await readAdminApi<Task>(page, `tasks/${task?.id}`)).run_at)
    .toBe(new Date(`${time}:00+03:00`).toISOString());
  await item.getByRole("button", { name: /^(Отменить|Cancel)/ }).click();
  await expect(item).toHaveCount(0);
  expect(await readPrices(page, filter)).toEqual(before);

  await page.goto(`/admin/prices?${filter}&rule=percent&value=-20&rounding=nearest_10&sale_ends=2030-01-01T00:00`);
  await waitForHydration(page);
  await applyPrices(page, "percent", -20);
  await page.goto(`/admin/prices?${filter}&sale=running&rule=regular`);
  await waitForHydration(page);
  await applyPrices(page, "regular");
  await expect
    .poll(async () => (await readPrices(page, filter)).every((price, index) => price >= (before[index] ?? 0)))
    .toBe(true);
});

/** A time as a field has it, in the time zone of the store. */
function toStoreTime(ms: number): string {
  return new Date(ms + 3 * 3_600_000).toISOString().slice(0, 16);
}
