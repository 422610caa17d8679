import { PDFiumLibrary } from "@hyzyla/pdfium";
import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { buildApi } from "../../app.ts";
import { createTestCustomer } from "../../account/fixtures.ts";
import { createProduct } from "../../catalog/fixtures.ts";
import { createDeliverySetup } from "../../delivery/fixtures.ts";
import { createTestOrder } from "../../orders/fixtures.ts";
import { updateSetting } from "../../platform/settings/settings.ts";
import { receiptLimit } from "../settings.ts";

const shop = await openTestShop();
const { app, db } = shop;
const api = buildApi(app);
const PAYMENT_ID = "payment-of-a-test-order";
let customer: Awaited<ReturnType<typeof createTestCustomer>>;

beforeEach(async () => {
  await createDeliverySetup(db);
  customer = await createTestCustomer(db);
});

const createOrder = async (fixture = {}) =>
  createTestOrder(db, { customerId: customer.id, productId: (await createProduct(db)).id }, fixture);
const download = async (orderId: number, { token } = customer) =>
  api.fetch(
    new Request(`http://shop.test/v1/user/orders/${orderId}/receipt`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  );

/** Renders a PDF file and returns the text of its pages. */
async function readPdf(response: Response): Promise<string> {
  const pdfium = await PDFiumLibrary.init();
  const document = await pdfium.loadDocument(new Uint8Array(await response.arrayBuffer()));
  const texts: string[] = [];
  for (const page of document.pages()) {
    texts.push(page.getText().replaceAll("\u00a0", " ").replaceAll("\r\n", "\n"));
    await page.render({ scale: 1, render: "bitmap" });
  }
  document.destroy();
  pdfium.destroy();
  return texts.join("\n");
}

/** Inserts a payment of an order that has succeeded, and a refund. */
async function insertTransfers(orderId: number): Promise<void> {
  await sql`insert into payments (id, order_id, provider, amount_minor, currency, method, status, created_at, paid_at, expires_at)
    values (${PAYMENT_ID}, ${orderId}, 'sandbox', 239900, 'RUB', 'card', 'success', '2026-11-20T08:00:00Z', '2026-11-20T08:01:00Z', '2026-11-20T09:00:00Z')`.execute(
    db,
  );
  await sql`insert into payment_attempts (id, payment_id, status, created_at, ended_at)
    values ('a1', ${PAYMENT_ID}, 'succeeded', '2026-11-20T08:00:00Z', '2026-11-20T08:01:00Z')`.execute(db);
  await sql`insert into refunds (id, payment_id, attempt_id, amount_minor, status, reason, created_at, ended_at)
    values ('r1', ${PAYMENT_ID}, 'a1', 100000, 'succeeded', 'return', '2026-11-24T08:00:00Z', '2026-11-24T08:01:00Z')`.execute(
    db,
  );
}

it("has the goods, discounts, payments and refunds of the order in its language", async () => {
  const orderId = await createOrder({ qty: 2 });
  await sql`update orders set discount_minor = 10000, loyalty_minor = 5000, gift_card_minor = 3000,
    total_minor = total_minor - 18000 where id = ${orderId}`.execute(db);
  await insertTransfers(orderId);
  const response = await download(orderId);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(response.headers.get("cache-control")).toContain("no-store");
  const text = await readPdf(response);
  for (const part of [String(orderId), "Anna Smirnova", "420015, Kazan"]) expect(text).toContain(part);
  expect(text).toMatch(/Товары\s+2 000 ₽/);
  expect(text).toMatch(/Скидка по промокоду\s+−100 ₽/);
  expect(text).toMatch(/−50 ₽/);
  expect(text).toMatch(/−30 ₽/);
  expect(text).toMatch(/Доставка: EMS\s+499 ₽/);
  expect(text).toMatch(/Итого\s+2 319 ₽/);
  expect(text).toMatch(/Оплачено 20 ноября 2026\s+2 399 ₽/);
  expect(text).toMatch(/Возвращено 24 ноября 2026\s+−1 000 ₽/);
  expect(text).toMatch(/Оплачено с учётом возвратов\s+1 399 ₽/);
  expect(text).not.toContain("Goods");
});

it("is in English for an order that was placed in English", async () => {
  const orderId = await createOrder();
  await db.updateTable("orders").set({ locale: "en-US" }).where("id", "=", orderId).execute();
  const text = await readPdf(await download(orderId));
  expect(text).toMatch(/Total\s+₽1,499/);
  expect(text).not.toMatch(/Итого/);
});

it("is for the customer of a paid order only", async () => {
  const unpaid = await createOrder({ status: "awaiting_payment", paidAt: null });
  const refused = await download(unpaid);
  expect([refused.status, (await refused.json()).code]).toEqual([409, "receipt_not_available"]);
  const stranger = await createTestCustomer(db);
  expect((await download(await createOrder(), stranger)).status).toBe(404);
  expect((await download(await createOrder(), { ...customer, token: "none" })).status).toBe(401);
});

it("is limited for each customer", async () => {
  await updateSetting(db, receiptLimit, { max: 1, windowSeconds: 3600 });
  const orderId = await createOrder();
  expect((await download(orderId)).status).toBe(200);
  expect((await download(orderId)).status).toBe(429);
});
