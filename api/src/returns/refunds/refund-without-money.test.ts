import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { createCommandRunner } from "../../../test/run-command.ts";
import { createReadyCart } from "../../cart/fixtures.ts";
import { moveOrder, placeOrder } from "../../checkout/fixtures.ts";
import { commands } from "../../consistency/commands.ts";
import { freeFromMinor } from "../../delivery/settings.ts";
import { createGiftCard } from "../../gift-cards/fixtures.ts";
import { grantTestPoints } from "../../loyalty/fixtures.ts";
import { payPercent } from "../../loyalty/settings.ts";
import { refundAmount } from "../../payments/fixtures.ts";
import { commands as paymentCommands } from "../../payments/commands.ts";
import type { RefundOptions, RequestedRefund } from "../../payments/refunds/admin-schema.ts";
import { updateSetting } from "../../platform/settings/settings.ts";
import type { ReturnDetail } from "../admin-schema.ts";
import { openReturnClient } from "../fixtures.ts";

const shop = await openPaymentTestShop();
const { db } = shop;
const admin = openAdminClient(shop.app);
let client: Awaited<ReturnType<typeof openReturnClient>>;
let serial = 0;

beforeEach(async () => {
  client = await openReturnClient(shop, admin);
  await updateSetting(db, payPercent, 100);
});

/** Creates an order of goods that cost 1000 rubles each and 499 rubles of delivery, paid with points, then a gift card. */
async function createOrder({ qty = 2, points = 0, giftCardMinor = 0, freeDelivery = false } = {}) {
  const { shopper } = await createReadyCart(db, { priceMinor: 1000_00, qty });
  const { token } = shopper;
  if (freeDelivery) await updateSetting(db, freeFromMinor, 1);
  if (points > 0) {
    await grantTestPoints(db, shopper.id, points);
    await shop.request("POST", "/v1/user/cart/bonus", { token });
  }
  const giftCard = giftCardMinor > 0 ? await createGiftCard(db, giftCardMinor) : null;
  if (giftCard) await shop.request("POST", `/v1/user/cart/promo/${giftCard.code}`, { token });
  const order = await placeOrder(shop, shopper);
  if (order.total > 0) {
    await shop.confirmPayment(order.paymentId, await shop.createCardToken());
    await shop.settlePayments();
  }
  return { id: order.id, total: order.total, shopper, giftCardId: giftCard?.id ?? 0 };
}

async function deliver(id: number) {
  for (const status of ["packing", "shipped", "delivered"] as const) await moveOrder(shop, id, status);
}

async function createDeliveredOrder(options: Parameters<typeof createOrder>[0]) {
  const order = await createOrder(options);
  await deliver(order.id);
  return order;
}

const getPoints = async ({ shopper }: { shopper: { id: number } }) =>
  (await db.selectFrom("loyalty_accounts").select("balance").where("customer_id", "=", shopper.id).executeTakeFirst())
    ?.balance ?? 0;
const getGiftCard = async ({ giftCardId }: { giftCardId: number }) =>
  (await db.selectFrom("gift_cards").select("balance_minor").where("id", "=", giftCardId).executeTakeFirstOrThrow())
    .balance_minor;
const listRefunds = async (orderId: number) =>
  db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.status", "r.amount_minor", "r.value_minor", "r.attempt_id"])
    .where("p.order_id", "=", orderId)
    .orderBy("r.created_at")
    .execute();
const postRefund = async <Data = { result: RequestedRefund }>(orderId: number, body: object) =>
  admin.request<Data>("POST", `/orders/${orderId}/refunds`, {
    ...{ cookie: client.cookie, body: { reason: "goodwill", ...body } },
    headers: { "idempotency-key": `without-money-${++serial}` },
  });

async function listAuditFindings() {
  await sql`update emails set sent_at = queued_at`.execute(db);
  const { data } = await createCommandRunner(shop, commands)("audit", {}, {});
  return (data as { check: string; findings: object[] }[]).filter(({ findings }) => findings.length > 0);
}

describe("the refund of a return of an order without a payment of money", () => {
  it("gives the gift card its amount back: of a part, then of the rest, which refunds the order", async () => {
    const order = await createDeliveredOrder({ giftCardMinor: 5000_00 });
    expect(order.total).toBe(0);
    const balance = await getGiftCard(order);
    expect((await client.refund(await client.receive(order.id, 1))).status).toBe(200);
    expect(await getGiftCard(order)).toBe(balance + 1000_00);
    expect(await client.getOrderStatus(order.id)).toBe("delivered");
    const id = await client.receive(order.id, 1);
    expect(await client.getOrderStatus(order.id)).toBe("returned");
    const { body } = await client.refund(id, { delivery: 499 });
    expect(body.data.result.refunds).toHaveLength(1);
    expect(await getGiftCard(order)).toBe(5000_00);
    expect(await client.getOrderStatus(order.id)).toBe("refunded");
    expect(await listRefunds(order.id)).toEqual([
      { status: "succeeded", amount_minor: 0, value_minor: 1000_00, attempt_id: null },
      { status: "succeeded", amount_minor: 0, value_minor: 1499_00, attempt_id: null },
    ]);
    expect(await getPoints(order)).toBe(0);
    const detail = await client.get<ReturnDetail>(`/returns/${id}`);
    expect(detail.refunds).toMatchObject([{ status: "succeeded", amount: 1499, is_money: false }]);
    expect(await listAuditFindings()).toEqual([]);
  });

  it("gives points back", async () => {
    const order = await createDeliveredOrder({ points: 2000, freeDelivery: true });
    expect(order.total).toBe(0);
    expect(await getPoints(order)).toBe(0);
    await client.refund(await client.receive(order.id, 1));
    expect(await getPoints(order)).toBe(1000);
    await client.refund(await client.receive(order.id, 1));
    expect(await getPoints(order)).toBe(2000);
    expect(await client.getOrderStatus(order.id)).toBe("refunded");
    expect(await listAuditFindings()).toEqual([]);
  });

  it("gives points and gift card their shares, and delivery that is kept leaves the order returned", async () => {
    const order = await createDeliveredOrder({ points: 600, giftCardMinor: 3000_00 });
    const balance = await getGiftCard(order);
    await client.refund(await client.receive(order.id, 2));
    expect(await client.getOrderStatus(order.id)).toBe("returned");
    expect(await getPoints(order)).toBe(Math.floor((600 * 2000) / 2499));
    expect(await getGiftCard(order)).toBe(balance + Math.floor((1899_00 * 2000) / 2499));
    const options = await client.get<RefundOptions>(`/orders/${order.id}/refunds`);
    expect(options).toMatchObject({ refundable: 0, is_money: false, delivery_left: 499 });
    expect((await postRefund(order.id, { delivery: 499 })).status).toBe(200);
    expect([await getPoints(order), await getGiftCard(order)]).toEqual([600, 3000_00]);
    expect(await client.getOrderStatus(order.id)).toBe("refunded");
    expect((await postRefund(order.id, { delivery: 1 })).body.code).toBe("nothing_to_refund");
    expect(await listAuditFindings()).toEqual([]);
  });

  it("happens once if it is requested twice at the same time", async () => {
    const order = await createDeliveredOrder({ giftCardMinor: 5000_00 });
    const balance = await getGiftCard(order);
    const id = await client.receive(order.id, 2);
    const responses = await Promise.all([client.refund(id), client.refund(id), client.refund(id)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await getGiftCard(order)).toBe(balance + 2000_00);
    expect(await listRefunds(order.id)).toHaveLength(1);
  });

  it("of an exchange refunds the order, when everything has come back", async () => {
    const order = await createDeliveredOrder({ giftCardMinor: 5000_00 });
    const id = await client.receive(order.id, 2, "exchange");
    expect(await client.getOrderStatus(order.id)).toBe("delivered");
    await client.refund(id, { delivery: 499 });
    expect(await client.getOrderStatus(order.id)).toBe("refunded");
    expect(await getGiftCard(order)).toBe(5000_00);
  });
});

describe("the refund of an order by staff, without a payment of money", () => {
  it("shows what goes back to where, tells the customer so, and takes no amount of money", async () => {
    const order = await createDeliveredOrder({ points: 600, giftCardMinor: 3000_00 });
    const { body } = await postRefund(order.id, { lines: [{ line: 1, quantity: 1 }] });
    expect(body.data.result).toMatchObject({
      ...{ money: 0, lines: [{ line: 1, quantity: 1, amount: 1000 }], points: { points: 240 }, receipt: null },
      gift_card: { amount: 759.9 },
    });
    // The other 21 are half of what the order earned, which the second piece keeps.
    expect(await getPoints(order)).toBe(240 + 21);
    const { title, message_html } = await db
      .selectFrom("notifications")
      .select(["title", "message_html"])
      .where("kind", "=", "payment_refunded")
      .executeTakeFirstOrThrow();
    expect(title).toMatch(/1\s000/);
    expect(message_html).not.toContain("Банк");
    expect((await postRefund(order.id, { amount: 1 })).body.code).toBe("refund_too_large");
    expect((await postRefund(order.id, { lines: [{ line: 1, quantity: 2 }] })).body.code).toBe("refund_too_large");
  });

  it("of everything cancels an order that is not shipped, and restocks it", async () => {
    const order = await createOrder({ giftCardMinor: 5000_00 });
    const { body } = await postRefund(order.id, { lines: [{ line: 1, quantity: 2 }], delivery: 499 });
    expect(body.data.result).toMatchObject({ is_order_canceled: true, gift_card: { amount: 2499 } });
    expect(await client.getOrderStatus(order.id)).toBe("refunded");
    expect(await getGiftCard(order)).toBe(5000_00);
    expect(await listAuditFindings()).toEqual([]);
  });

  it("by the command line refunds everything that is left", async () => {
    const order = await createDeliveredOrder({ giftCardMinor: 5000_00 });
    await postRefund(order.id, { lines: [{ line: 1, quantity: 1 }] });
    const { lines } = await createCommandRunner(shop, paymentCommands)(
      "payments refund",
      { ORDER: String(order.id) },
      {},
    );
    expect(lines).toEqual([expect.stringContaining("1499 RUB")]);
    expect(await getGiftCard(order)).toBe(5000_00);
  });

  it("is refused for a canceled order, whose gift card has its amount back", async () => {
    const order = await createOrder({ giftCardMinor: 5000_00 });
    await moveOrder(shop, order.id, "cancelled");
    expect(await getGiftCard(order)).toBe(5000_00);
    expect((await postRefund(order.id, { delivery: 499 })).body.code).toBe("nothing_to_refund");
  });
});

it("goods whose part of the money rounds to nothing give back their share of the gift card", async () => {
  // One ruble of the order was paid in money, and 2000 pieces cost a ruble each.
  const order = await createDeliveredOrder({ giftCardMinor: 2498_00 });
  expect(order.total).toBe(1);
  const [{ line }] = await sql<{ line: number }>`
    update order_lines set qty = 2000, price_minor = 100, total_minor = 200000 where order_id = ${order.id}
    returning line`
    .execute(db)
    .then(({ rows }) => rows as [{ line: number }]);
  await refundAmount(shop.app, { orderId: order.id, lines: [{ line, quantity: 1 }] });
  expect(await listRefunds(order.id)).toMatchObject([{ amount_minor: 0, value_minor: 100 }]);
  expect(await getGiftCard(order)).toBe(Math.floor((2498_00 * 1) / 2499));
  await refundAmount(shop.app, { orderId: order.id, lines: [{ line, quantity: 1999 }] });
  await client.settle();
  expect(await getGiftCard(order)).toBe(Math.floor((2498_00 * 2000) / 2499));
  await refundAmount(shop.app, { orderId: order.id });
  await client.settle();
  expect(await getGiftCard(order)).toBe(2498_00);
});
