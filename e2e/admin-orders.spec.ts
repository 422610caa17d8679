import { expect, expectAccessible, test } from "./fixtures.ts";
import { holdRequests, waitForHydration, isPhone } from "./locators.ts";
import { expectNoFaults, pageHeading, rowLinks, signInAsStaff } from "./staff.ts";

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

test("the order queue has views and filters in the URL", async ({ page }) => {
  await page.goto("/admin/orders");
  await expect(pageHeading(page, /^(Заказы|Orders)$/)).toBeVisible();
  await expect(page.getByRole("link", { name: /^(К упаковке|To pack)/ })).toHaveAttribute("aria-current", "page");
  await expectNoFaults(page);

  // The filters are chosen while the next view still loads.
  const release = await holdRequests(page, /orders\.data\?view=all/);
  await page.getByRole("link", { name: /^(Все|All)/ }).click();
  await page.getByRole("button", { name: /^(Фильтр|Filter)$/ }).click();
  const status = page.getByRole("combobox", { name: /^(Статус|Status)$/ });
  await status.selectOption("shipped");
  release();
  await expect(page.getByRole("link", { name: /^(Все|All)/ })).toHaveAttribute("aria-current", "page");
  await expect(status).toHaveValue("shipped");
  await expectAccessible(page);
  await page.getByRole("button", { name: /^(Применить|Apply)$/ }).click();
  await expect(page.getByRole("link", { name: /(Убрать фильтр|Remove the filter)/ })).toBeVisible();
  // The empty fields of the form are not kept.
  await expect(page).toHaveURL(/\/admin\/orders\?view=all&status=shipped$/);
  await page.reload();
  await waitForHydration(page);
  await page.getByRole("link", { name: /(Убрать фильтр|Remove the filter)/ }).click();
  await expect(page).toHaveURL(/\/admin\/orders\?view=all$/);

  await page.goto("/admin/orders?view=all&status=lost&country=RU");
  await expect(page).toHaveURL(/\/admin\/orders\?view=all&country=RU$/);
  await page.goto("/admin/orders?q=no-such-order");
  await expect(page.getByRole("heading", { name: /^(Ничего не нашлось|No matching orders)$/ })).toBeVisible();
  await expectNoFaults(page);
});

test("an order is found, selected and opened with the keyboard", async ({ page }) => {
  await page.goto("/admin/orders");
  const number = await rowLinks(page).nth(1).innerText();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(rowLinks(page).nth(1)).toBeFocused();
  await page.keyboard.press("x");
  await expect(page.getByRole("status").filter({ hasText: /(Выбран|selected)/ })).toBeVisible();
  await page.keyboard.press("Space");
  const panel = page.getByRole("dialog");
  await expect(panel.getByRole("heading", { level: 2 }).first()).toContainText(number);
  await expect(panel.getByRole("listitem").first()).toBeVisible();
  // On phones it covers the list, which the keyboard must then not reach.
  expect(await panel.evaluate((element) => element.matches(":modal"))).toBe(isPhone(page));
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(rowLinks(page).nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  // Groups of digits are separated by no-break spaces.
  const pattern = new RegExp(number.replaceAll(/\s/g, String.raw`\s`));
  await expect(pageHeading(page, pattern)).toBeVisible();
  await expect(page).toHaveTitle(pattern);
  await expectNoFaults(page);

  const breadcrumbs = page.getByRole("navigation", { name: /^(Путь к странице|Breadcrumbs)$/ });
  await expect(breadcrumbs.getByRole("link", { name: /^(К упаковке, 2 из|To pack, 2 of) \d/ })).toBeVisible();
  await page.keyboard.press("k");
  await expect(breadcrumbs.getByRole("link", { name: /^(К упаковке, 1 из|To pack, 1 of) \d/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /^(Предыдущий заказ|Previous order)$/ })).toHaveCount(0);
  await page.keyboard.press("Shift+Slash");
  const help = page.getByRole("dialog");
  await expect(help).toHaveCount(1);
  await expect(help.getByText(/^(Следующий\sи\sпредыдущий заказ|Next and previous order)$/)).toBeVisible();
  await expectAccessible(page);
});

test("an order is packed after a preview, with a note, and the audit log shows both", async ({ page }) => {
  await page.goto("/admin/orders?view=to_pack&status=paid&customs=complete&assignee=none&sort=placed_desc");
  const number = (await rowLinks(page).first().innerText()).replaceAll(/\D/g, "");
  await rowLinks(page).first().click();
  await page.getByRole("link", { name: /^(Начать упаковку|Start packing)…$/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/(Оплачен → Упаковка|Paid → Packing)/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^(Начать упаковку|Start packing)$/ }).click();
  await expect(dialog).toBeHidden();
  const timeline = page.getByRole("list", { name: /^(История|Timeline)$/ });
  await expect(timeline.getByText(/(Упаковка начата|Packing started)/)).toBeVisible();

  const note = "Check the seal of the box";
  await page.getByRole("textbox", { name: /^(Заметка|Note)$/ }).fill(note);
  await page.getByRole("button", { name: /^(Добавить|Add note)$/ }).click();
  await expect(timeline.getByText(note)).toBeVisible();
  await expect(page.getByRole("textbox", { name: /^(Заметка|Note)$/ })).toHaveValue("");
  await expectNoFaults(page);

  await page.goto(`/admin/audit?subject=order:${number}`);
  await expect(page.getByRole("row", { name: /(Заметка добавлена|Note written)/ }).first()).toBeVisible();
  await page.getByRole("link", { name: /(Подробности: Упаковка начата|Details: Packing started)/ }).click();
  await expect(page.getByRole("cell", { name: "packing", exact: true })).toBeVisible();
  await expectNoFaults(page);
});
