import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { createPaidOrder } from "../../checkout/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { StaffNotificationPage } from "../../staff/notifications/admin-schema.ts";
import type { PaymentPage } from "../admin-schema.ts";
import { waitForBackgroundTasks } from "../background-tasks.ts";
import { getPaymentState } from "../fixtures.ts";

const shop = await openPaymentTestShop();
const admin = openAdminClient(shop.app);
let cookie = "";
let serial = 0;

beforeEach(async () => {
  const { id } = await createTestStaff(shop.app, { role: "manager" });
  cookie = await createTestStaffSession(shop.app, id);
});

const post = async <R>(path: string, body: object = {}) => {
  const headers = { "idempotency-key": `retry-key-${++serial}` };
  const response = await admin.request<{ result: R }>("POST", path, { cookie, body, headers });
  await waitForBackgroundTasks();
  return response;
};
const listPayments = async (query: string) =>
  (await admin.request<PaymentPage>("GET", `/payments?${query}`, { cookie })).body.data;
const refund = async (orderId: number, body: object) =>
  (await post<{ refund_ids: string[] }>(`/orders/${orderId}/refunds`, { reason: "damaged", ...body })).body.data.result
    .refund_ids[0] ?? "";
/** Refunds a piece, which the provider refuses. */
const createFailedRefund = async () => {
  const { order } = await createPaidOrder(shop, { qty: 2, priceMinor: 1000_00 });
  shop.network.interceptGatewayCall = async () => Response.json({ error: "unknown_payment" }, { status: 404 });
  const id = await refund(order.id, { lines: [{ line: 1, quantity: 2 }], comment: "Разбилось" });
  shop.errors.length = 0;
  shop.network.interceptGatewayCall = (request, pass) => pass(request);
  return { order, id };
};

describe("a failed refund", () => {
  it("stays failed and in its view until it is repeated, once", async () => {
    const { order, id } = await createFailedRefund();
    expect((await getPaymentState(shop.db, order.id)).refunds).toMatchObject([{ status: "failed" }]);
    const notifications = await admin.request<StaffNotificationPage>("GET", "/me/notifications", { cookie });
    expect(notifications.body.data.items).toMatchObject([
      { kind: "refund_failed", subject: { kind: "order", id: String(order.id) }, actor: null },
    ]);
    const failed = await listPayments("view=failed_refunds");
    expect(failed).toMatchObject({
      items: [{ order_id: order.id, refunds: [{ id, status: "failed", amount: 2000, is_retried: false }] }],
      counts: { failed_refunds: 1, pending_refunds: 0 },
    });
    const responses = await Promise.all([1, 2, 3].map(() => post<{ refund_id: string }>(`/refunds/${id}/retry`)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    await shop.settlePayments();
    const rows = await shop.db.selectFrom("refunds").selectAll().orderBy("created_at").orderBy("status").execute();
    expect(rows).toMatchObject([
      { id, status: "failed" },
      { retry_of: id, status: "succeeded", comment: "Разбилось", reason: "damaged", amount_minor: 2000_00 },
    ]);
    expect(await shop.db.selectFrom("refund_lines").select(["refund_id", "quantity"]).execute()).toHaveLength(2);
    expect(await listPayments("view=failed_refunds")).toMatchObject({ items: [], counts: { failed_refunds: 0 } });
    expect((await post(`/refunds/${id}/retry`)).body.code).toBe("refund_not_failed");
  });

  it("is not repeated if its pieces were refunded otherwise, or the money was", async () => {
    const { order, id } = await createFailedRefund();
    await refund(order.id, { lines: [{ line: 1, quantity: 1 }] });
    expect((await post(`/refunds/${id}/retry`)).body.code).toBe("refund_too_large");
    const other = await createFailedRefund();
    await refund(other.order.id, { amount: other.order.total - 1999 });
    expect((await post(`/refunds/${other.id}/retry`)).body.code).toBe("refund_too_large");
    expect((await post("/refunds/unknown/retry")).body.code).toBe("refund_not_found");
  });
});

it("tells the customer of a refund only after the provider has confirmed it", async () => {
  const { order } = await createPaidOrder(shop, { priceMinor: 1000_00 });
  const listEmails = async () =>
    (await shop.db.selectFrom("emails").select("template").execute()).map(({ template }) => template);
  await refund(order.id, { amount: order.total });
  expect((await getPaymentState(shop.db, order.id)).order).toBe("cancelled");
  expect(await listEmails()).not.toContain("order_refunded");
  await shop.settlePayments();
  expect((await getPaymentState(shop.db, order.id)).order).toBe("refunded");
  expect(await listEmails()).toContain("order_refunded");
});

describe("the list of payments", () => {
  it("is divided into pages, newest first, and filtered", async () => {
    const orders = [];
    for (const qty of [1, 2, 3]) {
      orders.push((await createPaidOrder(shop, { qty })).order.id);
      shop.clock.advance(60_000);
    }
    const first = await listPayments("view=all&limit=2");
    const second = await listPayments(`view=all&limit=2&after=${first.next}`);
    expect([...first.items, ...second.items].map((item) => item.order_id).toSorted()).toEqual(orders.toSorted());
    expect(second.next).toBeNull();
    const number = String(orders[1]).replace(/^(\d{3})(\d{3})/, "$1+$2+");
    expect((await listPayments(`view=all&q=${number}`)).items).toMatchObject([
      { order_id: orders[1], status: "success", attempts: [{ status: "succeeded" }], refunds: [], differences: [] },
    ]);
    expect((await listPayments("view=all&provider=stripe")).items).toEqual([]);
    expect((await listPayments("view=declined")).items).toEqual([]);
  });

  it("shows what reconciliation found", async () => {
    const { order } = await createPaidOrder(shop);
    await shop.db
      .insertInto("payment_corrections")
      .values({
        ...{ created_at: shop.clock.now(), finding: "amount_mismatch", action: "left to the operator" },
        ...{ order_id: order.id, payment_id: order.paymentId },
      })
      .execute();
    expect((await listPayments("view=differences")).items).toMatchObject([
      { id: order.paymentId, differences: [{ finding: "amount_mismatch" }] },
    ]);
  });

  it("needs the permission", async () => {
    const { id } = await createTestStaff(shop.app, { role: "packer" });
    cookie = await createTestStaffSession(shop.app, id);
    expect((await admin.request("GET", "/payments", { cookie })).status).toBe(403);
  });
});
