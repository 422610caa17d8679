import { beforeEach, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { createPaidOrder, moveOrder } from "../../checkout/fixtures.ts";
import { refundAmount } from "../../payments/fixtures.ts";
import { createDeliveredOrder, openReturnClient } from "../fixtures.ts";

const shop = await openPaymentTestShop();
const admin = openAdminClient(shop.app);
let client: Awaited<ReturnType<typeof openReturnClient>>;

beforeEach(async () => {
  client = await openReturnClient(shop, admin);
});

const listEntries = async (orderId: number) => {
  const rows = await shop.db
    .selectFrom("loyalty_entries")
    .select(["kind", "delta"])
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
  return rows.map(({ kind, delta }) => `${kind} ${delta}`);
};

it("returns of a part revoke the points that their goods have earned, and the last one the rest", async () => {
  const { order } = await createDeliveredOrder(shop, { priceMinor: 1000_00, qty: 3 });
  expect(await listEntries(order.id)).toEqual(["earned 90"]);
  await client.refund(await client.receive(order.id, 2));
  await client.settle();
  expect(await listEntries(order.id)).toEqual(["earned 90", "taken_back -60"]);
  await client.refund(await client.receive(order.id, 1));
  await client.settle();
  expect(await listEntries(order.id)).toEqual(["earned 90", "taken_back -60", "taken_back -30"]);
});

it("goods that were refunded before the delivery earn no points", async () => {
  const { order, shopper } = await createPaidOrder(shop, { priceMinor: 1000_00, qty: 3 });
  await refundAmount(shop.app, { orderId: order.id, lines: [{ line: 1, quantity: 2 }] });
  await client.settle();
  const { body } = await shop.request("GET", "/v1/user/bonus", { token: shopper.token });
  expect(body.data.coming).toEqual([{ order_id: order.id, amount: 30 }]);
  for (const status of ["packing", "shipped", "delivered"] as const) await moveOrder(shop, order.id, status);
  expect(await listEntries(order.id)).toEqual(["earned 30"]);
});

it("an order of which everything was refunded before the delivery earns no points", async () => {
  const { order, shopper } = await createPaidOrder(shop, { priceMinor: 1000_00, qty: 3 });
  for (const status of ["packing", "shipped"] as const) await moveOrder(shop, order.id, status);
  await refundAmount(shop.app, { orderId: order.id });
  await client.settle();
  const { body } = await shop.request("GET", "/v1/user/bonus", { token: shopper.token });
  expect(body.data.coming).toEqual([]);
  await moveOrder(shop, order.id, "delivered");
  expect(await listEntries(order.id)).toEqual([]);
});

it("a refund of an amount revokes nothing, unless everything that was paid is refunded", async () => {
  const { order } = await createDeliveredOrder(shop, { priceMinor: 1000_00, qty: 3 });
  await refundAmount(shop.app, { orderId: order.id, amountMinor: 200_00 });
  await client.settle();
  expect(await listEntries(order.id)).toEqual(["earned 90"]);
  await refundAmount(shop.app, { orderId: order.id });
  await client.settle();
  expect(await listEntries(order.id)).toEqual(["earned 90", "taken_back -90"]);
});
