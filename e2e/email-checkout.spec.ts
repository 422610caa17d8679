import { join } from "node:path";
import { renderOutboxPage } from "../server/src/storefront/outbox.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { firstVisible, getLabelPattern, getLocaleData, getStartPattern } from "./locators.ts";

/** Returns the code in the newest email to an address; an empty string if that email has none. */
async function findCode(email: string): Promise<string> {
  const folder = join(process.env["SHOP_DATA"] ?? "", "outbox");
  const rows = ((await renderOutboxPage(folder, "")) ?? "").split("<tr>");
  const name = /href="[^"]*\/([^"/]+\.eml)"/.exec(rows.find((row) => row.includes(email)) ?? "")?.[1];
  const text = name === undefined ? "" : ((await renderOutboxPage(folder, decodeURIComponent(name))) ?? "");
  return /(?:код|code): (\d{6})\./.exec(text)?.[1] ?? "";
}

test("a new customer orders with an email, and signs in with a code to see the order", async ({ page, locale }) => {
  test.setTimeout(360_000);
  const { texts, prefix, department, russia } = getLocaleData(locale);
  const email = `email-${locale}-${Date.now()}@example.com`.toLowerCase();
  const main = page.getByRole("main");
  const counts = { typed: 0, pressed: 0 };
  const type = async (field: ReturnType<typeof main.getByLabel>, value: string) => {
    counts.typed++;
    await field.fill(value);
  };
  const press = async (target: ReturnType<typeof main.getByLabel>) => {
    counts.pressed++;
    await target.click();
  };
  const getField = (text: string) => main.getByLabel(getLabelPattern(text));

  await page.goto(prefix || "/");
  await main.getByRole("link", { name: department }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: department })).toBeVisible();
  await main.getByRole("button", { name: texts["cart.add"], exact: true }).first().click();
  await page.goto(`${prefix}/cart`);

  const emailSection = main.getByRole("region", { name: texts["checkout.email_title"] });
  await expectAccessible(page);
  await type(emailSection.getByLabel(getLabelPattern(texts["field.email"])), email);
  await press(emailSection.getByRole("button", { name: texts["checkout.email_next"] }));

  // The English page begins with the country of the browser's language.
  counts.pressed++;
  await getField(texts["address.country"]).selectOption({ label: russia });
  await type(getField(texts["address.first_name"]), "Anna");
  await type(getField(texts["address.last_name"]), "Kuznetsova");
  await type(getField(texts["address.phone_mobile"]), "+7 900 000-00-01");
  await type(getField(texts["address.postcode"]), "420015");
  await type(getField(texts["address.city"]), "Kazan");
  await type(getField(texts["address.street"]), "ul. Pushkina 12, 34");
  await expectAccessible(page);
  await press(main.getByRole("button", { name: texts["address.save_and_continue"] }));
  await expect(main.getByText("Kazan, ul. Pushkina 12, 34").first()).toBeVisible();
  await expect(main.getByRole("region", { name: texts["checkout.email"], exact: true }).getByText(email)).toBeVisible();
  await press(main.getByLabel(getStartPattern(texts["checkout.agree"])));
  await press(main.getByLabel(getStartPattern(texts["checkout.agree_offer"])));
  await expectAccessible(page);
  await press(firstVisible(page.getByRole("button", { name: texts["checkout.place"] })));

  await expect(page).toHaveURL(/\/jpcart\/payment\//);
  const card = main.getByRole("form", { name: texts["payment.card"], exact: true });
  await type(card.getByLabel(texts["payment.number"]), "4242 4242 4242 4242");
  await type(card.getByLabel(texts["payment.holder"]), "ANNA KUZNETSOVA");
  await type(card.getByLabel(texts["payment.expiry"]), "12/30");
  await type(card.getByLabel("CVC"), "123");
  await press(card.getByRole("button", { name: getStartPattern(texts["payment.pay"]) }));
  await expect(page.getByRole("heading", { name: texts["payment.success_title"] })).toBeVisible();
  await expect(main.getByRole("link", { name: texts["payment.password_sign_in"] })).toBeVisible();
  await expectAccessible(page);
  expect(counts.typed).toBeLessThanOrEqual(11);
  expect(counts.pressed).toBeLessThanOrEqual(9);

  // The order belongs to the account of the email: this browser is signed out.
  const orders = await page.request.get("/v1/user/orders");
  expect(orders.status()).toBe(401);
  await page.goto(prefix || "/");
  await main.getByRole("link", { name: department }).first().click();
  await main.getByRole("button", { name: texts["cart.add"], exact: true }).first().click();
  await page.goto(`${prefix}/cart`);
  await emailSection.getByLabel(getLabelPattern(texts["field.email"])).fill(email);
  await emailSection.getByRole("button", { name: texts["checkout.email_next"] }).click();
  const code = emailSection.getByLabel(getLabelPattern(texts["checkout.email_code"]));
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await expect.poll(() => findCode(email)).toMatch(/^\d{6}$/);
  await code.fill(await findCode(email));
  await expect(firstVisible(page.getByRole("button", { name: texts["checkout.place"] }))).toBeVisible();
  await page.goto(`${prefix}/profile/orders`);
  await expect(main.getByRole("link").filter({ visible: true }).first()).toBeVisible();
  const hrefs = await main
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(hrefs.some((href) => /\/orders\/\d{9}/.test(href))).toBe(true);
});
