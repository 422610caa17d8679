import { sql } from "kysely";
import { refreshVocabulary } from "../src/search/sql.ts";
import type { Db } from "../src/platform/db/database.ts";
import { disableStatementTimeout } from "../src/platform/db/statement-timeout.ts";

/** Includes names that the search tests search for. */
const KINDS = "шампунь|крем|лосьон|маска|сыворотка|тоник|гель|пена|масло|порошок|зубная паста|бальзам";
const TRAITS =
  "увлажняющий|питательный|мягкий|белый|вечерний|дневной|рисовый|морской|чайный|лёгкий|густой|тёплый|свежий";
const BRAND_COUNT = 40;
const LEAF_CATEGORY_COUNT = 60;

/**
 * Fills an empty store with many products and their search terms in a few seconds. Triggers are disabled; the rows that
 * they would write are inserted directly. For tests of query plans and size, not of business rules.
 */
export async function fillLargeCatalog(db: Db, products: number): Promise<void> {
  await fillProducts(db, products);
  await fillProductDetails(db);
  await refreshVocabulary(db);
  await sql`analyze product_variants, product_images, price_history, product_terms, media, categories, brands`.execute(
    db,
  );
}

/** Fills the tables of the catalog that lists are filtered by: categories, brands, series, concerns, tags and products. */
export async function fillProducts(db: Db, products: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await disableStatementTimeout(tx);
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into categories (id, parent_id, path, slug, name_ru, name_en, theme_color, position)
      select id, null, array[id], 'top-' || id, 'Раздел ' || id, 'Department ' || id, 'shiro', id from generate_series(1, 6) id
      union all
      select 100 + n, 1 + n % 6, array[1 + n % 6, 100 + n], 'leaf-' || n, 'Полка ' || n, 'Shelf ' || n, 'shiro', n
      from generate_series(0, ${sql.lit(LEAF_CATEGORY_COUNT - 1)}) n`.execute(tx);
    await sql`insert into brands (slug, name, name_ru, theme_color)
      select 'maker-' || n, 'Maker ' || n, 'Мейкер ' || n, 'shiro' from generate_series(1, ${sql.lit(BRAND_COUNT)}) n`.execute(
      tx,
    );
    await sql`insert into series (brand_id, name) select 1 + n % ${sql.lit(BRAND_COUNT)}, 'Line ' || n from generate_series(1, 160) n`.execute(
      tx,
    );
    await sql`insert into concerns (slug, name_ru, name_en) select 'use-' || n, 'Назначение ' || n, 'Use ' || n from generate_series(1, 20) n`.execute(
      tx,
    );
    await sql`insert into tags (slug, name_ru, name_en) select 'tag-' || n, 'Метка ' || n, 'Tag ' || n from generate_series(1, 60) n`.execute(
      tx,
    );
    await sql`insert into products (slug, reference, barcode, brand_id, series_id, category_id, category_path, concern_ids, tag_ids,
        name_ru, name_en, customs_name_en, hs_code, weight_g, published_at, price_minor, old_price_minor, reference_price_minor,
        discount_percent, sale_ends_at, stock, rating_sum, reviews_count, units_sold)
      select 'product-' || n, 'REF-' || n, (4900000000000 + n)::text, 1 + n % ${sql.lit(BRAND_COUNT)}, case when n % 3 = 0 then 1 + n % 160 end,
        100 + n % ${sql.lit(LEAF_CATEGORY_COUNT)}, array[1 + n % ${sql.lit(LEAF_CATEGORY_COUNT)} % 6, 100 + n % ${sql.lit(LEAF_CATEGORY_COUNT)}],
        array[1 + n % 20, 1 + n / 7 % 20], array[1 + n % 60],
        kind || ' ' || trait || ' Maker ' || (1 + n % ${sql.lit(BRAND_COUNT)}) || ', ' || (30 + n % 40 * 10) || ' мл', 'Product ' || n,
        'cream', '3304.99', 100 + n % 900, timestamptz '2026-11-20' - make_interval(hours => n % 20000),
        price, case when n % 8 = 0 then price * 5 / 4 end, case when n % 8 = 0 then price * 5 / 4 end,
        case when n % 8 = 0 then 20 else 0 end, case when n % 16 = 0 then timestamptz '2026-12-20' end,
        case when n % 11 = 0 then 0 else n % 90 end, n % 30 * 4, n % 30, case when n % 4 = 0 then n * 7 % 1000 else 0 end
      from generate_series(1, ${products}::integer) n
      cross join lateral (select (string_to_array(${sql.lit(KINDS)}, '|'))[1 + n % 12] as kind,
        (string_to_array(${sql.lit(TRAITS)}, '|'))[1 + n / 12 % 13] as trait, 10000 + n * 37 % 900000 as price) made`.execute(
      tx,
    );
  });
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum analyze products`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
}

/** Fills the tables with the variants, images, prices and search terms of all products. */
async function fillProductDetails(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await disableStatementTimeout(tx);
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into media (key, mime, width, height)
      select 'picture' || lpad(n::text, 8, '0'), 'image/png', 800, 1000 from generate_series(1, 2000) n`.execute(tx);
    await sql`insert into product_variants (product_id, option_id, price_minor, old_price_minor, reference_price_minor, sale_ends_at, stock)
      select id, 0, price_minor, old_price_minor, reference_price_minor, sale_ends_at, stock from products`.execute(tx);
    await sql`insert into product_images (product_id, position, media_id) select id, 0, 1 + id % 2000 from products`.execute(
      tx,
    );
    await sql`insert into price_history (product_id, option_id, price_minor, valid_from)
      select id, 0, price_minor, timestamptz '2026-01-01' from products`.execute(tx);
    await sql`insert into product_terms (product_id, names, words)
      select p.id, words, words from products p
      cross join lateral (select build_search_vector(normalize_search_text(p.name_ru || ' ' || p.name_en)) as words) made`.execute(
      tx,
    );
  });
}

/**
 * Inserts paid orders; every thousandth belongs to the customer.
 * @returns the id of one of the customer's orders
 */
export async function fillOrders(db: Db, customerId: number, orders: number): Promise<number> {
  const firstOrderId = 100_000_000;
  const address = {
    first_name: "Anna",
    last_name: "Kuznetsova",
    middle_name: "",
    phone_mobile: "+79000000001",
    country: "RU",
    country_name_ru: "Россия",
    country_name_en: "Russia",
    state: "",
    postcode: "420015",
    city: "Kazan",
    address: "ul. Pushkina 12, 34",
  };
  const otherCustomerId = sql`(select id from customers where id <> ${customerId} order by id limit 1)`;
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into orders (id, customer_id, status, locale, currency, rub_per_unit, products_minor, delivery_minor,
        total_minor, products_rub_minor, address, shipping_method_id, shipping_name, payment_method, weight_g, placed_at,
        pay_until)
      select ${sql.lit(firstOrderId)} + n, case when n % 1000 = 0 then ${customerId} else ${otherCustomerId} end, 'packing', 'ru-RU', 'RUB', 1,
        100000, 0, 100000, 100000, ${JSON.stringify(address)}::jsonb, 1, 'EMS', 'card', 100, timestamptz '2026-11-20' - make_interval(mins => n),
        timestamptz '2026-11-20'
      from generate_series(1, ${orders}::integer) n`.execute(tx);
    await sql`insert into order_lines (order_id, line, product_id, option_id, reference, name, qty, price_minor, total_minor, weight_g)
      select o.id, 1, 1 + o.id % 100, 0, 'REF', 'Product', 1, 100000, 100000, 100 from orders o`.execute(tx);
    await sql`insert into order_history (order_id, status) select id, status from orders`.execute(tx);
    await sql`insert into payments (id, order_id, provider, method, amount_minor, currency, status, expires_at, paid_at)
      select 'payment-of-the-order-' || id, id, 'sandbox', 'card', 100000, 'RUB', 'success', pay_until, pay_until from orders`.execute(
      tx,
    );
  });
  await sql`analyze orders, order_lines, order_history, payments`.execute(db);
  return firstOrderId + 1000;
}
