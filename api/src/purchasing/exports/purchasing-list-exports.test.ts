import { beforeEach, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import { buildAdminApi } from "../../admin-app.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import { createTestSupplier } from "../fixtures.ts";

const shop = await openTestShop();
const { app, db } = shop;
const admin = openAdminClient(app);
let cookie = "";

async function signIn(role: string) {
  const { id } = await createTestStaff(app, { role, locale: "en-US" });
  cookie = await createTestStaffSession(app, id);
}
beforeEach(() => signIn("manager"));

const prepare = (list: string, columns: string[], query = {}) =>
  admin.request<{ result: { token: string; rows: number } }>("POST", `/${list}/exports`, {
    cookie,
    body: { list: query, columns },
  });

async function download(list: string, columns: string[], query = {}): Promise<string[]> {
  const { token, rows } = (await prepare(list, columns, query)).body.data.result;
  const request = new Request(`http://shop.test/v1/admin/${list}/exports/${token}`, { headers: { cookie } });
  const bytes = new Uint8Array(await (await buildAdminApi(app).fetch(request)).arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = new TextDecoder().decode(bytes).trim().split("\n");
  expect(lines).toHaveLength(rows + 1);
  return lines;
}

async function createOrder(supplierId: number, status: "draft" | "ordered") {
  const { id } = await createProduct(db, { stock: 1 });
  const order = await db
    .insertInto("purchase_orders")
    .values({
      ...{ supplier_id: supplierId, status, currency: "JPY", delivery_minor: 500, tax_percent: 10 },
      ordered_at: status === "draft" ? null : app.clock.now(),
      created_at: app.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const line = {
    purchase_order_id: order.id,
    line: 1,
    product_id: id,
    option_id: 0,
    quantity: 4,
    unit_cost_minor: 1000,
  };
  await db.insertInto("purchase_order_lines").values(line).execute();
  return order.id;
}

it("the list of orders from suppliers has those of the view, with their totals", async () => {
  const { id: supplierId } = await createTestSupplier(db, { name: "=Wholesale" });
  const ordered = await createOrder(supplierId, "ordered");
  await createOrder(supplierId, "draft");
  expect(await download("purchase-orders", ["number", "supplier", "total"], { view: "ordered" })).toEqual([
    "purchase_order,supplier,total,currency",
    `${ordered},'=Wholesale,4950,JPY`,
  ]);
  expect(await download("purchase-orders", ["number"], { view: "all" })).toHaveLength(3);
});

it("the list of suppliers has their figures, and not their contacts", async () => {
  const { id: supplierId } = await createTestSupplier(db);
  await createOrder(supplierId, "ordered");
  expect(await download("suppliers", ["name", "terms", "figures"])).toEqual([
    "supplier,is_active,currency,lead_days,orders,average_days,missing_percent",
    "Wholesale,true,JPY,12,1,,",
  ]);
});

it("the list of what to order has all of it", async () => {
  const { id } = await createProduct(db, { stock: 2 });
  const values = {
    product_id: id,
    option_id: 0,
    kind: "order",
    quantity: -90,
    stock_after: 2,
    at: app.clock.now(),
  } as const;
  await db.insertInto("stock_movements").values(values).execute();
  const [head, row] = await download("reorder", ["product", "stock", "order"]);
  expect(head).toBe("reference,product,option,available,incoming,waiting_customers,quantity,lead_days,supplier");
  expect(row).toMatch(/,2,0,0,\d+,\d+,$/);
});

it("the movements of the stock are those of the filter", async () => {
  const { id } = await createProduct(db, { stock: 2 });
  await createProduct(db, { stock: 2 });
  const movement = {
    product_id: id,
    option_id: 0,
    kind: "receipt",
    quantity: 5,
    stock_after: 7,
    reason: "PO",
    at: app.clock.now(),
  } as const;
  await db.insertInto("stock_movements").values(movement).execute();
  const [, ...rows] = await download("stock-movements", ["kind", "quantity", "available"], {
    product: id,
    kind: "receipt",
  });
  expect(rows).toEqual(["receipt,5,7"]);
  expect(await download("stock-movements", ["kind"], { product: id })).not.toHaveLength(1);
});

it("need the permission of the list", async () => {
  await signIn("support");
  for (const list of ["purchase-orders", "suppliers", "reorder"])
    expect(
      (await prepare(list, [list === "reorder" ? "product" : list === "suppliers" ? "name" : "number"])).status,
    ).toBe(403);
});
