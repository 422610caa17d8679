import type { Page } from "@playwright/test";
import playwrightConfig from "./playwright.config.ts";
import { expect, expectAccessible, signUp, testOnLocalhost as test } from "./fixtures.ts";
import { getLabelPattern, getLocaleData, getSignInDialog } from "./locators.ts";

const launchOptions = playwrightConfig.use?.launchOptions ?? {};
const args = (launchOptions.args ?? []).map((argument) =>
  argument.startsWith("--host-resolver-rules") ? `${argument}, EXCLUDE localhost` : argument,
);
test.use({ launchOptions: { ...launchOptions, args } });

/** Adds an authenticator of the browser, which verifies its user at once and offers passkeys in fields if told to. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  const setPresence = (enabled: boolean) =>
    session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  return { setPresence };
}

test("a passkey is added, named, used to sign in, and removed", async ({ page, context, locale }) => {
  test.setTimeout(240_000);
  const { texts, prefix } = getLocaleData(locale);
  const authenticator = await addAuthenticator(page);
  await signUp(page, context);
  await page.goto(`${prefix}/profile/security`);
  const section = page.getByRole("region", { name: texts["profile.passkeys"] });
  await expectAccessible(page);
  await section.getByRole("button", { name: texts["profile.passkey_add"] }).click();
  await expect(section.getByText(texts["profile.passkey_unused"])).toBeVisible();
  await section.getByText(texts["profile.passkey_rename"]).click();
  await section.getByLabel(getLabelPattern(texts["profile.passkey_name"])).fill("Anna 1");
  await section.getByRole("button", { name: texts["profile.save"] }).click();
  await expect(section.getByText("Anna 1", { exact: true })).toBeVisible();
  await expectAccessible(page);

  // By the button, without an email.
  await authenticator.setPresence(false);
  await context.clearCookies({ name: "token" });
  await page.goto(`${prefix}/best-sales?auth=1&from=%2Fprofile%2Fsecurity`);
  const dialog = getSignInDialog(page, texts);
  await expect(dialog.getByLabel(getLabelPattern(texts["field.email"]))).toHaveAttribute(
    "autocomplete",
    "username webauthn",
  );
  const button = dialog.getByRole("button", { name: texts["auth.use_passkey"] });
  await expect(button).toBeVisible();
  await expectAccessible(page);
  // A request that waits already is not answered: the one of the button comes after this.
  await authenticator.setPresence(true);
  await button.click();
  await expect(page).toHaveURL(`${prefix}/profile/security`);
  await expect(section.getByText(texts["profile.passkey_unused"])).toBeHidden();

  // In the email field of the sign-in page: the authenticator answers the request that waits there.
  await context.clearCookies({ name: "token" });
  await page.goto(`${prefix}/login?from=%2Fprofile%2Fsecurity`);
  await expect(page).toHaveURL(`${prefix}/profile/security`);

  await section.getByRole("button", { name: texts["profile.passkey_remove"].replace("{name}", "Anna 1") }).click();
  await expect(section.getByText("Anna 1", { exact: true })).toBeHidden();
  await authenticator.setPresence(false);
});
