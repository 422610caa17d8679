import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, pageHeading, readAdminApi, signInAsStaff } from "./staff.ts";

/** Finds an order that no other test changes. Both languages share a store: one has the even numbers. */
async function findOrderId(page: Page, locale: string | undefined): Promise<number> {
  const { items } = await readAdminApi<{ items: { id: number }[] }>(page, "orders?view=all&status=cancelled");
  const order = items.find(({ id }) => id % 2 === (locale === "ru-RU" ? 0 : 1));
  if (!order) throw new Error("there are not enough canceled orders");
  return order.id;
}

test("colleagues see each other, what they change and whom they mention", async ({
  page,
  browser,
  baseURL,
  locale,
}) => {
  const key = randomUUID().slice(0, 8);
  const [name, colleagueName] = [`Olga-${key}`, `Boris-${key}`];
  await signInAsStaff(page, locale, "owner", name);
  const path = `/admin/orders/${await findOrderId(page, locale)}`;
  const viewport = page.viewportSize();
  const context = await browser.newContext({ baseURL: baseURL ?? "", locale: "en-US", viewport });
  const colleague = await context.newPage();
  await signInAsStaff(colleague, "en-US", "manager", colleagueName);
  await page.goto(path);
  await colleague.goto(path);
  await waitForHydration(colleague);

  await expect(page.getByText(new RegExp(`${colleagueName}\\s(смотрит|is\\sviewing)`))).toBeVisible();
  await expect(colleague.getByText(new RegExp(`${name}\\sis\\sviewing`))).toBeVisible();
  await expectNoFaults(page);

  // What somebody enters is not lost: the page asks before it is reloaded.
  const note = page.getByRole("textbox", { name: /^(Заметка|Note)$/ });
  await note.fill("Not sent");
  const colleagueNote = colleague.getByRole("textbox", { name: "Note", exact: true });
  await colleagueNote.pressSequentially(`Checked @${name.slice(0, -2)}`);
  await expect(colleague.getByRole("option", { name })).toBeVisible();
  await colleagueNote.press("Enter");
  await expect(colleagueNote).toHaveValue(`Checked @${name} `);
  await colleague.getByRole("button", { name: "Add note" }).click();
  await expect(colleague.getByRole("listitem").filter({ hasText: `Checked @${name}` })).toBeVisible();
  const change = page.getByText(new RegExp(`^${colleagueName}(:\\sесть\\sизменения|\\shas\\schanged)`));
  await expect(change).toBeVisible();
  const mention = page.getByRole("listitem").filter({ hasText: `Checked @${name}` });
  await expect(mention).toHaveCount(0);
  await expectNoFaults(page);
  await page.getByRole("button", { name: /^(Обновить|Reload)$/ }).click();
  await expect(mention).toBeVisible();
  await expect(change).toHaveCount(0);
  await expect(note).toHaveValue("Not sent");

  // Without input it is reloaded by itself.
  await note.fill("");
  await colleagueNote.fill(`Answered ${key}`);
  await colleague.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: `Answered ${key}` })).toBeVisible();

  await colleague.goto("/admin");
  await expect(page.getByText(colleagueName).filter({ hasText: /(смотрит|is\sviewing)/ })).toHaveCount(0);
  await context.close();

  // Other tests cause notifications too.
  await page.getByRole("link", { name: /^(Уведомления,\s\d+\sнепрочитанн|Notifications,\s\d+\sunread)/ }).click();
  await expect(pageHeading(page, /^(Уведомления|Notifications)$/)).toBeVisible();
  await expectNoFaults(page);
  const notice = page.getByRole("listitem").filter({ hasText: colleagueName });
  await expect(notice.getByRole("button", { name: /^(Прочитано|Mark\sas\sread)$/ })).toBeVisible();
  await notice.getByRole("link").click();
  await expect(page).toHaveURL(path);
  await expect(mention).toBeVisible();
  await page.goto("/admin/notifications");
  await expect(notice).toBeVisible();
  await expect(notice.getByRole("button")).toHaveCount(0);
});
