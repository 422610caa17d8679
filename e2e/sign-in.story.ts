import { expect, expectAccessible, test } from "./fixtures.ts";
import { doorOf, focusIsIn, holdBack, isPhone, label, placeOf } from "./places.ts";

test("the sign-in opens over the page, says what is wrong and leaves the page as it was", async ({ page, locale }) => {
  const { texts, prefix } = placeOf(locale);
  await page.goto(`${prefix}/best-sales`);
  const door = doorOf(page, texts);
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(".data")) fetched.push(request.url());
  });

  const letGo = await holdBack(page, /\/assets\/auth-modal/);
  await page.getByRole("contentinfo").getByRole("link", { name: texts["account.orders"] }).click();
  await expect(door).toBeVisible();
  letGo();
  await expect(door.getByRole("heading", { name: texts["auth.login_title"] })).toBeVisible();
  await expect(page).toHaveURL(`${prefix}/best-sales?auth=1&from=%2Fprofile%2Forders`);
  expect(fetched).toEqual([]);
  if (!isPhone(page)) expect((await door.boundingBox())?.width).toBe(420);
  await expectAccessible(page);
  await expect.poll(() => focusIsIn(door)).toBe(true);
  await page.keyboard.press("Escape");
  await expect(door).toBeHidden();
  await expect(page).toHaveURL(`${prefix}/best-sales`);

  await page.goto(`${prefix}/best-sales?auth=1&from=%2Fprofile%2Finfo`);
  const submit = door.getByRole("button", { name: texts["auth.sign_in"], exact: true });
  const email = door.getByLabel(label(texts["field.email"]));
  const password = door.getByLabel(label(texts["field.password"]));
  // Before its script is there or after: the press happens.
  await door.getByRole("button", { name: texts["auth.show_password"] }).click();
  await expect(password).toHaveAttribute("type", "text");
  await door.getByRole("button", { name: texts["auth.hide_password"] }).click();
  await expect(password).toHaveAttribute("type", "password");
  await submit.click();
  await expect(door.getByText(texts["field.required"])).toHaveCount(2);
  await expect(email).toHaveAttribute("autocomplete", "username");
  await expect(password).toHaveAttribute("autocomplete", "current-password");
  await email.fill("anna@");
  await password.fill("wrong password");
  await expect(door.getByText(texts["field.invalidEmail"])).toBeVisible();
  await email.fill(`nobody-${Date.now()}@example.com`);
  await submit.click();
  await expect(door.getByRole("alert")).toBeVisible();

  await email.fill("");
  await door.getByRole("button", { name: texts["auth.forgot"] }).click();
  await expect(door.getByText(texts["field.user.invalid_email_for_reset"])).toBeVisible();
  await email.fill(`nobody-${Date.now()}@example.com`);
  await door.getByRole("button", { name: texts["auth.forgot"] }).click();
  await expect(door.getByText(new RegExp(texts["auth.resend_in"].replace("{time}", "0+:5\\d")))).toBeVisible();
  await expectAccessible(page);

  await door.getByRole("link", { name: texts["auth.register"] }).click();
  await expect(door.getByRole("heading", { name: texts["auth.register_title"] })).toBeVisible();
  await expect(page).toHaveURL(/auth=register&from=%2Fprofile%2Finfo$/);
  await door.getByLabel(texts["field.phone"]).fill("123");
  await door.getByLabel(label(texts["field.password"])).fill("short");
  await door.getByLabel(texts["field.password_again"]).fill("other");
  await door.getByRole("button", { name: texts["auth.register"], exact: true }).click();
  for (const code of [
    "shortPhone",
    "shortPassword",
    "notification.invalid_password_match",
    "notification.no_agree_personal",
  ] as const)
    await expect(door.getByText(texts[`field.${code}`]).first()).toBeVisible();
  await expectAccessible(page);

  // It was the address that opened it: closing leads home, and back does not open it again.
  await door.getByRole("button", { name: texts["auth.close"] }).click();
  await expect(page).toHaveURL(prefix || "/");
  await expect(door).toBeHidden();
});

test("the last of hurried presses counts: twice on the sign-in is once, and another link leads on without it", async ({
  page,
  locale,
}) => {
  const { texts, prefix } = placeOf(locale);
  const door = doorOf(page, texts);
  const alive = page.waitForResponse("**/builds/latest.json");
  await page.goto(`${prefix}/best-sales`);
  await alive;
  const foot = page.getByRole("contentinfo");
  const orders = foot.getByRole("link", { name: texts["account.orders"] });
  // The footer comes to life when it is near.
  await orders.hover();
  await orders.evaluate((link: HTMLElement) => {
    link.click();
    link.click();
  });
  await expect(page).toHaveURL(/[?]auth=1/);
  await expect(door).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${prefix}/best-sales`);
  await expect(door).toBeHidden();

  await orders.evaluate((link: HTMLElement, other) => {
    link.click();
    document.querySelector<HTMLElement>(`a[href="${other}"]`)?.click();
  }, `${prefix}/info/delivery`);
  await expect(page).toHaveURL(`${prefix}/info/delivery`);
  await expect(door).toBeHidden();
});
