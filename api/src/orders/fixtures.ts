import { sql } from "kysely";
import type { Db } from "../platform/db/database.ts";
import type { OrderStatus } from "./schema.ts";

let nextId = 100_000_001;

/** The fields in which a test order differs from a paid order of one product to Russia. Times are ISO 8601. */
export type OrderFixture = {
  status?: OrderStatus;
  placedAt?: string;
  paidAt?: string | null;
  shippedAt?: string | null;
  country?: string;
  lastName?: string;
  phone?: string;
  tracking?: string | null;
  qty?: number;
};

/** Inserts an order of a customer as it is after checkout, without payment and events. @returns its number */
export async function createTestOrder(
  db: Db,
  { customerId, productId }: { customerId: number; productId: number },
  fixture: OrderFixture = {},
): Promise<number> {
  const id = nextId++;
  const { status = "paid", placedAt = "2026-11-20T08:00:00Z", qty = 1, country = "RU" } = fixture;
  const paidAt = fixture.paidAt === undefined && status !== "awaiting_payment" ? placedAt : (fixture.paidAt ?? null);
  const address = {
    ...{ first_name: "Anna", last_name: fixture.lastName ?? "Smirnova", country, city: "Kazan" },
    ...{ address: "ul. Pushkina 12, 34", postcode: "420015", phone_mobile: fixture.phone ?? "+79000000012" },
    ...{ country_name_ru: country, country_name_en: country },
  };
  await sql`
    insert into orders (id, customer_id, status, locale, currency, rub_per_unit, products_minor, delivery_minor,
      total_minor, products_rub_minor, address, shipping_method_id, shipping_name, payment_method, weight_g,
      tracking_number, placed_at, pay_until, paid_at, shipped_at)
    values (${id}, ${customerId}, ${status}, 'ru-RU', 'RUB', 1, ${qty * 1000_00}, 49900, ${qty * 1000_00 + 499_00},
      ${qty * 1000_00}, ${JSON.stringify(address)}, 1, 'EMS', 'card', 350, ${fixture.tracking ?? null},
      ${placedAt}::timestamptz, ${placedAt}::timestamptz + interval '1 hour', ${paidAt}, ${fixture.shippedAt ?? null})`.execute(
    db,
  );
  await sql`
    insert into order_lines (order_id, line, product_id, option_id, reference, name, qty, price_minor, total_minor, weight_g)
    select ${id}, 1, id, 0, reference, name_ru, ${qty}, 100000, ${qty * 1000_00}, weight_g
    from products where id = ${productId}`.execute(db);
  await sql`insert into order_history (order_id, status, created_at) values (${id}, ${status}, ${placedAt})`.execute(
    db,
  );
  return id;
}
