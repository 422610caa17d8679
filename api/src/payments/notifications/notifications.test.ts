import { describe, expect, it } from "vitest";
import { declinedCard, openPaymentTestShop } from "../../../test/payment-shop.ts";
import { createReadyCart } from "../../cart/fixtures.ts";
import { placeOrder } from "../../checkout/fixtures.ts";
import { emails } from "./emails.ts";
import { failureNotificationJob } from "./failure-notification-job.ts";

const shop = await openPaymentTestShop();

async function createDeclinedOrder(locale: "ru-RU" | "en-US" = "ru-RU", currency = "RUB") {
  const { shopper } = await createReadyCart(shop.db);
  const order = await placeOrder(shop, shopper, { locale, currency });
  await shop.confirmPayment(order.paymentId, await shop.createCardToken(declinedCard));
  await shop.settlePayments();
  return order;
}
const runNotificationJob = (paymentId: string) => failureNotificationJob.work(shop.app, { paymentId });
const listFailureNotifications = async () =>
  shop.db.selectFrom("notifications").select(["title", "actions"]).where("kind", "=", "payment_failed").execute();
const listFailureMails = async () =>
  shop.db.selectFrom("emails").select(["locale", "params"]).where("template", "=", "payment_failed").execute();

describe("a declined payment", () => {
  it.each([
    ["ru-RU", "RUB", "не прошла", ""],
    ["en-US", "USD", "did not go through", "/en-US"],
  ] as const)(
    "notifies once in the order's language (%s) although a webhook triggered it",
    async (locale, currency, expectedText, prefix) => {
      const { paymentId } = await createDeclinedOrder(locale, currency);
      for (let run = 0; run < 3; run++) await runNotificationJob(paymentId);
      expect(await listFailureNotifications()).toEqual([
        {
          title: expect.stringContaining(expectedText),
          actions: [{ name: expect.any(String), href: `${prefix}/user/payment/${paymentId}` }],
        },
      ]);
      const [mail, ...more] = await listFailureMails();
      expect([mail?.locale, more]).toEqual([locale, []]);
      const email = await emails.payment_failed(shop.app, {
        storeName: "Leaf",
        recipient: "anybody@example.test",
        locale,
        params: mail?.params as Record<string, unknown>,
      });
      expect(email?.subject).toContain(expectedText);
      expect(email?.text).toContain(`http://shop.test${prefix}/user/payment/${paymentId}`);
      expect(email?.text).toContain(currency === "RUB" ? "₽" : "$");
    },
  );

  it("does not notify if another card has paid in the meantime or the deadline has passed", async () => {
    const paid = await createDeclinedOrder();
    await shop.confirmPayment(paid.paymentId, await shop.createCardToken());
    await shop.settlePayments();
    await runNotificationJob(paid.paymentId);
    const expired = await createDeclinedOrder();
    shop.clock.advance(60 * 60_000);
    await runNotificationJob(expired.paymentId);
    expect(await listFailureNotifications()).toEqual([]);
  });

  it("gives the shopper ten minutes before notifying", async () => {
    const countBefore = await countScheduledJobs();
    await createDeclinedOrder();
    expect((await countScheduledJobs()) - countBefore).toBe(1);
    expect(await listFailureNotifications()).toEqual([]);
  });
});

/** Returns the number of scheduled jobs of this kind. */
async function countScheduledJobs(): Promise<number> {
  const { rows } = await shop.pool.query(
    "select 1 from pgboss.job where name = 'payments.notify_failed' and start_after > $1",
    [new Date(shop.clock.now().getTime() + 9 * 60_000)],
  );
  return rows.length;
}
