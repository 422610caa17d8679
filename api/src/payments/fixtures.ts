import { randomInt } from "node:crypto";
import { TEST_NOW } from "../../test/harness.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { createDeliverySetup } from "../delivery/fixtures.ts";
import { type Db, withTransaction } from "../platform/db/database.ts";
import type { ProviderName } from "../platform/config.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { createPayment } from "./create-payment.ts";
import { type RefundRequest, requestRefund } from "./refunds/request-refund.ts";

/** Creates an order that awaits payment, with its payment. It has no lines, because payments do not depend on them. */
export async function createUnpaidOrder(
  db: Db,
  options: { totalMinor?: number; currency?: string; payUntil?: Date; provider?: ProviderName } = {},
): Promise<{ orderId: number; paymentId: string; token: string }> {
  const { totalMinor = 150_000, currency = "RUB", provider = "sandbox" } = options;
  const method = provider === "stripe" ? "foreign_card" : "card";
  const { payUntil = new Date(TEST_NOW.getTime() + 60 * 60_000) } = options;
  const { id: customerId, token } = await createTestCustomer(db);
  await createDeliverySetup(db);
  const orderId = randomInt(100_000_000, 1_000_000_000);
  const paymentId = await withTransaction(db, async (tx) => {
    await tx
      .insertInto("orders")
      .values({
        id: orderId,
        customer_id: customerId,
        status: "awaiting_payment",
        locale: "ru-RU",
        currency,
        rub_per_unit: "1",
        products_minor: totalMinor,
        delivery_minor: 0,
        total_minor: totalMinor,
        products_rub_minor: totalMinor,
        address: JSON.stringify({ country: "RU" }),
        shipping_method_id: 1,
        shipping_name: "EMS",
        payment_method: method,
        weight_g: 500,
        placed_at: TEST_NOW,
        pay_until: payUntil,
      })
      .execute();
    await tx
      .insertInto("order_history")
      .values({ order_id: orderId, status: "awaiting_payment", created_at: TEST_NOW })
      .execute();
    const order = { id: orderId, totalMinor, currency, payUntil, method, country: "RU" };
    return (await createPayment(tx, order, { providers: [provider] })).id;
  });
  return { orderId, paymentId, token };
}

/** Requests a refund of an amount, by default of everything, as a command does. */
export async function refundAmount(
  app: AppContext,
  { orderId, ...request }: Pick<RefundRequest, "orderId"> & Partial<RefundRequest>,
) {
  return withTransaction(app.db, (tx) =>
    requestRefund(app, tx, {
      ...{ orderId, lines: [], deliveryMinor: 0, amountMinor: null, restock: false, reason: "other" },
      createdBy: null,
      ...request,
    }),
  );
}

/** Returns the status of everything that a payment changes. */
export async function getPaymentState(db: Db, orderId: number) {
  const [order, payments, attempts, history, refunds] = await Promise.all([
    db.selectFrom("orders").select("status").where("id", "=", orderId).executeTakeFirstOrThrow(),
    db.selectFrom("payments").select(["id", "status"]).where("order_id", "=", orderId).orderBy("created_at").execute(),
    db
      .selectFrom("payment_attempts as a")
      .innerJoin("payments as p", "p.id", "a.payment_id")
      .select(["a.status", "a.decline_reason"])
      .where("p.order_id", "=", orderId)
      .orderBy("a.created_at")
      .execute(),
    db.selectFrom("order_history").select("status").where("order_id", "=", orderId).orderBy("id").execute(),
    db
      .selectFrom("refunds as r")
      .innerJoin("payments as p", "p.id", "r.payment_id")
      .select(["r.status", "r.reason", "r.amount_minor"])
      .where("p.order_id", "=", orderId)
      .execute(),
  ]);
  return {
    order: order.status,
    payments: payments.map((payment) => payment.status),
    attempts: attempts.map((attempt) => [attempt.status, attempt.decline_reason].filter(Boolean).join(": ")),
    history: history.map((entry) => entry.status),
    refunds,
  };
}
