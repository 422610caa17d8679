import { randomUUID } from "node:crypto";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, pageHeading, signInAsStaff } from "./staff.ts";

test("an owner invites a person, and withdraws the invitation", async ({ page, locale }) => {
  await signInAsStaff(page, locale);
  await page.goto("/admin/staff");
  await waitForHydration(page);
  await expect(pageHeading(page, /^(Сотрудники и роли|Staff and roles)$/)).toBeVisible();
  await expectNoFaults(page);

  const email = `${randomUUID()}@example.test`;
  await page.getByRole("link", { name: /^(Пригласить|Invite)/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("textbox").fill(email);
  await dialog.getByRole("combobox").selectOption("packer");
  await dialog.getByRole("button", { name: /^(Пригласить|Отправить|Invite|Send)/ }).click();
  await expect(dialog.getByText(/\/admin\/invitations\//)).toBeVisible();
  await expectAccessible(page);

  await page.goto("/admin/staff?view=invitations");
  await waitForHydration(page);
  await expectNoFaults(page);
  const row = page.getByRole("row").filter({ hasText: email });
  await row.getByRole("button").click();
  await expect(row).toHaveCount(0);
});

test("a manager is not offered the accounts of staff", async ({ page, locale }) => {
  await signInAsStaff(page, locale, "manager");
  await page.goto("/admin/orders");
  await expect(page.locator('a[href^="/admin/audit"]').first()).toBeAttached();
  await expect(page.locator('a[href^="/admin/staff"]')).toHaveCount(0);
});

test("the roles and their permissions fit in every window", async ({ page, locale }) => {
  await signInAsStaff(page, locale);
  await page.goto("/admin/roles");
  await waitForHydration(page);
  await expect(pageHeading(page, /^(Сотрудники и роли|Staff and roles|Роли|Roles)/)).toBeVisible();
  await expectNoFaults(page);
});
