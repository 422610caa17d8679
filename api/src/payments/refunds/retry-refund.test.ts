import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { runCheck, withSnapshot } from "../../consistency/sql.ts";
import { createPaidOrder } from "../../checkout/fixtures.ts";
import type { OrderDetail } from "../../orders/admin-schema.ts";
import { emails as orderEmails } from "../../orders/emails/emails.ts";
import { withTransaction } from "../../platform/db/database.ts";
import type { EmailTemplate } from "../../platform/mail/mailer.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { StaffNotificationPage } from "../../staff/notifications/admin-schema.ts";
import type { PaymentPage } from "../admin-schema.ts";
import { waitForBackgroundTasks } from "../background-tasks.ts";
import { anonymizePayments } from "../data-erasure.ts";
import { getPaymentState } from "../fixtures.ts";
import { emails as paymentEmails } from "../notifications/emails.ts";

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

describe("a failed refund that staff pay outside of the provider", () => {
  const note = "Перевод на счёт покупателя 29 ноября";
  const record = (id: string, body: object = { note }) => post<{ refund_id: string }>(`/refunds/${id}/record`, body);
  /** Cancels an order whose refund the provider refuses, and counts what the provider is asked afterwards. */
  const createFailedCancellation = async () => {
    const { order, shopper } = await createPaidOrder(shop, { priceMinor: 1000_00 });
    shop.network.interceptGatewayCall = async () => Response.json({ error: "unknown_payment" }, { status: 404 });
    const id = await refund(order.id, { amount: order.total, comment: "Передумали" });
    shop.errors.length = 0;
    shop.clock.advance(1000);
    const calls: string[] = [];
    shop.network.interceptGatewayCall = async (request, pass) => {
      calls.push(request.url);
      return pass(request);
    };
    return { order, shopper, id, calls };
  };
  /** Lists the texts of the emails about refunds. */
  const listRefundTexts = async () => {
    const rows = await shop.db
      .selectFrom("emails")
      .select(["template", "params"])
      .where("template", "in", ["order_refunded", "payment_refunded"])
      .execute();
    const emails: Readonly<Record<string, EmailTemplate>> = { ...orderEmails, ...paymentEmails };
    const context = { storeName: "Leaf", recipient: "anybody@example.test", locale: "ru-RU" } as const;
    return Promise.all(
      rows.map(async ({ template, params }) => {
        const email = await emails[template]?.(shop.app, { ...context, params: params as Record<string, unknown> });
        return email?.text;
      }),
    );
  };
  const countKeptMoney = async () => (await withSnapshot(shop.db, async (tx) => runCheck(tx, "kept_money", 10))).count;

  it("is recorded once, without a request to the provider, and the order is refunded", async () => {
    const { order, id, calls } = await createFailedCancellation();
    expect(await countKeptMoney()).toBe(1);
    const responses = await Promise.all([record(id), record(id)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await post(`/refunds/${id}/retry`)).body.code).toBe("refund_not_failed");
    await shop.settlePayments();
    expect(calls).toEqual([]);
    expect(await getPaymentState(shop.db, order.id)).toMatchObject({ order: "refunded" });
    expect(await countKeptMoney()).toBe(0);
    expect(await listPayments("view=failed_refunds")).toMatchObject({ items: [], counts: { failed_refunds: 0 } });
    const { body } = await admin.request<OrderDetail>("GET", `/orders/${order.id}`, { cookie });
    expect(body.data.payments.flatMap(({ refunds }) => refunds)).toMatchObject([
      { id, status: "failed", is_retried: true, paid_outside_note: null },
      { status: "succeeded", is_money: true, amount: order.total, paid_outside_note: note },
    ]);
  });

  it("is not said to go back to where the money came from", async () => {
    const { id, shopper, order } = await createFailedCancellation();
    await record(id);
    const shown = await shop.request("GET", `/v1/user/orders/${order.id}`, { token: shopper.token });
    expect(shown.body.data).toMatchObject({ is_refunded_outside: true });
    const partly = await createFailedRefund();
    await record(partly.id);
    const texts = await listRefundTexts();
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text).toContain("перевели их другим способом");
  });

  it("needs a note, which is erased with the data of the customer", async () => {
    const { id, order } = await createFailedCancellation();
    for (const body of [{}, { note: "  " }, { note: "x".repeat(501) }])
      expect((await record(id, body)).status).toBe(422);
    await record(id);
    const { customer_id } = await shop.db
      .selectFrom("orders")
      .select("customer_id")
      .where("id", "=", order.id)
      .executeTakeFirstOrThrow();
    await withTransaction(shop.db, async (tx) => anonymizePayments(tx, customer_id));
    expect(
      await shop.db.selectFrom("refunds").select(["comment", "paid_outside_note"]).orderBy("status").execute(),
    ).toEqual([
      { comment: "", paid_outside_note: null },
      { comment: "", paid_outside_note: "erased" },
    ]);
  });

  it("is refused if it was refunded otherwise, or never failed", async () => {
    const { order, id } = await createFailedRefund();
    await refund(order.id, { lines: [{ line: 1, quantity: 1 }] });
    expect((await record(id)).body.code).toBe("refund_too_large");
    expect((await record("unknown")).body.code).toBe("refund_not_found");
    const { id: packer } = await createTestStaff(shop.app, { role: "packer" });
    cookie = await createTestStaffSession(shop.app, packer);
    expect((await record(id)).status).toBe(403);
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
