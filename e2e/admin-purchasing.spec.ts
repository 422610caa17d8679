import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, pageHeading, rowLinks, signInAsStaff } from "./staff.ts";

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

const dialog = (page: Page) => page.getByRole("dialog");
const save = (page: Page, name: RegExp) => page.getByRole("button", { name }).click();

async function addSupplier(page: Page, name: string) {
  await page.goto("/admin/inventory/suppliers");
  await waitForHydration(page);
  await page.getByRole("link", { name: /^(Добавить поставщика|Add a supplier)$/ }).click();
  await expectAccessible(page);
  await dialog(page)
    .getByLabel(/^(Название|Name)$/)
    .fill(name);
  await dialog(page)
    .getByLabel(/^(Срок поставки, дней|Delivery time, days)$/)
    .fill("8");
  await save(page, /^(Сохранить|Save)$/);
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("link", { name })).toBeVisible();
}

test("goods are ordered from a supplier, received with a scanner, and are in stock", async ({ page }) => {
  // Unlike in the runs before.
  const name = `Supplier ${Date.now()}`;
  await addSupplier(page, name);

  // What is running out becomes lines of a new order.
  await page.goto("/admin/inventory/reorder");
  await expect(pageHeading(page, /^(Что\sзаказать|What to order)$/)).toBeVisible();
  await waitForHydration(page);
  await expectNoFaults(page);
  // Options of a product share its reference, which a scanner cannot tell apart.
  const references = await page.locator("tbody .code").allInnerTexts();
  const unique = references.filter((one) => references.indexOf(one) === references.lastIndexOf(one));
  for (const reference of unique.slice(0, 2))
    await page.locator("tbody tr", { hasText: reference }).getByRole("checkbox").check();
  await page.getByRole("link", { name: /^(Заказать 2|Order 2)/ }).click();
  await expect(pageHeading(page, /^(Новая закупка|New purchase order)$/)).toBeVisible();
  await page.getByLabel(/^(Поставщик|Supplier)$/).selectOption({ label: name });
  const quantities = page.getByRole("spinbutton", { name: /^(Штук:|Pieces of) / });
  const costs = page.getByRole("spinbutton", { name: /^(Цена штуки|Cost of a piece)/ });
  await expect(quantities).toHaveCount(2);
  for (const index of [0, 1]) {
    await quantities.nth(index).fill("5");
    await costs.nth(index).fill("1200");
  }
  await expectNoFaults(page);
  await save(page, /^(Сохранить черновик|Save as draft)$/);
  await expect(pageHeading(page, /^(Закупка|Purchase order) PO-\d{4}$/)).toBeVisible();
  await expect(page.getByText(/^(Черновик|Draft)$/)).toBeVisible();
  await expect(page.getByText(/13[\s,]200/).first()).toBeVisible();
  await waitForHydration(page);
  await save(page, /^(Отметить заказанной|Mark as ordered)$/);
  const receive = page.getByRole("link", { name: /^(Принять товар|Receive)$/ });
  await expect(receive).toBeVisible();
  await expectNoFaults(page);

  await receive.click();
  await expect(pageHeading(page, /^(Приёмка|Receive) PO-/)).toBeVisible();
  await waitForHydration(page);
  const scanner = page.getByRole("textbox", { name: /^(Отсканируйте штрихкод|Scan a barcode)$/ });
  await expect(scanner).toBeFocused();
  await page.keyboard.type("0000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").getByText(/(ничего не\sожидается|Nothing with this code)/)).toBeVisible();
  const reference = await page.locator("main li .code").first().innerText();
  for (let scan = 0; scan < 2; scan++) {
    await page.keyboard.type(reference);
    await page.keyboard.press("Enter");
  }
  await expect(page.getByRole("status").getByText(/: 2 (из|of)\s5/)).toBeVisible();
  await page
    .getByLabel(/^(Брак|Damaged)/)
    .first()
    .fill("1");
  await expectNoFaults(page);
  await save(page, /^(Принять 3 штуки|Receive 3 pieces)$/);
  await expect(page.getByText(/^(Принята частично|Partly received)$/)).toBeVisible();
  await expect(page.getByText(/^3 (из|of)\s10/)).toBeVisible();
  await expect(page.getByText(/(Товар принят|Goods received): 3/)).toBeVisible();

  // The pieces are movements of the product, which name the order.
  await rowLinks(page).first().click();
  await expect(pageHeading(page, /^(Движения|Movements): /)).toBeVisible();
  await expect(page.getByRole("link", { name: /^(Закупка|Purchase order) PO-/ }).first()).toBeVisible();
  await expect(page.getByRole("row", { name: /(Приёмка|Receipt).*\+2/ }).first()).toBeVisible();
});

test.describe("two people", () => {
  test.use({ allowedConsoleErrors: [/status of 409/] });

  test("change an order from a supplier, and the second one chooses", async ({ page }) => {
    await page.goto("/admin/inventory/purchase-orders?view=ordered");
    await waitForHydration(page);
    await expectNoFaults(page);
    await rowLinks(page).first().click();
    await expect(pageHeading(page, /^(Закупка|Purchase order) PO-/)).toBeVisible();
    await page.getByRole("link", { name: /^(Изменить|Edit)$/ }).click();
    await expect(pageHeading(page, /^(Изменить|Edit) PO-/)).toBeVisible();
    await waitForHydration(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await waitForHydration(other);
    const note = (one: Page) => one.getByLabel(/^(Заметка|Note)$/);
    const stamp = String(Date.now());
    await note(other).fill(`Call ${stamp}`);
    await save(other, /^(Сохранить|Save)$/);
    await expect(other.getByText(`Call ${stamp}`)).toBeVisible();
    await other.close();

    await note(page).fill(`Write ${stamp}`);
    await save(page, /^(Сохранить|Save)$/);
    await expect(page.getByRole("group").getByText(`Call ${stamp}`).first()).toBeVisible();
    await expectNoFaults(page);
    await page.getByRole("radio").first().check();
    await save(page, /^(Сохранить|Save)$/);
    await expect(pageHeading(page, /^(Закупка|Purchase order) PO-/)).toBeVisible();
    await expect(page.getByText(`Write ${stamp}`)).toBeVisible();
  });
});
