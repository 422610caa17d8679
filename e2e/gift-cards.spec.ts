import { join } from "node:path";
import { renderOutboxPage } from "../server/src/storefront/outbox.ts";
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";
import { acceptTerms, getLabelPattern, getLocaleData, getStartPattern, payByCard } from "./locators.ts";

/** Returns the email sent to an address from the outbox, or an empty string. */
async function findEmail(emailAddress: string): Promise<string> {
  const folder = join(process.env["SHOP_DATA"] ?? "", "outbox");
  const rows = ((await renderOutboxPage(folder, "")) ?? "").split("<tr>");
  const name = /href="[^"]*\/([^"/]+\.eml)"/.exec(rows.find((row) => row.includes(emailAddress)) ?? "")?.[1];
  return name === undefined ? "" : ((await renderOutboxPage(folder, decodeURIComponent(name))) ?? "");
}

test("a gift card is bought without an address, sent by email, and shows its balance", async ({
  page,
  context,
  locale,
}) => {
  test.setTimeout(240_000);
  const isRussian = locale === "ru-RU";
  const { texts, prefix } = getLocaleData(locale);
  const main = page.getByRole("main");
  const recipientEmail = `maria-${locale}-${Date.now()}@example.test`.toLowerCase();
  const submitForm = async () => {
    await main.getByLabel(getLabelPattern(texts["giftcard.recipient_name"])).fill("Maria");
    await main.getByLabel(getLabelPattern(texts["giftcard.recipient_email"])).fill(recipientEmail);
    await main.getByRole("button", { name: texts["giftcard.to_cart"] }).click();
  };

  // A guest is asked to sign in, and the form keeps its values.
  await page.goto(`${prefix}/podarocnyi-sertifikat.html`);
  await expectAccessible(page);
  await submitForm();
  await expect(main.getByText(texts["giftcard.sign_in"])).toBeVisible();
  await signUp(page, context);
  await page.goto(`${prefix}/podarocnyi-sertifikat.html`);
  await expect(main.getByLabel(getLabelPattern(texts["giftcard.recipient_email"]))).toHaveValue(recipientEmail);
  await main.getByRole("radio", { name: texts["giftcard.sum_other"] }).check({ force: true });
  const customAmount = main.getByLabel(getStartPattern(texts["giftcard.sum_own"]));
  await customAmount.fill("1");
  await main.getByRole("button", { name: texts["giftcard.to_cart"] }).click();
  await expect(main.getByText(texts["field.sumTooSmall"])).toBeVisible();
  await customAmount.fill(isRussian ? "3000" : "30");
  await main.getByRole("button", { name: texts["giftcard.to_cart"] }).click();

  await expect(page).toHaveURL(/\/cart$/);
  await expect(main.getByText(recipientEmail)).toBeVisible();
  await expectAccessible(page);
  await acceptTerms(page, texts);
  await main.getByRole("button", { name: texts["checkout.place"] }).first().click();

  await expect(page).toHaveURL(/\/user\/payment\//);
  await payByCard(page, texts, "4242 4242 4242 4242");
  await expect(page.getByRole("heading", { name: texts["payment.success_title"] })).toBeVisible();

  let code = "";
  await expect(async () => {
    code = /JG(?:-[0-9A-Z]{4}){3}/.exec(await findEmail(recipientEmail))?.[0] ?? "";
    expect(code).not.toBe("");
  }).toPass();

  await page.goto(`${prefix}/certificates/balance`);
  await main.getByLabel(getLabelPattern(texts["giftcard.code"])).fill(code.toLowerCase());
  await main.getByRole("button", { name: texts["giftcard.balance_ask"] }).click();
  await expect(main.getByRole("status")).toContainText(isRussian ? /3\s000\s₽/ : /30/);

  await page.goto(`${prefix}/profile/orders`);
  await main
    .getByRole("link")
    .filter({ hasText: /\d{3}\s\d{3}\s\d{3}/ })
    .first()
    .click();
  await main.getByRole("link", { name: texts["giftcard.open"] }).click();
  await expect(main.getByText(code)).toBeVisible();
  await expectAccessible(page);
});
