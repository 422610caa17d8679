import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { buildAdminApi } from "../../admin-app.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { createCategory, createProduct } from "../../catalog/fixtures.ts";
import { createPaidOrder, moveOrder } from "../../checkout/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { ChangedStockCount, EnteredCount, StockCount, StockCountPage } from "./admin-schema.ts";

const shop = await openPaymentTestShop();
const admin = openAdminClient(shop.app);
let cookie = "";

const send = <T>(method: "POST" | "PATCH", path: string, body: object) =>
  admin.request<{ result: T; audit_entry_id: number }>(method, path, { cookie, body });
const load = async <T>(path: string) => (await admin.request<T>("GET", path, { cookie })).body.data;
const loadCount = (id: number, query = "") => load<StockCount>(`/stock-counts/${id}${query}`);
const getStock = async (productId: number) =>
  (
    await shop.db
      .selectFrom("product_variants")
      .select("stock")
      .where("product_id", "=", productId)
      .executeTakeFirstOrThrow()
  ).stock;

/** Begins a count of a new category with products of these stocks. */
async function beginCount(stocks: readonly number[], fields: object = {}) {
  const category = await createCategory(shop.db);
  const products: { id: number }[] = [];
  for (const stock of stocks) products.push(await createProduct(shop.db, { stock, category }));
  const { body } = await send<ChangedStockCount>("POST", "/stock-counts", {
    name: "Shelf B",
    category_id: category.id,
    ...fields,
  });
  return { id: body.data.result.id, products, category };
}

const enter = (id: number, productId: number, counted: number | null, from: number | null = null) =>
  send<EnteredCount>("PATCH", `/stock-counts/${id}/lines`, { product_id: productId, option_id: 0, counted, from });
const scan = (id: number, code: string, scanId: string = crypto.randomUUID()) =>
  send<EnteredCount>("POST", `/stock-counts/${id}/scans`, { scan_id: scanId, code });
const close = (id: number) => send<ChangedStockCount>("POST", `/stock-counts/${id}/close`, { status: "open" });
const undo = (auditEntryId: number) => send("POST", `/audit/${auditEntryId}/undo`, {});

beforeEach(async () => {
  const { id } = await createTestStaff(shop.app, { role: "manager", name: "Kenta" });
  cookie = await createTestStaffSession(shop.app, id);
});

describe("a count", () => {
  it("lists the products of a category and those below it with what should be on the shelf", async () => {
    const category = await createCategory(shop.db);
    const below = await createCategory(shop.db, { parent: category.id });
    const { product } = await createPaidOrder(shop, { category, qty: 4 });
    const { id: other } = await createProduct(shop.db, { category: below, stock: 3 });
    const { id: sold } = await createProduct(shop.db, { category, stock: 0 });
    await createProduct(shop.db, { category, stock: 0, status: "discontinued" });
    await createProduct(shop.db, { stock: 7 });
    const { body } = await send<ChangedStockCount>("POST", "/stock-counts", { name: "A", category_id: category.id });
    const { items, total, lines, counted, created_by } = await loadCount(body.data.result.id);
    // Six of ten pieces are available; the other four are reserved.
    expect(items.map(({ product_id, expected }) => [product_id, expected])).toEqual([
      [product.id, 10],
      [other, 3],
      [sold, 0],
    ]);
    expect({ total, lines, counted, created_by }).toEqual({ total: 3, lines: 3, counted: 0, created_by: "Kenta" });
  });

  it("changes the stock by what was found, whatever was sold between counting and closing", async () => {
    const { id, products, category } = await beginCount([10, 5, 8]);
    const [first, second, third] = products as [{ id: number }, { id: number }, { id: number }];
    await enter(id, first.id, 7);
    await enter(id, second.id, 6);
    const writeOff = { product_id: first.id, option_id: 0, kind: "write_off", pieces: 1, reason: "Broken" };
    await send("POST", "/stock-movements", writeOff);
    const before = await loadCount(id, "?show=differences");
    expect(before).toMatchObject({ counted: 2, differences: 2, missing_pieces: 3, extra_pieces: 1, total: 2 });
    expect(before.category).toEqual({ id: category.id, name: `Раздел ${category.id}` });
    const { status, body } = await close(id);
    expect({ status, result: body.data.result }).toEqual({
      status: 200,
      result: { id, status: "closed", corrected: 2 },
    });
    // Nine minus the three that were missing when it was counted.
    expect([await getStock(first.id), await getStock(second.id), await getStock(third.id)]).toEqual([6, 6, 8]);
    const { rows } = await sql`
      select product_id, kind, quantity, stock_after, reason, actor_kind from stock_movements where stock_count_id = ${id}
      order by product_id`.execute(shop.db);
    const movement = { kind: "count", reason: "Shelf B", actor_kind: "staff" };
    expect(rows).toEqual([
      { product_id: first.id, quantity: -3, stock_after: 6, ...movement },
      { product_id: second.id, quantity: 1, stock_after: 6, ...movement },
    ]);
    await undo(body.data.audit_entry_id);
    expect([await getStock(first.id), await getStock(second.id)]).toEqual([9, 5]);
    expect(await loadCount(id)).toMatchObject({ status: "open", counted: 2, differences: 2, closed_at: null });
    // It can be closed again, and taken back again.
    const again = await close(id);
    await undo(again.body.data.audit_entry_id);
    expect([await getStock(first.id), await getStock(second.id)]).toEqual([9, 5]);
  });

  it("hides what should be there from those who count, until it is closed", async () => {
    const { id, products } = await beginCount([4, 4], { is_blind: true });
    await enter(id, products[0]?.id ?? 0, 1);
    // A filter does not show it either.
    expect((await loadCount(id, "?show=differences")).total).toBe(2);
    const open = await loadCount(id);
    expect(open).toMatchObject({ differences: null, missing_pieces: null, extra_pieces: null, cost_differences: [] });
    expect(open.items.map(({ counted, expected }) => ({ counted, expected }))).toEqual([
      { counted: 1, expected: null },
      { counted: null, expected: null },
    ]);
    await close(id);
    expect(await loadCount(id)).toMatchObject({
      ...{ differences: 1, missing_pieces: 3, items: [{ expected: 4 }, { expected: 4 }] },
    });
  });

  it("says what the difference costs", async () => {
    const { id, products } = await beginCount([4, 4]);
    for (const [index, { id: product_id }] of products.entries()) {
      await shop.db
        .insertInto("variant_costs")
        .values({ product_id, option_id: 0, cost_minor: 1000 + index, currency: "JPY", updated_at: new Date() })
        .execute();
      await enter(id, product_id, index === 0 ? 1 : 5);
    }
    expect((await loadCount(id)).cost_differences).toEqual([{ currency: "JPY", amount: -1999 }]);
  });

  it("is refused for an unknown category, and for more variants than a count can list", async () => {
    const unknown = await send("POST", "/stock-counts", { name: "A", category_id: 999_999_999 });
    expect(unknown).toMatchObject({ status: 422, body: { code: "category_not_found" } });
    const category = await createCategory(shop.db);
    const { id } = await createProduct(shop.db, { category });
    await sql`
      insert into product_variants (product_id, option_id, stock, price_minor, position)
      select ${id}, n, 1, 1000, n from generate_series(1, 5001) n`.execute(shop.db);
    const large = await send("POST", "/stock-counts", { name: "A", category_id: category.id });
    expect(large).toMatchObject({ status: 422, body: { code: "stock_count_too_large" } });
  });
});

describe("entering", () => {
  it("is refused if somebody else has counted the product", async () => {
    const { id, products } = await beginCount([4]);
    const product = products[0]?.id ?? 0;
    await enter(id, product, 3);
    expect(await enter(id, product, 2)).toMatchObject({
      status: 409,
      body: { code: "stock_count_changed", data: { counted: 3, by: "Kenta" } },
    });
    expect((await enter(id, product, 2, 3)).status).toBe(200);
    expect((await enter(id, product, null, 2)).status).toBe(200);
    expect((await loadCount(id, "?show=left")).items).toMatchObject([
      { product_id: product, counted: null, expected: 4 },
    ]);
  });

  it("adds scanned pieces up, a repeated scan once", async () => {
    const { id, products } = await beginCount([4]);
    const product = products[0]?.id ?? 0;
    await shop.db.updateTable("products").set({ barcode: "0614141999996" }).where("id", "=", product).execute();
    await Promise.all(Array.from({ length: 10 }, () => scan(id, "614141999996")));
    const scanId = crypto.randomUUID();
    await scan(id, "0614141999996", scanId);
    // Also if somebody else signs in on the device.
    cookie = await createTestStaffSession(shop.app, (await createTestStaff(shop.app, { role: "manager" })).id);
    await scan(id, "0614141999996", scanId);
    expect((await loadCount(id)).items).toMatchObject([{ counted: 11, is_extra: false }]);
  });

  it("asks for the option of a code that several have, and marks what the count does not list", async () => {
    const { id } = await beginCount([4]);
    const { id: other } = await createProduct(shop.db, { options: [{ optionId: 1 }, { optionId: 2 }] });
    await shop.db.updateTable("products").set({ barcode: "4901234567894" }).where("id", "=", other).execute();
    expect(await scan(id, "4901234567894")).toMatchObject({
      status: 409,
      body: { code: "option_not_identified", data: { variants: [{ option_id: 1 }, { option_id: 2 }] } },
    });
    expect((await scan(id, "0000")).body).toMatchObject({ code: "code_not_found" });
    await send("POST", `/stock-counts/${id}/scans`, {
      ...{ scan_id: crypto.randomUUID(), code: "4901234567894", option_id: 2 },
    });
    const { items } = await loadCount(id, "?q=4901234567894");
    expect(items).toMatchObject([{ product_id: other, option_id: 2, counted: 1, is_extra: true }]);
  });
});

describe("closing", () => {
  it("is refused if orders have taken more pieces than were found, and changes nothing", async () => {
    const category = await createCategory(shop.db);
    const { product } = await createPaidOrder(shop, { category, qty: 4 });
    const { id: other } = await createProduct(shop.db, { category, stock: 5 });
    const { body } = await send<ChangedStockCount>("POST", "/stock-counts", { name: "A", category_id: category.id });
    const { id } = body.data.result;
    await enter(id, product.id, 3);
    await enter(id, other, 4);
    expect(await close(id)).toMatchObject({
      status: 409,
      body: {
        code: "stock_count_short",
        data: { variants: [{ product_id: product.id, available: 6, quantity: -7 }] },
      },
    });
    expect(await getStock(other)).toBe(5);
    expect((await loadCount(id)).status).toBe("open");
  });

  it("happens once, however many ask for it at the same time", async () => {
    const { id, products } = await beginCount([4]);
    await enter(id, products[0]?.id ?? 0, 3);
    const answers = await Promise.all(Array.from({ length: 5 }, () => close(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(await getStock(products[0]?.id ?? 0)).toBe(3);
    expect(await enter(id, products[0]?.id ?? 0, 4, 3)).toMatchObject({
      status: 409,
      body: { code: "stock_count_not_open" },
    });
  });

  it("does not make a correction again that another count or a single one has made", async () => {
    const { id, products, category } = await beginCount([10, 10]);
    const [first, second] = products as [{ id: number }, { id: number }];
    const { body } = await send<ChangedStockCount>("POST", "/stock-counts", { name: "B", category_id: category.id });
    const other = body.data.result.id;
    await enter(id, first.id, 8);
    await enter(other, first.id, 8);
    await enter(id, second.id, 9);
    const change = { product_id: second.id, option_id: 0, kind: "count", pieces: 9, reason: "Broken" };
    await send("POST", "/stock-movements", change);
    expect((await close(other)).body.data.result.corrected).toBe(1);
    expect((await close(id)).body.data.result.corrected).toBe(0);
    expect([await getStock(first.id), await getStock(second.id)]).toEqual([8, 9]);
  });

  it("compares pieces that are scanned one by one with what was there when the first one was scanned", async () => {
    const category = await createCategory(shop.db);
    const { product, order } = await createPaidOrder(shop, { category, qty: 4 });
    await shop.db.updateTable("products").set({ barcode: "4912345678904" }).where("id", "=", product.id).execute();
    const { body } = await send<ChangedStockCount>("POST", "/stock-counts", { name: "A", category_id: category.id });
    const { id } = body.data.result;
    for (let piece = 0; piece < 6; piece++) await scan(id, "4912345678904");
    await moveOrder(shop, order.id, "packing");
    await moveOrder(shop, order.id, "shipped");
    for (let piece = 0; piece < 4; piece++) await scan(id, "4912345678904");
    expect((await loadCount(id)).items).toMatchObject([{ counted: 10, expected: 10 }]);
    // A number that is entered is of all pieces that are there now.
    await enter(id, product.id, 6, 10);
    expect((await loadCount(id)).items).toMatchObject([{ counted: 6, expected: 6 }]);
  });

  it("leaves a product that was deleted meanwhile out", async () => {
    const { id, products } = await beginCount([4, 4]);
    const [first, second] = products as [{ id: number }, { id: number }];
    await enter(id, first.id, 3);
    await enter(id, second.id, 3);
    await sql`delete from product_variants where product_id = ${first.id}`.execute(shop.db);
    const { body } = await close(id);
    expect(body.data.result.corrected).toBe(1);
    expect(await getStock(second.id)).toBe(3);
  });

  it("does not happen if it is canceled, which can be undone", async () => {
    const { id, products } = await beginCount([4]);
    await enter(id, products[0]?.id ?? 0, 3);
    const { body } = await send("POST", `/stock-counts/${id}/cancel`, { status: "open" });
    expect(await getStock(products[0]?.id ?? 0)).toBe(4);
    expect((await load<StockCountPage>("/stock-counts?status=canceled")).items[0]).toMatchObject({ id, counted: 1 });
    await undo(body.data.audit_entry_id);
    expect((await load<StockCountPage>("/stock-counts?status=open&limit=1")).items).toMatchObject([{ id }]);
  });
});

describe("the export", () => {
  const prepare = (list: string, columns: string[], query = {}) =>
    admin.request<{ result: { token: string; rows: number } }>("POST", `/${list}/exports`, {
      cookie,
      body: { list: query, columns },
    });
  const download = async (list: string, columns: string[], query = {}) => {
    const { token, rows } = (await prepare(list, columns, query)).body.data.result;
    const request = new Request(`http://shop.test/v1/admin/${list}/exports/${token}`, { headers: { cookie } });
    const lines = (await (await buildAdminApi(shop.app).fetch(request)).text()).trim().split("\n");
    expect(lines).toHaveLength(rows + 1);
    return lines.slice(1);
  };

  it("of a count has its lines with their differences, as the page shows them", async () => {
    const { id, products } = await beginCount([5, 3, 0]);
    await enter(id, products[0]?.id ?? 0, 4);
    const columns = ["counted", "expected"];
    const [counted, ...left] = await download("stock-count-lines", columns, { count: id });
    expect(counted).toMatch(/^4,Kenta,20.+,5,-1$/);
    expect(left).toEqual([",,,3,", ",,,0,"]);
    expect(await download("stock-count-lines", columns, { count: id, show: "differences" })).toEqual([counted]);
    expect(await download("stock-count-lines", columns, { count: id, show: "left" })).toEqual(left);
    expect((await prepare("stock-count-lines", columns, { count: 999_999 })).status).toBe(404);
  });

  it("of a blind count does not say what is expected before it is closed", async () => {
    const { id, products } = await beginCount([5], { is_blind: true });
    await enter(id, products[0]?.id ?? 0, 4);
    const getLines = () => download("stock-count-lines", ["counted", "expected"], { count: id, show: "differences" });
    expect(await getLines()).toEqual([expect.stringMatching(/^4,Kenta,20.+,,$/)]);
    const [row] = await download("stock-counts", ["count", "lines"], { status: "open" });
    expect(row).toBe(`${id},Shelf B,1,1,`);
    await close(id);
    expect(await getLines()).toEqual([expect.stringMatching(/^4,Kenta,20.+,5,-1$/)]);
    const [closed] = await download("stock-counts", ["count", "status", "lines"], { status: "closed" });
    expect(closed).toBe(`${id},Shelf B,closed,1,1,1`);
  });
});
