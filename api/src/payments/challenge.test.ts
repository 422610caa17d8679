import { beforeEach, describe, expect, it } from "vitest";
import { goodCard, openPayingShop } from "../../test/paying-shop.ts";
import { paymentsAtRest } from "./background.ts";
import { anUnpaidOrder, standing } from "./fixtures.ts";
import { expirePayments, reconcileAttempts } from "./jobs.ts";

const shop = await openPayingShop();
const challengedCard = { ...goodCard, number: "4000 0000 0000 3220" };
const MINUTE = 60_000;

beforeEach(() => {
  shop.line.toGateway = (request, pass) => pass(request);
  shop.line.delivers = true;
  shop.line.sent.length = 0;
});

const show = async (paymentId: string) => (await shop.ask("GET", `/v1/payments/${paymentId}`)).body.data;

/** A payment whose card the bank wants confirmed. */
async function aChallenge() {
  const order = await anUnpaidOrder(shop.db);
  const { body } = await shop.confirm(order.paymentId, await shop.tokenFor(challengedCard));
  return { ...order, url: body.data.action.url ?? "" };
}

describe("3-D Secure", () => {
  it("leads to the bank's page, the same in every tab and after a reload", async () => {
    const { paymentId, url } = await aChallenge();
    expect(url).toMatch(/^http:\/\/shop\.test\/sandbox-gateway\/challenge\/[0-9a-f-]{36}$/);
    for (let look = 0; look < 2; look++)
      expect(await show(paymentId)).toMatchObject({
        status: "awaiting",
        in_progress: true,
        action: { type: "redirect", url },
      });
    const second = await shop.confirm(paymentId, await shop.tokenFor());
    expect([second.status, second.body.code]).toEqual([409, "payment_in_progress"]);
  });

  it.each([
    ["confirm", { order: "paid", payments: ["success"], attempts: ["succeeded"] }],
    ["refuse", { order: "awaiting_payment", payments: ["error"], attempts: ["failed: 3d_secure_failed"] }],
  ])("answered with %s, in a window that is then closed: the webhook decides", async (answer, end) => {
    const { orderId, paymentId, url } = await aChallenge();
    expect((await shop.answerChallenge(url, answer)).headers.get("location")).toBe(
      `http://shop.test/jpcart/payment/${paymentId}?returned=1`,
    );
    await shop.settle();
    expect(await standing(shop.db, orderId)).toMatchObject(end);
  });

  it("refused may be followed by another card", async () => {
    const { orderId, paymentId, url } = await aChallenge();
    await shop.answerChallenge(url, "refuse");
    await shop.settle();
    expect(await show(paymentId)).toMatchObject({
      status: "error",
      decline_reason: "3d_secure_failed",
      action: { type: "card_form" },
    });
    await shop.confirm(paymentId, await shop.tokenFor());
    await shop.settle();
    expect((await standing(shop.db, orderId)).order).toBe("paid");
  });

  it("never answered ends after ten minutes, also when the webhook is lost", async () => {
    const { orderId, paymentId } = await aChallenge();
    shop.line.delivers = false;
    shop.clock.advance(10 * MINUTE);
    await shop.settle();
    await reconcileAttempts(shop.house);
    expect(await show(paymentId)).toMatchObject({ status: "error", decline_reason: "expired_on_confirmation" });
    expect((await standing(shop.db, orderId)).order).toBe("awaiting_payment");
  });

  it("does not keep an order whose time is over: it is called off at the bank, and then here", async () => {
    const { orderId, url } = await aChallenge();
    shop.clock.advance(60 * MINUTE);
    await reconcileAttempts(shop.house);
    expect(await expirePayments(shop.house)).toBe(1);
    await shop.answerChallenge(url, "confirm");
    await shop.settle();
    await paymentsAtRest();
    expect(await standing(shop.db, orderId)).toMatchObject({
      order: "cancelled",
      payments: ["cancelled"],
      refunds: [],
    });
  });
});

describe("the gateway's ill manners", () => {
  it.each([
    ["4000 0000 0000 0341", "tells late"],
    ["4000 0000 0000 0259", "tells three times, the newest first"],
    ["4000 0000 0000 0119", "fails once"],
  ])("with card %s it %s: one payment, one order paid", async (number) => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    expect((await shop.confirm(paymentId, await shop.tokenFor({ ...goodCard, number }))).status).toBe(200);
    for (let wait = 0; wait < 7; wait++) await shop.settle();
    expect(await standing(shop.db, orderId)).toEqual({
      order: "paid",
      payments: ["success"],
      attempts: ["succeeded"],
      history: ["awaiting_payment", "paid"],
      refunds: [],
    });
    expect(shop.errors).toEqual([]);
  });
});
