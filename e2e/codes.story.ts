import { expect, expectAccessible, signUp, test } from "./fixtures.ts";
import { readerOf } from "./pages.ts";
import { label, placeOf, seen } from "./places.ts";

type Listing = {
  items: ReadonlyArray<{ id: number; has_options: boolean; available_for_order: boolean; link_rewrite: string }>;
};

test("a shopper enters a code, chooses a present, sees both in the sum, and takes the code back", async ({
  page,
  context,
  locale,
}) => {
  const { texts, prefix } = placeOf(locale);
  await signUp(page, context);
  const token = (await context.cookies()).find(({ name }) => name === "token")?.value ?? "";
  const dear = await readerOf(page.request, locale)<Listing>("/v1/products?sort=price_desc&in_stock=1&per_page=24");
  await page.request.post("/v1/user/cart", {
    headers: { authorization: `Bearer ${token}` },
    data: [{ product_id: dear.items.find((card) => !card.has_options)?.id, qty: 1 }],
  });

  await page.goto(`${prefix}/cart`);
  const summary = page.getByRole("complementary", { name: texts["checkout.summary"] });
  const field = summary.getByLabel(texts["checkout.code"]);
  const total = summary.locator("dl .price");
  const before = (await total.textContent()) ?? "";
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
  await expect(total).not.toHaveText(before);

  const presents = page.getByRole("region", { name: texts["checkout.presents"] });
  await presents.getByRole("radio").first().focus();
  await page.keyboard.press("Space");
  await expect(summary.getByText(/^(Подарок|Present)$/)).toBeVisible();
  await page.reload();
  await expect(presents.getByRole("radio").first()).toBeChecked();
  await expectAccessible(page);

  await summary.getByRole("button", { name: /WELCOME7/ }).click();
  await expect(summary.getByText("WELCOME7")).toBeHidden();
  await expect(total).toHaveText(before);
  await expect(field).toBeFocused();
});

test.describe("where it expects a refusal", () => {
  test.use({ expectedComplaints: [/status of 4(01|22)/] });

  test("a guest enters a code and chooses a present; both come along when he signs in", async ({
    page,
    context,
    locale,
  }) => {
    const { texts, prefix } = placeOf(locale);
    const dear = await readerOf(page.request, locale)<Listing>("/v1/products?sort=price_desc&in_stock=1&per_page=24");
    const card = dear.items.find((one) => !one.has_options && one.available_for_order);
    await page.goto(`${prefix}/${card?.link_rewrite}`);
    await seen(page.getByRole("button", { name: texts["cart.add"], exact: true })).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("cart"))).toContain('"entities":{"');

    await page.goto(`${prefix}/cart`);
    const summary = page.getByRole("complementary", { name: texts["checkout.summary"] });
    const field = summary.getByLabel(texts["checkout.code"]);
    const total = summary.locator("dl .price");
    const before = (await total.textContent()) ?? "";
    await field.fill("no-such-code");
    await field.press("Enter");
    await expect(field).toHaveAccessibleDescription(/Промокод не найден|no such promo code/);
    await expect(field).toBeFocused();
    await field.fill("welcome7");
    await field.press("Enter");
    await expect(summary.getByText("WELCOME7")).toBeVisible();
    await expect(total).not.toHaveText(before);
    const discounted = (await total.textContent()) ?? "";
    const present = page.getByRole("region", { name: texts["checkout.presents"] }).getByRole("radio").first();
    await present.focus();
    await page.keyboard.press("Space");
    await expect(present).toBeChecked();
    await expect(summary.getByText(/^(Подарок|Present)$/)).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(present).toBeChecked();
    await expect(total).toHaveText(discounted);

    const email = `codes-${locale}-${Date.now()}@example.com`;
    const password = "seven white plums";
    await page.request.post("/v1/register", {
      data: { name: "Анна", tel: "+7 900 123-45-67", email, password, password_confirmation: password, agree: true },
    });
    const door = page.locator("#signin");
    await door.getByLabel(label(texts["field.email"])).fill(email);
    await door.getByLabel(label(texts["field.password"])).fill(password);
    await door.getByRole("button", { name: texts["auth.sign_in"], exact: true }).click();
    await expect(summary.getByRole("button", { name: texts["checkout.place"] })).toBeVisible();
    await expect(summary.getByText("WELCOME7")).toBeVisible();
    await expect(present).toBeChecked();
    expect(await page.evaluate(() => localStorage.getItem("cart"))).toContain('"promo":null');
    expect((await context.cookies()).some(({ name }) => name === "token")).toBe(true);
  });
});
