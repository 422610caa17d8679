import type { Page } from "@playwright/test";
import { createTextEncoder } from "../api/src/platform/data-files/text-encoding.ts";
import { writeWorkbook } from "../api/src/platform/data-files/xlsx/write-workbook.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { expectNoFaults, pageHeading, readAdminApi, signInAsStaff, tabTo } from "./staff.ts";

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

type Listed = { items: { id: number; reference: string; stock: number; options: number }[] };

/** Products without options, which no other test of this file imports. @param place where they are in the list */
async function listProducts(page: Page, place: number): Promise<Listed["items"]> {
  const { items } = await readAdminApi<Listed>(page, "products?view=all&limit=100");
  return items.filter(({ options }) => options === 0).slice(place, place + 2);
}

/** Chooses a file. */
async function choose(page: Page, name: string, buffer: Buffer) {
  await page.goto("/admin/imports/new");
  await page
    .getByLabel(/^(Файл поставщика|The file of a supplier)$/)
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer });
}

/** Chooses a file of text. */
async function upload(page: Page, name: string, lines: readonly string[], encoding: "shift_jis" | "windows-1251") {
  await choose(page, name, Buffer.from(createTextEncoder(encoding)(lines.join("\r\n"))));
}

test("a price list in Shift_JIS is imported with the keyboard alone, and taken back", async ({ page, locale }) => {
  const [first, second] = await listProducts(page, locale === "ru-RU" ? 0 : 2);
  if (!first || !second) throw new Error("the demo store has no products without options");
  const name = `supplier-${Date.now()}.csv`;
  await upload(
    page,
    name,
    [
      "品番,商品名,在庫数,備考",
      `${first.reference},ローション,${first.stock + 7},`,
      `${second.reference},ｸﾘｰﾑ,２０２６年５月,`,
      "合計,,999,",
    ],
    "shift_jis",
  );
  await expectNoFaults(page);
  await tabTo(page, /^(Загрузить|Upload)$/);
  await page.keyboard.press("Enter");

  await expect(pageHeading(page, new RegExp(name))).toBeVisible();
  await expect(page.getByText(/Shift_JIS, (определена автоматически|detected)/)).toBeVisible();
  await expect(page.getByLabel(/(столбца|column) «?“?在庫数/)).toHaveValue("stock");
  await expectNoFaults(page);
  await tabTo(page, /^(Проверить|Check)$/);
  await page.keyboard.press("Enter");

  await expect(page.getByText(/^(Исключите 2 непрочитанные строки|Leave out 2 unreadable lines)$/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Применить|Apply) / })).toBeDisabled();
  await expectNoFaults(page);
  await tabTo(page, /^(Исключить 2|Leave out 2)$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^(Применить 1|Apply 1)$/ })).toBeEnabled();
  await expectAccessible(page);
  await tabTo(page, /^(Применить 1|Apply 1)$/);
  await page.keyboard.press("Enter");

  await expect(page.getByText(/^(Импорт применён целиком|The import was applied as a whole)\.$/)).toBeVisible();
  const getStock = async () => (await listAll(page, first.reference))?.stock;
  expect(await getStock()).toBe(first.stock + 7);
  await expectNoFaults(page);
  await tabTo(page, /^(Отменить импорт|Undo the import)$/);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^(Импорт отменён|The import was undone)\.$/)).toBeVisible();
  expect(await getStock()).toBe(first.stock);

  await page.goto("/admin/imports");
  await expectNoFaults(page);
  await expect(page.getByRole("link", { name })).toBeVisible();
});

async function listAll(page: Page, reference: string) {
  const { items } = await readAdminApi<Listed>(page, `products?q=${encodeURIComponent(reference)}`);
  return items.find((item) => item.reference === reference);
}

test("columns are chosen and remembered, changes are left out, and errors go back to the supplier", async ({
  page,
  locale,
}) => {
  const [first] = await listProducts(page, locale === "ru-RU" ? 4 : 6);
  if (!first) throw new Error("the demo store has no products without options");
  const column = `Позиция ${Date.now()}`;
  const lines = [`${column};Штук;Прочее`, `${first.reference};${first.stock + 1};x`, "нет такого;1 000,5;y"];
  await upload(page, "склад.csv", lines, "windows-1251");
  await page.getByRole("button", { name: /^(Загрузить|Upload)$/ }).click();
  await expect(page.getByText(/Windows-1251/).first()).toBeVisible();
  const select = (name: string) => page.getByLabel(new RegExp(`(столбца|column) [«“]${name}`));
  await select("Позиция").selectOption("reference");
  await select("Штук").selectOption("stock");
  await page.getByLabel(/^(Запомнить столбцы как профиль|Remember the columns as a profile)$/).check();
  await page.getByLabel(/^(Название профиля|Name of the profile)$/).fill(column);
  await page.getByRole("button", { name: /^(Проверить|Check)$/ }).click();
  await expect(page.getByText(/1[\s,.]?000[.,]5/).first()).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: /^(Файл ошибок|Error file)$/ }).click();
  expect((await download).suggestedFilename()).toBe("errors-склад.csv");
  const include = page.getByRole("checkbox", { name: /^(Взять: Остатки|Include: Stock)$/ });
  await include.click();
  await expect(include).toHaveAttribute("aria-checked", "false");
  await page.getByRole("button", { name: /^(Исключить|Leave out) 1$/ }).click();
  await expect(page.getByText(/^(Ничего\sне\sвыбрано|Nothing is selected)\.$/)).toBeVisible();

  await upload(page, "склад.csv", lines, "windows-1251");
  await page.getByRole("button", { name: /^(Загрузить|Upload)$/ }).click();
  await expect(select("Штук")).toHaveValue("stock");
  await page.goto("/admin/imports");
  await page.getByRole("button", { name: new RegExp(`(Удалить профиль|Delete the profile) .${column}`) }).click();
  await expect(page.getByRole("button", { name: new RegExp(column) })).toHaveCount(0);
});

test("a spreadsheet with a head of two rows is read in another way, and its errors come back as a spreadsheet", async ({
  page,
  locale,
}) => {
  const [first] = await listProducts(page, locale === "ru-RU" ? 8 : 10);
  if (!first) throw new Error("the demo store has no products without options");
  const rows = [
    ["Прайс-лист"],
    ["Артикул", "Количество", "", "Прочее"],
    ["", "склад", "резерв", ""],
    [first.reference, first.stock + 3, 9, "x"],
    [],
    [`${first.reference}-нет`, "много", 9, ""],
  ];
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeWorkbook({ name: "Прайс", rows, merged: ["B2:C2"] })) chunks.push(chunk);
  const name = `прайс-${Date.now()}.xlsx`;
  await choose(page, name, Buffer.concat(chunks));
  await page.getByRole("button", { name: /^(Загрузить|Upload)$/ }).click();
  const select = (column: string) => page.getByLabel(new RegExp(`(столбца|column) [«“]${column}`));
  await expect(page.getByLabel(/^(Лист|Sheet)$/)).toHaveValue("Прайс");
  await expect(page.getByLabel(/^(Строк\sв\sшапке|Header rows)$/)).toHaveValue("2");
  await expect(select("Артикул")).toHaveValue("reference");
  await expectNoFaults(page);
  await expectAccessible(page);
  await select("Количество / склад").selectOption("stock");
  await page.getByRole("button", { name: /^(Проверить|Check)$/ }).click();
  await expect(page.getByRole("button", { name: /^(Исключить|Leave out) 1$/ })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: /^(Файл ошибок|Error file)$/ }).click();
  expect((await download).suggestedFilename()).toBe(`errors-${name}`);

  await page.getByRole("link", { name: /(Столбцы|Columns)/ }).click();
  await expect(page).toHaveURL(/step=columns/);
  await expect(select("Количество / склад")).toHaveValue("stock");
  await page.getByLabel(/^(Строк\sв\sшапке|Header rows)$/).selectOption("1");
  await page.getByRole("button", { name: /^(Прочитать так|Read it like this)$/ }).click();
  await expect(page.getByText(/^(склад)$/)).toBeVisible();
});

test("a feed is imported but for the offers that cannot be read", async ({ page, locale }) => {
  const [first] = await listProducts(page, locale === "ru-RU" ? 12 : 14);
  if (!first) throw new Error("the demo store has no products without options");
  const feed = (rest: string) => [
    '<?xml version="1.0" encoding="windows-1251"?>',
    `<yml_catalog><shop><name>Опт ${Date.now()}</name><offers>`,
    `<offer id="1"><vendorCode>${first.reference}</vendorCode><count>${first.stock + 2}</count></offer>`,
    rest,
  ];
  await upload(page, "feed.yml", feed("<offer"), "windows-1251");
  await page.getByRole("button", { name: /^(Загрузить|Upload)$/ }).click();
  await expect(page.getByText(/^(Файл обрывается на строке 4|The file ends too early, in line 4)/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Проверить|Check)$/ })).toBeDisabled();
  await expectNoFaults(page);

  await upload(
    page,
    "feed.yml",
    [...feed('<offer id="2"><vendorCode>A & B</vendorCode></offer>'), "</offers></shop></yml_catalog>"],
    "windows-1251",
  );
  await page.getByRole("button", { name: /^(Загрузить|Upload)$/ }).click();
  await expect(page.getByLabel(/(столбца|column) [«“]count/)).toHaveValue("stock");
  await page.getByRole("button", { name: /^(Проверить|Check)$/ }).click();
  await expect(page.getByText(/&amp;/).first()).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("button", { name: /^(Исключить|Leave out) 1$/ }).click();
  await page.getByRole("button", { name: /^(Применить|Apply) 1$/ }).click();
  await expect(page.getByText(/^(Импорт применён целиком|The import was applied as a whole)\.$/)).toBeVisible();
  expect((await listAll(page, first.reference))?.stock).toBe(first.stock + 2);
});
