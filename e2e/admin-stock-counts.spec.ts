import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, pageHeading, signInAsStaff } from "./staff.ts";

// An unknown code, and a number that somebody else has changed.
test.use({ allowedConsoleErrors: [/status of 4(09|22)/] });

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

const dialog = (page: Page) => page.getByRole("dialog");
const lines = (page: Page) => page.getByRole("list", { name: /^(Товары|Products)$/ }).getByRole("listitem");
const pieces = (page: Page) => page.getByRole("spinbutton", { name: /^(Штук на\sполке|Pieces on the shelf): / });

/** Begins a count of the first brand whose products are few. */
async function beginCount(page: Page, name: string) {
  await page.goto("/admin/inventory/counts");
  await waitForHydration(page);
  await expectNoFaults(page);
  await page.getByRole("link", { name: /^(Начать инвентаризацию|Start a count)$/ }).click();
  await expectAccessible(page);
  await dialog(page)
    .getByLabel(/^(Название|Name)$/)
    .fill(name);
  await dialog(page)
    .getByLabel(/^(Бренд|Brand)$/)
    .selectOption({ index: 3 });
  await dialog(page)
    .getByRole("button", { name: /^(Начать|Start)$/ })
    .click();
  await expect(pageHeading(page, new RegExp(`^${name}$`))).toBeVisible();
  await waitForHydration(page);
}

test("shelves are counted with a scanner and by number, and the differences change the stock", async ({ page }) => {
  const name = `Shelf ${Date.now()}`;
  await beginCount(page, name);
  await expectNoFaults(page);

  // Each scan adds a piece.
  const references = await lines(page).locator(".code").allInnerTexts();
  const reference = references.find((one) => references.indexOf(one) === references.lastIndexOf(one)) ?? "";
  const scanned = lines(page).filter({ hasText: reference });
  const field = scanned.getByRole("spinbutton");
  await page.getByRole("textbox", { name: /^(Отсканируйте штрихкод|Scan a barcode)$/ }).focus();
  for (let scan = 0; scan < 3; scan++) {
    await page.keyboard.type(reference);
    await page.keyboard.press("Enter");
  }
  await expect(page.getByRole("status").getByText(/: 3\s(штуки|pieces)$/)).toBeVisible();
  await expect(field).toHaveValue("3");
  await page.keyboard.type("0000");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("status").getByText(/(Товара с\sтаким кодом нет|There is no product with this code)/),
  ).toBeVisible();

  // A number that is entered is saved when its field is left.
  const expected = Number((await scanned.locator("p .num").innerText()).replaceAll(/\s|,/g, ""));
  await field.fill(String(expected + 2));
  await field.blur();
  await expect(scanned.getByText("+2")).toBeVisible();
  await expectNoFaults(page);

  await page.getByRole("link", { name: /^(Завершить…|Close…)$/ }).click();
  await expect(dialog(page).getByText(/(не\sхватает 0, лишних 2|0 missing, 2 too many)/)).toBeVisible();
  await expectAccessible(page);
  await dialog(page)
    .getByRole("button", { name: /^(Завершить и\sисправить остатки|Close and correct the stock)$/ })
    .click();
  await expect(page.getByText(/^(Завершена|Closed)$/)).toBeVisible();
  await expect(pieces(page)).toHaveCount(0);
  await expectNoFaults(page);

  // The movement of the product names the count, and closing can be undone.
  await page.goto(`/admin/inventory/movements?q=${encodeURIComponent(reference)}`);
  const movement = page.getByRole("row", { name: /(Пересчёт|Count).*\+2/ }).first();
  await expect(movement).toBeVisible();
  await page
    .getByRole("link", { name: /^(Инвентаризация|Stock count)$/ })
    .first()
    .click();
  await expect(pageHeading(page, new RegExp(`^${name}$`))).toBeVisible();
});

test("two people count the same product, and the second one sees it", async ({ page }) => {
  await beginCount(page, `Shelf ${Date.now()}`);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await waitForHydration(other);
  await pieces(other).first().fill("7");
  await pieces(other).first().press("Enter");
  await expect(
    lines(other)
      .first()
      .getByText(/[+−]\d|верно|correct/),
  ).toBeVisible();
  await other.close();

  await pieces(page).first().fill("9");
  await pieces(page).first().press("Enter");
  await expect(page.getByRole("alert").getByText(/(уже записано|stored here by now)/)).toBeVisible();
  // The number that was seen is the new one now.
  const saved = page.waitForResponse((response) => response.request().method() === "POST");
  await pieces(page).first().fill("8");
  await pieces(page).first().blur();
  await saved;
  await expect(page.getByRole("alert")).toHaveCount(0);

  await waitForHydration(page);
  await page.getByRole("button", { name: /^(Отменить инвентаризацию|Cancel the count)$/ }).click();
  await expect(page.getByText(/^(Отменена|Canceled)$/)).toBeVisible();
  await page.getByRole("button", { name: /^(Отменить|Undo)/ }).click();
  await expect(pieces(page).first()).toHaveValue("8");
});
