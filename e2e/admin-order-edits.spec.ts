import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { expectNoFaults, rowLinks, signInAsStaff } from "./staff.ts";

/** Opens the edit page of a paid order. */
async function openEditPage(page: Page, index: number): Promise<void> {
  await page.goto("/admin/orders?view=all&status=paid&sort=placed_asc");
  const paths = await rowLinks(page).evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  for (const path of paths.slice(index)) {
    await page.goto(path);
    const edit = page.getByRole("link", { name: /^(Изменить…|Edit…)$/ });
    if ((await edit.count()) === 0) continue;
    await edit.click();
    await expect(page.getByRole("heading", { level: 1, name: /^(Изменить заказ|Edit order)/ })).toBeVisible();
    return;
  }
  throw new Error("there is no paid order without an open edit");
}

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

test("an order is made larger: the preview shows the difference, and the link can be canceled", async ({ page }) => {
  await openEditPage(page, 0);
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

test("an item is added by its name and removed again", async ({ page }) => {
  await openEditPage(page, 1);
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
