import type { KyselyPlugin } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openTestShop } from "../../test/harness.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import type { RootDb } from "../platform/db/database.ts";
import { createTestStaff, createTestStaffSession } from "../staff/fixtures.ts";
import type { OrderDetail, OrderPage } from "./admin-schema.ts";
import { createTestOrder } from "./fixtures.ts";

const shop = await openTestShop();
let statementCount = 0;
const counter: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    statementCount += 1;
    return result;
  },
};
const admin = openAdminClient({ ...shop.app, db: shop.db.withPlugin(counter) as RootDb });
let orderId = 0;

beforeEach(async () => {
  const customer = await createTestCustomer(shop.db);
  const product = await createProduct(shop.db);
  orderId = await createTestOrder(shop.db, { customerId: customer.id, productId: product.id });
});

const signIn = async (role: string) =>
  createTestStaffSession(shop.app, (await createTestStaff(shop.app, { role, locale: "en-US" })).id);

describe("the orders of the admin API", () => {
  it("are read by those who have the permission", async () => {
    const cookie = await signIn("accountant");
    const list = await admin.request<OrderPage>("GET", "/orders?view=to_pack", { cookie });
    expect(list.body.data.items.map(({ id }) => id)).toEqual([orderId]);
    expect((await admin.request<OrderDetail>("GET", `/orders/${orderId}`, { cookie })).body.data.id).toBe(orderId);
    const packer = await signIn("packer");
    for (const path of ["/orders", "/orders/views", `/orders/${orderId}`])
      expect(await admin.request("GET", path, { cookie: packer })).toMatchObject({
        status: 403,
        body: { code: "forbidden" },
      });
  });

  it("are refused for invalid filters and unknown numbers", async () => {
    const cookie = await signIn("manager");
    const invalid = await admin.request("GET", "/orders?view=mine&after=x&status=lost", { cookie });
    expect([invalid.status, Object.keys(invalid.body.errors)]).toEqual([422, ["view", "status.0", "after"]]);
    expect((await admin.request("GET", "/orders/999999999", { cookie })).body.code).toBe("order_not_found");
    expect((await admin.request("GET", "/orders/1", { cookie })).status).toBe(422);
  });

  it.each([
    ["a list", "/orders?view=to_pack&country=RU&sort=due_asc", 3],
    ["the counts of the views", "/orders/views", 2],
    ["an order", "", 2],
  ])("run a fixed number of statements for %s, including authentication", async (_what, path, count) => {
    const cookie = await signIn("manager");
    const sendRequest = async () => admin.request("GET", path || `/orders/${orderId}`, { cookie });
    expect((await sendRequest()).status).toBe(200);
    statementCount = 0;
    await sendRequest();
    expect(statementCount).toBe(count);
  });
});
