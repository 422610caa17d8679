import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, pageHeading, signInAsStaff } from "./staff.ts";

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

const items = (page: Page) => page.locator("main li").filter({ has: page.locator("textarea") });
test("a translation is outdated when the other language changes, and is corrected or confirmed in the list", async ({
  page,
}) => {
  // A product whose texts nobody else changes: each run takes another one.
  await page.goto(`/admin/products/${test.info().project.name === "phone-ru" ? 31 : 32}`);
  await waitForHydration(page);
  const stamp = String(Date.now());
  const russian = page.locator("textarea[name=name_ru], #name_ru");
  const former = await russian.inputValue();
  await russian.fill(`${former.replace(/ \d{13}$/, "")} ${stamp}`);
  await page.getByRole("button", { name: /^(Сохранить|Save)$/ }).click();
  await expect(page.getByText(/^(Перевод устарел|Translation is outdated)/).first()).toBeVisible();

  await page.goto("/admin/translations");
  await expect(pageHeading(page, /^(Переводы|Translations)$/)).toBeVisible();
  await waitForHydration(page);
  await expectNoFaults(page);
  const listed = items(page).filter({ hasText: stamp });
  const item = listed.first();
  await expect(item.locator("ins", { hasText: stamp })).toBeVisible();
  const english = item.getByRole("textbox");
  await english.fill(`${(await english.inputValue()).replace(/ \d{13}$/, "")} ${stamp}`);
  await item.getByRole("button", { name: /^(Сохранить|Save)$/ }).click();
  await expect(listed).toHaveCount(0);
  await page.getByRole("button", { name: /^(Отменить|Undo)/ }).click();
  await expect(listed).toHaveCount(1);
  await item.getByRole("button", { name: /^(Смысл тот же|Meaning is the same)$/ }).click();
  await expect(listed).toHaveCount(0);

  await page.getByRole("link", { name: /^(Нет перевода|Missing) / }).click();
  await expect(page).toHaveURL(/show=missing/);
  await expectNoFaults(page);
});

test.describe("synonyms", () => {
  test.use({ allowedConsoleErrors: [/status of 409/] });

  test("are added once, deleted and brought back", async ({ page }) => {
    const word = `тинт${Date.now()}`;
    await page.goto("/admin/synonyms");
    await expect(pageHeading(page, /^(Синонимы поиска|Search synonyms)$/)).toBeVisible();
    await waitForHydration(page);
    await expectNoFaults(page);
    const add = async () => {
      await page.getByLabel(/^(Ищут|Shoppers search for)$/).fill(word);
      await page.getByLabel(/^(Находить|The store finds)$/).fill("крем");
      await page.getByRole("button", { name: /^(Добавить|Add)$/ }).click();
    };
    await add();
    const row = page.getByRole("listitem").filter({ hasText: word });
    await expect(row).toBeVisible();
    await add();
    await expect(page.getByRole("alert").getByText(/(уже есть|exists already)/)).toBeVisible();

    await row.getByRole("button").click();
    await expect(row).toBeHidden();
    await page.getByRole("button", { name: /^(Отменить|Undo)/ }).click();
    await expect(row).toBeVisible();
  });
});
