import { sql } from "kysely";
import { expect, it } from "vitest";
import { aReadyCart } from "../src/cart/fixtures.ts";
import { openTestShop } from "./harness.ts";

const shop = await openTestShop();

/** What the database says against a statement that must never succeed, whatever code asks for it. */
async function refusal(statement: string): Promise<string> {
  return sql
    .raw(statement)
    .execute(shop.db)
    .then(
      () => "not refused",
      (error: Error) => error.message,
    );
}

async function anOrder(): Promise<{ customerId: number; productId: number }> {
  const { shopper, product } = await aReadyCart(shop.db);
  await sql`
    insert into orders (id, customer_id, status, locale, currency, rub_per_unit, products_minor, delivery_minor, total_minor,
      products_rub_minor, address, shipping_method_id, shipping_name, payment_method, weight_g, pay_until)
    values (100000001, ${shopper.id}, 'awaiting_payment', 'ru-RU', 'RUB', 1, 100000, 49900, 149900, 100000, '{}', 1, 'Авиапочта', 'card', 350, now())`.execute(
    shop.db,
  );
  return { customerId: shopper.id, productId: product.id };
}

it("refuses negative stock and prices that are none", async () => {
  await aReadyCart(shop.db);
  expect(await refusal("update product_variants set stock = stock - 100")).toMatch(/stock_check/);
  expect(await refusal("update product_variants set price_minor = 0")).toMatch(/price_minor_check/);
  expect(await refusal("update product_variants set old_price_minor = price_minor")).toMatch(/check/);
});

it("refuses negative money in an order and a sum that does not add up", async () => {
  await anOrder();
  expect(await refusal("update orders set delivery_minor = -1, total_minor = products_minor - 1")).toMatch(
    /delivery_minor_check/,
  );
  expect(await refusal("update orders set total_minor = total_minor - 1")).toMatch(/orders_total_check/);
  expect(await refusal("update orders set customs_declared = true")).toMatch(/orders_check/);
  expect(await refusal("update orders set address = null")).toMatch(/orders_parcel_check/);
  expect(
    await refusal("update orders set certificates_minor = 100, certificate_minor = total_minor + 50, total_minor = 50"),
  ).toMatch(/orders_certificates_check/);
  expect(
    await refusal(
      "insert into order_lines (order_id, line, product_id, option_id, reference, name, qty, price_minor, total_minor, weight_g) select 100000001, 1, id, 0, 'r', 'n', 2, 100, 100, 1 from products",
    ),
  ).toMatch(/order_lines_check/);
});

it("refuses two live payments of one order and two live attempts of one payment", async () => {
  await anOrder();
  const payment = (id: string, status: string) =>
    `insert into payments (id, order_id, provider, method, amount_minor, currency, status, expires_at) values ('${id.padEnd(22, "x")}', 100000001, 'sandbox', 'card', 149900, 'RUB', '${status}', now())`;
  await sql.raw(payment("a", "cancelled")).execute(shop.db);
  await sql.raw(payment("b", "awaiting")).execute(shop.db);
  expect(await refusal(payment("c", "error"))).toMatch(/payments_live/);
  const attempt = (id: string) =>
    `insert into payment_attempts (id, payment_id, status) values ('${id}', '${"b".padEnd(22, "x")}', 'pending')`;
  await sql.raw(attempt("one")).execute(shop.db);
  expect(await refusal(attempt("two"))).toMatch(/payment_attempts_live/);
});

it("refuses two orders of one key, a code used too often and balances below zero", async () => {
  const { customerId } = await anOrder();
  await sql`insert into idempotency_keys (scope, key, request_hash) values ('orders:1', 'key-12345', 'h')`.execute(
    shop.db,
  );
  expect(
    await refusal("insert into idempotency_keys (scope, key, request_hash) values ('orders:1', 'key-12345', 'h')"),
  ).toMatch(/idempotency_keys_pkey/);
  await sql`insert into promo_codes (code, kind, percent, max_uses) values ('ONCE', 'percent', 10, 1)`.execute(shop.db);
  expect(await refusal("update promo_codes set uses = 2")).toMatch(/promo_codes_check/);
  await sql`insert into bonus_accounts (customer_id) values (${customerId})`.execute(shop.db);
  expect(await refusal("update bonus_accounts set balance = -1")).toMatch(/balance_check/);
  await sql`insert into gift_certificates (code, amount_minor, balance_minor) values ('G', 100, 100)`.execute(shop.db);
  expect(await refusal("update gift_certificates set balance_minor = -1")).toMatch(/gift_certificates/);
});

it("refuses an address that a Japanese label cannot carry", async () => {
  await aReadyCart(shop.db);
  expect(await refusal("update addresses set city = 'Казань'")).toMatch(/city_check/);
});
