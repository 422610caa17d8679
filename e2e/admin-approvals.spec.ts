import type { Page } from "@playwright/test";
import { runCommand } from "./cli.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { expectNoFaults, readAdminApi, signInAsStaff } from "./staff.ts";

type Order = { id: number; total: number; currency: string };

/**
 * Finds the two most expensive orders of a list, one for each language, and returns that of the language and a limit
 * that only refunds of them exceed. Both languages share a store; the oldest orders are those of other tests.
 */
async function findExpensiveOrder(page: Page, locale: string | undefined): Promise<{ order: Order; limit: number }> {
  const { items } = await readAdminApi<{ items: Order[] }>(page, "orders?view=all&status=delivered&sort=placed_asc");
  const [first, second] = items
    .slice(10)
    .filter(({ currency }) => currency === "RUB")
    .toSorted((a, b) => b.total - a.total);
  if (!first || !second) throw new Error("there are not enough delivered orders");
  return { order: locale === "ru-RU" ? first : second, limit: Math.round(second.total * 100) - 1 };
}

test("a large refund is requested by one person and approved by another", async ({
  page,
  browser,
  locale,
  baseURL,
}) => {
  await signInAsStaff(page, locale);
  const { order, limit } = await findExpensiveOrder(page, locale);
  runCommand("settings", "set", "staff.second_approval_minor", String(limit));
  const isLimited = async () => {
    const response = await page.request.post(`/v1/admin/orders/${order.id}/refunds?preview=true`, {
      data: { amount: order.total, reason: "goodwill" },
      headers: { origin: new URL(baseURL ?? "").origin },
    });
    return ((await response.json()) as { data: { preview: { requires_approval: boolean } } }).data.preview;
  };
  await expect.poll(isLimited).toMatchObject({ requires_approval: true });

  await page.goto(`/admin/orders/${order.id}?action=refund`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^(Указать\sсумму\sвручную|Enter an amount instead)$/ }).click();
  await dialog.getByRole("textbox", { name: /^(Сумма|Amount)$/ }).fill(String(order.total));
  const submit = dialog.getByRole("button", { name: /(на\sодобрение|for\sapproval)$/ });
  await expect(submit).toBeEnabled();
  await expectAccessible(page);
  await submit.click();
  await expect(dialog).toBeHidden();
  const waiting = page.getByRole("region", { name: /^(Ждут\sвторого\sчеловека|Waiting\sfor\sa\ssecond\sperson)$/ });
  await expect(waiting.getByRole("button", { name: /^(Отозвать|Withdraw)$/ })).toBeVisible();
  await expectNoFaults(page);

  const context = await browser.newContext({
    locale: locale ?? "en-US",
    viewport: page.viewportSize(),
    baseURL: baseURL ?? "",
  });
  const colleague = await context.newPage();
  await signInAsStaff(colleague, locale, "manager");
  await colleague.goto("/admin/approvals");
  const request = colleague.getByRole("listitem").filter({ has: colleague.locator(`a[href$="/orders/${order.id}"]`) });
  await expectNoFaults(colleague);
  await request.getByRole("link", { name: /^(Одобрить|Approve)…$/ }).click();
  const decision = colleague.getByRole("dialog");
  await expectAccessible(colleague);
  await decision.getByRole("button", { name: /^(Одобрить|Approve)$/ }).click();
  await expect(decision).toBeHidden();
  await expect(request).toContainText(/(Одобрен|Approved)/);
  await expectNoFaults(colleague);
  await context.close();

  await page.reload();
  await expect(waiting).toBeHidden();
  await expect(page.getByRole("region", { name: /^(Возвраты денег|Refunds)$/ }).getByRole("listitem")).not.toHaveCount(
    0,
  );
  await expect(page.getByRole("listitem").filter({ hasText: /(Запрос\sодобрен|Request\sapproved)/ })).toBeVisible();
});
