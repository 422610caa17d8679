import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import { buildAdminApi } from "../../admin-app.ts";
import { createTestCustomer } from "../../account/fixtures.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { createDeliverySetup } from "../../delivery/fixtures.ts";
import { createTestOrder, type OrderFixture } from "../../orders/fixtures.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { StorageUnavailableError } from "../../platform/file-storage/file-storage.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { CreatedDocument, DocumentKind, DocumentPage } from "./admin-schema.ts";
import { anonymizeDocuments, deleteFilesJob } from "./data-erasure.ts";
import { getDocumentFile, getMergedFile } from "./document-download.ts";
import type { DocumentContent, DocumentTotals } from "./printed-document.ts";

const shop = await openTestShop();
const { app, db } = shop;
const admin = openAdminClient(app);
let customerId = 0;
let cookie = "";

beforeEach(async () => {
  await createDeliverySetup(db);
  customerId = (await createTestCustomer(db)).id;
  cookie = await signIn("packer");
});

const signIn = async (role: string) =>
  createTestStaffSession(app, (await createTestStaff(app, { role, locale: "en-US" })).id);
const createOrder = async (fixture?: OrderFixture) =>
  createTestOrder(db, { customerId, productId: (await createProduct(db)).id }, fixture);
const print = async (orderId: number, kind: DocumentKind, options: { cookie?: string; query?: string } = {}) =>
  admin.request<{ result: CreatedDocument; audit_entry_id: number | null }>(
    "POST",
    `/orders/${orderId}/documents${options.query ?? ""}`,
    { cookie: options.cookie ?? cookie, body: { kind } },
  );
const printAndRead = async (orderId: number, kind: DocumentKind) => {
  const { result } = (await print(orderId, kind)).body.data;
  return { ...result, ...(await readPdf((await getDocumentFile(app, result.id)).file)) };
};
const list = async (query = "") =>
  (await admin.request<DocumentPage>("GET", `/documents${query}`, { cookie })).body.data;

const resolveModule = createRequire(import.meta.url).resolve;

/** Renders the pages of a PDF file and returns their text and their barcodes. */
async function readPdf(file: Uint8Array): Promise<{ pages: string[]; barcodes: string[] }> {
  const pdfium = await PDFiumLibrary.init();
  const document = await pdfium.loadDocument(file);
  prepareZXingModule({
    overrides: { wasmBinary: readFileSync(resolveModule("zxing-wasm/reader/zxing_reader.wasm")).buffer },
  });
  const pages: string[] = [];
  const barcodes: string[] = [];
  for (const page of document.pages()) {
    pages.push(page.getText().replaceAll("\u00a0", " ").replaceAll("\r\n", "\n"));
    const { data, width, height } = await page.render({ scale: 2, render: "bitmap" });
    const image = { data: new Uint8ClampedArray(data), width, height, colorSpace: "srgb" } as unknown as ImageData;
    barcodes.push(...(await readBarcodes(image, { formats: ["Code128"] })).map(({ text }) => text));
  }
  document.destroy();
  pdfium.destroy();
  return { pages, barcodes };
}

describe("an invoice", () => {
  it("has the items, amounts and parties of the order in its language and in English", async () => {
    const orderId = await createOrder({ qty: 2 });
    await sql`update orders set discount_minor = 10000, total_minor = total_minor - 10000, customs_tax_minor = 21000
      where id = ${orderId}`.execute(db);
    const { number, pages } = await printAndRead(orderId, "invoice");
    expect(number).toBe("INV-26-1");
    const [text = ""] = pages;
    for (const part of ["Инвойс / Invoice", "INV-26-1", String(orderId), "Anna Smirnova", "420015, Kazan"])
      expect(text).toContain(part);
    expect(text).toMatch(/Товары \/ Goods\s+2 000 ₽/);
    expect(text).toMatch(/Скидка по промокоду \/ Promo code discount\s+−100 ₽/);
    expect(text).toMatch(/Доставка \/ Delivery: EMS\s+499 ₽/);
    expect(text).toMatch(/Итого \/ Total\s+2 399 ₽/);
    expect(text).toContain("The estimated duty of 210 ₽ is not part of the total");
    // No seller is named that the store profile does not have.
    expect(text).not.toContain("Seller");
  });

  it("is drawn over several pages with the same head and page numbers", async () => {
    const orderId = await createOrder();
    await sql`insert into order_lines (order_id, line, product_id, option_id, reference, name, qty, price_minor,
        total_minor, weight_g)
      select order_id, n, product_id, 0, reference || n, name, 1, 100, 100, 200
      from order_lines, generate_series(2, 40) n where order_id = ${orderId}`.execute(db);
    const { pages } = await printAndRead(orderId, "invoice");
    expect(pages.length).toBeGreaterThan(1);
    pages.forEach((text, index) => {
      expect(text).toContain("Кол-во / Qty");
      expect(text).toContain(`${index + 1} / ${pages.length}`);
    });
  });
});

describe("a packing slip", () => {
  it("has the order number as a barcode that a scanner reads, and no prices", async () => {
    const orderId = await createOrder({ status: "packing" });
    const { number, pages, barcodes } = await printAndRead(orderId, "packing_slip");
    expect([number, barcodes]).toEqual(["PS-26-1", [String(orderId)]]);
    expect(pages[0]).toContain("Упаковочный лист / Packing slip");
    expect(pages[0]).not.toContain("₽");
  });
});

describe("a customs data sheet", () => {
  it("has what the electronic form asks for, in English only", async () => {
    const orderId = await createOrder();
    await db.updateTable("products").set({ name_en: "Cream with rice water" }).execute();
    const { pages } = await printAndRead(orderId, "customs_data_sheet");
    for (const part of ["Customs data", "CN22", "face cream", "3304.99", "350 g", "sale of goods", "JP", "—"])
      expect(pages[0]).toContain(part);
    expect(pages[0]).not.toMatch(/[А-Яа-я]{3}/);
  });

  it("has the origin and the net weight of a product, whose change supersedes no other document", async () => {
    const orderId = await createOrder();
    const slip = (await print(orderId, "packing_slip")).body.data.result;
    await db.updateTable("products").set({ origin_country: "KR", net_weight_g: 42 }).execute();
    const { pages } = await printAndRead(orderId, "customs_data_sheet");
    for (const part of ["KR", "42 g"]) expect(pages[0]).toContain(part);
    expect((await print(orderId, "packing_slip")).body.data.result).toEqual(slip);
  });

  it("waits for the customs data of the products", async () => {
    const orderId = await createOrder();
    await db.updateTable("products").set({ hs_code: "" }).execute();
    expect((await print(orderId, "customs_data_sheet")).body.code).toBe("customs_data_missing");
    expect((await print(orderId, "packing_slip")).status).toBe(200);
  });
});

describe("POST /orders/{id}/documents", () => {
  it("prints a document once, and one with other content supersedes it", async () => {
    const orderId = await createOrder();
    const first = (await print(orderId, "invoice")).body.data;
    const again = (await print(orderId, "invoice")).body.data;
    expect(again).toMatchObject({ result: first.result, audit_entry_id: null });
    await sql`update orders set address = address || '{"city": "Omsk"}' where id = ${orderId}`.execute(db);
    const second = (await print(orderId, "invoice")).body.data;
    expect(second.result.number).toBe("INV-26-2");
    expect((await list()).items).toMatchObject([
      { number: "INV-26-2", superseded_at: null, created_by: { name: expect.any(String) } },
      { number: "INV-26-1", superseded_at: shop.clock.now().toISOString(), is_erased: false },
    ]);
    const ofOrder = await admin.request("GET", `/orders/${orderId}/documents`, { cookie: await signIn("support") });
    expect(ofOrder.body.data).toEqual((await list()).items);
    expect((await readPdf((await getDocumentFile(app, first.result.id)).file)).pages[0]).toContain("Kazan");
    expect(await db.selectFrom("audit_entries").select(["action", "changes"]).orderBy("id").execute()).toEqual([
      { action: "order.document_printed", changes: [{ field: "document", from: null, to: "invoice INV-26-1" }] },
      { action: "order.document_printed", changes: [{ field: "document", from: null, to: "invoice INV-26-2" }] },
    ]);
  });

  it("numbers documents without gaps, also when printed at the same time (race)", async () => {
    const orderIds = await Promise.all(Array.from({ length: 5 }, () => createOrder()));
    const requests = [...orderIds, ...orderIds].map((orderId) => print(orderId, "invoice"));
    const numbers = (await Promise.all(requests)).map(({ body }) => body.data.result.number);
    expect([...new Set(numbers)].toSorted()).toEqual([1, 2, 3, 4, 5].map((number) => `INV-26-${number}`));
  });

  it("changes nothing in a preview", async () => {
    const orderId = await createOrder();
    expect((await print(orderId, "invoice", { query: "?preview=true" })).status).toBe(200);
    expect((await list()).items).toEqual([]);
  });

  it("refuses a text that no font can draw, naming it", async () => {
    const orderId = await createOrder();
    await sql`update order_lines set name = '雪 Lotion' where order_id = ${orderId}`.execute(db);
    const { status, body } = await print(orderId, "invoice");
    expect([status, body.code]).toEqual([422, "text_not_drawable"]);
    expect(body.data).toMatchObject({ text: "雪 Lotion", characters: "雪" });
    expect((await list()).items).toEqual([]);
  });

  it("refuses orders that are not paid or not known, and other roles", async () => {
    const unpaid = await createOrder({ status: "awaiting_payment" });
    expect((await print(unpaid, "invoice")).body.code).toBe("document_not_available");
    expect((await print(999_999_999, "invoice")).body.code).toBe("order_not_found");
    expect((await print(unpaid, "invoice", { cookie: await signIn("support") })).body.code).toBe("forbidden");
  });
});

describe("the documents of an order in several shipments", () => {
  const split = async () => {
    const orderId = await createOrder({ qty: 3, status: "packing" });
    await sql`update orders set discount_minor = 10001, loyalty_minor = 20000, gift_card_minor = 50000,
      total_minor = total_minor - 80001, customs_tax_minor = 30000 where id = ${orderId}`.execute(db);
    const first = await changeShipment("", { order_id: orderId });
    const second = await changeShipment(`/${first}/split`, { items: [{ line: 1, quantity: 1 }] });
    return { orderId, shipmentIds: [first, second] as const };
  };
  const changeShipment = async (path: string, body: object) =>
    (await admin.request<{ result: { shipment_id: number } }>("POST", `/shipments${path}`, { cookie, body })).body.data
      .result.shipment_id;
  const printShipment = async (orderId: number, shipment_id: number, kind: DocumentKind) =>
    admin.request<{ result: CreatedDocument }>("POST", `/orders/${orderId}/documents`, {
      ...{ cookie, body: { kind, shipment_id } },
    });

  it("have the pieces, weight and sums of each, which add up to those of the order", async () => {
    const { orderId, shipmentIds } = await split();
    const texts: string[] = [];
    for (const id of shipmentIds) {
      const { result } = (await printShipment(orderId, id, "invoice")).body.data;
      texts.push((await readPdf((await getDocumentFile(app, result.id)).file)).pages.join("\n"));
    }
    expect(texts[0]).toMatch(/Отправление \/ Shipment\s+1 \/ 2/);
    expect(texts[0]).toMatch(/Товары \/ Goods\s+2 000 ₽/);
    expect(texts[1]).toMatch(/Товары \/ Goods\s+1 000 ₽/);
    const contents = await db.selectFrom("documents").select(["number", "content"]).orderBy("id").execute();
    expect(contents.map(({ number }) => number)).toEqual(["INV-26-1", "INV-26-2"]);
    const totals = contents.map(({ content }) => (content as DocumentContent).totals);
    const sum = (field: keyof DocumentTotals) => totals.reduce((total, one) => total + (one?.[field] ?? 0), 0);
    const order = await db.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
    expect(sum("total_minor")).toBe(order.total_minor);
    expect([sum("products_minor"), sum("discount_minor"), sum("loyalty_minor")]).toEqual([300_000, 10_001, 20_000]);
    expect([sum("gift_card_minor"), sum("delivery_minor"), sum("duty_minor")]).toEqual([50_000, 49_900, 30_000]);
    expect(contents.map(({ content }) => (content as DocumentContent).shipping.weight_g)).toEqual([400, 200]);
  });

  it("have a packing slip and a customs data sheet of their own", async () => {
    const { orderId, shipmentIds } = await split();
    const slip = (await printShipment(orderId, shipmentIds[1], "packing_slip")).body.data.result;
    const read = await readPdf((await getDocumentFile(app, slip.id)).file);
    expect(read.barcodes).toEqual([String(orderId)]);
    expect(read.pages[0]).toMatch(/Штук \/ Pieces[^]*\n1\n/);
    const sheet = (await printShipment(orderId, shipmentIds[1], "customs_data_sheet")).body.data.result;
    const [text] = (await readPdf((await getDocumentFile(app, sheet.id)).file)).pages;
    expect(text).toMatch(/Value of the goods\s+₽1,000/);
    expect(text).toContain("200 g");
  });

  it("supersede those of the whole order, which are refused from then on", async () => {
    const { orderId, shipmentIds } = await split();
    await sql`delete from shipment_items where shipment_id = ${shipmentIds[1]}`.execute(db);
    await sql`update shipments set status = 'canceled' where id = ${shipmentIds[1]}`.execute(db);
    const whole = (await printShipment(orderId, shipmentIds[0], "packing_slip")).body.data.result;
    expect((await list()).items).toMatchObject([{ number: "PS-26-1", shipment: null }]);
    await changeShipment("", { order_id: orderId });
    await changeShipment(`/${shipmentIds[0]}/split`, { items: [{ line: 1, quantity: 1 }] });
    expect((await print(orderId, "packing_slip")).body.code).toBe("documents_per_shipment");
    const own = (await printShipment(orderId, shipmentIds[0], "packing_slip")).body.data.result;
    expect((await printShipment(orderId, shipmentIds[0], "packing_slip")).body.data.result).toEqual(own);
    expect((await list()).items).toMatchObject([
      { number: own.number, shipment: { id: shipmentIds[0], number: 1 }, superseded_at: null },
      { number: whole.number, shipment: null, superseded_at: expect.any(String) },
    ]);
    expect((await printShipment(orderId, shipmentIds[1], "packing_slip")).body.code).toBe("document_not_available");
    expect((await printShipment(orderId, 999_999, "packing_slip")).body.code).toBe("document_not_available");
  });
});

describe("the file of a document", () => {
  it("has the hash that is stored, and is rendered again if it is missing", async () => {
    const { result } = (await print(await createOrder(), "invoice")).body.data;
    const { file, name } = await getDocumentFile(app, result.id);
    expect(name).toBe("INV-26-1.pdf");
    const { sha256 } = await db.selectFrom("documents").select("sha256").executeTakeFirstOrThrow();
    expect(createHash("sha256").update(file).digest()).toEqual(sha256);
    rmSync(join(app.config.dataDir, "documents"), { recursive: true });
    expect((await getDocumentFile(app, result.id)).file).toEqual(file);
  });

  it("is not stored again if it is erased while it is rendered", async () => {
    const { result } = (await print(await createOrder(), "invoice")).body.data;
    rmSync(join(app.config.dataDir, "documents"), { recursive: true });
    const write: typeof app.files.write = async (path, content, options) => {
      await db.updateTable("documents").set({ file_key: null }).execute();
      await app.files.write(path, content, options);
    };
    const download = getDocumentFile({ ...app, files: { ...app.files, write } }, result.id);
    await expect(download).rejects.toMatchObject({ code: "document_erased" });
    const stored: string[] = [];
    for await (const { path } of app.files.list("documents")) stored.push(path);
    expect(stored).toEqual([]);
  });

  it("is not found out to be missing while the file storage is unavailable", async () => {
    const { result } = (await print(await createOrder(), "invoice")).body.data;
    const read = () => Promise.reject(new StorageUnavailableError("down"));
    const api = buildAdminApi({ ...app, files: { ...app.files, read } });
    const response = await api.request(`/v1/admin/documents/${result.id}/file`, { headers: { cookie } });
    expect([response.status, response.headers.get("retry-after"), response.headers.get("cache-control")]).toEqual([
      503,
      "5",
      "no-store",
    ]);
    expect(shop.errors).toEqual(["the file storage is unavailable: down"]);
  });

  it("is sent to staff who fulfill orders, and stored by no cache", async () => {
    const { result } = (await print(await createOrder(), "invoice")).body.data;
    const api = buildAdminApi(app);
    const get = async (headers: Record<string, string>) =>
      api.request(`/v1/admin/documents/${result.id}/file`, { headers });
    const response = await get({ cookie });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...{ "content-type": "application/pdf", "cache-control": "no-store", "x-robots-tag": "noindex" },
      "content-disposition": `inline; filename="INV-26-1.pdf"`,
    });
    expect((await get({ cookie: await signIn("support") })).status).toBe(403);
    expect((await get({})).status).toBe(401);
  });

  it("is one file for several documents", async () => {
    const orderIds = [await createOrder(), await createOrder()];
    const ids: number[] = [];
    for (const orderId of orderIds) ids.unshift((await print(orderId, "packing_slip")).body.data.result.id);
    const { barcodes } = await readPdf((await getMergedFile(app, ids)).file);
    expect(barcodes).toEqual(orderIds.toReversed().map(String));
    await expect(getMergedFile(app, [...ids, 999])).rejects.toMatchObject({ code: "not_found" });
  });

  it("is erased with the personal data of the customer; what was sold stays", async () => {
    const { result } = (await print(await createOrder(), "invoice")).body.data;
    const { file_key } = await db.selectFrom("documents").select("file_key").executeTakeFirstOrThrow();
    await withTransaction(db, (tx) => anonymizeDocuments(tx, customerId));
    await deleteFilesJob.work(app, { fileKeys: [file_key] });
    await expect(getDocumentFile(app, result.id)).rejects.toMatchObject({ code: "document_erased", status: 410 });
    const { content } = await db.selectFrom("documents").select("content").executeTakeFirstOrThrow();
    expect(content).toMatchObject({ recipient: null, totals: { total_minor: 149_900 } });
    expect((await list()).items).toMatchObject([{ number: "INV-26-1", is_erased: true }]);
  });

  it("is never changed", async () => {
    await print(await createOrder(), "invoice");
    for (const change of ["number = 'INV-26-9'", "content = '{}'", "sha256 = sha256('')"])
      await expect(sql`update documents set ${sql.raw(change)}`.execute(db)).rejects.toThrow("cannot be changed");
  });
});
