import { type KyselyPlugin, sql } from "kysely";
import { expect, it } from "vitest";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createPaidOrder } from "../checkout/fixtures.ts";
import { createTestOrder } from "../orders/fixtures.ts";
import { getSalesToday } from "./sales-today.ts";

const shop = await openPaymentTestShop();
const { db } = shop;
/** 12:30 in Moscow. */
const NOW = new Date("2026-11-20T09:30:00Z");

it("compares the orders that were paid today with those of a week before until the same time", async () => {
  const customer = await createTestCustomer(db, { email: "anna@example.com" });
  const { id: productId } = await createProduct(db);
  const paidAt = [
    // The day begins at midnight in Moscow.
    ...["2026-11-19T20:59:59Z", "2026-11-19T21:00:00Z", "2026-11-20T08:59:00Z", "2026-11-20T09:30:00Z"],
    ...["2026-11-12T21:10:00Z", "2026-11-13T09:31:00Z"],
  ];
  for (const time of paidAt) await createTestOrder(db, { customerId: customer.id, productId }, { paidAt: time });
  await createTestOrder(db, { customerId: customer.id, productId }, { status: "awaiting_payment" });

  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1;
      return result;
    },
  };
  const sales = await getSalesToday(db.withPlugin(counter), NOW);
  expect(statements).toBe(1);
  expect(sales).toMatchObject({
    today: { orders: 2, revenue: 2998, refunds: 0, refunded: 0 },
    week_before: { orders: 1, revenue: 1499 },
  });
  expect(sales.today.hours).toEqual([1, ...Array<number>(10).fill(0), 1, ...Array<number>(12).fill(0)]);
});

it("counts neither what an edit paid back, nor money that came twice or too late, as refunded", async () => {
  const { order } = await createPaidOrder(shop, { priceMinor: 1000_00, qty: 2 });
  const late = await createPaidOrder(shop, { priceMinor: 1000_00 });
  await db
    .updateTable("orders")
    .set({ status: "cancelled", paid_at: null, is_stock_reserved: false })
    .where("id", "=", late.order.id)
    .execute();
  const refunds = [
    [order.id, "order_edited", 1000_00],
    [order.id, "paid_twice", 500_00],
    [order.id, "goodwill", 70_00],
    [late.order.id, "order_released", 1499_00],
  ] as const;
  const now = shop.clock.now();
  for (const [orderId, reason, amountMinor] of refunds)
    await sql`
      insert into refunds (id, payment_id, attempt_id, amount_minor, reason, status, created_at, ended_at)
      select ${`refund-${reason}`}, p.id, a.id, ${amountMinor}, ${reason}, 'succeeded', ${now}, ${now}
      from payments p join payment_attempts a on a.payment_id = p.id where p.order_id = ${orderId}`.execute(db);
  const { today } = await getSalesToday(db, new Date(now.getTime() + 1000));
  expect(today).toMatchObject({ orders: 1, revenue: order.total, refunds: 1, refunded: 70 });
});
