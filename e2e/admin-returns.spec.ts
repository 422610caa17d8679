import { expect, expectAccessible, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, pageHeading, rowLinks, signInAsStaff } from "./staff.ts";

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

test("the list of returns has views and filters in the URL", async ({ page }) => {
  await page.goto("/admin/returns");
  await expect(pageHeading(page, /^(Возвраты|Returns)$/)).toBeVisible();
  await expect(page.getByRole("link", { name: /^(Запрошены|Requested)/ })).toHaveAttribute("aria-current", "page");
  await expectNoFaults(page);
  await page.getByRole("link", { name: /^(Все|All)/ }).click();
  await expect(page).toHaveURL(/view=all/);
  await page.getByRole("button", { name: /^(Фильтр|Filter)$/ }).click();
  await page.getByRole("combobox", { name: /^(Вид|Kind)$/ }).selectOption("claim");
  await expectAccessible(page);
  await page.getByRole("button", { name: /^(Применить|Apply)$/ }).click();
  await expect(page).toHaveURL(/\/admin\/returns\?view=all&kind=claim$/);
  await page.reload();
  await waitForHydration(page);
  await page.getByRole("link", { name: /(Убрать фильтр|Remove the filter)/ }).click();
  await expect(page).toHaveURL(/\/admin\/returns\?view=all$/);
  await page.goto("/admin/returns?q=123456789");
  await expect(page.getByRole("heading", { name: /^(Возвраты не нашлись|No returns found)$/ })).toBeVisible();
  await expectNoFaults(page);
});

test("a return is recorded, approved, received and closed", async ({ page }) => {
  await page.goto("/admin/orders?view=all&status=delivered");
  await rowLinks(page).nth(20).click();
  await page.getByRole("link", { name: /^(Оформить возврат|Record a return)/ }).click();
  const dialog = page.getByRole("dialog");
  await expectAccessible(page);
  await dialog.getByRole("spinbutton").first().fill("1");
  await dialog.getByRole("button", { name: /^(Оформить|Record)$/ }).click();
  await expect(dialog).toBeHidden();
  await page
    .getByRole("region", { name: /^(Возвраты|Returns)$/ })
    .getByRole("link", { name: /\d/ })
    .first()
    .click();
  await expect(pageHeading(page, /^(Возврат|Return)\s\d+$/)).toBeVisible();
  await expectNoFaults(page);

  const takeStep = async (link: RegExp, button: RegExp) => {
    await page.getByRole("link", { name: link }).click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: button }).click();
    await expect(dialog).toBeHidden();
  };
  await takeStep(/^(Согласовать|Approve)…/, /^(Согласовать|Approve)$/);
  await takeStep(/^(Принять товары|Receive the goods)…/, /^(Принять|Receive)$/);
  await page.getByRole("link", { name: /^(Закрыть без возврата денег|Close without a refund)…/ }).click();
  await dialog.getByRole("textbox").fill("Товар вскрыт");
  await dialog.getByRole("button", { name: /^(Закрыть без возврата денег|Close without a refund)$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^(Решён|Resolved)$/)).toBeVisible();
  await expectNoFaults(page);
});
