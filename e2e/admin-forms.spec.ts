import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, pageHeading, rowLinks, signInAsStaff } from "./staff.ts";

// A refused form, and the connection that a test cuts.
test.use({ allowedConsoleErrors: [/status of 409|ERR_INTERNET_DISCONNECTED/] });

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale);
});

/** Opens a page in a browser of somebody else who is signed in. */
async function openColleaguePage(browser: Browser, page: Page, locale: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    baseURL: process.env["SHOP_URL"] ?? "",
    ...(locale ? { locale } : {}),
    viewport: page.viewportSize(),
    serviceWorkers: "block",
  });
  const colleague = await context.newPage();
  await signInAsStaff(colleague, locale);
  return colleague;
}

const replyText = (page: Page) => page.getByRole("textbox", { name: /^(Текст|Text)$/ });
const saveReply = (page: Page) => page.getByRole("button", { name: /^(Сохранить|Save)$/ }).click();

test("two people edit a saved reply, and the second one merges both edits", async ({ page, browser, locale }) => {
  const title = `Thanks ${locale}`;
  await page.goto("/admin/reviews/replies?edit=new");
  await page.getByRole("textbox", { name: /^(Название|Name)$/ }).fill(title);
  await replyText(page).fill("Thank you for the review. Come again.");
  await saveReply(page);
  await expect(page.getByRole("dialog")).toBeHidden();

  const colleague = await openColleaguePage(browser, page, locale);
  await colleague.goto("/admin/reviews/replies");
  await waitForHydration(colleague);
  for (const one of [page, colleague]) await one.getByRole("link", { name: title, exact: true }).click();
  await replyText(colleague).fill("Thank you for the kind review. Come again.");
  await saveReply(colleague);
  await expect(colleague.getByRole("dialog")).toBeHidden();
  await colleague.context().close();

  await replyText(page).fill("Thank you for the review. Come again soon.");
  await saveReply(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("alert")).not.toContainText("@example.test");
  await expect(dialog.getByRole("radio", { name: /^(Объединить|Merge)/ })).toBeChecked();
  await expectAccessible(page);
  // The choice is made with the keyboard.
  await dialog.getByRole("radio", { name: /^(Объединить|Merge)/ }).focus();
  await page.keyboard.press("ArrowUp");
  await expect(dialog.getByRole("radio", { name: /^(Взять чужую|Take theirs)/ })).toBeChecked();
  await page.keyboard.press("ArrowDown");
  await saveReply(page);
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Thank you for the kind review. Come again soon.")).toBeVisible();

  await page.getByRole("link", { name: title, exact: true }).click();
  await page
    .getByRole("button", { name: /^(Удалить|Delete)$/ })
    .last()
    .click();
  await expect(page.getByRole("link", { name: title, exact: true })).toHaveCount(0);
});

test("a note that was not sent is offered again, also after the connection was lost", async ({ page, context }) => {
  await page.goto("/admin/orders?view=all&sort=placed_asc");
  await rowLinks(page).first().click();
  const note = page.getByRole("textbox", { name: /^(Заметка|Note)$/ });
  const isSaved = page.waitForResponse(
    (response) => response.url().includes("/drafts/order_note/") && response.request().method() === "PUT",
  );
  await note.fill("The customer will call back");
  await isSaved;
  await page.reload();
  const offer = page.getByRole("status").filter({ hasText: /(Есть черновик|There’s a draft)/ });
  await expect(offer).toBeVisible();
  await expect(note).toHaveValue("");
  await expectNoFaults(page);
  await offer.getByRole("button", { name: /^(Восстановить|Restore)$/ }).click();
  await expect(note).toHaveValue("The customer will call back");

  await context.setOffline(true);
  await page.getByRole("button", { name: /^(Добавить|Add note)$/ }).click();
  const dialog = page.getByRole("dialog", { name: /^(Нет связи|No connection)$/ });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^(Вернуться на страницу|Back to the page)$/ }).click();
  await expect(note).toHaveValue("The customer will call back");
  await context.setOffline(false);
  const isDeleted = page.waitForResponse(
    (response) => response.url().includes("/drafts/order_note/") && response.request().method() === "DELETE",
  );
  await note.fill("");
  await isDeleted;
});

test("columns are ordered with the keyboard and kept for the person", async ({ page, viewport }) => {
  await page.goto("/admin/orders?view=all");
  await expect(pageHeading(page, /^(Заказы|Orders)$/)).toBeVisible();
  const columns = page.getByRole("button", { name: /^(Колонки|Columns)$/ });
  if (viewport && viewport.width < 720) {
    // A phone shows each row as lines, without columns to choose.
    await expect(columns).toBeHidden();
    return;
  }
  await columns.click();
  const moveUp = page.getByRole("button", { name: /^(Выше: Сумма|Move up: Total)$/ });
  await moveUp.focus();
  for (let presses = 0; presses < 6; presses++) await page.keyboard.press("Enter");
  await expect(moveUp).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^(Сохранить для меня|Save for me)$/ }).click();
  const heads = page.getByRole("columnheader");
  await expect(heads.nth(2)).toHaveText(/^(Сумма|Total)$/);
  await page.getByRole("button", { name: /^(Низкие строки|Compact rows)$/ }).click();
  await expect(page.getByRole("table")).toHaveAttribute("data-density", "compact");
  await page.goto("/admin/orders?view=all");
  await expect(heads.nth(2)).toHaveText(/^(Сумма|Total)$/);
  await expect(page.getByRole("table")).toHaveAttribute("data-density", "compact");
  await expectNoFaults(page);

  // The columns of a link come first.
  await page.goto("/admin/orders?view=all&columns=placed&columns=total&density=normal");
  await expect(heads).toHaveCount(4);
  await expect(heads.nth(3)).toHaveText(/^(Сумма|Total)$/);
});
