import { expect, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, pageHeading, signInAsStaff } from "./staff.ts";

// The page that is refused.
test.use({ allowedConsoleErrors: [/status of 403/] });

const heading = /^(Состояние системы|State of the system)$/;

test("the owner sees the state of each part in words, and it is reloaded while the page is open", async ({
  page,
  locale,
}) => {
  await page.clock.install();
  await signInAsStaff(page, locale);
  await page.goto("/admin/system/health");
  await expect(pageHeading(page, heading)).toBeVisible();
  await waitForHydration(page);
  await expectNoFaults(page);
  await expect(
    page.getByRole("status").filter({ hasText: /^(В\sпорядке|Нужно\sпроверить|Проблема|OK|Needs a look|Problem)$/ }),
  ).toHaveCount(1);
  const processes = page.getByRole("region", { name: /^(Процессы|Processes)$/ });
  await expect(processes.getByRole("listitem").filter({ hasText: /(ответил сейчас|has answered)/ })).toHaveCount(1);
  const database = page.getByRole("region", { name: /^(База данных|Database)$/ });
  await expect(database.getByText(/^(В\sпорядке|OK)$/)).toBeVisible();
  await expect(database.getByText(/^PostgreSQL \d+/)).toBeVisible();

  const reloaded = page.waitForRequest(/\/admin\/system\/health\.data/);
  await page.clock.runFor(16_000);
  await reloaded;
  await expect(pageHeading(page, heading)).toBeVisible();
});

test("others find no such page in the menu, and are refused", async ({ page, locale }) => {
  await signInAsStaff(page, locale, "packer");
  await page.goto("/admin/");
  await expect(page.getByRole("link", { name: /^(Система|System)$/ })).toHaveCount(0);
  const response = await page.goto("/admin/system/health");
  expect(response?.status()).toBe(403);
});
