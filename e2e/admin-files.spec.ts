import { expect, expectAccessible, test } from "./fixtures.ts";
import { rowLinks, signInAsStaff } from "./staff.ts";

test("documents of an order are printed from a menu, which says what CDEK cannot print", async ({ page, locale }) => {
  await signInAsStaff(page, locale);
  await page.goto("/admin/orders?view=to_pack");
  await rowLinks(page).first().click();
  await expect(page).toHaveURL(/\/admin\/orders\/\d{9}/);
  await page.getByRole("button", { name: /^(Печать документов|Print documents)…$/ }).click();
  const dialog = page.getByRole("dialog", { name: /^(Печать документов|Print documents)$/ });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("checkbox", { name: /^(Инвойс|Invoice)$/ }).check();
  await dialog.getByRole("checkbox", { name: /^(Этикетка СДЭК|CDEK label)$/ }).check();
  await dialog.getByRole("button", { name: /^(Распечатать|Print)$/ }).click();
  const link = dialog.getByRole("link", { name: /^(Открыть|Open) \d/ });
  await expect(link).toBeVisible();
  // The order is not at CDEK yet.
  await expect(dialog.getByRole("alert")).toContainText(/(СДЭК|CDEK)/);
  await expectAccessible(page);
  const file = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(file.headers()["content-type"]).toBe("application/pdf");
});

test("a list with personal data is prepared, downloaded and prepared again", async ({ page, locale }) => {
  await signInAsStaff(page, locale);
  await page.goto("/admin/orders?view=to_pack");
  await page.getByRole("button", { name: /^(С персональными данными|With personal data)…$/ }).click();
  const dialog = page.getByRole("dialog", { name: /^(Экспорт с персональными данными|Export with personal data)$/ });
  await dialog.getByRole("button", { name: /^(Подготовить файл|Prepare the file)$/ }).click();
  const link = dialog.getByRole("link", { name: /^(Скачать файл|Download the file)$/ });
  await expect(link).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await link.click();
  expect((await download).suggestedFilename()).toMatch(/^orders.*\.csv$/);
  const path = await link.getAttribute("href");
  await dialog.getByRole("button", { name: /^(Подготовить заново|Prepare again)$/ }).click();
  await expect(link).not.toHaveAttribute("href", path ?? "");
});
