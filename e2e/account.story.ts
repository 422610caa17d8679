import type { BrowserContext, Page } from "@playwright/test";
import { codeFor } from "./authenticator.ts";
import { expect, expectAccessible, type SignedUp, signUp, test } from "./fixtures.ts";
import { command } from "./operator.ts";
import { doorOf, isPhone, label, placeOf, seen } from "./places.ts";

type Place = ReturnType<typeof placeOf>;

/** Types email and password into the sign-in above a page. */
async function typePassword(page: Page, { texts, prefix }: Place, { email, password }: SignedUp) {
  await page.goto(`${prefix}/best-sales?auth=1&from=%2Fprofile%2Fsecurity`);
  const door = doorOf(page, texts);
  await door.getByLabel(label(texts["field.email"])).fill(email);
  await door.getByLabel(label(texts["field.password"])).fill(password);
  await door.getByRole("button", { name: texts["auth.sign_in"], exact: true }).click();
  return door;
}

/** Leaves this browser as another one of the same customer would be. */
async function signOutHere(context: BrowserContext) {
  await context.clearCookies({ name: "token" });
}

test.describe("where it expects a refusal", () => {
  test.use({ expectedComplaints: [/status of 4(01|22)/] });

  test("a code beside the password: switched on, asked for, and a recovery code in its place", async ({
    page,
    context,
    locale,
  }) => {
    const place = placeOf(locale);
    const { texts, prefix } = place;
    const customer = await signUp(page, context);
    await page.goto(`${prefix}/profile/security`);
    await page.getByRole("link", { name: texts["profile.factor_set_up"], exact: true }).click();
    await page.getByLabel(label(texts["auth.current_password"])).fill(customer.password);
    await page.getByRole("button", { name: texts["profile.factor_begin"] }).click();
    await expect(page.getByRole("img", { name: texts["profile.factor_picture"] })).toBeVisible();
    await expectAccessible(page);
    const key = (await page.getByRole("code").textContent()) ?? "";
    await page.getByLabel(label(texts["auth.code"])).fill("000000");
    await page.getByRole("button", { name: texts["profile.factor_confirm"] }).click();
    await expect(page.getByText(texts["field.wrongCode"])).toBeVisible();
    await page.getByLabel(label(texts["auth.code"])).fill(codeFor(key));
    await page.getByRole("button", { name: texts["profile.factor_confirm"] }).click();
    await expect(page.getByRole("heading", { name: texts["profile.factor_codes"] })).toBeVisible();
    const recovery = await page.getByRole("code").allTextContents();
    expect(recovery).toHaveLength(10);
    await expectAccessible(page);

    await signOutHere(context);
    let door = await typePassword(page, place, customer);
    const code = door.getByLabel(label(texts["auth.code"]));
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute("autocomplete", "one-time-code");
    await expect(code).toHaveAttribute("inputmode", "numeric");
    await expectAccessible(page);
    await code.fill("000000");
    await door.getByRole("button", { name: texts["auth.sign_in"], exact: true }).click();
    await expect(door.getByText(texts["field.wrongCode"])).toBeVisible();
    // The code of this half-minute may have been the one that switched it on.
    await code.fill(codeFor(key, 1));
    await door.getByRole("button", { name: texts["auth.sign_in"], exact: true }).click();
    await expect(page).toHaveURL(`${prefix}/profile/security`);

    await signOutHere(context);
    door = await typePassword(page, place, customer);
    await door.getByRole("button", { name: texts["auth.code_use_recovery"] }).click();
    await door.getByLabel(label(texts["auth.code_recovery"])).fill(recovery[0] ?? "");
    await door.getByRole("button", { name: texts["auth.sign_in"], exact: true }).click();
    await expect(page).toHaveURL(`${prefix}/profile/security`);
    await expect(page.getByText(texts["profile.factor_is_on"])).toBeVisible();
  });
});

test("a new password signs the other devices out, and one of them can be signed out by itself", async ({
  page,
  context,
  request,
  locale,
}) => {
  const { texts, prefix } = placeOf(locale);
  const { email, password } = await signUp(page, context);
  const elsewhere = async () => {
    const login = await request.post("/v1/login", { data: { email, password } });
    const { token } = ((await login.json()) as { data: { token: string } }).data;
    return async () => (await request.get("/v1/user", { headers: { authorization: `Bearer ${token}` } })).status();
  };
  const [one, two] = [await elsewhere(), await elsewhere()];
  await page.goto(`${prefix}/profile/security`);
  const devices = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: /127\.0\.0\.1/ });
  await expect(devices).toHaveCount(3);
  await expect(devices.filter({ hasText: texts["profile.device_this"] })).toHaveCount(1);
  await devices.getByRole("button").first().click();
  await expect(devices).toHaveCount(2);
  // The row goes at once, the session with the answer.
  await expect.poll(async () => [await one(), await two()].toSorted()).toEqual([200, 401]);

  await page.getByRole("link", { name: texts["profile.change_password"] }).click();
  await page.getByLabel(label(texts["auth.current_password"])).fill(password);
  await page.getByLabel(label(texts["auth.new_password"])).fill("nine green pears");
  await page.getByLabel(label(texts["field.password_again"])).fill("nine green pears");
  await page.getByRole("button", { name: texts["auth.set_password"] }).click();
  await expect(page.getByRole("heading", { name: texts["auth.new_password_done"] })).toBeVisible();
  expect([await one(), await two()]).toEqual([401, 401]);
  await page.getByRole("link", { name: texts["profile.security"] }).last().click();
  await expect(devices).toHaveCount(1);
});

test("what the shop has to say comes into every open tab by one connection", async ({ page, context, locale }) => {
  const { texts, prefix } = placeOf(locale);
  const { email } = await signUp(page, context);
  const streams: string[] = [];
  context.on("request", (request) => {
    if (request.url().includes("/notifications/stream")) streams.push(request.url());
  });
  const other = await context.newPage();
  const bellOf = (tab: Page) =>
    seen(tab.getByRole("button", { name: texts[isPhone(tab) ? "shell.events" : "shell.notifications"] }));
  const opened = context.waitForEvent("response", (response) => response.url().includes("/notifications/stream"));
  for (const tab of [page, other]) await tab.goto(`${prefix}/best-sales`);
  await opened;
  for (const tab of [page, other]) await expect(bellOf(tab)).not.toContainText("1");
  command("notify", email, "--title", "Plums", "--message", "<p>They are ripe.</p>");
  for (const tab of [page, other]) await expect(bellOf(tab)).toContainText("1");
  expect(streams).toHaveLength(1);
});

test("a signed-in page names the token that a write with the session cookie carries", async ({ page, context }) => {
  await page.goto("/");
  await expect(page.locator('meta[name="csrf-token"]')).toHaveCount(0);
  await signUp(page, context);
  await page.goto("/");
  const token = (await page.locator('meta[name="csrf-token"]').getAttribute("content")) ?? "";
  const write = (headers: Record<string, string>) => page.request.post("/v1/user/cart", { data: [], headers });
  expect((await write({})).status()).toBe(403);
  expect((await write({ "csrf-token": token })).status()).toBe(200);
});
