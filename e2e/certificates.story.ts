import { join } from "node:path";
import { outboxPage } from "../server/src/outbox.ts";
import enUS from "../web/app/messages/en-US.json" with { type: "json" };
import ruRU from "../web/app/messages/ru-RU.json" with { type: "json" };
import { expect, expectAccessible, signUp, test } from "./fixtures.ts";

const start = (text: string) => new RegExp(`^${text.split(/[<{]/)[0]?.trim()}`);
const label = (text: string) => new RegExp(`^${text}( \\*)?$`);

/** The letter that was sent to an address; empty while there is none. */
async function letterTo(address: string): Promise<string> {
  const folder = join(process.env["SHOP_DATA"] ?? "", "outbox");
  const rows = ((await outboxPage(folder, "")) ?? "").split("<tr>");
  const name = /href="[^"]*\/([^"/]+\.eml)"/.exec(rows.find((row) => row.includes(address)) ?? "")?.[1];
  return name === undefined ? "" : ((await outboxPage(folder, decodeURIComponent(name))) ?? "");
}

test("a certificate is bought without an address, comes by letter, and tells what is left", async ({
  page,
  context,
  locale,
}) => {
  test.setTimeout(240_000);
  const russian = locale === "ru-RU";
  const texts = russian ? ruRU : enUS;
  const prefix = russian ? "" : "/en-US";
  const main = page.getByRole("main");
  const receiver = `maria-${locale}-${Date.now()}@example.test`.toLowerCase();
  const fill = async () => {
    await main.getByLabel(label(texts["gift.recipient_name"])).fill("Maria");
    await main.getByLabel(label(texts["gift.recipient_email"])).fill(receiver);
    await main.getByRole("button", { name: texts["gift.to_cart"] }).click();
  };

  // A guest is asked to sign in, and keeps what he typed.
  await page.goto(`${prefix}/podarocnyi-sertifikat.html`);
  await expectAccessible(page);
  await fill();
  await expect(main.getByText(texts["gift.sign_in"])).toBeVisible();
  await signUp(page, context);
  await page.goto(`${prefix}/podarocnyi-sertifikat.html`);
  await expect(main.getByLabel(label(texts["gift.recipient_email"]))).toHaveValue(receiver);
  await main.getByRole("radio", { name: texts["gift.sum_other"] }).check({ force: true });
  const own = main.getByLabel(start(texts["gift.sum_own"]));
  await own.fill("1");
  await main.getByRole("button", { name: texts["gift.to_cart"] }).click();
  await expect(main.getByText(texts["field.sumTooSmall"])).toBeVisible();
  await own.fill(russian ? "3000" : "30");
  await main.getByRole("button", { name: texts["gift.to_cart"] }).click();

  await expect(page).toHaveURL(/\/cart$/);
  await expect(main.getByText(receiver)).toBeVisible();
  await expectAccessible(page);
  await main.locator("#agree").check({ force: true });
  await main.locator("#agree_offer").check({ force: true });
  await main.getByRole("button", { name: texts["checkout.place"] }).first().click();

  await expect(page).toHaveURL(/\/user\/payment\//);
  const card = main.locator("form").filter({ hasText: texts["payment.number"] });
  await card.getByLabel(texts["payment.number"]).fill("4242 4242 4242 4242");
  await card.getByLabel(texts["payment.holder"]).fill("ANNA KUZNETSOVA");
  await card.getByLabel(texts["payment.expiry"]).fill("12/30");
  await card.getByLabel("CVC").fill("123");
  await card.getByRole("button", { name: start(texts["payment.pay"]) }).click();
  await expect(page.getByRole("heading", { name: texts["payment.success_title"] })).toBeVisible();

  let code = "";
  await expect(async () => {
    code = /JG(?:-[0-9A-Z]{4}){3}/.exec(await letterTo(receiver))?.[0] ?? "";
    expect(code).not.toBe("");
  }).toPass();

  await page.goto(`${prefix}/certificates/balance`);
  await main.getByLabel(label(texts["gift.code"])).fill(code.toLowerCase());
  await main.getByRole("button", { name: texts["gift.balance_ask"] }).click();
  await expect(main.getByRole("status")).toContainText(russian ? /3\s000\s₽/ : /30/);

  await page.goto(`${prefix}/profile/orders`);
  await main
    .getByRole("link")
    .filter({ hasText: /\d{3}\s\d{3}\s\d{3}/ })
    .first()
    .click();
  await main.getByRole("link", { name: texts["gift.open"] }).click();
  await expect(main.getByText(code)).toBeVisible();
  await expectAccessible(page);
});
