import { beforeEach, describe, expect, it } from "vitest";
import { declinedCard, openPayingShop } from "../../test/paying-shop.ts";
import { aReadyCart } from "../cart/fixtures.ts";
import { anOrderOf } from "../checkout/fixtures.ts";
import { letters, tellFailedJob } from "./tell.ts";

const shop = await openPayingShop();

beforeEach(() => {
  shop.line.toGateway = (request, pass) => pass(request);
  shop.line.delivers = true;
  shop.line.sent.length = 0;
});

async function aDeclinedOrder(locale: "ru-RU" | "en-US" = "ru-RU", currency = "RUB") {
  const { shopper } = await aReadyCart(shop.db);
  const order = await anOrderOf(shop, shopper, { locale, currency });
  await shop.confirm(order.paymentId, await shop.tokenFor(declinedCard));
  await shop.settle();
  return order;
}
const tellFailed = (paymentId: string) => tellFailedJob.work(shop.house, { paymentId });
const failedBells = async () =>
  shop.db.selectFrom("notifications").select(["title", "actions"]).where("kind", "=", "payment_failed").execute();
const failedMails = async () =>
  shop.db.selectFrom("mails").select(["locale", "params"]).where("template", "=", "payment_failed").execute();

describe("a declined payment", () => {
  it.each([
    ["ru-RU", "RUB", "не прошла", ""],
    ["en-US", "USD", "did not go through", "/en-US"],
  ] as const)(
    "is told once in the order's language (%s), though a webhook set it off",
    async (locale, currency, says, prefix) => {
      const { paymentId } = await aDeclinedOrder(locale, currency);
      for (let time = 0; time < 3; time++) await tellFailed(paymentId);
      expect(await failedBells()).toEqual([
        {
          title: expect.stringContaining(says),
          actions: [{ name: expect.any(String), href: `${prefix}/user/payment/${paymentId}` }],
        },
      ]);
      const [mail, ...more] = await failedMails();
      expect([mail?.locale, more]).toEqual([locale, []]);
      const letter = await letters.payment_failed(shop.house, {
        shop: "Leaf",
        recipient: "anybody@example.test",
        locale,
        params: mail?.params as Record<string, unknown>,
      });
      expect(letter?.subject).toContain(says);
      expect(letter?.text).toContain(`http://shop.test${prefix}/user/payment/${paymentId}`);
      expect(letter?.text).toContain(currency === "RUB" ? "₽" : "$");
    },
  );

  it("is not told when another card has paid meanwhile, nor once its time is over", async () => {
    const paid = await aDeclinedOrder();
    await shop.confirm(paid.paymentId, await shop.tokenFor());
    await shop.settle();
    await tellFailed(paid.paymentId);
    const late = await aDeclinedOrder();
    shop.clock.advance(60 * 60_000);
    await tellFailed(late.paymentId);
    expect(await failedBells()).toEqual([]);
  });

  it("is left to the shopper for ten minutes first", async () => {
    const before = await waiting();
    await aDeclinedOrder();
    expect((await waiting()) - before).toBe(1);
    expect(await failedBells()).toEqual([]);
  });
});

/** Jobs of this kind that wait for their time. */
async function waiting(): Promise<number> {
  const { rows } = await shop.pool.query(
    "select 1 from pgboss.job where name = 'payments.tell_failed' and start_after > $1",
    [new Date(shop.clock.now().getTime() + 9 * 60_000)],
  );
  return rows.length;
}
