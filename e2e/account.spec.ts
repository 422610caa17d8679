import type { BrowserContext, Page } from "@playwright/test";
import { generateTotp } from "./totp.ts";
import { expect, expectAccessible, type NewCustomer, signUp, test } from "./fixtures.ts";
import { runCommand } from "./cli.ts";
import { getSignInDialog, isPhone, getLabelPattern, getLocaleData, firstVisible } from "./locators.ts";

type LocaleData = ReturnType<typeof getLocaleData>;

/** Submits email and password in the sign-in dialog. */
async function submitCredentials(page: Page, { texts, prefix }: LocaleData, { email, password }: NewCustomer) {
  await page.goto(`${prefix}/best-sales?auth=1&from=%2Fprofile%2Fsecurity`);
  const signInDialog = getSignInDialog(page, texts);
  await signInDialog.getByLabel(getLabelPattern(texts["field.email"])).fill(email);
  await signInDialog.getByLabel(getLabelPattern(texts["field.password"])).fill(password);
  await signInDialog.getByRole("button", { name: texts["auth.sign_in"], exact: true }).click();
  return signInDialog;
}

/** Removes the session of this browser; the customer stays signed in elsewhere. */
async function clearSession(context: BrowserContext) {
  await context.clearCookies({ name: "token" });
}

test.describe("with expected error responses", () => {
  test.use({ allowedConsoleErrors: [/status of 4(01|22)/] });

  test("two-factor authentication: enabling it, signing in with a code and with a recovery code", async ({
    page,
    context,
    locale,
  }) => {
    const localeData = getLocaleData(locale);
    const { texts, prefix } = localeData;
    const customer = await signUp(page, context);
    await page.goto(`${prefix}/profile/security`);
    await page.getByRole("link", { name: texts["profile.second_factor_set_up"], exact: true }).click();
    await page.getByLabel(getLabelPattern(texts["auth.current_password"])).fill(customer.password);
    await page.getByRole("button", { name: texts["profile.second_factor_begin"] }).click();
    await expect(page.getByRole("img", { name: texts["profile.second_factor_picture"] })).toBeVisible();
    await expectAccessible(page);
    const key = (await page.getByRole("code").textContent()) ?? "";
    await page.getByLabel(getLabelPattern(texts["auth.code"])).fill("000000");
    await page.getByRole("button", { name: texts["profile.second_factor_confirm"] }).click();
    await expect(page.getByText(texts["field.wrongCode"])).toBeVisible();
    await page.getByLabel(getLabelPattern(texts["auth.code"])).fill(generateTotp(key));
    await page.getByRole("button", { name: texts["profile.second_factor_confirm"] }).click();
    await expect(page.getByRole("heading", { name: texts["profile.second_factor_codes"] })).toBeVisible();
    const recoveryCodes = await page.getByRole("code").allTextContents();
    expect(recoveryCodes).toHaveLength(10);
    await expectAccessible(page);

    await clearSession(context);
    let signInDialog = await submitCredentials(page, localeData, customer);
    const code = signInDialog.getByLabel(getLabelPattern(texts["auth.code"]));
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute("autocomplete", "one-time-code");
    await expect(code).toHaveAttribute("inputmode", "numeric");
    await expectAccessible(page);
    await code.fill("000000");
    await signInDialog.getByRole("button", { name: texts["auth.sign_in"], exact: true }).click();
    await expect(signInDialog.getByText(texts["field.wrongCode"])).toBeVisible();
    // The code of this 30-second step may already have been used to enable it.
    await code.fill(generateTotp(key, 1));
    await signInDialog.getByRole("button", { name: texts["auth.sign_in"], exact: true }).click();
    await expect(page).toHaveURL(`${prefix}/profile/security`);

    await clearSession(context);
    signInDialog = await submitCredentials(page, localeData, customer);
    await signInDialog.getByRole("button", { name: texts["auth.code_use_recovery"] }).click();
    await signInDialog.getByLabel(getLabelPattern(texts["auth.code_recovery"])).fill(recoveryCodes[0] ?? "");
    await signInDialog.getByRole("button", { name: texts["auth.sign_in"], exact: true }).click();
    await expect(page).toHaveURL(`${prefix}/profile/security`);
    await expect(page.getByText(texts["profile.second_factor_manage"])).toBeVisible();
  });
});

test("a new password signs out other devices, and each device can be signed out separately", async ({
  page,
  context,
  request,
  locale,
}) => {
  const { texts, prefix } = getLocaleData(locale);
  const { email, password } = await signUp(page, context);
  const signInElsewhere = async () => {
    const login = await request.post("/v1/login", { data: { email, password } });
    const { token } = ((await login.json()) as { data: { token: string } }).data;
    return async () => (await request.get("/v1/user", { headers: { authorization: `Bearer ${token}` } })).status();
  };
  const [readFirstStatus, readSecondStatus] = [await signInElsewhere(), await signInElsewhere()];
  await page.goto(`${prefix}/profile/security`);
  const devices = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: /127\.0\.0\.1/ });
  await expect(devices).toHaveCount(3);
  await expect(devices.filter({ hasText: texts["profile.device_this"] })).toHaveCount(1);
  await devices.getByRole("button").first().click();
  await expect(devices).toHaveCount(2);
  // The row disappears at once, the session with the response.
  await expect.poll(async () => [await readFirstStatus(), await readSecondStatus()].toSorted()).toEqual([200, 401]);

  await page.getByRole("link", { name: texts["profile.change_password"] }).click();
  await page.getByLabel(getLabelPattern(texts["auth.current_password"])).fill(password);
  await page.getByLabel(getLabelPattern(texts["auth.new_password"])).fill("nine green pears");
  await page.getByLabel(getLabelPattern(texts["field.password_again"])).fill("nine green pears");
  await page.getByRole("button", { name: texts["auth.set_password"] }).click();
  await expect(page.getByRole("heading", { name: texts["auth.new_password_done"] })).toBeVisible();
  expect([await readFirstStatus(), await readSecondStatus()]).toEqual([401, 401]);
  await page.getByRole("link", { name: texts["profile.security"] }).last().click();
  await expect(devices).toHaveCount(1);
});

test("notifications reach every open tab by one connection", async ({ page, context, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  const { email } = await signUp(page, context);
  const streams: string[] = [];
  context.on("request", (request) => {
    if (request.url().includes("/notifications/stream")) streams.push(request.url());
  });
  const otherTab = await context.newPage();
  const getBell = (tab: Page) =>
    firstVisible(tab.getByRole("button", { name: texts[isPhone(tab) ? "layout.alerts" : "layout.notifications"] }));
  const streamOpened = context.waitForEvent("response", (response) => response.url().includes("/notifications/stream"));
  for (const tab of [page, otherTab]) await tab.goto(`${prefix}/best-sales`);
  await streamOpened;
  for (const tab of [page, otherTab]) await expect(getBell(tab)).not.toContainText("1");
  runCommand("notify", email, "--title", "Plums", "--message", "<p>They are ripe.</p>");
  for (const tab of [page, otherTab]) await expect(getBell(tab)).toContainText("1");
  expect(streams).toHaveLength(1);
});

test("pages for customers include the CSRF token that writes with the session cookie need", async ({
  page,
  context,
}) => {
  await page.goto("/");
  const readToken = () =>
    page.evaluate(() => document.querySelector('meta[name="csrf-token"]')?.getAttribute("content") ?? "");
  expect(await readToken()).toBe("");
  await signUp(page, context);
  await page.goto("/");
  const token = await readToken();
  const postWithHeaders = (headers: Record<string, string>) => page.request.post("/v1/user/cart/seen", { headers });
  expect((await postWithHeaders({})).status()).toBe(403);
  expect((await postWithHeaders({ "csrf-token": token })).status()).toBe(200);
});
