import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, signInAsStaff } from "./staff.ts";

/** Creates a draft and opens the tab with its options. */
async function openNewProduct(page: Page): Promise<void> {
  await page.goto("/admin/products/new");
  await waitForHydration(page);
  const number = String(Date.now());
  await page.locator("#name_ru").fill(`Помада ${number}`);
  await page.locator("#name_en").fill(`Lipstick ${number}`);
  await page.locator("#reference").fill(`O-${number}`);
  for (const name of ["category_id", "brand_id"]) await page.locator(`#${name}`).selectOption({ index: 1 });
  await page.locator("#hazard").selectOption("none");
  await page.locator("#weight_g").fill("50");
  await page.getByRole("button", { name: /^(Создать черновик|Create the draft)$/ }).click();
  await expect(page).toHaveURL(/\/admin\/products\/\d+$/);
  await page.getByRole("link", { name: /^(Картинки|Pictures)/ }).click();
}

const getRow = (page: Page, names: string) =>
  page.getByRole("row").filter({ has: page.getByRole("button", { name: new RegExp(`: (${names})$`) }) });

test("options are withdrawn, offered again, and deleted as long as nothing refers to them", async ({
  page,
  locale,
}) => {
  await signInAsStaff(page, locale);
  await openNewProduct(page);
  for (const [russian, english] of [
    ["Красная", "Red"],
    ["Синяя", "Blue"],
  ] as const) {
    await page.locator("#new_option_name_ru").fill(russian);
    await page.locator("#new_option_name_en").fill(english);
    await page.locator("#new_option_price").fill("990");
    await page.getByRole("button", { name: /^(Добавить|Add)$/ }).click();
    await expect(getRow(page, `${russian}|${english}`)).toBeVisible();
  }
  const red = getRow(page, "Красная|Red");
  const badge = red.getByText(/^(Снят\sс\sпродажи|Withdrawn)$/);
  await page.getByRole("button", { name: /^(Снять с\sпродажи: Красная|Withdraw: Red)$/ }).click();
  await expect(badge).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("button", { name: /^(Вернуть в\sпродажу: Красная|Offer again: Red)$/ }).click();
  await expect(badge).toBeHidden();
  await page.getByRole("button", { name: /^(Отменить|Undo)/ }).click();
  await expect(badge).toBeVisible();

  await page.getByRole("button", { name: /^(Удалить вариант Красная|Delete option Red)$/ }).click();
  await expect(red).toBeHidden();
  await page.getByRole("button", { name: /^(Отменить|Undo)/ }).click();
  await expect(badge).toBeVisible();
});
