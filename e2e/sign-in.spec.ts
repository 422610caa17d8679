import { expect, expectAccessible, test } from "./fixtures.ts";
import { getSignInDialog, isFocusInside, holdRequests, isPhone, getLabelPattern, getLocaleData } from "./locators.ts";

test("the sign-in dialog opens over the page, shows errors and leaves the page unchanged", async ({ page, locale }) => {
  const { texts, prefix } = getLocaleData(locale);
  await page.goto(`${prefix}/best-sales`);
  const signInDialog = getSignInDialog(page, texts);
  const dataRequests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(".data")) dataRequests.push(request.url());
  });

  const release = await holdRequests(page, /\/assets\/sign-in-dialog-content/);
  await page.getByRole("contentinfo").getByRole("link", { name: texts["account.orders"] }).click();
  await expect(signInDialog).toBeVisible();
  release();
  await expect(signInDialog.getByRole("heading", { name: texts["auth.login_title"] })).toBeVisible();
  await expect(page).toHaveURL(`${prefix}/best-sales?auth=1&from=%2Fprofile%2Forders`);
  expect(dataRequests).toEqual([]);
  if (!isPhone(page)) expect((await signInDialog.boundingBox())?.width).toBe(420);
  await expectAccessible(page);
  await expect.poll(() => isFocusInside(signInDialog)).toBe(true);
  await page.keyboard.press("Escape");
  await expect(signInDialog).toBeHidden();
  await expect(page).toHaveURL(`${prefix}/best-sales`);

  await page.goto(`${prefix}/best-sales?auth=1&from=%2Fprofile%2Finfo`);
  const submit = signInDialog.getByRole("button", { name: texts["auth.sign_in"], exact: true });
  const email = signInDialog.getByLabel(getLabelPattern(texts["field.email"]));
  const password = signInDialog.getByLabel(getLabelPattern(texts["field.password"]));
  await signInDialog.getByRole("button", { name: texts["auth.show_password"] }).click();
  await expect(password).toHaveAttribute("type", "text");
  await signInDialog.getByRole("button", { name: texts["auth.hide_password"] }).click();
  await expect(password).toHaveAttribute("type", "password");
  await submit.click();
  await expect(signInDialog.getByText(texts["field.required"])).toHaveCount(2);
  await expect(email).toHaveAttribute("autocomplete", "username webauthn");
  await expect(password).toHaveAttribute("autocomplete", "current-password");
  await email.fill("anna@");
  await password.fill("wrong password");
  await expect(signInDialog.getByText(texts["field.invalidEmail"])).toBeVisible();
  await email.fill(`nobody-${Date.now()}@example.com`);
  await submit.click();
  await expect(signInDialog.getByRole("alert")).toBeVisible();

  await email.fill("");
  await signInDialog.getByRole("button", { name: texts["auth.forgot"] }).click();
  await expect(signInDialog.getByText(texts["field.user.invalid_email_for_reset"])).toBeVisible();
  await email.fill(`nobody-${Date.now()}@example.com`);
  await signInDialog.getByRole("button", { name: texts["auth.forgot"] }).click();
  await expect(signInDialog.getByText(new RegExp(texts["auth.resend_in"].replace("{time}", "0+:5\\d")))).toBeVisible();
  await expectAccessible(page);

  // A code is sent to any email, with the same answer.
  await signInDialog.getByRole("button", { name: texts["auth.get_code"] }).click();
  const code = signInDialog.getByLabel(getLabelPattern(texts["checkout.email_code"]));
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await signInDialog.getByRole("button", { name: texts["auth.use_password"] }).click();

  await signInDialog.getByRole("link", { name: texts["auth.register"] }).click();
  await expect(signInDialog.getByRole("heading", { name: texts["auth.register_title"] })).toBeVisible();
  await expect(page).toHaveURL(/auth=register&from=%2Fprofile%2Finfo$/);
  await signInDialog.getByLabel(texts["field.phone"]).fill("123");
  await signInDialog.getByLabel(getLabelPattern(texts["field.password"])).fill("short");
  await signInDialog.getByLabel(texts["field.password_again"]).fill("other");
  await signInDialog.getByRole("button", { name: texts["auth.register"], exact: true }).click();
  for (const code of [
    "shortPhone",
    "shortPassword",
    "notification.invalid_password_match",
    "notification.no_agree_personal",
  ] as const)
    await expect(signInDialog.getByText(texts[`field.${code}`]).first()).toBeVisible();
  await expectAccessible(page);

  // The URL opened the dialog: closing leads to the home page, and going back does not open it again.
  await signInDialog.getByRole("button", { name: texts["auth.close"] }).click();
  await expect(page).toHaveURL(prefix || "/");
  await expect(signInDialog).toBeHidden();
});

test("the last of several quick clicks counts: a double click opens the dialog once, and another link wins over it", async ({
  page,
  locale,
}) => {
  const { texts, prefix } = getLocaleData(locale);
  const signInDialog = getSignInDialog(page, texts);
  await page.goto(`${prefix}/best-sales`);
  const footer = page.getByRole("contentinfo");
  const orders = footer.getByRole("link", { name: texts["account.orders"] });
  await orders.evaluate((link: HTMLElement) => {
    link.click();
    link.click();
  });
  await expect(page).toHaveURL(/[?]auth=1/);
  await expect(signInDialog).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${prefix}/best-sales`);
  await expect(signInDialog).toBeHidden();

  await orders.evaluate((link: HTMLElement, other) => {
    link.click();
    document.querySelector<HTMLElement>(`a[href="${other}"]`)?.click();
  }, `${prefix}/info/delivery`);
  await expect(page).toHaveURL(`${prefix}/info/delivery`);
  await expect(signInDialog).toBeHidden();
});
