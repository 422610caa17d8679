import { expect, expectAccessible, signUp, test } from "./fixtures.ts";
import { createApiReader } from "./page-paths.ts";
import { getLabelPattern, getLocaleData, firstVisible } from "./locators.ts";

type Listing = {
  items: ReadonlyArray<{ id: number; has_options: boolean; available_for_order: boolean; link_rewrite: string }>;
};

test("a customer applies a promo code, chooses a gift, sees both in the summary, and removes the code", async ({
  page,
  context,
  locale,
}) => {
  const { texts, prefix } = getLocaleData(locale);
  await signUp(page, context);
  const token = (await context.cookies()).find(({ name }) => name === "token")?.value ?? "";
  const expensiveProducts = await createApiReader(
    page.request,
    locale,
  )<Listing>("/v1/products?sort=price_desc&in_stock=1&per_page=24");
  await page.request.post("/v1/user/cart", {
    headers: { authorization: `Bearer ${token}` },
    data: [{ product_id: expensiveProducts.items.find((card) => !card.has_options)?.id, qty: 1 }],
  });

  await page.goto(`${prefix}/cart`);
  const summary = page.getByRole("complementary", { name: texts["checkout.summary"] });
  const field = summary.getByLabel(texts["checkout.code"]);
  const total = summary.getByRole("definition").last();
  const totalBefore = (await total.textContent()) ?? "";
  await field.fill("no-such-code");
  await summary.getByRole("button", { name: texts["checkout.code_enter"] }).click();
  await expect(field).toHaveAccessibleDescription(/Промокод не найден|no such promo code/);
  await expect(field).toBeFocused();
  await expectAccessible(page);

  await field.fill(" welcome7 ");
  await field.press("Enter");
  await expect(summary.getByText("WELCOME7")).toBeVisible();
  await expect(summary.getByText(texts["checkout.sum_promo"], { exact: true })).toBeVisible();
  await expect(field).toHaveValue("");
  await expect(total).not.toHaveText(totalBefore);

  const gifts = page.getByRole("region", { name: texts["checkout.gifts"] });
  await gifts.getByRole("radio").first().focus();
  await page.keyboard.press("Space");
  await expect(summary.getByText(/^(Подарок|Free gift)$/)).toBeVisible();
  await page.reload();
  await expect(gifts.getByRole("radio").first()).toBeChecked();
  await expectAccessible(page);

  await summary.getByRole("button", { name: /WELCOME7/ }).click();
  await expect(summary.getByText("WELCOME7")).toBeHidden();
  await expect(total).toHaveText(totalBefore);
  await expect(field).toBeFocused();
});

test.describe("with expected error responses", () => {
  test.use({ allowedConsoleErrors: [/status of 4(01|22)/] });

  test("a guest applies a promo code and chooses a gift; both are kept at sign-in", async ({
    page,
    context,
    locale,
  }) => {
    const { texts, prefix } = getLocaleData(locale);
    const expensiveProducts = await createApiReader(
      page.request,
      locale,
    )<Listing>("/v1/products?sort=price_desc&in_stock=1&per_page=24");
    const card = expensiveProducts.items.find((item) => !item.has_options && item.available_for_order);
    await page.goto(`${prefix}/${card?.link_rewrite}`);
    await firstVisible(page.getByRole("button", { name: texts["cart.add"], exact: true })).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("cart"))).toContain('"entities":{"');

    await page.goto(`${prefix}/cart`);
    const summary = page.getByRole("complementary", { name: texts["checkout.summary"] });
    const field = summary.getByLabel(texts["checkout.code"]);
    const total = summary.getByRole("definition").last();
    const totalBefore = (await total.textContent()) ?? "";
    await field.fill("no-such-code");
    await field.press("Enter");
    await expect(field).toHaveAccessibleDescription(/Промокод не найден|no such promo code/);
    await expect(field).toBeFocused();
    await field.fill("welcome7");
    await field.press("Enter");
    await expect(summary.getByText("WELCOME7")).toBeVisible();
    await expect(total).not.toHaveText(totalBefore);
    const discountedTotal = (await total.textContent()) ?? "";
    const gift = page.getByRole("region", { name: texts["checkout.gifts"] }).getByRole("radio").first();
    await gift.focus();
    await page.keyboard.press("Space");
    await expect(gift).toBeChecked();
    await expect(summary.getByText(/^(Подарок|Free gift)$/)).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(gift).toBeChecked();
    await expect(total).toHaveText(discountedTotal);

    const email = `codes-${locale}-${Date.now()}@example.com`;
    const password = "seven white plums";
    await page.request.post("/v1/register", {
      data: { name: "Анна", tel: "+7 900 123-45-67", email, password, password_confirmation: password, agree: true },
    });
    const signInForm = page.getByRole("region", { name: texts["checkout.email_title"] });
    await signInForm.getByLabel(getLabelPattern(texts["field.email"])).fill(email);
    await signInForm.getByRole("button", { name: texts["checkout.use_password"] }).click();
    await signInForm.getByLabel(getLabelPattern(texts["field.password"])).fill(password);
    await signInForm.getByRole("button", { name: texts["auth.sign_in"], exact: true }).click();
    await expect(summary.getByRole("button", { name: texts["checkout.place"] })).toBeVisible();
    await expect(summary.getByText("WELCOME7")).toBeVisible();
    await expect(gift).toBeChecked();
    expect(await page.evaluate(() => localStorage.getItem("cart"))).toContain('"promo":null');
    expect((await context.cookies()).some(({ name }) => name === "token")).toBe(true);
  });
});
