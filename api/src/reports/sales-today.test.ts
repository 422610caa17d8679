import type { KyselyPlugin } from "kysely";
import { expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createTestOrder } from "../orders/fixtures.ts";
import { getSalesToday } from "./sales-today.ts";

const { db } = await openTestShop();
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
