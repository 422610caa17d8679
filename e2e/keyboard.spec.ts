import type { Locator, Page } from "@playwright/test";
import { findFocusFault } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { getCardForm, getLabelPattern, getLocaleData, getStartPattern } from "./locators.ts";

const MAX_KEY_PRESSES = 300;

/** Presses Tab until the target has the focus; it must be visible and not covered. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < MAX_KEY_PRESSES && !(await hasFocus()); step++) await page.keyboard.press("Tab");
  await expect(target).toBeFocused();
  expect(await findFocusFault(page)).toBeNull();
}

async function pressOn(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Moves down a select until it shows this option. */
async function selectOption(page: Page, list: Locator, text: string): Promise<void> {
  await tabTo(page, list);
  const selectedOption = list.getByRole("option", { selected: true });
  await page.keyboard.press("Home");
  for (let step = 0; step < MAX_KEY_PRESSES && (await selectedOption.textContent()) !== text; step++)
    await page.keyboard.press("ArrowDown");
  await expect(selectedOption).toHaveText(text);
}

/** Also on phones, which can have keyboards. */
test("an order is placed and paid with the keyboard only", async ({ page, locale }) => {
  test.setTimeout(480_000);
  const { texts, prefix, department, russia } = getLocaleData(locale);
  const main = page.getByRole("main");
  const email = `keys-${Date.now()}@example.com`;
  const password = "seven white plums";
  await page.request.post("/v1/register", {
    data: { name: "Anna", tel: "+7 900 123-45-67", email, password, password_confirmation: password, agree: true },
  });

  await page.goto(prefix || "/");
  await pressOn(page, page.getByRole("link", { name: texts["layout.skip"] }));
  await pressOn(page, main.getByRole("link", { name: department }).first());
  await expect(page.getByRole("heading", { level: 1, name: department })).toBeVisible();

  const addToCartButton = page.getByRole("button", { name: texts["cart.add"], exact: true });
  const card = main.getByRole("article").filter({ has: addToCartButton }).first();
  await pressOn(page, card.getByRole("heading").getByRole("link"));
  await expect(page.getByRole("heading", { level: 1, name: department })).toBeHidden();
  await pressOn(page, main.getByRole("button", { name: texts["cart.add"], exact: true }).first());
  await pressOn(page, main.getByRole("link", { name: texts["cart.go"] }).first());
  await expect(page).toHaveURL(/\/cart$/);

  const signIn = main.getByRole("region", { name: texts["checkout.email_title"] });
  await typeInto(page, signIn.getByLabel(getLabelPattern(texts["field.email"])), email);
  await pressOn(page, signIn.getByRole("button", { name: texts["checkout.use_password"] }));
  await typeInto(page, signIn.getByLabel(getLabelPattern(texts["field.password"])), password);
  await page.keyboard.press("Enter");

  await selectOption(page, main.getByLabel(getLabelPattern(texts["address.country"])), russia);
  await typeInto(page, main.getByLabel(getLabelPattern(texts["address.first_name"])), "Anna");
  await typeInto(page, main.getByLabel(getLabelPattern(texts["address.last_name"])), "Kuznetsova");
  await typeInto(page, main.getByLabel(getLabelPattern(texts["address.postcode"])), "420015");
  await typeInto(page, main.getByLabel(getLabelPattern(texts["address.city"])), "Kazan");
  await typeInto(page, main.getByLabel(getLabelPattern(texts["address.street"])), "ul. Pushkina 12, 34");
  await typeInto(page, main.getByLabel(getLabelPattern(texts["address.phone_mobile"])), "+7 900 000-00-01");
  await pressOn(page, main.getByRole("button", { name: texts["address.save_and_continue"] }));
  await expect(main.getByText("Kazan, ul. Pushkina 12, 34").first()).toBeVisible();

  await pressOn(page, main.getByLabel(getStartPattern(texts["checkout.agree"])), "Space");
  await pressOn(page, main.getByLabel(getStartPattern(texts["checkout.agree_offer"])), "Space");
  await pressOn(page, page.getByRole("button", { name: texts["checkout.place"] }).filter({ visible: true }).first());
  await expect(page).toHaveURL(/\/user\/payment\//);

  const cardForm = getCardForm(page, texts);
  await typeInto(page, cardForm.getByLabel(texts["payment.number"]), "4242424242424242");
  await typeInto(page, cardForm.getByLabel(texts["payment.holder"]), "ANNA KUZNETSOVA");
  await typeInto(page, cardForm.getByLabel(texts["payment.expiry"]), "1230");
  await typeInto(page, cardForm.getByLabel("CVC"), "123");
  await pressOn(page, cardForm.getByRole("button", { name: getStartPattern(texts["payment.pay"]) }));
  await expect(page.getByRole("heading", { name: texts["payment.success_title"] })).toBeVisible();
  await pressOn(page, main.getByRole("link", { name: texts["payment.open_order"] }).first());
  await expect(main.getByText(texts["order.headline_paid"]).first()).toBeVisible();
});
