import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { expectNoFaults, readAdminApi, signInAsStaff } from "./staff.ts";

type Order = { id: number; lines: { line: number; quantity: number }[] };

/**
 * Opens the edit page of a paid order of which one more piece of the first item can be sent. Both languages share a
 * store: the tests use orders whose numbers have different remainders.
 */
async function openEditPage(page: Page, remainder: number): Promise<void> {
  const { items } = await readAdminApi<{ items: Order[] }>(page, "orders?view=all&status=paid&sort=placed_asc");
  for (const { id } of items.filter((order) => order.id % 4 === remainder)) {
    if (!(await canAddPiece(page, await readAdminApi<Order>(page, `orders/${id}`)))) continue;
    await page.goto(`/admin/orders/${id}`);
    await page.getByRole("link", { name: /^(Изменить…|Edit…)$/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^(Изменить заказ|Edit order)/ })).toBeVisible();
    return;
  }
  throw new Error("there is no paid order that can be edited");
}

/** Whether the customer could pay for one more piece: it is in stock, and the shipping method takes the parcel. */
async function canAddPiece(page: Page, { id, lines: [first] }: Order): Promise<boolean> {
  const response = await page.request.post(`/v1/admin/orders/${id}/edits?preview=true`, {
    data: { lines: [{ line: first?.line, quantity: (first?.quantity ?? 0) + 1 }], reason: "Preview" },
    headers: { origin: process.env["SHOP_URL"] ?? "" },
  });
  if (!response.ok()) return false;
  const { data } = (await response.json()) as { data: { result: { status: string } } };
  return data.result.status === "awaiting_payment";
}

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

test("an order is made larger: the preview shows the difference, and the link can be canceled", async ({
  page,
  locale,
}) => {
  await openEditPage(page, locale === "ru-RU" ? 0 : 1);
  await page
    .getByRole("button", { name: /^(Больше|More)/ })
    .first()
    .click();
  const preview = page.getByRole("region", { name: /^(Что изменится|What changes)$/ });
  await expect(preview.getByText(/^(Покупатель доплатит|The customer pays)$/)).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("textbox", { name: /^(Причина|Reason)$/ }).fill("По телефону");
  await page.getByRole("button", { name: /^(Отправить ссылку на|Send a link for)/ }).click();
  const edits = page.getByRole("region", { name: /^(Изменения заказа|Changes of the order)$/ });
  await expect(edits.getByText(/^(Ждёт оплаты|Awaiting payment)$/)).toBeVisible();
  await expectNoFaults(page);
  await edits.getByRole("button", { name: /^(Отменить изменение|Cancel the change)$/ }).click();
  await expect(edits.getByText(/^(Отменено|Canceled)$/).first()).toBeVisible();
});

test("an item is added by its name and removed again", async ({ page, locale }) => {
  await openEditPage(page, locale === "ru-RU" ? 2 : 3);
  const search = page.getByRole("searchbox", { name: /^(Добавить товар|Add an item)/ });
  await search.fill("shiratsuki");
  await search.fill("a");
  const found = page.getByRole("listitem").getByRole("button", { name: /(доступно|available)/ });
  await found.first().click();
  await expect(page.getByText(/^(добавлен|added)$/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Отправить ссылку на|Send a link for)/ })).toBeEnabled();
  await page
    .getByRole("button", { name: /^(Убрать|Remove):/ })
    .last()
    .click();
  await expect(page.getByText(/^(добавлен|added)$/)).toHaveCount(0);
  await expect(page.getByText(/^(Пока\sничего\sне\sизменено|Nothing is changed yet)/)).toBeVisible();
});
