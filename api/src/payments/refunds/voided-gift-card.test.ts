import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { createReadyCart } from "../../cart/fixtures.ts";
import { placeOrder } from "../../checkout/fixtures.ts";
import { voidGiftCard } from "../../gift-cards/void-gift-cards.ts";
import { grantTestPoints } from "../../loyalty/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import { waitForBackgroundTasks } from "../background-tasks.ts";
import type { RequestedRefund } from "./admin-schema.ts";

const shop = await openPaymentTestShop();
const { db } = shop;
const admin = openAdminClient(shop.app);
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
/** Refunds a part and returns how many points it gives back, as the preview says. */
const refund = async (parts: object) => {
  const body = { reason: "changed_mind", ...parts };
  const path = `/orders/${orderId}/refunds`;
  const preview = await admin.request<{ result: RequestedRefund }>("POST", `${path}?preview=true`, { cookie, body });
  const headers = { "idempotency-key": `refund-voided-${++serial}` };
  expect(await admin.request("POST", path, { cookie, body, headers })).toMatchObject({ status: 200 });
  await waitForBackgroundTasks();
  await shop.settlePayments();
  return preview.body.data.result.points?.points;
};

// Goods of 2,000 with 600 points, 499 for delivery and a gift card of 3,000 rubles, which was voided.
beforeEach(async () => {
  const staff = await createTestStaff(shop.app, { role: "manager" });
  cookie = await createTestStaffSession(shop.app, staff.id, { isSteppedUp: true });
  const { token, id } = (await createReadyCart(db, { priceMinor: 1000_00, qty: 2 })).shopper;
  await grantTestPoints(db, id, 600);
  await shop.request("POST", "/v1/user/cart/bonus", { token, body: { on: true } });
  const names = { recipient_name: "Мария", recipient_email: "maria@shop.test", sender_name: "Анна", message: "" };
  const body = { amount: 3000, picture: "sakura", ...names };
  await shop.request("POST", "/v1/user/cart/certificates", { token, body });
  const placed = await placeOrder(shop, { id, token, addressId: 0 });
  orderId = placed.id;
  await shop.confirmPayment(placed.paymentId, await shop.createCardToken());
  await shop.settlePayments();
  const { code } = await db.selectFrom("gift_cards").select("code").executeTakeFirstOrThrow();
  await voidGiftCard(db, code);
});

describe("an order with a voided gift card", () => {
  it("gives back the points of refunded goods, although the gift card is not refunded", async () => {
    expect(await refund({ lines: [{ line: 1, quantity: 1 }] })).toBe(240);
    expect(await listReturnedPoints()).toEqual([240]);
  });

  it("gives back no points with the money of the gift card", async () => {
    expect(await refund({ amount: 3000 })).toBe(0);
    expect(await listReturnedPoints()).toEqual([]);
    expect(await refund({ lines: [{ line: 1, quantity: 1 }] })).toBe(240);
    expect(await listReturnedPoints()).toEqual([240]);
  });
});
