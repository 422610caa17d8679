import { expect, it } from "vitest";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { createPaidOrder, placeOrder, moveOrder } from "../../checkout/fixtures.ts";
import { createReadyCart } from "../../cart/fixtures.ts";
import { waitForBackgroundTasks } from "../../payments/background-tasks.ts";
import { refundAmount } from "../../payments/fixtures.ts";
import { checkCustoms } from "../../fulfillment/check-customs.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { createTestStaff } from "../../staff/fixtures.ts";
import { type Permission, permissions } from "../../staff/permissions.ts";
import { orderDetail } from "../admin-schema.ts";
import { getOrderDetail } from "./order-detail.ts";

const shop = await openPaymentTestShop();

const getDetail = async (id: number, reader: { staffId?: number; permissions?: readonly Permission[] } = {}) =>
  orderDetail.parse(
    await getOrderDetail(shop.db, id, {
      staffId: reader.staffId ?? 0,
      permissions: new Set(reader.permissions ?? permissions),
      locale: "en-US",
      now: shop.clock.now(),
    }),
  );
const settle = async () => {
  await waitForBackgroundTasks();
  await shop.settlePayments();
};
const getReasons = ({ actions }: Awaited<ReturnType<typeof getDetail>>, action: string) =>
  actions.find(({ name }) => name === action)?.reasons;

it("shows a paid order, with masked personal data and a balanced ledger", async () => {
  const { order, product } = await createPaidOrder(shop, { qty: 2 });
  const detail = await getDetail(order.id);
  const text = JSON.stringify(detail);
  for (const { email, phone } of await shop.db.selectFrom("customers").select(["email", "phone"]).execute()) {
    expect(text).not.toContain(email);
    expect(text).not.toContain(phone);
  }
  const { address: stored } = await shop.db.selectFrom("orders").select("address").executeTakeFirstOrThrow();
  const address = stored as Record<string, string>;
  expect(text).not.toContain(address["last_name"]);
  expect(text).not.toContain(address["address"]);
  expect(detail).toMatchObject({
    ...{ id: order.id, status: "paid", due_on: expect.any(String), next_step: "start_packing" },
    customer: { name: expect.stringMatching(/••••$/), email: expect.stringMatching(/^.••••$/), orders: 1 },
    address: { country: address["country"], city: address["city"], phone: expect.stringMatching(/^••••\d\d$/) },
    lines: [{ product_id: product.id, quantity: 2, customs: { hs_code: "3304.99", problems: [] } }],
    totals: { total: order.total },
    ledger: {
      payments: [{ kind: "payment", amount: order.total }],
      ...{ charged: order.total, paid: order.total, balance: 0 },
    },
    customs: { state: "complete", problems: [] },
    payments: [{ status: "success", amount: order.total, attempts: [{ status: "succeeded" }] }],
  });
  expect(detail.timeline.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["status", "email", "payment_attempt"]),
  );
  const times = detail.timeline.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
});

it("shows what is still to be paid, and nothing once an unpaid order is canceled", async () => {
  const { shopper } = await createReadyCart(shop.db);
  const { id, total } = await placeOrder(shop, shopper);
  expect(await getDetail(id)).toMatchObject({ next_step: null, ledger: { charged: total, paid: 0, balance: total } });
  await moveOrder(shop, id, "cancelled");
  expect(await getDetail(id)).toMatchObject({ next_step: null, ledger: { charged: 0, paid: 0, balance: 0 } });
});

it("keeps the ledger balanced through partial and full refunds", async () => {
  const { order } = await createPaidOrder(shop);
  await moveOrder(shop, order.id, "packing");
  await refundAmount(shop.app, { orderId: order.id, amountMinor: 100_00 });
  await settle();
  const partly = await getDetail(order.id);
  expect(partly.ledger).toMatchObject({ charged: order.total - 100, paid: order.total - 100, balance: 0 });
  expect(partly.timeline).toContainEqual(expect.objectContaining({ kind: "refund", amount: 100, status: "succeeded" }));
  await moveOrder(shop, order.id, "cancelled");
  await settle();
  const canceled = await getDetail(order.id);
  expect(canceled).toMatchObject({ status: "refunded", ledger: { charged: 0, paid: 0, balance: 0 } });
});

it("shows money that the store owes the customer while the refund of a canceled order has failed", async () => {
  const { order } = await createPaidOrder(shop);
  await moveOrder(shop, order.id, "cancelled");
  await settle();
  await shop.db.updateTable("refunds").set({ status: "failed" }).execute();
  await shop.db.updateTable("orders").set({ status: "cancelled" }).execute();
  const detail = await getDetail(order.id);
  expect(detail.ledger).toMatchObject({ charged: 0, paid: order.total, balance: -order.total });
  expect(detail.next_step).toBe("refund");
});

it("gives the reasons of blocked actions", async () => {
  const { order, product } = await createPaidOrder(shop);
  const other = await createTestStaff(shop.app);
  await shop.db.updateTable("products").set({ hs_code: "" }).where("id", "=", product.id).execute();
  await withTransaction(shop.db, async (tx) => checkCustoms(tx, [order.id], shop.clock.now()));
  const now = shop.clock.now();
  await shop.db
    .insertInto("order_assignments")
    .values({
      ...{ order_id: order.id, staff_id: other.id },
      ...{ assigned_at: now, expires_at: new Date(now.getTime() + 60_000) },
    })
    .execute();
  const detail = await getDetail(order.id, { permissions: ["orders:read", "orders:cancel"] });
  expect(getReasons(detail, "start_packing")).toEqual([
    ...["permission_missing", "customs_data_missing", "assigned_to_other"],
  ]);
  expect(getReasons(detail, "mark_delivered")).toEqual(["permission_missing", "order_transition_not_allowed"]);
  expect(getReasons(detail, "cancel")).toEqual([]);
  expect(detail.customs).toMatchObject({
    state: "missing",
    problems: [{ product_id: product.id, reference: expect.any(String), code: "hs_code_missing" }],
  });
  expect(detail.lines[0]?.customs).toMatchObject({ hs_code: "", problems: ["hs_code_missing"] });
  expect(detail.assignment).toMatchObject({ staff: { id: other.id } });
  const own = await getDetail(order.id, { staffId: other.id });
  expect(getReasons(own, "start_packing")).toEqual(["customs_data_missing"]);
  await shop.db.updateTable("products").set({ hazard: "aerosol" }).where("id", "=", product.id).execute();
  await withTransaction(shop.db, async (tx) => checkCustoms(tx, [order.id], shop.clock.now()));
  expect(getReasons(await getDetail(order.id), "start_packing")).toEqual(["shipment_not_allowed", "assigned_to_other"]);
  await moveOrder(shop, order.id, "cancelled");
  expect((await getDetail(order.id)).customs).toMatchObject({ state: null, problems: [] });
});

it("is refused for an unknown order", async () => {
  await expect(getDetail(999_999_999)).rejects.toMatchObject({ code: "order_not_found" });
});
