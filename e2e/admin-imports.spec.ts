import type { Page } from "@playwright/test";
import { createTextEncoder } from "../api/src/platform/data-files/text-encoding.ts";
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

/** Chooses a file and uploads it. */
async function upload(page: Page, name: string, lines: readonly string[], encoding: "shift_jis" | "windows-1251") {
  await page.goto("/admin/imports/new");
  const buffer = Buffer.from(createTextEncoder(encoding)(lines.join("\r\n")));
  await page
    .getByLabel(/^(Файл поставщика|The file of a supplier)$/)
    .setInputFiles({ name, mimeType: "text/csv", buffer });
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
