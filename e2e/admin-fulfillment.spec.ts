import { expect, expectAccessible, test } from "./fixtures.ts";
import { expectNoFaults, pageHeading, signInAsStaff } from "./staff.ts";

test("customs data of a product is corrected after a preview of the orders that it releases", async ({
  page,
  locale,
}) => {
  await signInAsStaff(page, locale);
  await page.goto("/admin/fulfillment");
  await expect(page).toHaveURL(/\/admin\/fulfillment\/customs$/);
  await expect(pageHeading(page, /^(Данные для таможни|Customs data)$/)).toBeVisible();
  await expectNoFaults(page);

  const codeName = /^(Код ТН ВЭД|HS code)$/;
  const products = page.getByRole("listitem").filter({ has: page.getByRole("combobox", { name: codeName }) });
  // The projects run at the same time: each corrects a product of its own.
  const product = locale === "ru-RU" ? products.first() : products.last();
  const reference = await product.getByRole("heading", { level: 2 }).locator("span").innerText();
  const title = page.getByRole("heading", { level: 2 }).filter({ hasText: reference });
  const item = page.getByRole("listitem").filter({ has: title });
  const code = item.getByRole("combobox", { name: codeName });
  await code.fill("33");
  await item.getByRole("button", { name: /^(Проверить|Check)$/ }).click();
  await expect(item.getByText(/(от\s6\sдо\s12\sцифр|6 to 12 digits)/)).toBeVisible();
  await expect(code).toHaveValue("33");
  await expectAccessible(page);
  await code.fill("3304.99");
  await item.getByRole("button", { name: /^(Проверить|Check)$/ }).click();
  await expect(item.getByRole("status")).toContainText(/(Освобод|Releases)/);
  await expectNoFaults(page);
  await item.getByRole("button", { name: /^(Сохранить в товар|Save to product)$/ }).click();
  await expect(page.getByRole("status").filter({ hasText: /(Сохранено|Saved)/ })).toBeVisible();
  await expect(title).toBeHidden();
});

test("a pick list is made for selected orders and printed without the navigation", async ({ page, locale }) => {
  await signInAsStaff(page, locale, "packer");
  await page.goto("/admin/fulfillment/pick-lists");
  await expect(pageHeading(page, /^(Лист подбора|Pick list)$/)).toBeVisible();
  const orders = page.getByRole("list").getByRole("checkbox");
  for (const box of await orders.all()) await box.setChecked(false);
  await orders.nth(0).check();
  await orders.nth(1).check();
  await page.getByRole("button", { name: /^(Составить лист|Make the list)$/ }).click();
  await expect(page).toHaveURL(/order_ids=\d{9}&order_ids=\d{9}$/);
  await expect(page.getByRole("table")).toBeVisible();
  await expectNoFaults(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation").first()).toBeHidden();
  await expect(page.getByRole("table")).toBeVisible();
  await expect(orders.first()).toBeHidden();
});

test("a document is printed for an order, and several are opened as one file", async ({ page, locale }) => {
  await signInAsStaff(page, locale);
  await page.goto("/admin/fulfillment/documents");
  await expect(pageHeading(page, /^(Документы|Documents)$/)).toBeVisible();
  const orders = page.getByRole("list").getByRole("checkbox");
  await orders.nth(0).check();
  await orders.nth(1).check();
  await page.getByRole("button", { name: /^(Распечатать|Print)$/ }).click();
  const file = page.getByRole("link", { name: /^(Открыть файл|Open the file)$/ });
  await expect(file).toBeVisible();
  await expectNoFaults(page);
  const response = await page.request.get((await file.getAttribute("href")) ?? "");
  expect(response.headers()).toMatchObject({ "content-type": "application/pdf", "cache-control": "no-store" });
  expect((await response.body()).subarray(0, 5).toString()).toBe("%PDF-");

  await page
    .getByRole("cell")
    .getByRole("link", { name: /^\d{3}\s\d{3}\s\d{3}$/ })
    .first()
    .click();
  const invoice = /(Напечатать|Print)( заново| again)?: (Инвойс|Invoice)$/;
  await page.getByRole("button", { name: invoice }).click();
  await expect(page.getByRole("link", { name: /^(Инвойс|Invoice)$/ })).toBeVisible();
  await expectNoFaults(page);
});
