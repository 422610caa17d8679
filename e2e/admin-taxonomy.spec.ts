import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, pageHeading, signInAsStaff } from "./staff.ts";

// A term in use that is deleted, and an address that is taken.
test.use({ allowedConsoleErrors: [/status of 409/] });

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

const dialog = (page: Page) => page.getByRole("dialog");
const save = (page: Page) => dialog(page).getByRole("button", { name: /^(Сохранить|Save)$/ });
const row = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

test("categories are added to the tree, moved in it, and deleted", async ({ page, locale }) => {
  const number = String(Date.now());
  const names = ["A", "B"].map((letter) => `${locale === "ru-RU" ? "Раздел" : "Section"} ${letter}${number}`);
  const [first = "", second = ""] = names;
  await page.goto("/admin/categories");
  await expect(pageHeading(page, /^(Разделы|Categories)$/)).toBeVisible();
  await waitForHydration(page);
  await expectNoFaults(page);
  for (const name of names) {
    await page.getByRole("link", { name: /^(Новый раздел|New category)$/ }).click();
    await expect(dialog(page)).toBeVisible();
    await dialog(page)
      .locator("#name_ru")
      .fill(`Раздел ${name.split(" ")[1]}`);
    await dialog(page)
      .locator("#name_en")
      .fill(`Section ${name.split(" ")[1]}`);
    await save(page).click();
    await expect(dialog(page)).toBeHidden();
    await expect(row(page, name)).toBeVisible();
  }
  await page.getByRole("button", { name: new RegExp(`^${second}: (выше|up)$`) }).click();
  await expect
    .poll(async () => {
      const all = await page.locator("[data-row-link]").allTextContents();
      return all.indexOf(first) - all.indexOf(second);
    })
    .toBe(1);
  await row(page, first).click();
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page);
  await dialog(page).locator("#move_parent").selectOption({ label: second });
  await dialog(page)
    .getByRole("button", { name: /^(Перенести|Move)$/ })
    .click();
  await expect(dialog(page)).toBeHidden();

  // It has a category below it now.
  await row(page, second).click();
  await dialog(page)
    .getByRole("button", { name: /^(Удалить|Delete)$/ })
    .click();
  await expect(dialog(page).getByRole("alert")).toContainText(/(Не\sудалено|Not deleted)/);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  for (const name of names) {
    await row(page, name).click();
    await dialog(page)
      .getByRole("button", { name: /^(Удалить|Delete)$/ })
      .click();
    await expect(dialog(page)).toBeHidden();
    await expect(row(page, name)).toBeHidden();
  }
  await page.getByRole("button", { name: /^(Отменить|Undo)/ }).click();
  await expect(row(page, second)).toBeVisible();
});

test("brands, series, concerns and tags are edited in the same way", async ({ page }) => {
  const number = String(Date.now());
  for (const [path, field, add] of [
    ["/brands", "name", /^(Новый бренд|New brand)$/],
    ["/series", "name", /^(Новая серия|New series)$/],
    ["/concerns", "name_en", /^(Новое назначение|New concern)$/],
    ["/tags", "name_en", /^(Новая метка|New tag)$/],
  ] as const) {
    await page.goto(`/admin${path}`);
    await waitForHydration(page);
    await expectNoFaults(page);
    await page.getByRole("link", { name: add }).click();
    await expect(dialog(page)).toBeVisible();
    await expectAccessible(page);
    const fields = dialog(page).locator("input[required]:not([type=number])");
    for (let index = 0; index < (await fields.count()); index++) await fields.nth(index).fill(`New ${number}`);
    await save(page).click();
    await expect(dialog(page)).toBeHidden();
    await expect(row(page, `New ${number}`).first()).toBeVisible();
    await row(page, `New ${number}`).first().click();
    await expect(dialog(page).locator(`#${field}`)).toHaveValue(`New ${number}`);
    await dialog(page).locator(`#${field}`).fill(`Changed ${number}`);
    await save(page).click();
    await expect(dialog(page)).toBeHidden();
  }
  await page.goto(`/admin/tags?edit=new`);
  await waitForHydration(page);
  for (const name of ["name_ru", "name_en"]) await dialog(page).locator(`#${name}`).fill("Other");
  await dialog(page).locator("#slug").fill(`new-${number}`);
  await save(page).click();
  await expect(dialog(page).locator("#slug-error")).toBeVisible();
});
