import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import {
  type TestCustomer,
  createTestCustomer,
  createTestPasskey,
  createTestSecondFactor,
  PASSWORD,
} from "../account/fixtures.ts";
import { addToCart } from "../cart/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createDeliverySetup } from "../delivery/fixtures.ts";
import { notify } from "../notifications/notify.ts";
import { withTransaction } from "../platform/db/database.ts";
import { createEmailJob } from "../platform/mail/mailer.ts";
import { queueEmail } from "../platform/mail/email-queue.ts";
import { createQuestion, createReview } from "../reviews/fixtures.ts";
import { emails } from "./emails.ts";

const shop = await openTestShop();
const { db } = shop;
/** Occurs in all personal data of the customer, and nowhere else. */
const MARK = "zyxmark";
const EMAIL = `${MARK}@example.test`;

/** Tables that refer to a deleted customer, and why they hold no personal data. */
const tablesReferringToId: Record<string, string> = {
  loyalty_accounts: "amounts, for the customer id only",
  consents: "which consents were given, and when they ended",
  customers: "the id, without personal data",
  orders: "what accounting needs",
  promo_codes: "codes that can no longer be used",
  promo_code_uses: "which codes were used in orders",
  questions: "published ones, without the author's name",
  reviews: "published ones, without the author's name",
};

let customer: TestCustomer;
let orderId: number;
beforeEach(async () => {
  await createDeliverySetup(db);
  customer = await createTestCustomer(db, { email: EMAIL, name: `Anna ${MARK}` });
  orderId = await createPersonalData(customer);
});

/**
 * Creates data of a customer wherever the shop stores any.
 * @returns the id of their order.
 */
async function createPersonalData({ id, token }: TestCustomer): Promise<number> {
  await shop.request("PATCH", "/v1/user", { token, body: { surname: MARK, newsletter: true, birthday: "1990-01-01" } });
  await shop.request("POST", "/v1/user/email", { token, body: { email: `new-${EMAIL}`, current_password: PASSWORD } });
  await shop.request("POST", "/v1/user/confirm-email", { token });
  await shop.request("POST", "/v1/login", {
    body: { email: EMAIL, password: PASSWORD },
    headers: { "user-agent": MARK },
  });
  const [orderedProduct, likedProduct] = [await createProduct(db), await createProduct(db)];
  const address = { alias: MARK, first_name: MARK, last_name: MARK, country: "RU", postcode: "420015" };
  const addressFields = { city: MARK, address: MARK, phone_mobile: `+7 ${MARK}` };
  const { id: addressId } = await db
    .insertInto("addresses")
    .values({ ...address, ...addressFields, customer_id: id })
    .returning("id")
    .executeTakeFirstOrThrow();
  await addToCart(db, id, { productId: orderedProduct.id });
  await db.updateTable("carts").set({ address_id: addressId }).where("customer_id", "=", id).execute();
  const wishlistItem = { customer_id: id, product_id: likedProduct.id };
  await db.insertInto("wishlist_items").values(wishlistItem).execute();
  await db
    .insertInto("wishlist_shares")
    .values({ customer_id: id, token: MARK, occasion: MARK, created_at: new Date() })
    .execute();
  await db
    .insertInto("wishlist_gifts")
    .values({ ...wishlistItem, giver_hash: Buffer.alloc(32), chosen_at: new Date() })
    .execute();
  await db
    .insertInto("product_alerts")
    .values({ ...wishlistItem, kind: "back_in_stock" })
    .execute();
  await db
    .insertInto("message_preferences")
    .values({ customer_id: id, kind: "parcel", channel: "email", is_enabled: false, changed_at: new Date() })
    .execute();
  await db.insertInto("excluded_ingredients").values({ customer_id: id, slug: "phenoxyethanol" }).execute();
  const quiz = { quiz_id: 1, customer_id: id, result_code: "x", answers: JSON.stringify({ said: MARK }) };
  await db.insertInto("quiz_results").values(quiz).execute();
  await withTransaction(db, async (db) => {
    await notify(db, id, { kind: "k", title: MARK, messageHtml: MARK, dedupKey: "k" });
    await queueEmail(db, { recipient: EMAIL, locale: "ru-RU", template: "password_changed", dedupKey: "sent" });
  });
  await db.updateTable("emails").set({ sent_at: new Date() }).where("dedup_key", "=", "sent").execute();
  await db
    .insertInto("push_subscriptions")
    .values({
      ...{ customer_id: id, endpoint: `https://fcm.googleapis.com/${MARK}`, p256dh: MARK, auth: MARK },
      ...{ device: MARK, created_at: new Date() },
    })
    .execute();
  await createReview(db, { productId: orderedProduct.id, author: customer });
  await createReview(db, { productId: likedProduct.id, author: customer, status: "pending", text: MARK });
  await createQuestion(db, {
    productId: likedProduct.id,
    author: customer,
    status: "pending",
    text: `${MARK} ${MARK}`,
  });
  await db.updateTable("reviews").set({ author_name: MARK }).execute();
  const { id: reviewId } = await createReview(db, { productId: orderedProduct.id });
  await db.insertInto("review_votes").values({ review_id: reviewId, customer_id: id }).execute();
  await db
    .insertInto("idempotency_keys")
    .values({ scope: `orders:${id}`, key: "12345678", request_hash: "h", response: JSON.stringify({ name: MARK }) })
    .execute();
  await sql`
    insert into orders (id, customer_id, status, locale, currency, rub_per_unit, products_minor, delivery_minor, total_minor,
      products_rub_minor, address, shipping_method_id, shipping_name, payment_method, weight_g, pay_until, comment,
      customs_declared, duty_confirmed)
    values (100000001, ${id}, 'delivered', 'ru-RU', 'RUB', 1, 100000, 49900, 149900, 100000,
      ${JSON.stringify({ ...address, ...addressFields, country_name_ru: "Россия", country_name_en: "Russia" })}, 1, 'EMS', 'card', 350,
      now(), ${MARK}, true, ${JSON.stringify({ at: "2026-11-20", ip: MARK, user_agent: MARK })})`.execute(db);
  await sql`
    insert into gift_cards (code, amount_minor, balance_minor, purchase_order_id, recipient, message)
    values ('GIFT-1', 100, 100, 100000001, ${MARK}, ${MARK})`.execute(db);
  const giftMessageColumns = sql`recipient_name, recipient_email, sender_name, message, design`;
  const giftMessageValues = sql`${MARK}, ${MARK}, ${MARK}, ${MARK}, 'sakura'`;
  await sql`
    insert into order_gift_cards (order_id, line, price_minor, face_value_minor, key, ${giftMessageColumns})
    values (100000001, 1, 100, 100, ${"k".repeat(32)}, ${giftMessageValues})`.execute(db);
  await sql`insert into cart_gift_cards (customer_id, face_value_minor, ${giftMessageColumns}) values (${id}, 100, ${giftMessageValues})`.execute(
    db,
  );
  await sql`insert into order_history (order_id, status, note) values (100000001, 'delivered', ${MARK})`.execute(db);
  await db
    .insertInto("recipient_identities")
    .values({ order_id: 100_000_001, encrypted: Buffer.from(MARK), given_at: new Date() })
    .execute();
  await sql`insert into returns (order_id, kind, status, reason, comment, requested_at)
    values (100000001, 'return', 'requested', 'changed_mind', ${MARK}, now())`.execute(db);
  await sql`
    with message as (
      insert into order_notes (order_id, author_label, text, is_visible_to_customer, is_from_customer, created_at)
      values (100000001, '', ${MARK}, true, true, now()) returning id
    )
    insert into order_message_photos (customer_id, note_id, position, content, uploaded_at)
    select ${id}, id, 1, ${Buffer.from(MARK)}, now() from message`.execute(db);
  await sql`insert into return_photos (customer_id, content, uploaded_at)
    values (${id}, ${Buffer.from(MARK)}, now())`.execute(db);
  await sql`
    with shipment as (
      insert into shipments (order_id, number, status, method_id, tracking_number, carrier_ref, expected_weight_g, weight_g,
        created_at, packed_at, shipped_at)
      values (100000001, 1, 'delivered', 1, ${MARK}, ${MARK}, 350, 350, now(), now(), now()) returning id
    ), carrier_order as (
      insert into carrier_orders (shipment_id, reference, status, carrier_ref, tracking_number, requested_at)
      select id, '100000001-1', 'created', ${MARK}, ${MARK}, now() from shipment
    )
    insert into shipment_events (shipment_id, code, at, place, source)
    select id, 'delivered', now(), ${MARK}, 'carrier' from shipment`.execute(db);
  return 100_000_001;
}

/** Lists the tables that contain a text anywhere. */
async function findTablesContaining(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
    order by relname`.execute(db);
  const tables: string[] = [];
  for (const { name } of rows) {
    const match = await sql`select 1 from ${sql.table(name)} t where t::text ilike ${`%${text}%`} limit 1`.execute(db);
    if (match.rows.length > 0) tables.push(name);
  }
  return tables;
}

/** Lists the tables with rows that refer to this customer. */
async function findTablesReferringTo(customerId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string; column: string }>`
    select c.conrelid::regclass::text as name, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'customers'::regclass
    union all select 'customers', 'id' order by 1`.execute(db);
  const tables: string[] = [];
  for (const { name, column } of rows) {
    const query = sql`select 1 from ${sql.table(name)} where ${sql.ref(column)} = ${customerId} limit 1`;
    if ((await query.execute(db)).rows.length > 0) tables.push(name);
  }
  return tables;
}

const deleteAccount = (token: string | undefined, current_password: string) =>
  shop.request("DELETE", "/v1/user", { body: { current_password }, ...(token ? { token } : {}) });

describe("DELETE /v1/user", () => {
  it("leaves no personal data in any table, and erases the recipient of the last email after sending", async () => {
    expect((await findTablesContaining(MARK)).length).toBeGreaterThan(12);
    expect((await deleteAccount(customer.token, PASSWORD)).status).toBe(204);
    expect(await findTablesContaining(MARK)).toEqual(["emails"]);
    const mails = await db.selectFrom("emails").select(["id", "template"]).where("recipient", "=", EMAIL).execute();
    expect(mails.map(({ template }) => template)).toEqual(["account_deleted"]);
    await createEmailJob(emails).work(shop.app, { emailId: mails[0]?.id });
    expect(await findTablesContaining(MARK)).toEqual([]);
    const others = (await findTablesReferringTo(customer.id)).filter((table) => !(table in tablesReferringToId));
    expect(others).toEqual([]);
  });

  it("keeps orders for accounting, with goods, amounts and country, and published reviews", async () => {
    await deleteAccount(customer.token, PASSWORD);
    const order = await db.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
    expect(order).toMatchObject({ total_minor: 149_900, status: "delivered", customs_declared: true });
    expect(order.address).toMatchObject({ country: "RU", country_name_ru: "Россия", last_name: "—", city: "" });
    expect(order.duty_confirmed).toEqual({ at: "2026-11-20" });
    const ownReviews = db.selectFrom("reviews").select("author_name").where("customer_id", "=", customer.id);
    expect(await ownReviews.execute()).toEqual([{ author_name: "Покупатель" }]);
  });

  it("ends every session and frees the email for a new registration", async () => {
    await createTestSecondFactor(shop.app, customer.id);
    await deleteAccount(customer.token, PASSWORD);
    expect(await db.selectFrom("recovery_codes").select("customer_id").execute()).toEqual([]);
    expect((await shop.request("GET", "/v1/user", { token: customer.token })).status).toBe(401);
    const login = await shop.request("POST", "/v1/login", { body: { email: EMAIL, password: PASSWORD } });
    expect(login.body.code).toBe("login_failed");
    const newCustomer = await createTestCustomer(db, { email: EMAIL });
    expect((await shop.request("GET", "/v1/user/orders", { token: newCustomer.token })).body.data.total).toBe(0);
  });

  it.each(["awaiting_payment", "paid", "packing", "shipped"])("is refused while an order is %s", async (status) => {
    await sql`update orders set status = ${status}`.execute(db);
    const before = await findTablesContaining(MARK);
    const refused = await deleteAccount(customer.token, PASSWORD);
    expect([refused.status, refused.body.code]).toEqual([409, "orders_open"]);
    expect(refused.body.message).toContain(String(orderId));
    expect(await findTablesContaining(MARK)).toEqual(before);
  });

  it("requires the password and authentication, and handles concurrent requests", async () => {
    expect((await deleteAccount(customer.token, "not my password")).body.errors).toEqual({
      current_password: ["wrongPassword"],
    });
    expect((await deleteAccount(customer.token, "")).body.errors).toEqual({ current_password: ["required"] });
    expect((await deleteAccount(undefined, PASSWORD)).status).toBe(401);
    const responses = await Promise.all([
      deleteAccount(customer.token, PASSWORD),
      deleteAccount(customer.token, PASSWORD),
    ]);
    expect(responses.some(({ status }) => status === 204)).toBe(true);
    expect(responses.every(({ status }) => status < 500)).toBe(true);
    expect(await db.selectFrom("emails").select("id").where("template", "=", "account_deleted").execute()).toHaveLength(
      1,
    );
  });
});

describe("GET /v1/user/data", () => {
  it("returns everything stored about a customer, but no secrets", async () => {
    await createTestSecondFactor(shop.app, customer.id);
    await createTestPasskey(db, customer.id);
    const { status, body } = await shop.request("GET", "/v1/user/data", { token: customer.token });
    expect(status).toBe(200);
    const { data } = body;
    expect(data.account).toMatchObject([{ email: EMAIL, surname: MARK, birthday: "1990-01-01" }]);
    expect(data.orders).toMatchObject([{ id: orderId, total: 1499, comment: MARK, address: { city: MARK } }]);
    const empty = Object.entries(data).filter(([, rows]) => Array.isArray(rows) && rows.length === 0);
    expect(empty.map(([name]) => name).toSorted()).toEqual(["bonuses", "order_lines"]);
    expect(JSON.stringify(data)).not.toMatch(
      /argon2|token_hash|password_hash|encrypted_key|code_hash|public_key|credential_id/,
    );
  });

  it("returns nobody else's data and requires authentication", async () => {
    const other = await createTestCustomer(db);
    const { data } = (await shop.request("GET", "/v1/user/data", { token: other.token })).body;
    expect(JSON.stringify(data)).not.toContain(MARK);
    expect((await shop.request("GET", "/v1/user/data")).status).toBe(401);
  });
});
