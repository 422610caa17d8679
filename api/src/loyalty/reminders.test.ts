import { beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { type TestCustomer, createTestCustomer } from "../account/fixtures.ts";
import { grantTestPoints } from "./fixtures.ts";
import { emails, sendExpiryReminders } from "./reminders.ts";

const shop = await openTestShop();
const { db } = shop;
const DAY_MS = 24 * 60 * 60 * 1000;

let customer: TestCustomer;
beforeEach(async () => {
  customer = await createTestCustomer(db, { email: "maria@example.test" });
  await db.updateTable("customers").set({ email_verified_at: shop.clock.now() }).execute();
  await grantTestPoints(db, customer.id, 250, shop.clock.now());
});

const setConsent = (given: boolean) =>
  shop.request("PUT", "/v1/user/consents/reminders", { token: customer.token, body: { given } });
const listEmails = () => db.selectFrom("emails").select(["recipient", "template"]).execute();
const listNotificationTitles = async () =>
  (await db.selectFrom("notifications").select("title").execute()).map(({ title }) => title);
const renderEmail = () =>
  emails.points_expiring(shop.app, {
    storeName: "Leaf",
    recipient: customer.email,
    locale: "ru-RU",
    params: { customerId: customer.id },
  });

it("reminds once, two weeks before the expiry, with the amount and the date", async () => {
  await setConsent(true);
  shop.clock.advance(350 * DAY_MS);
  await sendExpiryReminders(shop.app);
  expect(await listNotificationTitles()).toEqual([]);
  shop.clock.advance(2 * DAY_MS);
  for (let times = 0; times < 2; times++) await sendExpiryReminders(shop.app);
  expect(await listNotificationTitles()).toEqual(["250 джапанчиков сгорят 20 ноября"]);
  expect(await listEmails()).toEqual([{ recipient: customer.email, template: "points_expiring" }]);
  const email = await renderEmail();
  expect(email?.subject).toBe("250 джапанчиков сгорят 20 ноября");
  expect(email?.unsubscribeUrl).toMatch(/\/user\/unsubscribe\?token=/);
});

it("reminds without email if the customer has not consented", async () => {
  shop.clock.advance(360 * DAY_MS);
  await sendExpiryReminders(shop.app);
  expect([await listNotificationTitles(), await listEmails()]).toMatchObject([[expect.stringContaining("250")], []]);
});

it("does not send a queued email if the consent was withdrawn", async () => {
  expect((await setConsent(true)).status).toBe(200);
  shop.clock.advance(360 * DAY_MS);
  await sendExpiryReminders(shop.app);
  expect(await listEmails()).toHaveLength(1);
  // The customer's session would have expired.
  shop.clock.advance(-360 * DAY_MS);
  expect((await setConsent(false)).status).toBe(200);
  shop.clock.advance(360 * DAY_MS);
  expect(await renderEmail()).toBeNull();
});

it("reminds neither of expired points nor a deleted customer", async () => {
  await setConsent(true);
  shop.clock.advance(366 * DAY_MS);
  await sendExpiryReminders(shop.app);
  shop.clock.advance(-10 * DAY_MS);
  await db.updateTable("customers").set({ deleted_at: shop.clock.now() }).where("id", "=", customer.id).execute();
  await sendExpiryReminders(shop.app);
  expect([await listNotificationTitles(), await listEmails()]).toEqual([[], []]);
});
