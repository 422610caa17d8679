import { sql } from "kysely";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { verifyPassword } from "../api/src/account/passwords.ts";
import { aProduct } from "../api/src/catalogue/fixtures.ts";
import { isS10 } from "../api/src/orders/tracking.ts";
import { withTransaction } from "../api/src/platform/db.ts";
import { openTestShop } from "../api/test/harness.ts";
import { demoState, ShopNotEmpty } from "./clear.ts";
import { type DemoWishes, generateDemoShop } from "./generate.ts";
import { testCustomer } from "./people.ts";

const shop = await openTestShop();
const mediaDir = mkdtempSync(join(tmpdir(), "furoshiki-media-"));
afterAll(() => rmSync(mediaDir, { recursive: true, force: true }));

// Today: the database tells by its own clock whether a sale is over.
const NOW = new Date(new Date().setUTCHours(0, 0, 0, 0));
const today = NOW.toISOString();
const demo = (more: Partial<DemoWishes> = {}) =>
  generateDemoShop({ db: shop.db, mediaDir, products: 90, reviews: 400, seed: 1, now: NOW, ...more });

type Named = Record<string, unknown>;
const rows = async <T = Named>(query: string): Promise<T[]> => (await sql.raw<T>(query).execute(shop.db)).rows;
const count = async (from: string) => Number((await rows(`select count(*) as n from ${from}`))[0]?.n);

/** One hash of everything that a table holds, but for when, and in which transaction, the database itself wrote it. */
/** Every table but those that count what was done to the shop. */
async function checksums(): Promise<Record<string, unknown>> {
  const tables = await rows<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('settings', 'setting_changes', 'migrations', 'reference_version', 'product_deletions')",
  );
  const sums: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [row] = await rows(
      `select md5(string_agg(j, '|' order by j)) as sum from (select (to_jsonb(t) - '{updated_at,refreshed_at,written_in}'::text[])::text as j from ${name} t) x`,
    );
    sums[name] = row?.sum;
  }
  return sums;
}

describe("a demo shop", () => {
  it("holds what was asked for, in both languages, with a picture for everything", async () => {
    const made = await demo();
    expect(made).toMatchObject({ products: 90, reviews: 400 });
    expect(await count("products")).toBe(90);
    expect(await count("reviews")).toBe(400);
    expect(await count("categories")).toBe(214);
    expect(await count("customers")).toBe(400);
    expect(
      await count(
        "products where '' in (name_ru, name_en, description_ru, description_en, composition, customs_name_en, hs_code)",
      ),
    ).toBe(0);
    expect(
      await count(
        "products p where not exists (select from product_images i join media m on m.id = i.media_id where i.product_id = p.id and i.position = 0 and m.width >= 800 and m.height > m.width)",
      ),
    ).toBe(0);
    expect(await count("categories where parent_id is null and image_id is null")).toBe(0);
    const gone = await shop.ask("GET", "/v1/products/sakura-spring-hand-cream");
    expect(gone.status).toBe(410);
    expect(gone.body.data).toHaveProperty("items.0.id");
    expect(await count("posts where kind = 'blog' and cover_id is null")).toBe(0);
    expect(readdirSync(join(mediaDir, "originals")).length).toBe(made.pictures);
    expect(await rows("select kind, locale, count(*) as n from posts group by 1, 2 order by 1, 2")).toEqual([
      { kind: "blog", locale: "en-US", n: 24 },
      { kind: "blog", locale: "ru-RU", n: 24 },
      { kind: "news", locale: "en-US", n: 11 },
      { kind: "news", locale: "ru-RU", n: 15 },
    ]);
    expect(await count("quizzes where jsonb_array_length(body->'questions') = 8")).toBe(4);
    expect(await count("pickup_points where type <> 'COURIER'")).toBeGreaterThan(90);
  });

  it("has sums that hold", async () => {
    await demo();
    expect(
      await count(
        "orders o where products_minor <> (select sum(total_minor) from order_lines l where l.order_id = o.id)",
      ),
    ).toBe(0);
    expect(await count("payments p join orders o on o.id = p.order_id where p.amount_minor <> o.total_minor")).toBe(0);
    expect(
      await count(
        "orders o where status <> (select status from order_history h where h.order_id = o.id order by at desc, id desc limit 1)",
      ),
    ).toBe(0);
    expect(
      await count(
        "bonus_accounts a where balance <> (select sum(delta) from bonus_entries e where e.customer_id = a.customer_id)",
      ),
    ).toBe(0);
    expect(
      await count(
        "(select sum(delta) over (partition by customer_id order by at, id) as balance from bonus_entries) x where balance < 0",
      ),
    ).toBe(0);
    expect(
      await count(
        "orders o where discount_minor <> (select sum(discount_minor) from order_lines l where l.order_id = o.id)",
      ),
    ).toBe(0);
    expect(await count(`bonus_accounts where balance > 0 and next_expiry > '${today}'`)).toBe(1);
    expect(
      await count(
        "gift_certificates c where balance_minor <> amount_minor + coalesce((select sum(delta_minor) from gift_certificate_entries e where e.certificate_id = c.id), 0)",
      ),
    ).toBe(0);
    expect(
      await count(
        "products p where reviews_count <> (select count(*) from reviews r where r.product_id = p.id and status = 'published')",
      ),
    ).toBe(0);
    expect(
      await count("products p where stock <> (select sum(stock) from product_variants v where v.product_id = p.id)"),
    ).toBe(0);
    expect(await count("refunds f join payments p on p.id = f.payment_id where f.amount_minor > p.amount_minor")).toBe(
      0,
    );
    expect(await count(`price_history where valid_from > '${today}'`)).toBe(0);
  });

  it("shows the test customer every kind of order", async () => {
    await demo();
    const orders = await rows<Named & { status: string; tracking_number: string | null }>(
      `select o.* from orders o join customers c on c.id = o.customer_id where c.email = '${testCustomer.email}'`,
    );
    const per = Map.groupBy(orders, (order) => order.status);
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
      expect(per.get(status)?.length).toBeGreaterThanOrEqual(2);
    expect(orders.some((order) => order.customs_declared)).toBe(true);
    expect(
      orders.some((order) => order.promo_code && Number(order.bonus_minor) > 0 && Number(order.certificate_minor) > 0),
    ).toBe(true);
    expect(orders.some((order) => order.pickup_point)).toBe(true);
    expect(orders.some((order) => order.currency === "USD")).toBe(true);
    expect(
      orders.every(
        (order) => !order.tracking_number || isS10(order.tracking_number) || /^\d{10}$/.test(order.tracking_number),
      ),
    ).toBe(true);
    expect(
      await count("order_lines l join products p on p.id = l.product_id where l.option_id = 0 and p.has_options"),
    ).toBe(1);
  });

  it("lets the test customer in, and nobody else", async () => {
    await demo();
    const hashes = await rows<{ email: string; password_hash: string }>(
      "select email, password_hash from customers order by id limit 2",
    );
    expect(await verifyPassword(hashes[0]?.password_hash ?? "", testCustomer.password)).toBe(true);
    expect(await verifyPassword(hashes[1]?.password_hash ?? "", testCustomer.password)).toBe(false);
    expect(await count("customers where email not like '%@example.com'")).toBe(0);
  });

  it("opens in the shop itself", async () => {
    await demo();
    const { body, status } = await shop.ask("GET", "/v1/products?category=ukhod-za-licom&per_page=5", {
      locale: "en-US",
      currency: "USD",
    });
    expect(status).toBe(200);
    expect(body.data.items).toHaveLength(5);
    expect((await shop.ask("GET", "/v1/home")).status).toBe(200);
    expect((await shop.ask("GET", "/v1/pages/oferta")).body.data.html).toContain("7.14");
    const login = await shop.ask("POST", "/v1/login", {
      body: { email: testCustomer.email, password: testCustomer.password },
    });
    expect(login.status).toBe(200);
    const list = await shop.ask("GET", "/v1/user/orders", { token: login.body.data.token });
    expect(list.body.data.counts).toMatchObject({ all: 20, active: 8 });
  });
});

describe("a seed", () => {
  it("gives the same shop again, and another gives another", { timeout: 60_000 }, async () => {
    await demo();
    const first = await checksums();
    await demo();
    expect(await checksums()).toEqual(first);
    await demo({ seed: 2 });
    const second = await checksums();
    for (const table of ["products", "product_variants", "reviews", "orders", "customers"])
      expect(second[table]).not.toBe(first[table]);
  });
});

describe("making it again", () => {
  it("takes the older demo away and leaves accounts that people opened", async () => {
    await demo();
    await sql`insert into customers (email, password_hash, name, phone, locale) values ('judge@shop.test', 'x', 'Judge', '+7 900 000-00-09', 'ru-RU')`.execute(
      shop.db,
    );
    await demo({ products: 40 });
    expect(await count("products")).toBe(40);
    expect(await count("customers")).toBe(401);
    expect(await count("customers where email = 'judge@shop.test'")).toBe(1);
  });

  it("never touches goods that no demo made", async () => {
    await aProduct(shop.db);
    await expect(demo()).rejects.toThrow(ShopNotEmpty);
    expect(await count("products")).toBe(1);
  });

  it("leaves nothing behind where a small one is interrupted", async () => {
    const stop = new AbortController();
    await expect(demo({ products: 150, signal: stop.signal, onProgress: () => stop.abort() })).rejects.toThrow();
    expect(await count("products")).toBe(0);
    expect(await demoState(shop.db)).toBeNull();
  });

  it("marks a large one that was interrupted, and begins anew", async () => {
    const stop = new AbortController();
    await expect(
      demo({ products: 250, whole: false, signal: stop.signal, onProgress: () => stop.abort() }),
    ).rejects.toThrow();
    expect(await count("products")).toBe(100);
    expect(await demoState(shop.db)).toMatchObject({ complete: false, products: 250 });
    await demo({ products: 130, whole: false });
    expect(await count("products")).toBe(130);
    expect(await demoState(shop.db)).toMatchObject({ complete: true, products: 130 });
  });

  it("counts on after the ids that it gave", async () => {
    await demo();
    await withTransaction(shop.db, (db) =>
      sql`insert into customers (email, password_hash, name, phone, locale) values ('next@shop.test', 'x', 'Next', '+7 900 000-00-08', 'ru-RU')`.execute(
        db,
      ),
    );
    const orders = await rows("select max(id) as id from order_history");
    await sql`insert into order_history (order_id, status) select id, status from orders limit 1`.execute(shop.db);
    expect(Number((await rows("select max(id) as id from order_history"))[0]?.id)).toBe(Number(orders[0]?.id) + 1);
  });
});
