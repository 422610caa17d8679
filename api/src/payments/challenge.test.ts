import { describe, expect, it } from "vitest";
import { validCard, openPaymentTestShop } from "../../test/payment-shop.ts";
import { waitForBackgroundTasks } from "./background-tasks.ts";
import { createUnpaidOrder, getPaymentState } from "./fixtures.ts";
import { expirePayments, reconcileAttempts } from "./jobs.ts";

const shop = await openPaymentTestShop();
const challengedCard = { ...validCard, number: "4000 0000 0000 3220" };
const MINUTE_MS = 60_000;

const getPayment = async (paymentId: string) => (await shop.request("GET", `/v1/payments/${paymentId}`)).body.data;

/** Creates a payment whose card requires 3-D Secure confirmation. */
async function createChallenge() {
  const order = await createUnpaidOrder(shop.db);
  const { body } = await shop.confirmPayment(order.paymentId, await shop.createCardToken(challengedCard));
  return { ...order, url: body.data.action.url ?? "" };
}

describe("3-D Secure", () => {
  it("redirects to the same bank page in every tab and after a reload", async () => {
    const { paymentId, url } = await createChallenge();
    expect(url).toMatch(/^http:\/\/shop\.test\/sandbox-gateway\/challenge\/[0-9a-f-]{36}$/);
    for (let visit = 0; visit < 2; visit++)
      expect(await getPayment(paymentId)).toMatchObject({
        status: "awaiting",
        in_progress: true,
        action: { type: "redirect", url },
      });
    const second = await shop.confirmPayment(paymentId, await shop.createCardToken());
    expect([second.status, second.body.code]).toEqual([409, "payment_in_progress"]);
  });

  it.each([
    ["confirm", { order: "paid", payments: ["success"], attempts: ["succeeded"] }],
    ["refuse", { order: "awaiting_payment", payments: ["error"], attempts: ["failed: 3d_secure_failed"] }],
  ])("with answer %s is decided by the webhook, even if the window is closed", async (answer, expectedState) => {
    const { orderId, paymentId, url } = await createChallenge();
    expect((await shop.answerChallenge(url, answer)).headers.get("location")).toBe(
      `http://shop.test/jpcart/payment/${paymentId}?returned=1`,
    );
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject(expectedState);
  });

  it("allows another card after a refusal", async () => {
    const { orderId, paymentId, url } = await createChallenge();
    await shop.answerChallenge(url, "refuse");
    await shop.settlePayments();
    expect(await getPayment(paymentId)).toMatchObject({
      status: "error",
      decline_reason: "3d_secure_failed",
      action: { type: "card_form" },
    });
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    await shop.settlePayments();
    expect((await getPaymentState(shop.db, orderId)).order).toBe("paid");
  });

  it("expires after ten minutes without an answer, even if the webhook is lost", async () => {
    const { orderId, paymentId } = await createChallenge();
    shop.network.shouldDeliver = false;
    shop.clock.advance(10 * MINUTE_MS);
    await shop.settlePayments();
    await reconcileAttempts(shop.app);
    expect(await getPayment(paymentId)).toMatchObject({ status: "error", decline_reason: "expired_on_confirmation" });
    expect((await getPaymentState(shop.db, orderId)).order).toBe("awaiting_payment");
  });

  it("does not delay the expiry of an order: it is canceled at the bank, then in the shop", async () => {
    const { orderId, url } = await createChallenge();
    shop.clock.advance(60 * MINUTE_MS);
    await reconcileAttempts(shop.app);
    expect(await expirePayments(shop.app)).toBe(1);
    await shop.answerChallenge(url, "confirm");
    await shop.settlePayments();
    await waitForBackgroundTasks();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "cancelled",
      payments: ["cancelled"],
      refunds: [],
    });
  });
});

describe("with an unreliable gateway", () => {
  it.each([
    ["4000 0000 0000 0341", "late notification"],
    ["4000 0000 0000 0259", "three notifications, newest first"],
    ["4000 0000 0000 0119", "one failure"],
  ])("card %s (%s) leads to one payment and one paid order", async (number) => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    expect((await shop.confirmPayment(paymentId, await shop.createCardToken({ ...validCard, number }))).status).toBe(
      200,
    );
    for (let round = 0; round < 7; round++) await shop.settlePayments();
    expect(await getPaymentState(shop.db, orderId)).toEqual({
      order: "paid",
      payments: ["success"],
      attempts: ["succeeded"],
      history: ["awaiting_payment", "paid"],
      refunds: [],
    });
    expect(shop.errors).toEqual([]);
  });
});
