import { describe, expect, it } from "vitest";
import { buildAdminApi } from "../src/admin-app.ts";
import { createProduct } from "../src/catalog/fixtures.ts";
import { productExportColumns, productListQuery } from "../src/catalog-admin/admin-schema.ts";
import { productListExport } from "../src/catalog-admin/exports/product-list-export.ts";
import { createTestCustomer } from "../src/account/fixtures.ts";
import { createDeliverySetup } from "../src/delivery/fixtures.ts";
import { shipmentExportColumns } from "../src/fulfillment/shipments/admin-schema.ts";
import { createTestOrder } from "../src/orders/fixtures.ts";
import { paymentExportColumns, paymentListQuery } from "../src/payments/admin-schema.ts";
import { createUnpaidOrder } from "../src/payments/fixtures.ts";
import { paymentListExport } from "../src/payments/exports/payment-list-export.ts";
import { returnExportColumns } from "../src/returns/admin-schema.ts";
import { createDeliveredOrder, openReturnClient } from "../src/returns/fixtures.ts";
import { contentExportColumns, moderationListQuery } from "../src/reviews/admin-schema.ts";
import { createQuestion, createReview } from "../src/reviews/fixtures.ts";
import { reviewListExport } from "../src/reviews/exports/content-list-export.ts";
import { auditExportColumns, auditQuery } from "../src/staff/audit/admin-schema.ts";
import { auditListExport } from "../src/staff/audit/exports/audit-list-export.ts";
import { type AnyListExport, generateCsv } from "../src/staff/exports/list-export.ts";
import { createTestStaff, createTestStaffSession } from "../src/staff/fixtures.ts";
import { openAdminClient } from "./admin-client.ts";
import { openPaymentTestShop } from "./payment-shop.ts";

const shop = await openPaymentTestShop();
const { app, db, clock } = shop;
const admin = openAdminClient(app);
const api = buildAdminApi(app);

const signIn = async (role: string) =>
  createTestStaffSession(app, (await createTestStaff(app, { role, locale: "en-US" })).id);

/** Prepares and downloads a list. @returns the head of the file, its lines, and the number of rows that was recorded */
async function exportList(name: string, columns: readonly string[], { role = "owner", list = {} } = {}) {
  const cookie = await signIn(role);
  const { status, body } = await admin.request<{ result: { token: string; rows: number } }>(
    "POST",
    `/${name}/exports`,
    {
      cookie,
      body: { list, columns },
    },
  );
  if (status !== 200) return { status, head: "", lines: [], rows: 0 };
  const { token, rows } = body.data.result;
  const request = new Request(`http://shop.test/v1/admin/${name}/exports/${token}`, { headers: { cookie } });
  const response = await api.fetch(request);
  const [head = "", ...lines] = (await response.text()).replace("\uFEFF", "").trimEnd().split("\n");
  return { status: response.status, head, lines, rows };
}

/** Generates a file with batches of two rows. */
async function generate(list: AnyListExport, query: object, column: string): Promise<string[]> {
  const request = { list: query as Record<string, unknown>, columns: [column], withPersonalData: false };
  const reader = { staffId: 1, locale: "en-US" as const, now: clock.now(), batchSize: 2 };
  let text = "";
  for await (const part of generateCsv(db, list, request, reader)) text += part;
  return text.trimEnd().split("\n").slice(1);
}

describe("exports of lists", () => {
  it("has returns, with masked names", async () => {
    const client = await openReturnClient(shop, admin);
    const { order } = await createDeliveredOrder(shop);
    const id = await client.requestReturn(order.id);
    const { head, lines, rows } = await exportList("returns", returnExportColumns, { role: "support" });
    expect(head).toBe(
      "return,requested_at,order,replacement_order,customer,product,other_lines,pieces,kind,reason,value,currency,status,outcome,changed_at",
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${id},2.*,${order.id},,[^,]*••••,.*,0,1,return,changed_mind,.*,requested,,`));
    expect(rows).toBe(1);
    expect((await exportList("returns", returnExportColumns, { list: { view: "rejected" } })).lines).toEqual([]);
  });

  it("has products, batch by batch", async () => {
    for (const stock of [3, 1, 2]) await createProduct(db, { stock });
    const { head, lines, rows } = await exportList("products", productExportColumns, {
      role: "catalog_editor",
      list: { sort: "stock_asc" },
    });
    expect(head).toBe(
      "id,reference,barcode,name,options,problems,brand,category,status,stock,waiting,price,old_price,outdated_translations,updated_at",
    );
    expect(rows).toBe(3);
    expect(lines[0]).toMatch(/,active,1,0,1000,,,2/);
    const query = productListQuery.parse({ sort: "stock_asc" });
    expect(await generate(productListExport, query, "stock")).toEqual(["1,0", "2,0", "3,0"]);
  });

  it("has payments, batch by batch", async () => {
    const ids: number[] = [];
    for (let payment = 0; payment < 5; payment++) ids.push((await createUnpaidOrder(db)).orderId);
    const { head, lines, rows } = await exportList("payments", paymentExportColumns, {
      role: "accountant",
      list: { view: "all" },
    });
    expect(head).toContain("order,payment,created_at,paid_at,method,provider,amount,refunded,currency,status");
    expect(lines.map((line) => Number(line.split(",")[0])).toSorted()).toEqual(ids.toSorted());
    expect(lines[0]).toContain(",card,sandbox,1500,0,RUB,awaiting,");
    expect(rows).toBe(5);
    const batches = await generate(paymentListExport, paymentListQuery.parse({ view: "all" }), "order");
    expect(batches.map((line) => line.split(",")[0])).toEqual(lines.map((line) => line.split(",")[0]));
  });

  it("has the shipments with a status", async () => {
    await createDeliverySetup(db);
    const { id: customerId } = await createTestCustomer(db);
    const { id: productId } = await createProduct(db);
    const orderId = await createTestOrder(db, { customerId, productId }, { status: "packing" });
    await admin.request("POST", "/shipments", { cookie: await signIn("packer"), body: { order_id: orderId } });
    const list = { status: "open" };
    const { head, lines, rows } = await exportList("shipments", shipmentExportColumns, { role: "packer", list });
    expect(head).toBe(
      "order,shipment,country,shipping_method,items,weight_g,packed_at,packed_by,tracking_number,cdek_order,status",
    );
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${orderId},1,RU,EMS,1,.*,open$`))]);
    expect(rows).toBe(1);
  });

  it("has reviews and questions of a view, with masked authors", async () => {
    const { id: productId } = await createProduct(db);
    const ids: number[] = [];
    for (const text of ["Good", "=1+1", "Fine"]) ids.push((await createReview(db, { productId, text })).id);
    await createQuestion(db, { productId });
    const list = { view: "published" };
    const reviews = await exportList("reviews", contentExportColumns, { role: "support", list });
    expect(reviews.rows).toBe(3);
    expect(reviews.lines.find((line) => line.startsWith(`${ids[1]},`))).toMatch(/,А\. К••••,ru-RU,.*,5,'=1\+1,/);
    const query = moderationListQuery.parse(list);
    expect(await generate(reviewListExport, query, "number")).toEqual(ids.toReversed().map(String));
    expect((await exportList("questions", contentExportColumns, { list })).lines).toHaveLength(1);
  });

  it("has the audit log, in which personal values are hashed", async () => {
    for (let entry = 0; entry < 3; entry++) await exportList("payments", ["order"]);
    clock.advance(1000);
    const list = { action: "payment.list_exported" };
    const { lines, rows } = await exportList("audit", auditExportColumns, { role: "manager", list });
    expect(rows).toBe(3);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain("payment.list_exported");
    expect(await generate(auditListExport, auditQuery.parse(list), "action")).toHaveLength(3);
    const search = { q: "payments", from: "2020-01-01T00:00:00Z" };
    expect(await exportList("audit", auditExportColumns, { list: search })).toMatchObject({ status: 422 });
  });

  it.each([
    ["returns", "packer"],
    ["payments", "support"],
    ["shipments", "accountant"],
    ["reviews", "packer"],
    ["questions", "accountant"],
    ["audit", "support"],
  ])("refuses the list of %s to the role %s", async (name, role) => {
    expect(await exportList(name, ["status"], { role })).toMatchObject({ status: 403 });
  });
});
