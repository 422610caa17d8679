import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { TEST_NOW } from "../../../test/test-now.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { createReadyCart } from "../../cart/fixtures.ts";
import { createPaidOrder, placeOrder } from "../../checkout/fixtures.ts";
import { clearAllCaches } from "../../platform/cache/cache.ts";
import { withTransaction } from "../../platform/db/database.ts";
import type { Order } from "../schema.ts";
import { createTestOrder } from "../fixtures.ts";
import { jobs } from "../jobs.ts";
import { promiseArrival } from "../parcel/parcel-orders.ts";

const shop = await openPaymentTestShop();
const { app, clock, db } = shop;

const getOrder = async (id: number, token: string): Promise<Order> =>
  (await shop.request("GET", `/v1/user/orders/${id}`, { token })).body.data;

describe("an order", () => {
  it("is promised its days of arrival when it is paid, whatever the method's days are later", async () => {
    const { shopper } = await createReadyCart(db);
    const placed = await placeOrder(shop, shopper);
    expect((await getOrder(placed.id, shopper.token)).shipping?.promised).toBeNull();
    await shop.confirmPayment(placed.paymentId, await shop.createCardToken());
    await shop.settlePayments();
    const promised = { from: "2026-11-30", to: "2026-12-08" };
    expect((await getOrder(placed.id, shopper.token)).shipping).toMatchObject({ promised, days_min: 10, days_max: 18 });

    // Whoever has the payment link learns the days, too, but not the address.
    const { body } = await shop.request("GET", `/v1/payments/${placed.paymentId}`);
    expect(body.data.delivery).toEqual({ promised, to_pickup_point: false, duty: 0 });

    await db.updateTable("shipping_method_countries").set({ days_max: 60 }).execute();
    expect((await getOrder(placed.id, shopper.token)).shipping).toMatchObject({ promised, days_max: 60 });
  });

  it("is promised the days of another method or country that it is changed to, counted from the payment", async () => {
    const { order } = await createPaidOrder(shop);
    await sql`update orders set address = address || '{"country": "KZ"}' where id = ${order.id}`.execute(db);
    clock.advance(86_400_000);
    await withTransaction(db, (tx) => promiseArrival(tx, [order.id]));
    const { rows } =
      await sql`select promised_from::text as "from", promised_until::text as "to" from orders where id = ${order.id}`.execute(
        db,
      );
    expect(rows).toEqual([{ from: "2026-12-02", to: "2026-12-10" }]);
  });
});

describe("the rate of parcels that arrived in time", () => {
  const getPercent = async (country: string) => {
    clearAllCaches();
    const headers = { "delivery-country": country };
    return (await shop.request("GET", "/v1/frontConfig", { headers })).body.data.on_time_percent;
  };
  const count = async () => {
    for (const job of jobs) if (job.name === "orders.count_on_time_rates") await job.work(app, null);
  };
  /** Creates orders whose last promised day is some days ago. */
  const createOrders = async (
    number: number,
    {
      status,
      promisedDaysAgo,
      deliveredDaysAgo,
    }: { status: "shipped" | "delivered" | "cancelled"; promisedDaysAgo: number; deliveredDaysAgo?: number },
  ) => {
    const { shopper } = await createReadyCart(db);
    const product = await createProduct(db);
    const addDays = (days: number) => new Date(TEST_NOW.getTime() - days * 86_400_000);
    for (let index = 0; index < number; index++) {
      const id = await createTestOrder(db, { customerId: shopper.id, productId: product.id }, { status });
      const day = addDays(promisedDaysAgo).toISOString().slice(0, 10);
      await db
        .updateTable("orders")
        .set({ promised_from: day, promised_until: day })
        .$if(deliveredDaysAgo !== undefined, (query) => query.set({ delivered_at: addDays(deliveredDaysAgo ?? 0) }))
        .where("id", "=", id)
        .execute();
    }
  };

  it("counts a parcel that is late or has not arrived, but no canceled order and no promise of another time", async () => {
    await createOrders(28, { status: "delivered", promisedDaysAgo: 3, deliveredDaysAgo: 3 });
    await count();
    expect(await getPercent("RU")).toBeNull();
    await createOrders(1, { status: "delivered", promisedDaysAgo: 3, deliveredDaysAgo: 2 });
    await createOrders(1, { status: "shipped", promisedDaysAgo: 1 });
    await createOrders(3, { status: "cancelled", promisedDaysAgo: 1 });
    await createOrders(3, { status: "shipped", promisedDaysAgo: 0 });
    await createOrders(3, { status: "shipped", promisedDaysAgo: 31 });
    await count();
    // 28 of 30, rounded down.
    expect(await getPercent("RU")).toBe(93);
    expect(await getPercent("KZ")).toBeNull();
  });
});
