import { beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { createAnotherShopper, createShopper, type Shopper } from "../fixtures.ts";
import { emails, sendCartReminders } from "./jobs.ts";

const shop = await openTestShop();
const HOUR_MS = 3_600_000;
let shopper: Shopper;
let productId: number;

const addToCart = ({ token }: Shopper, qty = 1) =>
  shop.request("POST", "/v1/user/cart", { token, body: [{ product_id: productId, qty }] });
/** Consents to reminders, with a confirmed address. */
async function giveConsent({ id }: Shopper): Promise<void> {
  await shop.db.updateTable("customers").set({ email_verified_at: new Date() }).where("id", "=", id).execute();
  await shop.db
    .insertInto("consents")
    .values({ customer_id: id, purpose: "reminders", version: "1", ip: "192.0.2.1", source_form: "profile" })
    .execute();
}
const listEmails = () => shop.db.selectFrom("emails").select(["template", "params", "locale"]).execute();
async function renderEmail() {
  const customers = shop.db.selectFrom("customers").select("email").where("id", "=", shopper.id);
  return emails["abandoned_cart"]?.(shop.app, {
    storeName: "Leaf",
    recipient: (await customers.executeTakeFirstOrThrow()).email,
    locale: "ru-RU",
    params: { customerId: shopper.id },
  });
}

beforeEach(async () => {
  shopper = await createShopper(shop.db);
  productId = (await createProduct(shop.db, { priceMinor: 1290_00 })).id;
  await addToCart(shopper);
});

it("sends a notification and an email one day after the last change, once, with an unsubscribe link", async () => {
  await giveConsent(shopper);
  shop.clock.advance(24 * HOUR_MS - 1);
  expect(await sendCartReminders(shop.app)).toBe(0);
  shop.clock.advance(1);
  const counts = await Promise.all(Array.from({ length: 5 }, () => sendCartReminders(shop.app)));
  expect(counts.reduce((sum, count) => sum + count)).toBe(1);
  shop.clock.advance(24 * HOUR_MS);
  expect(await sendCartReminders(shop.app)).toBe(0);
  expect(await listEmails()).toEqual([
    { template: "abandoned_cart", locale: "ru-RU", params: { customerId: shopper.id } },
  ]);
  const notifications = await shop.db.selectFrom("notifications").select(["kind", "actions"]).execute();
  expect(notifications).toMatchObject([{ kind: "abandoned_cart", actions: [{ href: "/cart" }] }]);
  const email = await renderEmail();
  expect(email?.text).toContain("(1 × 1\u00a0290\u00a0₽): 1\u00a0290\u00a0₽");
  expect(email?.unsubscribeUrl).toContain("/user/unsubscribe?token=");
});

it("skips customers who gave no consent or withdrew it", async () => {
  const other = await createAnotherShopper(shop.db);
  await addToCart(other);
  await giveConsent(other);
  await shop.db.updateTable("consents").set({ withdrawn_at: shop.clock.now() }).execute();
  shop.clock.advance(24 * HOUR_MS);
  expect(await sendCartReminders(shop.app)).toBe(0);
});

it("skips customers who have ordered since, and carts that are empty or too old", async () => {
  await giveConsent(shopper);
  const response = await shop.request("POST", "/v1/user/orders", {
    token: shopper.token,
    key: "ordered-since",
    body: { agree: true, expected_total: 1789 },
  });
  expect(response.status).toBe(201);
  shop.clock.advance(24 * HOUR_MS);
  expect(await sendCartReminders(shop.app)).toBe(0);

  const lateShopper = await createAnotherShopper(shop.db);
  await giveConsent(lateShopper);
  await addToCart(lateShopper);
  shop.clock.advance(8 * 24 * HOUR_MS);
  expect(await sendCartReminders(shop.app)).toBe(0);
});

it("reminds of the next cart as well, after the first one was emptied", async () => {
  await giveConsent(shopper);
  shop.clock.advance(24 * HOUR_MS - 60_000);
  await addToCart(shopper, 2);
  shop.clock.advance(24 * HOUR_MS);
  expect(await sendCartReminders(shop.app)).toBe(1);
  const session = { token: shopper.token };
  // Sessions expire after a day without use, so this is a new visit.
  await shop.db
    .updateTable("sessions")
    .set({ last_seen_at: shop.clock.now(), expires_at: new Date("2027-01-01") })
    .execute();
  await shop.request("POST", "/v1/user/cart", { ...session, body: [{ product_id: productId, qty: 0 }] });
  await addToCart(shopper);
  shop.clock.advance(24 * HOUR_MS);
  expect(await sendCartReminders(shop.app)).toBe(1);
});

it("sends no email if nothing is left in the cart or the consent was withdrawn", async () => {
  expect(await renderEmail()).toBeNull();
  await giveConsent(shopper);
  expect((await renderEmail())?.subject).toBeTruthy();
  await shop.db.deleteFrom("cart_lines").execute();
  expect(await renderEmail()).toBeNull();
});
