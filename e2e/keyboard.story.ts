import type { Locator, Page } from "@playwright/test";
import { focusFault } from "./access.ts";
import { expect, test } from "./fixtures.ts";
import { label, placeOf } from "./places.ts";

const start = (text: string) => new RegExp(`^${text.split(/[<{]/)[0]?.trim()}`);
const MOST_STEPS = 300;

/** Presses Tab until the target has the focus: it must be seen there, and nothing may lie over it. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < MOST_STEPS && !(await hasFocus()); step++) await page.keyboard.press("Tab");
  await expect(target).toBeFocused();
  expect(await focusFault(page)).toBeNull();
}

async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await reach(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target);
  await page.keyboard.type(text);
}

/** Goes down a list until it shows this. */
async function choose(page: Page, list: Locator, text: string): Promise<void> {
  await reach(page, list);
  const shown = list.locator("option:checked");
  await page.keyboard.press("Home");
  for (let step = 0; step < MOST_STEPS && (await shown.textContent()) !== text; step++)
    await page.keyboard.press("ArrowDown");
  await expect(shown).toHaveText(text);
}

/** Also on a phone: keyboards are bought for them too. */
test("an order is made and paid by keyboard alone", async ({ page, locale }) => {
  test.setTimeout(480_000);
  const { texts, prefix, department, russia } = placeOf(locale);
  const main = page.getByRole("main");
  const email = `keys-${Date.now()}@example.com`;
  const password = "seven white plums";
  await page.request.post("/v1/register", {
    data: { name: "Anna", tel: "+7 900 123-45-67", email, password, password_confirmation: password, agree: true },
  });

  await page.goto(prefix || "/");
  await press(page, page.getByRole("link", { name: texts["shell.skip"] }));
  await press(page, main.getByRole("link", { name: department }).first());
  await expect(page.getByRole("heading", { level: 1, name: department })).toBeVisible();

  const addable = page.getByRole("button", { name: texts["cart.add"], exact: true });
  const card = main.getByRole("article").filter({ has: addable }).first();
  const name = (await card.getByRole("heading").textContent()) ?? "";
  await press(page, card.getByRole("link", { name }));
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await press(page, main.getByRole("button", { name: texts["cart.add"], exact: true }).first());
  await press(page, main.getByRole("link", { name: texts["cart.go"] }).first());
  await expect(page).toHaveURL(/\/cart$/);

  const signIn = main.getByRole("region", { name: texts["checkout.sign_in_title"] });
  await type(page, signIn.getByLabel(label(texts["field.email"])), email);
  await type(page, signIn.getByLabel(label(texts["field.password"])), password);
  await page.keyboard.press("Enter");

  await choose(page, main.getByLabel(label(texts["address.country"])), russia);
  await type(page, main.getByLabel(label(texts["address.first_name"])), "Anna");
  await type(page, main.getByLabel(label(texts["address.last_name"])), "Kuznetsova");
  await type(page, main.getByLabel(label(texts["address.postcode"])), "420015");
  await type(page, main.getByLabel(label(texts["address.city"])), "Kazan");
  await type(page, main.getByLabel(label(texts["address.street"])), "ul. Pushkina 12, 34");
  await type(page, main.getByLabel(label(texts["address.phone_mobile"])), "+7 900 000-00-01");
  await press(page, main.getByRole("button", { name: texts["address.save"] }));
  await expect(main.getByText("Kazan, ul. Pushkina 12, 34").first()).toBeVisible();

  await press(page, main.getByLabel(start(texts["checkout.agree"])), "Space");
  await press(page, main.getByLabel(start(texts["checkout.agree_offer"])), "Space");
  await press(page, page.getByRole("button", { name: texts["checkout.place"] }).filter({ visible: true }).first());
  await expect(page).toHaveURL(/\/user\/payment\//);

  const cardForm = main.locator("form").filter({ hasText: texts["payment.number"] });
  await type(page, cardForm.getByLabel(texts["payment.number"]), "4242424242424242");
  await type(page, cardForm.getByLabel(texts["payment.holder"]), "ANNA KUZNETSOVA");
  await type(page, cardForm.getByLabel(texts["payment.expiry"]), "1230");
  await type(page, cardForm.getByLabel("CVC"), "123");
  await press(page, cardForm.getByRole("button", { name: start(texts["payment.pay"]) }));
  await expect(page.getByRole("heading", { name: texts["payment.success_title"] })).toBeVisible();
  await press(page, main.getByRole("link", { name: texts["payment.open_order"] }).first());
  await expect(main.getByText(texts["order.says_paid"]).first()).toBeVisible();
});
