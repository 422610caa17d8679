import { sql } from "kysely";
import { expect, it } from "vitest";
import { createReadyCart } from "../src/cart/fixtures.ts";
import { openTestShop } from "./harness.ts";

const shop = await openTestShop();

/** Executes a statement that must violate a constraint. @returns the error message of the database */
async function getConstraintError(statement: string): Promise<string> {
  return sql
    .raw(statement)
    .execute(shop.db)
    .then(
      () => "no error",
      (error: Error) => error.message,
    );
}

async function createOrder(): Promise<{ customerId: number; productId: number }> {
  const { shopper, product } = await createReadyCart(shop.db);
  await sql`
    insert into orders (id, customer_id, status, locale, currency, rub_per_unit, products_minor, delivery_minor, total_minor,
      products_rub_minor, address, shipping_method_id, shipping_name, payment_method, weight_g, pay_until)
    values (100000001, ${shopper.id}, 'awaiting_payment', 'ru-RU', 'RUB', 1, 100000, 49900, 149900, 100000, '{}', 1, 'Авиапочта', 'card', 350, now())`.execute(
    shop.db,
  );
  return { customerId: shopper.id, productId: product.id };
}

it("rejects negative stock and invalid prices", async () => {
  await createReadyCart(shop.db);
  expect(await getConstraintError("update product_variants set stock = stock - 100")).toMatch(/stock_check/);
  expect(await getConstraintError("update product_variants set price_minor = 0")).toMatch(/price_minor_check/);
  expect(await getConstraintError("update product_variants set old_price_minor = price_minor")).toMatch(/check/);
});

it("rejects negative amounts in an order and a total that does not add up", async () => {
  await createOrder();
  expect(await getConstraintError("update orders set delivery_minor = -1, total_minor = products_minor - 1")).toMatch(
    /delivery_minor_check/,
  );
  expect(await getConstraintError("update orders set total_minor = total_minor - 1")).toMatch(/orders_total_check/);
  expect(await getConstraintError("update orders set customs_declared = true")).toMatch(
    /orders_customs_declared_check/,
  );
  expect(await getConstraintError("update orders set address = null")).toMatch(/orders_parcel_check/);
  expect(
    await getConstraintError(
      "update orders set purchased_gift_cards_minor = 100, gift_card_minor = total_minor + 50, total_minor = 50",
    ),
  ).toMatch(/orders_purchased_gift_cards_check/);
  expect(
    await getConstraintError(
      "insert into order_lines (order_id, line, product_id, option_id, reference, name, qty, price_minor, total_minor, weight_g) select 100000001, 1, id, 0, 'r', 'n', 2, 100, 100, 1 from products",
    ),
  ).toMatch(/order_lines_total_check/);
});

it("rejects two live payments of one order and two live attempts of one payment", async () => {
  await createOrder();
  const buildPaymentInsert = (id: string, status: string) =>
    `insert into payments (id, order_id, provider, method, amount_minor, currency, status, expires_at) values ('${id.padEnd(22, "x")}', 100000001, 'sandbox', 'card', 149900, 'RUB', '${status}', now())`;
  await sql.raw(buildPaymentInsert("a", "cancelled")).execute(shop.db);
  await sql.raw(buildPaymentInsert("b", "awaiting")).execute(shop.db);
  expect(await getConstraintError(buildPaymentInsert("c", "error"))).toMatch(/payments_live/);
  const buildAttemptInsert = (id: string) =>
    `insert into payment_attempts (id, payment_id, status) values ('${id}', '${"b".padEnd(22, "x")}', 'pending')`;
  await sql.raw(buildAttemptInsert("one")).execute(shop.db);
  expect(await getConstraintError(buildAttemptInsert("two"))).toMatch(/payment_attempts_live/);
});

it("rejects a duplicate idempotency key, a promo code used too often and negative balances", async () => {
  const { customerId } = await createOrder();
  await sql`insert into idempotency_keys (scope, key, request_hash) values ('orders:1', 'key-12345', 'h')`.execute(
    shop.db,
  );
  expect(
    await getConstraintError(
      "insert into idempotency_keys (scope, key, request_hash) values ('orders:1', 'key-12345', 'h')",
    ),
  ).toMatch(/idempotency_keys_pkey/);
  await sql`insert into promo_codes (code, kind, percent, max_uses) values ('ONCE', 'percent', 10, 1)`.execute(shop.db);
  expect(await getConstraintError("update promo_codes set uses = 2")).toMatch(/promo_codes_uses_limit_check/);
  await sql`insert into loyalty_accounts (customer_id) values (${customerId})`.execute(shop.db);
  expect(await getConstraintError("update loyalty_accounts set balance = -1")).toMatch(/balance_check/);
  await sql`insert into gift_cards (code, amount_minor, balance_minor) values ('G', 100, 100)`.execute(shop.db);
  expect(await getConstraintError("update gift_cards set balance_minor = -1")).toMatch(/gift_cards/);
});

it("rejects an address in Cyrillic letters, which cannot be printed on a label of Japan Post", async () => {
  await createReadyCart(shop.db);
  expect(await getConstraintError("update addresses set city = 'Казань'")).toMatch(/city_check/);
});

it("rejects shipments with more pieces than were ordered, and a canceled shipment that is used again", async () => {
  const { productId } = await createOrder();
  await sql`insert into order_lines (order_id, line, product_id, option_id, reference, name, qty, price_minor,
    total_minor, weight_g) values (100000001, 1, ${productId}, 0, 'R', 'N', 3, 100, 300, 100)`.execute(shop.db);
  const insertShipment = async (number: number, quantity: number) => {
    const { rows } = await sql<{ id: number }>`
      insert into shipments (order_id, number, status, method_id, expected_weight_g, created_at)
      values (100000001, ${number}, 'open', 1, 350, now()) returning id`.execute(shop.db);
    return getConstraintError(`insert into shipment_items values (${rows[0]?.id}, 100000001, 1, ${quantity})`);
  };
  expect(await insertShipment(1, 2)).toBe("no error");
  expect(await insertShipment(2, 2)).toMatch(/more pieces of line 1 than were ordered/);
  expect(await getConstraintError("update shipment_items set quantity = 4")).toMatch(/more pieces/);
  expect(await getConstraintError("update shipments set status = 'shipped' where number = 1")).toMatch(
    /shipments_shipped_check/,
  );
  expect(await getConstraintError("update shipments set status = 'canceled'")).toBe("no error");
  expect(await insertShipment(3, 3)).toBe("no error");
  expect(await getConstraintError("update shipments set status = 'open' where number = 1")).toMatch(/is canceled/);
});
