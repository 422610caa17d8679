import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { createReadyCart } from "../../cart/fixtures.ts";
import { moveOrder, placeOrder } from "../../checkout/fixtures.ts";
import { createGiftCard } from "../../gift-cards/fixtures.ts";
import { voidGiftCard } from "../../gift-cards/void-gift-cards.ts";
import { grantTestPoints } from "../../loyalty/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import { waitForBackgroundTasks } from "../background-tasks.ts";
import type { RequestedRefund } from "./admin-schema.ts";

const shop = await openPaymentTestShop();
const { db } = shop;
const admin = openAdminClient(shop.app);
const boughtGiftCard = {
  ...{ amount: 3000, picture: "sakura", message: "", sender_name: "Анна" },
  ...{ recipient_name: "Мария", recipient_email: "maria@shop.test" },
};
let orderId = 0;
let cookie = "";
let serial = 0;

const listReturnedPoints = async () => {
  const rows = await db
    .selectFrom("loyalty_entries")
    .select("delta")
    .where("order_id", "=", orderId)
    .where("kind", "=", "returned")
    .orderBy("id")
    .execute();
  return rows.map(({ delta }) => delta);
};
/** Refunds a part and returns what its preview says. */
const refund = async (parts: object) => {
  const body = { reason: "changed_mind", ...parts };
  const path = `/orders/${orderId}/refunds`;
  const preview = await admin.request<{ result: RequestedRefund }>("POST", `${path}?preview=true`, { cookie, body });
  const headers = { "idempotency-key": `refund-voided-${++serial}` };
  expect(await admin.request("POST", path, { cookie, body, headers })).toMatchObject({ status: 200 });
  await waitForBackgroundTasks();
  await shop.settlePayments();
  return preview.body.data.result;
};

// Goods of 2,000 with 600 points, 499 for delivery and a gift card of 3,000 rubles, which was voided.
beforeEach(async () => {
  const staff = await createTestStaff(shop.app, { role: "manager" });
  cookie = await createTestStaffSession(shop.app, staff.id, { isSteppedUp: true });
  const { token, id } = (await createReadyCart(db, { priceMinor: 1000_00, qty: 2 })).shopper;
  await grantTestPoints(db, id, 600);
  await shop.request("POST", "/v1/user/cart/bonus", { token, body: { on: true } });
  await shop.request("POST", "/v1/user/cart/certificates", { token, body: boughtGiftCard });
  const placed = await placeOrder(shop, { id, token, addressId: 0 });
  orderId = placed.id;
  await shop.confirmPayment(placed.paymentId, await shop.createCardToken());
  await shop.settlePayments();
  const { code } = await db.selectFrom("gift_cards").select("code").executeTakeFirstOrThrow();
  await voidGiftCard(db, code);
});

describe("an order whose money paid for its gift card only", () => {
  it("keeps its goods, what paid for them and what they earn, if the money is refunded", async () => {
    const { shopper } = await createReadyCart(db, { priceMinor: 1000_00, qty: 2 });
    const { token } = shopper;
    const { code, id: giftCardId } = await createGiftCard(db, 3000_00);
    await shop.request("POST", `/v1/user/cart/promo/${code}`, { token });
    await shop.request("POST", "/v1/user/cart/certificates", { token, body: boughtGiftCard });
    const placed = await placeOrder(shop, shopper);
    expect(placed.total).toBe(3000);
    await shop.confirmPayment(placed.paymentId, await shop.createCardToken());
    await shop.settlePayments();
    for (const status of ["packing", "shipped"] as const) await moveOrder(shop, placed.id, status);
    orderId = placed.id;
    expect((await refund({ amount: 3000 })).gift_card?.amount).toBe(0);
    await moveOrder(shop, orderId, "delivered");
    const giftCard = await db.selectFrom("gift_cards").select("balance_minor").where("id", "=", giftCardId).execute();
    expect(giftCard).toEqual([{ balance_minor: 501_00 }]);
    const earned = await db.selectFrom("loyalty_entries").select("delta").where("kind", "=", "earned").execute();
    expect(earned).toEqual([{ delta: 60 }]);
  });
});

describe("an order with a voided gift card", () => {
  it("gives back the points of refunded goods, although the gift card is not refunded", async () => {
    expect((await refund({ lines: [{ line: 1, quantity: 1 }] })).points?.points).toBe(240);
    expect(await listReturnedPoints()).toEqual([240]);
  });

  it("gives back no points with the money of the gift card", async () => {
    expect((await refund({ amount: 3000 })).points?.points).toBe(0);
    expect(await listReturnedPoints()).toEqual([]);
    expect((await refund({ lines: [{ line: 1, quantity: 1 }] })).points?.points).toBe(240);
    expect(await listReturnedPoints()).toEqual([240]);
  });
});
