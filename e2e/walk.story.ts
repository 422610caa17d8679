import type { Page } from "@playwright/test";
import type ruRU from "../web/app/messages/ru-RU.json";
import { expect, expectAccessible, openedDialog, secured, test } from "./fixtures.ts";
import { placeOf } from "./places.ts";

type Texts = typeof ruRU;

/** A field's label, with or without the star of a required one. */
const label = (text: string) => new RegExp(`^${text}( \\*)?$`);

/** The beginning of a text, up to its first placeholder or tag. */
const start = (text: string) => new RegExp(`^${text.split(/[<{]/)[0]?.trim()}`);

const PASSWORD = "white plum blossom";
const GOOD_CARD = "4242 4242 4242 4242";
const REFUSED_CARD = "4000 0000 0000 0002";

async function payWith(page: Page, number: string, texts: Texts): Promise<void> {
  const form = page.getByRole("main").locator("form").filter({ hasText: texts["payment.number"] });
  await form.getByLabel(texts["payment.number"]).fill(number);
  await form.getByLabel(texts["payment.holder"]).fill("ANNA KUZNETSOVA");
  await form.getByLabel(texts["payment.expiry"]).fill("12/30");
  await form.getByLabel("CVC").fill("123");
  await form.getByRole("button", { name: start(texts["payment.pay"]) }).click();
}

test("a stranger fills a cart, signs up, orders, pays and finds the paid order", async ({ page, locale }) => {
  test.setTimeout(360_000);
  await buyAsStranger(page, locale);
});

secured(
  "a stranger does the same behind a proxy that terminates TLS, with secure cookies",
  async ({ page, context, locale }) => {
    secured.skip(locale !== "en-US", "one language is enough for what only the proxy changes");
    secured.setTimeout(360_000);
    await buyAsStranger(page, locale);
    const cookies = await context.cookies();
    expect(cookies.find(({ name }) => name === "__Host-token")).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    expect(cookies.filter(({ secure }) => !secure)).toEqual([]);
    const answer = await page.request.get("/v1/frontConfig");
    expect(answer.headers()["strict-transport-security"]).toBe("max-age=31536000");
  },
);

async function buyAsStranger(page: Page, locale: string | undefined): Promise<void> {
  const { texts, prefix, department, russia } = placeOf(locale);
  const email = `story-${locale}-${Date.now()}@example.com`;
  const main = page.getByRole("main");

  await page.goto(prefix || "/");
  await expectAccessible(page);

  await main.getByRole("link", { name: department }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: department })).toBeVisible();
  await expectAccessible(page);

  const addable = page.getByRole("button", { name: texts["cart.add"], exact: true });
  const card = main.getByRole("article").filter({ has: addable }).first();
  const name = (await card.getByRole("heading").textContent()) ?? "";
  await card.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expectAccessible(page);
  await main.getByRole("button", { name: texts["cart.add"], exact: true }).first().click();

  await page.getByRole("link", { name: texts["shell.cart"] }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(main.getByRole("link", { name })).toBeVisible();
  await expectAccessible(page);

  // The guest becomes a customer: registers, then signs in with the address already filled in.
  const signUp = main.getByRole("region", { name: texts["checkout.sign_in_title"] });
  await signUp.getByRole("link", { name: texts["auth.register"] }).click();
  const door = await openedDialog(page, texts["auth.register_title"]);
  await door.getByLabel(label(texts["field.name"])).fill("Анна");
  await door.getByLabel(texts["field.phone"]).fill("+7 900 000-00-01");
  await door.getByLabel(texts["field.email"]).fill(email);
  await door.getByLabel(label(texts["field.password"])).fill(PASSWORD);
  await door.getByLabel(texts["field.password_again"]).fill(PASSWORD);
  await door.getByLabel(start(texts["auth.agree"])).check();
  await expectAccessible(page);
  await door.getByRole("button", { name: texts["auth.register"], exact: true }).click();
  const login = await openedDialog(page, texts["auth.login_title"]);
  await expect(login.getByText(texts["auth.registered"])).toBeVisible();
  await expect(login.getByLabel(texts["field.email"])).toHaveValue(email);
  await login.getByLabel(label(texts["field.password"])).fill(PASSWORD);
  await login.getByRole("button", { name: texts["auth.sign_in"], exact: true }).click();
  await expect(login).toBeHidden();

  // His cart came with him; the page now asks where to.
  await expect(main.getByRole("link", { name })).toBeVisible();
  await main.getByLabel(label(texts["address.country"])).selectOption({ label: russia });
  await main.getByLabel(label(texts["address.first_name"])).fill("Anna");
  await main.getByLabel(texts["address.last_name"]).fill("Kuznetsova");
  await main.getByLabel(texts["address.postcode"]).fill("420015");
  await main.getByLabel(label(texts["address.city"])).fill("Kazan");
  await main.getByLabel(texts["address.street"]).fill("ul. Pushkina 12, 34");
  await main.getByLabel(texts["address.phone_mobile"]).fill("+7 900 000-00-01");
  await expectAccessible(page);
  await main.getByRole("button", { name: texts["address.save"] }).click();
  await expect(main.getByText("Kazan, ul. Pushkina 12, 34").first()).toBeVisible();
  await expectAccessible(page);

  const place = page.getByRole("button", { name: texts["checkout.place"] }).filter({ visible: true }).first();
  const personalData = main.getByLabel(start(texts["checkout.agree"]));
  const offer = main.getByLabel(start(texts["checkout.agree_offer"]));
  await expect(personalData).not.toBeChecked();
  await expect(offer).not.toBeChecked();
  // Neither box stands for the other.
  await personalData.check();
  await place.click();
  await expect(main.getByText(texts["field.notification.no_agree_offer"]).first()).toBeVisible();
  await expect(offer).toBeFocused();
  await offer.check();
  // Pressed twice, as impatient people do: it is one order all the same.
  await place.dblclick();
  await expect(page).toHaveURL(/\/user\/payment\//);
  await expectAccessible(page);

  // A card that the bank refuses, then one that it takes.
  await payWith(page, REFUSED_CARD, texts);
  await expect(main.getByText(texts["payment.declined_general_decline"])).toBeVisible();
  await expectAccessible(page);
  await payWith(page, GOOD_CARD, texts);
  await expect(page.getByRole("heading", { name: texts["payment.success_title"] })).toBeVisible();
  await expectAccessible(page);

  await main.getByRole("link", { name: texts["payment.open_order"] }).first().click();
  await expect(page).toHaveURL(/\/profile\/orders\/\d{9}$/);
  await expect(main.getByText(texts["order.says_paid"]).first()).toBeVisible();
  await expect(main.getByText(name).first()).toBeVisible();
  await expectAccessible(page);

  const number = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.goto(`${prefix}/profile/orders`);
  await expect(main.getByText(new RegExp(number.replaceAll(/\d{3}(?=\d)/g, "$&\\s?"))).first()).toBeVisible();
  const ways = await main.locator("a").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(new Set(ways.flatMap((way) => /\/orders\/(\d{9})/.exec(way)?.[1] ?? []))).toEqual(new Set([number]));
  await expectAccessible(page);
}
