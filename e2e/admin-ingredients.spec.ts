import { expect, expectAccessible, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, pageHeading, signInAsStaff } from "./staff.ts";

// A name that another ingredient has.
test.use({ allowedConsoleErrors: [/status of 409/] });

test("ingredients are added, corrected and deleted, and the store describes them", async ({ page, locale }) => {
  await signInAsStaff(page, locale);
  const name = `Yuzu Extract ${String(Date.now()).replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`;
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: /^(Сохранить|Save)$/ });
  const row = page.getByRole("link", { name, exact: true });
  await page.goto("/admin/ingredients");
  await expect(pageHeading(page, /^(Ингредиенты|Ingredients)$/)).toBeVisible();
  await waitForHydration(page);
  await expectNoFaults(page);

  await page.getByRole("link", { name: /^(Новый ингредиент|New ingredient)$/ }).click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.locator("#inci").fill(name);
  await dialog.locator("#aliases").fill("Aqua");
  await dialog.locator("#purpose_ru").fill("тонизирует");
  await dialog.locator("#purpose_en").fill("tones");
  await save.click();
  await expect(dialog.locator("#aliases-error")).toBeVisible();
  await dialog.locator("#aliases").fill("");
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(row).toBeVisible();

  await page.getByRole("searchbox", { name: /^(Найти ингредиент|Find an ingredient)$/ }).fill(name);
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-row-link]")).toHaveCount(1);
  await row.click();
  await dialog.locator("#purpose_en").fill("freshens");
  await dialog.locator("#purpose_ru").fill("освежает");
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(page.locator("td", { hasText: /^(освежает|freshens)$/ })).toBeVisible();
  const slug = name.toLowerCase().replaceAll(" ", "-");
  await expect
    .poll(async () => (await page.request.get(`/${locale === "ru-RU" ? "" : "en-US/"}ingredients/${slug}`)).status())
    .toBe(200);

  await row.click();
  await dialog.getByRole("button", { name: /^(Удалить|Delete)$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toBeHidden();
  await page.getByRole("button", { name: /^(Отменить|Undo)/ }).click();
  await expect(row).toBeVisible();
});
