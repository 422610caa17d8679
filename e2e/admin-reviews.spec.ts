import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, signInAsStaff } from "./staff.ts";

const item = (page: Page) => page.getByRole("article");
const itemHeading = (page: Page) => item(page).getByRole("heading", { level: 2 });
const undoMessage = (page: Page) => page.getByRole("status").filter({ hasText: /(Отменить|Undo)/ });

test.beforeEach(async ({ page, locale }) => {
  await signInAsStaff(page, locale, "support");
});

test("a question is answered with the keyboard only, and the answer is undone", async ({ page, locale }) => {
  // Each language decides about its own texts, so that tests that run at once do not meet.
  const path = `/admin/reviews?view=questions&locale=${locale}`;
  await page.goto(path);
  await waitForHydration(page);
  await expectNoFaults(page);
  await page.goto(path);
  await waitForHydration(page);
  const product = await itemHeading(page).innerText();
  await page.keyboard.press("a");
  await expect(page.getByRole("textbox", { name: /^(Ответ магазина|Answer of the store)$/ })).toBeFocused();
  await page.keyboard.type("Да, подойдёт.");
  await page.keyboard.press("Control+Enter");
  await expect(undoMessage(page)).toContainText(/(Ответ на\sвопрос опубликован|Answer published)/);
  await expect(itemHeading(page)).not.toHaveText(product);
  await expect(itemHeading(page)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("z");
  await expect(undoMessage(page)).toBeHidden();
  await expect(itemHeading(page)).toHaveText(product);
});

test("a review is rejected with a reason that the author reads", async ({ page, locale }) => {
  const path = `/admin/reviews?locale=${locale}`;
  await page.goto(path);
  await waitForHydration(page);
  await expectNoFaults(page);
  await page.goto(path);
  await waitForHydration(page);
  const product = await itemHeading(page).innerText();
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox")).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole("list").getByRole("button").first().click();
  await expect(dialog.getByRole("textbox")).not.toHaveValue("");
  await dialog.getByRole("button", { name: /^(Отклонить|Reject)$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(undoMessage(page)).toContainText(/(Отзыв отклонён|Review rejected)/);
  await expect(itemHeading(page)).not.toHaveText(product);
  await page.getByRole("link", { name: /^(Отклонённые|Rejected)/ }).click();
  await expect(page.getByRole("link", { name: /^(Отклонённые|Rejected)/ })).toHaveAttribute("aria-current", "page");
  await expectAccessible(page);
});

test("a saved reply is created, changed and deleted", async ({ page }) => {
  await page.goto("/admin/reviews/replies");
  await expectNoFaults(page);
  await page.getByRole("link", { name: /^(Новый ответ|New reply)$/ }).click();
  const dialog = page.getByRole("dialog");
  const title = `Delivery ${Date.now()}`;
  await dialog.getByRole("textbox", { name: /^(Название|Name)$/ }).fill(title);
  await dialog.getByRole("textbox", { name: /^(Текст|Text)$/ }).fill("We deliver in a week.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^(Сохранить|Save)$/ }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: title }).click();
  await dialog.getByRole("textbox", { name: /^(Текст|Text)$/ }).fill("We deliver in two weeks.");
  await dialog.getByRole("button", { name: /^(Сохранить|Save)$/ }).click();
  await expect(page.getByText("We deliver in two weeks.")).toBeVisible();
  await page.getByRole("link", { name: title }).click();
  await dialog.getByRole("button", { name: /^(Удалить|Delete)$/ }).click();
  await expect(page.getByRole("link", { name: title })).toBeHidden();
  await expect(undoMessage(page)).toContainText(/(Готовый ответ удалён|Saved reply deleted)/);
});
