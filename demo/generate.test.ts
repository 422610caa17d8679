import { sql } from "kysely";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { verifyPassword } from "../api/src/platform/crypto/password-hashing.ts";
import { sealAuditEntries } from "../api/src/platform/audit/seal-entries.ts";
import { verifyAuditSeals } from "../api/src/platform/audit/verify-seals.ts";
import { createProduct } from "../api/src/catalog/fixtures.ts";
import { isS10Number } from "../api/src/orders/status/tracking.ts";
import { withTransaction } from "../api/src/platform/db/database.ts";
import { openTestShop } from "../api/test/harness.ts";
import { getDemoState, ShopNotEmptyError } from "./clear.ts";
import { type GenerateOptions, generateDemoShop } from "./generate.ts";
import { testCredentials } from "./customers/people.ts";

const shop = await openTestShop();
const mediaDir = mkdtempSync(join(tmpdir(), "furoshiki-media-"));
afterAll(() => rmSync(mediaDir, { recursive: true, force: true }));

// Today, because the database decides by its own clock whether a sale has ended.
const NOW = new Date(new Date().setUTCHours(0, 0, 0, 0));
const today = NOW.toISOString();
const generate = (overrides: Partial<GenerateOptions> = {}) =>
  generateDemoShop({ db: shop.db, mediaDir, products: 90, reviews: 400, seed: 1, now: NOW, ...overrides });

type AnyRow = Record<string, unknown>;
const queryRows = async <T = AnyRow>(query: string): Promise<T[]> => (await sql.raw<T>(query).execute(shop.db)).rows;
const countRows = async (source: string) => Number((await queryRows(`select count(*) as n from ${source}`))[0]?.n);

/**
 * Returns a hash of the rows of each table, without columns that the database sets to the time or transaction of a
 * write. Tables that log changes are excluded.
 */
async function hashTables(): Promise<Record<string, unknown>> {
  const tables = await queryRows<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('settings', 'setting_changes', 'migrations', 'reference_data_version', 'product_deletions')",
  );
  const hashByTable: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [row] = await queryRows(
      `select md5(string_agg(j, '|' order by j)) as sum from (select (to_jsonb(t) - '{updated_at,refreshed_at,updated_xid}'::text[])::text as j from ${name} t) x`,
    );
    hashByTable[name] = row?.sum;
  }
  return hashByTable;
}

describe("a demo shop", () => {
  it("has the requested products and reviews, in both languages and with pictures", async () => {
    const stats = await generate();
    expect(stats).toMatchObject({ products: 90, reviews: 400 });
    expect(await countRows("products")).toBe(90);
    expect(await countRows("reviews")).toBe(400);
    expect(await countRows("categories")).toBe(214);
    expect(await countRows("customers")).toBe(400);
    expect(
      await countRows(
        "products where '' in (name_ru, name_en, description_ru, description_en, composition, customs_name_en)",
      ),
    ).toBe(0);
    expect(
      await countRows(
        "products p where not exists (select from product_images i join media m on m.id = i.media_id where i.product_id = p.id and i.position = 0 and m.width >= 800 and m.height > m.width)",
      ),
    ).toBe(0);
    expect(await countRows("categories where parent_id is null and image_id is null")).toBe(0);
    const discontinued = await shop.request("GET", "/v1/products/sakura-spring-hand-cream");
    expect(discontinued.status).toBe(410);
    expect(discontinued.body.data).toHaveProperty("items.0.id");
    expect(await countRows("posts where kind = 'blog' and cover_id is null")).toBe(0);
    expect(readdirSync(join(mediaDir, "originals")).length).toBe(stats.pictures);
    expect(await queryRows("select kind, locale, count(*) as n from posts group by 1, 2 order by 1, 2")).toEqual([
      { kind: "blog", locale: "en-US", n: 24 },
      { kind: "blog", locale: "ru-RU", n: 24 },
      { kind: "news", locale: "en-US", n: 11 },
      { kind: "news", locale: "ru-RU", n: 15 },
    ]);
    expect(await countRows("quizzes where jsonb_array_length(body->'questions') = 8")).toBe(4);
    expect(await countRows("pickup_points where type <> 'COURIER'")).toBeGreaterThan(90);
  });

  it("has consistent amounts, balances and counts", async () => {
    await generate();
    expect(
      await countRows(
        "orders o where products_minor <> (select sum(total_minor) from order_lines l where l.order_id = o.id and l.removed_by_edit is null)",
      ),
    ).toBe(0);
    expect(
      await countRows(`payments p join orders o on o.id = p.order_id where p.purpose = 'order' and o.total_minor <>
        p.amount_minor + (select coalesce(sum(e.amount_minor), 0) from payments e
          where e.order_id = o.id and e.purpose = 'order_edit' and e.status = 'success')
        - (select coalesce(sum(f.amount_minor), 0) from refunds f where f.payment_id = p.id and f.reason = 'order_edited')`),
    ).toBe(0);
    for (const status of ["awaiting_payment", "applied", "expired", "canceled"])
      expect(await countRows(`order_edits where status = '${status}'`)).toBeGreaterThan(0);
    expect(
      await countRows(
        "orders o where status <> (select status from order_history h where h.order_id = o.id order by created_at desc, id desc limit 1)",
      ),
    ).toBe(0);
    expect(
      await countRows(
        "loyalty_accounts a where balance <> (select sum(delta) from loyalty_entries e where e.customer_id = a.customer_id)",
      ),
    ).toBe(0);
    expect(
      await countRows(
        "(select sum(delta) over (partition by customer_id order by created_at, id) as balance from loyalty_entries) x where balance < 0",
      ),
    ).toBe(0);
    expect(
      await countRows(
        "orders o where discount_minor <> (select sum(discount_minor) from order_lines l where l.order_id = o.id and l.removed_by_edit is null)",
      ),
    ).toBe(0);
    expect(await countRows(`loyalty_accounts where balance > 0 and next_expiry > '${today}'`)).toBe(1);
    expect(
      await countRows(
        "gift_cards c where balance_minor <> amount_minor + coalesce((select sum(delta_minor) from gift_card_entries e where e.gift_card_id = c.id), 0)",
      ),
    ).toBe(0);
    expect(
      await countRows(
        "products p where reviews_count <> (select count(*) from reviews r where r.product_id = p.id and status = 'published')",
      ),
    ).toBe(0);
    expect(
      await countRows(
        "products p where stock <> (select sum(stock) from product_variants v where v.product_id = p.id)",
      ),
    ).toBe(0);
    expect(
      await countRows("refunds f join payments p on p.id = f.payment_id where f.amount_minor > p.amount_minor"),
    ).toBe(0);
    expect(await countRows(`price_history where valid_from > '${today}'`)).toBe(0);
  });

  it("gives the test customer orders of every status and kind", async () => {
    await generate();
    const orders = await queryRows<AnyRow & { status: string; tracking_number: string | null }>(
      `select o.* from orders o join customers c on c.id = o.customer_id where c.email = '${testCredentials.email}'`,
    );
    const ordersByStatus = Map.groupBy(orders, (order) => order.status);
    for (const status of [
      "awaiting_payment",
      "paid",
      "packing",
      "shipped",
      "delivered",
      "returned",
      "cancelled",
      "refunded",
    ])
      expect(ordersByStatus.get(status)?.length).toBeGreaterThanOrEqual(2);
    expect(orders.some((order) => order.customs_declared)).toBe(true);
    expect(
      orders.some((order) => order.promo_code && Number(order.loyalty_minor) > 0 && Number(order.gift_card_minor) > 0),
    ).toBe(true);
    expect(orders.some((order) => order.pickup_point)).toBe(true);
    expect(orders.some((order) => order.currency === "USD")).toBe(true);
    expect(
      orders.every(
        (order) =>
          !order.tracking_number || isS10Number(order.tracking_number) || /^\d{10}$/.test(order.tracking_number),
      ),
    ).toBe(true);
    expect(
      await countRows("order_lines l join products p on p.id = l.product_id where l.option_id = 0 and p.has_options"),
    ).toBe(1);
  });

  it("records in the audit log who did what, in order and sealed", async () => {
    await generate();
    const byStaff = "('packing', 'shipped', 'delivered', 'returned')";
    expect(await countRows(`order_history where status in ${byStaff} and actor_label is null`)).toBe(0);
    expect(await countRows("shipments")).toBe(await countRows("audit_entries where action = 'shipment.created'"));
    for (const [action, source] of [
      ["order.packing_started", "order_history where status = 'packing'"],
      ["shipment.shipped", "shipments where shipped_at is not null"],
      ["order.note_written", "order_notes"],
      ["order.edited", "order_edits"],
      ["return.requested", "returns where reason <> 'not_delivered'"],
      ["question.answered", `questions where answered_at > timestamptz '${today}' - interval '60 days'`],
      ["staff.disabled", "staff where status = 'disabled'"],
    ] as const)
      expect([action, await countRows(`audit_entries where action = '${action}'`)]).toEqual([
        action,
        await countRows(source),
      ]);
    expect(await countRows("audit_entries")).toBeGreaterThan(2000);
    expect(
      await countRows("(select at, lag(at) over (order by id) as earlier from audit_entries) e where at < earlier"),
    ).toBe(0);
    expect(
      await countRows(
        "audit_entries e join staff s on s.id = e.actor_id where e.at < s.created_at or e.at > s.disabled_at",
      ),
    ).toBe(0);
    expect(await sealAuditEntries(shop.app)).toBe(await countRows("audit_entries"));
    expect((await verifyAuditSeals(shop.app)).problems).toEqual([]);
  });

  it("lets only the test customer sign in", async () => {
    await generate();
    const hashes = await queryRows<{ email: string; password_hash: string }>(
      "select email, password_hash from customers order by id limit 2",
    );
    expect(await verifyPassword(hashes[0]?.password_hash ?? "", testCredentials.password)).toBe(true);
    expect(await verifyPassword(hashes[1]?.password_hash ?? "", testCredentials.password)).toBe(false);
    expect(await countRows("customers where email not like '%@example.com'")).toBe(0);
  });

  it("is served by the API", async () => {
    await generate();
    const { body, status } = await shop.request("GET", "/v1/products?category=ukhod-za-licom&per_page=5", {
      locale: "en-US",
      currency: "USD",
    });
    expect(status).toBe(200);
    expect(body.data.items).toHaveLength(5);
    expect((await shop.request("GET", "/v1/home")).status).toBe(200);
    expect((await shop.request("GET", "/v1/pages/oferta")).body.data.html).toContain("7.14");
    const login = await shop.request("POST", "/v1/login", {
      body: { email: testCredentials.email, password: testCredentials.password },
    });
    expect(login.status).toBe(200);
    const list = await shop.request("GET", "/v1/user/orders", { token: login.body.data.token });
    expect(list.body.data.counts).toMatchObject({ all: 20, active: 8 });
  });
});

describe("a seed", () => {
  it("gives the same data again, and another seed gives other data", { timeout: 60_000 }, async () => {
    await generate();
    const firstHashes = await hashTables();
    await generate();
    expect(await hashTables()).toEqual(firstHashes);
    await generate({ seed: 2 });
    const secondHashes = await hashTables();
    for (const table of ["products", "product_variants", "reviews", "orders", "customers"])
      expect(secondHashes[table]).not.toBe(firstHashes[table]);
  });
});

describe("generating again", () => {
  it("deletes older demo data and keeps registered accounts", async () => {
    await generate();
    await sql`insert into customers (email, password_hash, name, phone, locale) values ('maria@shop.test', 'x', 'Maria', '+7 900 000-00-09', 'ru-RU')`.execute(
      shop.db,
    );
    await generate({ products: 40 });
    expect(await countRows("products")).toBe(40);
    expect(await countRows("customers")).toBe(401);
    expect(await countRows("customers where email = 'maria@shop.test'")).toBe(1);
  });

  it("never overwrites products that were not generated", async () => {
    await createProduct(shop.db);
    await expect(generate()).rejects.toThrow(ShopNotEmptyError);
    expect(await countRows("products")).toBe(1);
  });

  it("leaves no data when a small shop is interrupted", async () => {
    const controller = new AbortController();
    await expect(
      generate({ products: 150, signal: controller.signal, onProgress: () => controller.abort() }),
    ).rejects.toThrow();
    expect(await countRows("products")).toBe(0);
    expect(await getDemoState(shop.db)).toBeNull();
  });

  it("marks an interrupted large shop as incomplete and starts over", async () => {
    const controller = new AbortController();
    await expect(
      generate({ products: 250, isAtomic: false, signal: controller.signal, onProgress: () => controller.abort() }),
    ).rejects.toThrow();
    expect(await countRows("products")).toBe(100);
    expect(await getDemoState(shop.db)).toMatchObject({ complete: false, products: 250 });
    await generate({ products: 130, isAtomic: false });
    expect(await countRows("products")).toBe(130);
    expect(await getDemoState(shop.db)).toMatchObject({ complete: true, products: 130 });
  });

  it("continues id sequences after the explicit ids", async () => {
    await generate();
    await withTransaction(shop.db, (db) =>
      sql`insert into customers (email, password_hash, name, phone, locale) values ('next@shop.test', 'x', 'Next', '+7 900 000-00-08', 'ru-RU')`.execute(
        db,
      ),
    );
    const before = await queryRows("select max(id) as id from order_history");
    await sql`insert into order_history (order_id, status) select id, status from orders limit 1`.execute(shop.db);
    expect(Number((await queryRows("select max(id) as id from order_history"))[0]?.id)).toBe(Number(before[0]?.id) + 1);
  });
});
