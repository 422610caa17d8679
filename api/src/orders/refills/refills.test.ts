import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { createTestCustomer } from "../../account/fixtures.ts";
import { sendAlerts } from "../../catalog/alerts/send-alerts.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { dailyUse } from "../../catalog/settings.ts";
import { createDeliverySetup } from "../../delivery/fixtures.ts";
import { updateSetting } from "../../platform/settings/settings.ts";
import { createTestOrder } from "../fixtures.ts";
import type { OrderRefills } from "./schema.ts";

const DAY_MS = 86_400_000;
const shop = await openTestShop();
const { db } = shop;
let customer: Awaited<ReturnType<typeof createTestCustomer>>;
let product: Awaited<ReturnType<typeof createProduct>>;
let orderId = 0;

beforeEach(async () => {
  await createDeliverySetup(db);
  customer = await createTestCustomer(db);
  product = await createProduct(db);
  await sql`update products set net_amount = 45, net_unit = 'мл' where id = ${product.id}`.execute(db);
  const { rows } = await sql<{ slug: string }>`
    select c.slug from categories c join products p on p.category_id = c.id where p.id = ${product.id}`.execute(db);
  await updateSetting(db, dailyUse, { [rows[0]?.slug ?? ""]: { amount: 1, unit: "мл" } });
  orderId = await createOrder("delivered", new Date(shop.clock.now().getTime() - 2 * DAY_MS));
});

const createOrder = (status: "delivered" | "shipped" | "paid", placedAt: Date) =>
  createTestOrder(db, { customerId: customer.id, productId: product.id }, { status, placedAt: placedAt.toISOString() });
const getRefills = async (id = orderId, { token } = customer) => {
  const response = await shop.request("GET", `/v1/user/orders/${id}/refills`, { token });
  return { status: response.status, items: (response.body.data as OrderRefills | undefined)?.items };
};
const remind = (body: object = {}, { token } = customer) =>
  shop.request("POST", `/v1/user/orders/${orderId}/refills`, { token, body: { product_id: product.id, ...body } });
const listAlerts = async () =>
  (await shop.request("GET", "/v1/user/alerts", { token: customer.token })).body.data.items;

describe("the items of a delivered order", () => {
  it("last as long as their content, and the customer is reminded once before the end", async () => {
    const { items } = await getRefills();
    expect(items).toMatchObject([{ product_id: product.id, days: 45, is_reminded: false }]);
    expect((await remind()).status).toBe(200);
    expect((await remind()).status).toBe(200);
    expect((await getRefills()).items).toMatchObject([{ is_reminded: true }]);
    expect(await listAlerts()).toMatchObject([{ kind: "refill", due_on: items?.[0]?.remind_on }]);
    const page = await shop.request("GET", `/v1/products/${product.id}`, { token: customer.token });
    expect(page.body.data.alerts).toEqual([]);

    expect(await sendAlerts(shop.app)).toBe(0);
    shop.clock.advance(40 * DAY_MS);
    expect(await sendAlerts(shop.app)).toBe(1);
    expect(await sendAlerts(shop.app)).toBe(0);
    const mails = await db.selectFrom("emails").select(["recipient", "template"]).execute();
    expect(mails).toEqual([{ recipient: customer.email, template: "product_alert" }]);
  });

  it("are not reminded of after the customer has changed their mind", async () => {
    await remind();
    await shop.request("DELETE", `/v1/user/alerts/${product.id}?kind=refill`, { token: customer.token });
    expect((await getRefills()).items).toMatchObject([{ is_reminded: false }]);
    shop.clock.advance(40 * DAY_MS);
    expect(await sendAlerts(shop.app)).toBe(0);
  });

  it("are not named before the delivery, and once they were ordered again", async () => {
    expect((await getRefills(await createOrder("shipped", shop.clock.now()))).items).toEqual([]);
    await createOrder("paid", shop.clock.now());
    expect((await getRefills()).items).toEqual([]);
  });

  it("are not reminded of if it is too late, or if the order does not have them", async () => {
    expect((await remind({ product_id: product.id + 1 })).body.code).toBe("refill_not_found");
    const deliveredAt = new Date(shop.clock.now().getTime() - 30 * DAY_MS);
    await db.updateTable("order_history").set({ created_at: deliveredAt }).where("order_id", "=", orderId).execute();
    expect((await getRefills()).items).toMatchObject([{ remind_on: null }]);
    expect((await remind()).body.code).toBe("refill_too_late");
  });

  it("are seen by their customer only", async () => {
    const other = await createTestCustomer(db);
    expect((await getRefills(orderId, other)).status).toBe(404);
    expect((await remind({}, other)).status).toBe(404);
  });
});
