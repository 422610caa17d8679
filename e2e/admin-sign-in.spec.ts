import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { runCommand } from "./cli.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { waitForHydration } from "./locators.ts";
import { expectNoFaults, pageHeading } from "./staff.ts";
import { generateTotp } from "./totp.ts";

const password = "seven brown kettles";

/** Invites a new owner. Returns their email and the path of the link. */
function inviteOwner(): { email: string; path: string } {
  const email = `${randomUUID()}@example.test`;
  const { url } = runCommand<{ url: string }>("staff", "invite", email, "--role", "owner");
  return { email, path: new URL(url).pathname };
}

const button = (page: Page, name: RegExp) => page.getByRole("button", { name });
/** The heading of the home page: the day, such as «Пятница, 20 ноября» or "Friday, November 20". */
const homeHeadings = { ru: /^\p{L}+, \d+ \p{L}+$/u, en: /^\p{L}+, \p{L}+ \d+$/u };
const home = new RegExp(`${homeHeadings.ru.source}|${homeHeadings.en.source}`, "u");

/** Enters name and password of an invitation. Returns the key for the authenticator app. */
async function enterPassword(page: Page): Promise<string> {
  await page.getByLabel(/^(Имя|Name)$/).fill("Ирина М.");
  await page.getByLabel(/^(Пароль|Password)$/).fill(password);
  await button(page, /^(Продолжить|Continue)$/).click();
  await expect(page.getByRole("img", { name: /QR/ })).toBeVisible();
  return (await page.locator("main code").innerText()).replaceAll(/\s/g, "");
}

/** Creates the account of an invited owner and opens the home page. Returns their email and authenticator key. */
async function acceptInvitation(page: Page): Promise<{ email: string; key: string }> {
  const { email, path } = inviteOwner();
  await page.goto(path);
  const key = await enterPassword(page);
  await page.getByRole("textbox", { name: /^(Код|Code)$/ }).pressSequentially(generateTotp(key));
  await page.getByRole("checkbox").check();
  await button(page, /^(Перейти к работе|Go to the back office)$/).click();
  await expect(pageHeading(page, home)).toBeVisible();
  // The form loads a new document, whose menus would close if one of their forms were sent before it is hydrated.
  await waitForHydration(page);
  return { email, key };
}

/** Signs in with the next code of the authenticator: each works once. */
async function signIn(page: Page, { email, key }: { email: string; key: string }): Promise<void> {
  await page.getByLabel(/^(Рабочая почта|Work email)$/).fill(email);
  await page.getByLabel(/^(Пароль|Password)$/).fill(password);
  await button(page, /^(Продолжить|Continue)$/).click();
  await page.getByRole("textbox", { name: /^(Код|Code)$/ }).pressSequentially(generateTotp(key, 1));
}

test("an invited owner creates an account with an authenticator app and recovery codes", async ({ page }) => {
  const { path } = inviteOwner();
  await page.goto(path);
  await expectNoFaults(page);
  const key = await enterPassword(page);
  await expectNoFaults(page);
  const field = page.getByRole("textbox", { name: /^(Код|Code)$/ });
  const code = generateTotp(key);
  await field.pressSequentially(code.slice(0, 5));
  await expect(button(page, /^(Создать учётную запись|Create account)$/)).toBeDisabled();
  await field.pressSequentially(code.slice(5));
  await expect(page.getByRole("listitem")).toHaveCount(10);
  await expectNoFaults(page);

  // The codes must be confirmed.
  await button(page, /^(Перейти к работе|Go to the back office)$/).click();
  await expect(page.getByRole("listitem")).toHaveCount(10);
  await page.getByRole("checkbox").check();
  await button(page, /^(Перейти к работе|Go to the back office)$/).click();
  await expect(pageHeading(page, home)).toBeVisible();
  await expectNoFaults(page);
});

test("a person signs out, and signs in to the page that they opened", async ({ page }) => {
  const account = await acceptInvitation(page);
  await button(page, /^Ирина М\.$/).click();
  await button(page, /^(Выйти|Sign out)$/).click();
  await expect(page.getByText(/^(Вы\sвышли|You’re signed out)\.$/)).toBeVisible();
  await expectNoFaults(page);

  await page.goto("/admin/me");
  await expect(page).toHaveURL(/\/admin\/sign-in\?from=%2Fme$/);
  await signIn(page, account);
  await expect(pageHeading(page, /^Ирина М\.$/)).toBeVisible();
  await expectNoFaults(page);
});

test.describe("a session that has ended", () => {
  test.use({ allowedConsoleErrors: [/status of 401/] });

  test("keeps the open page", async ({ page, context, browser, baseURL }) => {
    const account = await acceptInvitation(page);
    const otherPage = await (await browser.newContext({ baseURL: baseURL ?? "" })).newPage();
    await otherPage.goto("/admin/sign-in");
    await signIn(otherPage, account);
    await expect(pageHeading(otherPage, home)).toBeVisible();
    await otherPage.context().close();

    await page.goto("/admin/me");
    const endOthers = button(page, /^(Завершить остальные|End all others)$/);
    await expect(endOthers).toBeVisible();
    await context.clearCookies({ name: "admin_session" });
    await endOthers.click();
    const dialog = page.getByRole("dialog", { name: /^(Сеанс завершён|Your session has ended)$/ });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await button(page, /^(Вернуться на страницу|Back to the page)$/).click();
    await expect(endOthers).toBeVisible();
  });
});

test.describe("without scripts", () => {
  // The browser still preloads scripts, and then blocks them.
  test.use({ javaScriptEnabled: false, allowedConsoleErrors: [/^failed request: .*\.js csp$/] });

  test("the forms work", async ({ page }) => {
    const { path } = inviteOwner();
    await page.goto(path, { waitUntil: "load" });
    const key = await enterPassword(page);
    await page.getByRole("textbox", { name: /^(Код|Code)$/ }).fill(generateTotp(key));
    await button(page, /^(Создать учётную запись|Create account)$/).click();
    await page.getByRole("checkbox").check();
    await button(page, /^(Перейти к работе|Go to the back office)$/).click();
    await expect(pageHeading(page, home)).toBeVisible();
  });
});

test("the person chooses the theme and the language, and uses the keyboard", async ({ page, isMobile }) => {
  await acceptInvitation(page);
  const menu = button(page, /^Ирина М\.$/);
  await menu.click();
  await button(page, /^(Тёмная|Dark)$/).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expectAccessible(page);
  const isRussian = (await page.locator("html").getAttribute("lang")) === "ru-RU";
  const [otherLanguage, otherHome] = isRussian
    ? (["English", homeHeadings.en] as const)
    : (["Русский", homeHeadings.ru] as const);
  await button(page, new RegExp(`^${otherLanguage}$`)).click();
  await expect(page.getByRole("heading", { level: 1, name: otherHome })).toBeVisible();
  // The other language is another document.
  await waitForHydration(page);
  if (isMobile) {
    await button(page, /^(Меню|Menu)$/).click();
    await expect(page.getByRole("navigation", { name: /^(Разделы|Sections)$/ })).toBeVisible();
    await expectAccessible(page);
    return;
  }
  await button(page, /^(Свернуть меню|Collapse the menu)$/).click();
  await expect(button(page, /^(Развернуть меню|Expand the menu)$/)).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: /^(Клавиши|Keyboard shortcuts)$/ })).toBeVisible();
  await expectAccessible(page);
});

test.describe("a page that does not exist", () => {
  test.use({ allowedConsoleErrors: [/status of 404/] });

  test("is reported inside of the shell", async ({ page }) => {
    await acceptInvitation(page);
    const response = await page.goto("/admin/no-such-page");
    expect(response?.status()).toBe(404);
    await expect(pageHeading(page, /^(Такой страницы нет|This page doesn’t exist)$/)).toBeVisible();
    await expectNoFaults(page);
  });
});
