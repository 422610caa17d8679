import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { verifyPassword } from "../api/src/platform/crypto/password-hashing.ts";
import { sealAuditEntries } from "../api/src/platform/audit/seal-entries.ts";
import { verifyAuditSeals } from "../api/src/platform/audit/verify-seals.ts";
import { isS10Number } from "../api/src/orders/status/tracking.ts";
import { testCredentials } from "./customers/people.ts";
import { NOW, openDemoTestShop } from "./fixtures.ts";
import type { DemoStats } from "./generate.ts";

// The tests read one demo shop: generating it takes longer than all of them.
const { shop, dataDir, generate, queryRows, countRows } = await openDemoTestShop({ keepsData: true });
const today = NOW.toISOString();
let stats: DemoStats;
beforeAll(async () => {
  stats = await generate();
});

it("has the requested products and reviews, in both languages and with pictures", async () => {
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
  expect(readdirSync(join(dataDir, "media/originals")).length).toBe(stats.pictures);
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
    await countRows("products p where stock <> (select sum(stock) from product_variants v where v.product_id = p.id)"),
  ).toBe(0);
  expect(
    await countRows("refunds f join payments p on p.id = f.payment_id where f.amount_minor > p.amount_minor"),
  ).toBe(0);
  expect(
    await countRows(`(
      select product_id, option_id, sum(quantity) as total, bool_and(stock_after = running) as is_chained from (
        select *, sum(quantity) over (partition by product_id, option_id order by id) as running from stock_movements
      ) movements group by 1, 2
    ) m full join product_variants v using (product_id, option_id)
    where coalesce(m.total, 0) <> coalesce(v.stock, 0) or not m.is_chained`),
  ).toBe(0);
  for (const kind of ["opening", "order", "release", "return", "receipt"])
    expect([kind, await countRows(`stock_movements where kind = '${kind}'`)]).toEqual([
      kind,
      expect.toSatisfy((count: number) => count > 0),
    ]);
  expect(await countRows(`price_history where valid_from > '${today}'`)).toBe(0);
});

it("gives the test customer orders of every status and kind", async () => {
  const orders = await queryRows<Record<string, unknown> & { status: string; tracking_number: string | null }>(
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
      (order) => !order.tracking_number || isS10Number(order.tracking_number) || /^\d{10}$/.test(order.tracking_number),
    ),
  ).toBe(true);
  expect(
    await countRows("order_lines l join products p on p.id = l.product_id where l.option_id = 0 and p.has_options"),
  ).toBe(1);
});

it("records in the audit log who did what, in order and sealed", async () => {
  const byStaff = "('packing', 'shipped', 'delivered', 'returned')";
  expect(await countRows(`order_history where status in ${byStaff} and actor_label is null`)).toBe(0);
  expect(await countRows("shipments")).toBe(await countRows("audit_entries where action = 'shipment.created'"));
  for (const [action, source] of [
    ["order.packing_started", "order_history where status = 'packing'"],
    ["shipment.shipped", "shipments where shipped_at is not null"],
    ["order.note_written", "order_notes where not is_from_customer"],
    ["order.edited", "order_edits"],
    ["return.requested", "returns where reason <> 'not_delivered'"],
    ["question.answered", `questions where answered_at > timestamptz '${today}' - interval '60 days'`],
    ["staff.disabled", "staff where status = 'disabled'"],
    ["order.document_printed", "documents"],
    ["shipment.carrier_order_requested", "carrier_orders"],
    ["approval.requested", "approvals"],
    ["approval.approved", "approvals where status = 'approved'"],
    ["task.started", "tasks"],
    ["order.assigned", "task_items where status = 'done'"],
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

it("has work for staff in every state", async () => {
  for (const source of [
    ...["pending", "approved", "rejected", "expired"].map((status) => `approvals where status = '${status}'`),
    ...["null", "not null"].map((value) => `order_notes where is_from_customer and answered_at is ${value}`),
    ...["created", "refused"].map((status) => `carrier_orders where status = '${status}'`),
    ...["pending", "succeeded", "failed"].map((status) => `refunds where status = '${status}'`),
    ...["complete", "missing", "blocked"].map((status) => `customs_checks where status = '${status}'`),
    ...["approval_requested", "approval_decided", "order_mention", "refund_failed"].map(
      (kind) => `staff_notifications where kind = '${kind}'`,
    ),
    "shipments s join shipping_methods m on m.id = s.method_id where m.code = 'cdek' and s.status = 'packed'",
    "shipment_events where code = 'ACCEPTED_AT_PICK_UP_POINT'",
    "documents",
    ...["done", "failed"].map((status) => `task_items where status = '${status}'`),
  ])
    expect([source, await countRows(source)]).toEqual([source, expect.toSatisfy((count: number) => count > 0)]);
  expect(await countRows("audit_entries e where action = 'order.refund_requested' and approval_id is not null")).toBe(
    1,
  );
  expect(
    readdirSync(join(dataDir, "documents"), { recursive: true }).filter((name) => String(name).endsWith(".pdf")),
  ).toHaveLength(await countRows("documents"));
});

it("lets only the test customer sign in", async () => {
  const hashes = await queryRows<{ email: string; password_hash: string }>(
    "select email, password_hash from customers order by id limit 2",
  );
  expect(await verifyPassword(hashes[0]?.password_hash ?? "", testCredentials.password)).toBe(true);
  expect(await verifyPassword(hashes[1]?.password_hash ?? "", testCredentials.password)).toBe(false);
  expect(await countRows("customers where email not like '%@example.com'")).toBe(0);
});

it("is served by the API", async () => {
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
