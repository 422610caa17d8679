import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, pageHeading, rowLinks, signInAsStaff } from "./staff.ts";

// The refused write-off.
test.use({ allowedConsoleErrors: [/status of 409/] });

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

const dialog = (page: Page) => page.getByRole("dialog");
/** Returns the number in a tile of the stock. */
const readLevel = async (page: Page, name: RegExp) => {
  const tile = page.getByRole("term").filter({ hasText: name }).locator("..");
  return Number((await tile.getByRole("definition").first().innerText()).replaceAll(/\D/g, ""));
};
const available = /^(Доступно|Available)$/;

async function changeStock(page: Page, link: RegExp, { pieces, reason }: { pieces: number; reason: string }) {
  // The list is loaded again after each change, and with it the link.
  await expect(async () => {
    await page.getByRole("link", { name: link }).click();
    await expect(dialog(page)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await dialog(page).getByRole("spinbutton").fill(String(pieces));
  await dialog(page).getByRole("textbox").fill(reason);
  await dialog(page).getByRole("button").last().click();
}

test("pieces are received, counted and written off, and each change is a movement", async ({ page }) => {
  await page.goto("/admin/inventory/movements?kind=return");
  await expect(pageHeading(page, /^(Движения товаров|Stock movements)$/)).toBeVisible();
  await waitForHydration(page);
  await expectNoFaults(page);
  await rowLinks(page).first().click();
  await expect(pageHeading(page, /^(Движения|Movements): /)).toBeVisible();
  const removeFilter = page.getByRole("link", { name: /(Убрать фильтр|Remove the filter)/ });
  await removeFilter.click();
  await expect(removeFilter).toHaveCount(0);
  const before = await readLevel(page, available);

  // Unlike in the runs before.
  const box = `Box ${Date.now()}`;
  await changeStock(page, /^(Принять товар|Receive)$/, { pieces: 7, reason: box });
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("row", { name: new RegExp(`(Приёмка|Receipt).*\\+7.*${box}`) })).toBeVisible();
  expect(await readLevel(page, available)).toBe(before + 7);
  await expectNoFaults(page);

  // Orders may have taken some of the pieces on the shelf; the rest is available.
  await page.getByRole("link", { name: /^(Списать|Write off)…$/ }).click();
  await expectAccessible(page);
  await dialog(page)
    .getByRole("spinbutton")
    .fill(String(before + 8));
  await dialog(page).getByRole("textbox").fill("Lost");
  await dialog(page).getByRole("button").last().click();
  await expect(dialog(page).getByText(/(занято заказами|orders have taken)/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();

  const onHand = await readLevel(page, /^(На\sполке|On hand)$/);
  await changeStock(page, /^(Исправить остаток|Correct stock)…$/, { pieces: onHand - 2, reason: "Shelf B-07" });
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("row", { name: /(Пересчёт|Count).*−2.*Shelf B-07/ }).first()).toBeVisible();
  expect(await readLevel(page, available)).toBe(before + 5);
  await page.getByRole("button", { name: /^(Отменить|Undo)/ }).click();
  await expect(page.getByRole("row", { name: /(Исправление|Correction).*\+2/ }).first()).toBeVisible();
  await expectNoFaults(page);
});

test("movements are found by an order, a reference and a kind", async ({ page }) => {
  await page.goto("/admin/inventory/movements");
  const order = page.getByRole("link", { name: /^(Заказ|Order)\s\d/ }).first();
  const number = ((await order.innerText()).match(/\d/g) ?? []).join("");
  await waitForHydration(page);
  await page.getByRole("searchbox").fill(number);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`q=${number}`));
  const otherOrders = page
    .getByRole("link", { name: /^(Заказ|Order)\s\d/ })
    .and(page.locator(`:not([href$="${number}"])`));
  await expect(otherOrders).toHaveCount(0);
  await expect(order).toBeVisible();
  await page.goto("/admin/inventory/movements?q=no-such-reference");
  await expect(page.getByRole("heading", { name: /^(Ничего не найдено|Nothing found)$/ })).toBeVisible();
  await expectNoFaults(page);
});
