import { randomUUID } from "node:crypto";
import { expect, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, signInAsStaff } from "./staff.ts";

// The preview of a characteristic that is not complete.
test.use({ allowedConsoleErrors: [/status of 422/] });

test("characteristics are edited in the product, which shows who else has it open", async ({
  page,
  browser,
  baseURL,
  locale,
}) => {
  const colleagueName = `Boris-${randomUUID().slice(0, 8)}`;
  // A product that no other test edits: each run takes another one.
  const path = `/admin/products/${locale === "ru-RU" ? 41 : 42}`;
  await signInAsStaff(page, locale);
  await page.goto(path);
  await waitForHydration(page);
  const context = await browser.newContext({ baseURL: baseURL ?? "", locale: "en-US", viewport: page.viewportSize() });
  const colleague = await context.newPage();
  await signInAsStaff(colleague, "en-US", "manager", colleagueName);
  await colleague.goto(path);
  await expect(page.getByText(colleagueName).filter({ hasText: /(смотрят|смотрит|viewing)/ })).toBeVisible();
  await context.close();

  const bar = page.getByRole("region", { name: /^(Несохранённые изменения|Unsaved changes)$/ });
  const save = async () => {
    await bar.getByRole("button", { name: /^(Сохранить|Save)$/ }).click();
    await expect(bar).toBeHidden();
  };
  const add = page.getByRole("button", { name: /^(Добавить характеристику|Add a characteristic)$/ });
  const rows = page.getByRole("button", { name: /^(Убрать характеристику|Remove characteristic)/ });
  const count = await rows.count();
  await add.click();
  await expect(rows).toHaveCount(count + 1);
  const fill = async (field: RegExp, text: string) => page.getByRole("textbox", { name: field }).last().fill(text);
  await fill(/^(Название по-русски|Name, Russian).*\d$/, "Страна");
  await expect(page.getByText(/^(Заполните\sназвание|Fill in the name)/)).toBeVisible();
  await fill(/^(Значение по-русски|Value, Russian).*\d$/, "Япония");
  await fill(/^(Название по-английски|Name, English).*\d$/, "Country");
  await fill(/^(Значение по-английски|Value, English).*\d$/, "Japan");
  await expect(page.getByText(/^(Заполните\sназвание|Fill in the name)/)).toBeHidden();
  await expectNoFaults(page);
  await save();
  await page.reload();
  await waitForHydration(page);
  await expect(rows).toHaveCount(count + 1);
  await rows.last().click();
  await save();
  await expect(rows).toHaveCount(count);
});
