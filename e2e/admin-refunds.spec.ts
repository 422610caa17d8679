import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { expectNoFaults, readAdminApi, rowLinks, signInAsStaff, tabTo } from "./staff.ts";

/**
 * Finds a delivered order of the demo data of which several pieces can be refunded, another one for each language: both
 * share a store, and other tests change the newest orders.
 */
async function findRefundableOrder(page: Page, locale: string | undefined): Promise<number> {
  const { items } = await readAdminApi<{ items: { id: number }[] }>(
    page,
    "orders?view=all&status=delivered&sort=placed_asc",
  );
  let skipped = locale === "ru-RU" ? 0 : 1;
  for (const { id } of items) {
    const { lines } = await readAdminApi<{ lines: { quantity_left: number }[] }>(page, `orders/${id}/refunds`);
    const pieces = lines.reduce((sum, line) => sum + line.quantity_left, 0);
    if (pieces >= 3 && skipped-- === 0) return id;
  }
  throw new Error("no delivered order has three pieces that can be refunded");
}

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

test("one piece of an order is refunded with the keyboard only", async ({ page, locale }) => {
  const order = await findRefundableOrder(page, locale);
  await page.goto(`/admin/orders?view=all&q=${order}`);
  await page.keyboard.press("j");
  await expect(rowLinks(page).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/orders\/\d{9}/);
  await tabTo(page, /^(Вернуть\sденьги|Refund)…$/);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /^(Вернуть деньги|Refund)$/ });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, /^(На\sодну\sбольше|One more): /);
  await page.keyboard.press("Enter");
  const submit = dialog.getByRole("button", { name: /^(Вернуть|Refund) .*\d/ });
  await expect(submit).toBeEnabled();
  await expect(dialog.getByRole("complementary")).toContainText(/(Всего|Total)/);
  await expectAccessible(page);
  await tabTo(page, /^(Вернуть|Refund) .*\d/);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  const refunds = page.getByRole("region", { name: /^(Возвраты денег|Refunds)$/ });
  // A repetition of the test refunds the same order.
  await expect(refunds.getByRole("listitem")).not.toHaveCount(0);
  await expect(refunds).toContainText(/(Отказ\sот\sчасти\sзаказа|Customer changed their mind)/);
  await expectNoFaults(page);
});

test("failed refunds are in a view and can be sent again", async ({ page }) => {
  await page.goto("/admin/payments");
  await expect(page.getByRole("link", { name: /^(Возвраты не прошли|Failed refunds)/ })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expectNoFaults(page);
  await rowLinks(page).first().click();
  const refunds = page.getByRole("region", { name: /^(Возвраты денег|Refunds)$/ });
  const retry = refunds.getByRole("button", { name: /^(Отправить ещё раз|Send again)$/ }).first();
  await expect(retry).toBeVisible();
  const before = await refunds.getByRole("listitem").count();
  await retry.click();
  await expect(refunds.getByRole("listitem")).toHaveCount(before + 1);
  await expect(refunds).toContainText(/(Заменён\sновым\sвозвратом|Replaced by a new refund)/);
  await expectNoFaults(page);

  await page.goto("/admin/payments?view=all&q=nothing");
  await expect(page).toHaveURL(/\/admin\/payments\?view=all$/);
  await expect(rowLinks(page).first()).toBeVisible();
  await expectNoFaults(page);
});
