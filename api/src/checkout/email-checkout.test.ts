import { beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { emails } from "../account/email-templates.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { addToCart } from "../cart/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createDeliverySetup } from "../delivery/fixtures.ts";
import { emails as orderEmails } from "../orders/emails/emails.ts";
import { eraseAbandonedCheckouts } from "../privacy/jobs.ts";

const shop = await openTestShop();
const EMAIL = "maria@example.test";
const address = {
  ...{ first_name: "Maria", last_name: "Petrova", country: "RU", postcode: "420015" },
  ...{ city: "Kazan", address: "ul. Pushkina 1", phone_mobile: "+7 900 123-45-67" },
};
let productId: number;
let serial = 0;

beforeEach(async () => {
  await createDeliverySetup(shop.db);
  productId = (await createProduct(shop.db)).id;
});

/** Begins a checkout with an email, up to the order. */
async function beginCheckout(email = EMAIL) {
  const { session } = (await shop.request("POST", "/v1/login/email", { body: { email } })).body.data;
  const { id, token } = session ?? { id: 0, token: "" };
  await addToCart(shop.db, id, { productId });
  await shop.request("POST", "/v1/user/addresses", { token, body: address });
  return { id, token };
}

async function placeOrder(token: string) {
  const cart = await shop.request("GET", "/v1/user/cart", { token });
  const expected_total = cart.body.data.price_v2.total_price;
  const body = { agree: true, agree_offer: true, expected_total };
  return shop.request("POST", "/v1/user/orders", { token, key: `email-checkout-${++serial}`, body });
}

async function signInWithCode(email = EMAIL, token?: string) {
  const requested = await shop.request("POST", "/v1/login/code", { body: { email } });
  const { params } = await shop.db
    .selectFrom("emails")
    .select("params")
    .where("template", "=", "login_code")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const message = {
    storeName: "Leaf",
    recipient: email,
    locale: "ru-RU",
    params: params as Record<string, unknown>,
  } as const;
  const code = /\d{6}/.exec((await emails.login_code(shop.app, message))?.text ?? "")?.[0];
  const body = { code_token: requested.body.data.code_token, code };
  return (await shop.request("POST", "/v1/login/code/verify", { body, ...(token ? { token } : {}) })).body.data;
}

it("creates the account with the order, which nobody but the owner of the email sees", async () => {
  const { id, token } = await beginCheckout();
  const placed = await placeOrder(token);
  expect(placed.status).toBe(201);
  const { order, payment } = placed.body.data;
  expect(payment.url).toBe(`/jpcart/payment/${payment.id}`);
  expect((await shop.request("GET", `/v1/payments/${payment.id}`)).body.data.order_id).toBe(order.id);
  for (const path of [`/v1/user/orders/${order.id}`, "/v1/user", "/v1/user/addresses"] as const)
    expect((await shop.request("GET", path, { token })).status).toBe(401);
  expect((await shop.request("POST", "/v1/login/email", { body: { email: EMAIL } })).body.data.step).toBe("code");
  const owner = await signInWithCode();
  expect(owner).toMatchObject({ id, email: EMAIL, name: "Maria", surname: "Petrova", email_verified: true });
  expect((await shop.request("GET", `/v1/user/orders/${order.id}`, { token: owner.token })).status).toBe(200);
});

it("records the consents with the email and sends the order email to it", async () => {
  const { token } = await beginCheckout();
  await placeOrder(token);
  const consents = await shop.db.selectFrom("consents").select(["email", "purpose"]).orderBy("purpose").execute();
  expect(consents).toEqual([
    { email: EMAIL, purpose: "offer" },
    { email: EMAIL, purpose: "personal_data" },
  ]);
  const recipients = await shop.db.selectFrom("emails").select("recipient").distinct().execute();
  expect(recipients).toEqual([{ recipient: EMAIL }]);
});

/** Renders the email about a paid order as it is sent to an address. @returns the token of its password link */
async function findPasswordToken(orderId: number, recipient = EMAIL): Promise<string | undefined> {
  const message = { storeName: "Leaf", recipient, locale: "ru-RU", params: { orderId } } as const;
  const email = await orderEmails["order_paid"]?.(shop.app, message);
  return /change-password\?token=([\w-]+)/.exec(email?.text ?? "")?.[1];
}

it("offers a first password in the email of the first order, whose link proves the email and works once", async () => {
  const { token } = await beginCheckout();
  const { id } = (await placeOrder(token)).body.data.order;
  const linkToken = await findPasswordToken(id);
  const form = { token: linkToken, password: "white plum blossom", password_confirmation: "white plum blossom" };
  shop.clock.advance(6 * 24 * 60 * 60 * 1000);
  expect((await shop.request("POST", "/v1/reset-password", { body: form })).status).toBe(200);
  expect((await shop.request("POST", "/v1/reset-password", { body: form })).body.code).toBe("reset_link_used");
  const signedIn = await shop.request("POST", "/v1/login", { body: { email: EMAIL, password: form.password } });
  const orders = await shop.request("GET", "/v1/user/orders", { token: signedIn.body.data.token });
  expect(orders.body.data.items).toMatchObject([{ id }]);
  // There is a password now.
  expect(await findPasswordToken(id)).toBeUndefined();
});

it("offers no password to another address, and none in the email of a later order", async () => {
  const { id, token } = await beginCheckout();
  const first = (await placeOrder(token)).body.data.order;
  expect(await findPasswordToken(first.id, "other@example.test")).toBeUndefined();
  await createTestCustomer(shop.db, { email: "other@example.test" });
  expect(await findPasswordToken(first.id, "other@example.test")).toBeUndefined();
  shop.clock.advance(1000);
  const { token: ownToken } = await signInWithCode();
  await addToCart(shop.db, id, { productId });
  const second = (await placeOrder(ownToken)).body.data.order;
  expect(await findPasswordToken(second.id)).toBeUndefined();
  expect(await findPasswordToken(first.id)).toBeDefined();
});

it("refuses guessed password links and payment links", async () => {
  const { token } = await beginCheckout();
  const { order, payment } = (await placeOrder(token)).body.data;
  const guess = { token: "A".repeat(43), password: "white plum blossom", password_confirmation: "white plum blossom" };
  for (let attempt = 0; attempt < 3; attempt++)
    expect((await shop.request("POST", "/v1/reset-password", { body: guess })).body.code).toBe("reset_link_used");
  const guessed = `${payment.id.slice(0, -1)}${payment.id.endsWith("0") ? "1" : "0"}`;
  expect((await shop.request("GET", `/v1/payments/${guessed}`)).status).toBe(404);
  // The link of the payment opens neither the order nor the account.
  const seen = await shop.request("GET", `/v1/payments/${payment.id}`);
  expect(JSON.stringify(seen.body)).not.toMatch(/Petrova|maria@|Pushkina|900 123/);
  expect((await shop.request("GET", `/v1/user/orders/${order.id}`, { token })).status).toBe(401);
});

it("keeps a customer signed in who has proved the email before the order", async () => {
  const { id, token } = await beginCheckout();
  const proved = await signInWithCode(EMAIL, token);
  expect(proved.id).toBe(id);
  const { payment, order } = (await placeOrder(proved.token)).body.data;
  expect(payment.url).toBe(`/user/payment/${payment.id}`);
  expect((await shop.request("GET", `/v1/user/orders/${order.id}`, { token: proved.token })).status).toBe(200);
  expect((await shop.request("GET", "/v1/user", { token })).status).toBe(200);
});

it("refuses the order if the email has got an account since, and leaves cart and stock as they are", async () => {
  const { token } = await beginCheckout();
  await createTestCustomer(shop.db, { email: EMAIL });
  const refused = await placeOrder(token);
  expect([refused.status, refused.body.code]).toEqual([409, "email_has_account"]);
  expect((await shop.request("GET", "/v1/user/cart", { token })).body.data.products_count).toBe(1);
  expect(await shop.db.selectFrom("orders").select("id").execute()).toEqual([]);
});

it("creates one account for two checkouts with one email that order at the same moment", async () => {
  const checkouts = [await beginCheckout(), await beginCheckout()];
  const responses = await Promise.all(checkouts.map(({ token }) => placeOrder(token)));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(shop.errors).toEqual([]);
});

it("erases a checkout that ended without an order once its session has ended, and no other one", async () => {
  const abandoned = await beginCheckout();
  const ordered = await beginCheckout("ordered@example.test");
  await placeOrder(ordered.token);
  await eraseAbandonedCheckouts(shop.app);
  expect((await shop.request("GET", "/v1/user", { token: abandoned.token })).status).toBe(200);
  shop.clock.advance(25 * 60 * 60 * 1000);
  await eraseAbandonedCheckouts(shop.app);
  const rows = await shop.db
    .selectFrom("customers")
    .select(["id", "checkout_email", "deleted_at"])
    .orderBy("id")
    .execute();
  expect(rows).toEqual([
    { id: abandoned.id, checkout_email: null, deleted_at: shop.clock.now() },
    { id: ordered.id, checkout_email: null, deleted_at: null },
  ]);
  expect(await shop.db.selectFrom("cart_lines").select("qty").execute()).toEqual([]);
  expect(await shop.db.selectFrom("addresses").select("customer_id").execute()).toEqual([{ customer_id: ordered.id }]);
});
