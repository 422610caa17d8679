import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { type ACustomer, aCustomer, aSecondFactor, PASSWORD } from "../account/fixtures.ts";
import { putInCart } from "../cart/fixtures.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import { aDeliverableWorld } from "../delivery/fixtures.ts";
import { notify } from "../notifications/service.ts";
import { withTransaction } from "../platform/db.ts";
import { mailJob, queueMail } from "../platform/mail.ts";
import { aQuestion, aReview } from "../reviews/fixtures.ts";
import { letters } from "./letters.ts";

const shop = await openTestShop();
const { db } = shop;
/** Stands in everything that is the person's, and nowhere else. */
const MARK = "zyxwolf";
const EMAIL = `${MARK}@example.test`;

/** Tables that name a customer after he is gone, and why that tells nothing of the person. */
const kept: Record<string, string> = {
  bonus_accounts: "sums of a number",
  consents: "that somebody agreed, and when it ended",
  customers: "the number itself, with nothing beside it",
  orders: "what the books need",
  promo_codes: "a code that nobody can use any more",
  promo_uses: "that a code was used in an order",
  questions: "published ones, without the name",
  reviews: "published ones, without the name",
};

let wolf: ACustomer;
let orderId: number;
beforeEach(async () => {
  await aDeliverableWorld(db);
  wolf = await aCustomer(db, { email: EMAIL, name: `Anna ${MARK}` });
  orderId = await aLife(wolf);
});

/** Leaves traces of a customer wherever the shop keeps any. @returns the number of his order. */
async function aLife({ id, token }: ACustomer): Promise<number> {
  await shop.ask("PATCH", "/v1/user", { token, body: { surname: MARK, newsletter: true, birthday: "1990-01-01" } });
  await shop.ask("POST", "/v1/user/email", { token, body: { email: `new-${EMAIL}`, current_password: PASSWORD } });
  await shop.ask("POST", "/v1/user/confirm-email", { token });
  await shop.ask("POST", "/v1/login", { body: { email: EMAIL, password: PASSWORD }, headers: { "user-agent": MARK } });
  const [bought, liked] = [await aProduct(db), await aProduct(db)];
  const address = { alias: MARK, first_name: MARK, last_name: MARK, country: "RU", postcode: "420015" };
  const place = { city: MARK, address: MARK, phone_mobile: `+7 ${MARK}` };
  const { id: addressId } = await db
    .insertInto("addresses")
    .values({ ...address, ...place, customer_id: id })
    .returning("id")
    .executeTakeFirstOrThrow();
  await putInCart(db, id, { productId: bought.id });
  await db.updateTable("carts").set({ address_id: addressId }).where("customer_id", "=", id).execute();
  const wished = { customer_id: id, product_id: liked.id };
  await db.insertInto("wishlist_items").values(wished).execute();
  await db
    .insertInto("product_alerts")
    .values({ ...wished, kind: "back_in_stock" })
    .execute();
  await db.insertInto("avoided_ingredients").values({ customer_id: id, slug: "phenoxyethanol" }).execute();
  const quiz = { quiz_id: 1, customer_id: id, result_code: "x", answers: JSON.stringify({ said: MARK }) };
  await db.insertInto("quiz_results").values(quiz).execute();
  await withTransaction(db, async (db) => {
    await notify(db, id, { kind: "k", title: MARK, messageHtml: MARK, dedupKey: "k" });
    await queueMail(db, { recipient: EMAIL, locale: "ru-RU", template: "password_changed", dedupKey: "sent" });
  });
  await db.updateTable("mails").set({ sent_at: new Date() }).where("dedup_key", "=", "sent").execute();
  await aReview(db, { productId: bought.id, author: wolf });
  await aReview(db, { productId: liked.id, author: wolf, status: "pending", text: MARK });
  await aQuestion(db, { productId: liked.id, author: wolf, status: "pending", text: `${MARK} ${MARK}` });
  await db.updateTable("reviews").set({ author_name: MARK }).execute();
  const { id: review } = await aReview(db, { productId: bought.id });
  await db.insertInto("review_votes").values({ review_id: review, customer_id: id }).execute();
  await db
    .insertInto("idempotency_keys")
    .values({ scope: `orders:${id}`, key: "12345678", request_hash: "h", response: JSON.stringify({ name: MARK }) })
    .execute();
  await sql`
    insert into orders (id, customer_id, status, locale, currency, rub_per_unit, products_minor, delivery_minor, total_minor,
      products_rub_minor, address, shipping_method_id, shipping_name, payment_method, weight_g, pay_until, comment,
      customs_declared, duty_confirmed)
    values (100000001, ${id}, 'delivered', 'ru-RU', 'RUB', 1, 100000, 49900, 149900, 100000,
      ${JSON.stringify({ ...address, ...place, country_name_ru: "Россия", country_name_en: "Russia" })}, 1, 'EMS', 'card', 350,
      now(), ${MARK}, true, ${JSON.stringify({ at: "2026-11-20", ip: MARK, user_agent: MARK })})`.execute(db);
  await sql`
    insert into gift_certificates (code, amount_minor, balance_minor, bought_in, recipient, message)
    values ('GIFT-1', 100, 100, 100000001, ${MARK}, ${MARK})`.execute(db);
  const dedication = sql`recipient_name, recipient_email, sender_name, message, picture`;
  const said = sql`${MARK}, ${MARK}, ${MARK}, ${MARK}, 'sakura'`;
  await sql`
    insert into order_certificates (order_id, line, price_minor, worth_minor, key, ${dedication})
    values (100000001, 1, 100, 100, ${"k".repeat(32)}, ${said})`.execute(db);
  await sql`insert into cart_certificates (customer_id, worth_minor, ${dedication}) values (${id}, 100, ${said})`.execute(
    db,
  );
  await sql`insert into order_history (order_id, status, note) values (100000001, 'delivered', ${MARK})`.execute(db);
  return 100_000_001;
}

/** Every table of the shop that says this anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
    order by relname`.execute(db);
  const found: string[] = [];
  for (const { name } of rows) {
    const hit = await sql`select 1 from ${sql.table(name)} t where t::text ilike ${`%${text}%`} limit 1`.execute(db);
    if (hit.rows.length > 0) found.push(name);
  }
  return found;
}

/** Tables with rows that name this customer. */
async function tablesNaming(customerId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string; column: string }>`
    select c.conrelid::regclass::text as name, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'customers'::regclass
    union all select 'customers', 'id' order by 1`.execute(db);
  const found: string[] = [];
  for (const { name, column } of rows) {
    const query = sql`select 1 from ${sql.table(name)} where ${sql.ref(column)} = ${customerId} limit 1`;
    if ((await query.execute(db)).rows.length > 0) found.push(name);
  }
  return found;
}

const remove = (token: string | undefined, current_password: string) =>
  shop.ask("DELETE", "/v1/user", { body: { current_password }, ...(token ? { token } : {}) });

describe("DELETE /v1/user", () => {
  it("leaves nothing of the person in any table, and a last letter that is forgotten once it is out", async () => {
    expect((await tablesWith(MARK)).length).toBeGreaterThan(12);
    expect((await remove(wolf.token, PASSWORD)).status).toBe(204);
    expect(await tablesWith(MARK)).toEqual(["mails"]);
    const mails = await db.selectFrom("mails").select(["id", "template"]).where("recipient", "=", EMAIL).execute();
    expect(mails.map(({ template }) => template)).toEqual(["farewell"]);
    await mailJob(letters).work(shop.house, { mailId: mails[0]?.id });
    expect(await tablesWith(MARK)).toEqual([]);
    const others = (await tablesNaming(wolf.id)).filter((table) => !(table in kept));
    expect(others).toEqual([]);
  });

  it("keeps the order for the books: goods, sums and country, and what others read", async () => {
    await remove(wolf.token, PASSWORD);
    const order = await db.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
    expect(order).toMatchObject({ total_minor: 149_900, status: "delivered", customs_declared: true });
    expect(order.address).toMatchObject({ country: "RU", country_name_ru: "Россия", last_name: "—", city: "" });
    expect(order.duty_confirmed).toEqual({ at: "2026-11-20" });
    const own = db.selectFrom("reviews").select("author_name").where("customer_id", "=", wolf.id);
    expect(await own.execute()).toEqual([{ author_name: "Покупатель" }]);
  });

  it("ends every session, and gives the email back to whoever registers with it", async () => {
    await aSecondFactor(shop.house, wolf.id);
    await remove(wolf.token, PASSWORD);
    expect(await db.selectFrom("recovery_codes").select("customer_id").execute()).toEqual([]);
    expect((await shop.ask("GET", "/v1/user", { token: wolf.token })).status).toBe(401);
    const login = await shop.ask("POST", "/v1/login", { body: { email: EMAIL, password: PASSWORD } });
    expect(login.body.code).toBe("login_failed");
    const again = await aCustomer(db, { email: EMAIL });
    expect((await shop.ask("GET", "/v1/user/orders", { token: again.token })).body.data.total).toBe(0);
  });

  it.each(["awaiting_payment", "paid", "packing", "shipped"])("waits for an order that is %s", async (status) => {
    await sql`update orders set status = ${status}`.execute(db);
    const before = await tablesWith(MARK);
    const refused = await remove(wolf.token, PASSWORD);
    expect([refused.status, refused.body.code]).toEqual([409, "orders_open"]);
    expect(refused.body.message).toContain(String(orderId));
    expect(await tablesWith(MARK)).toEqual(before);
  });

  it("asks for the password and a login, and takes two presses as one", async () => {
    expect((await remove(wolf.token, "not my password")).body.errors).toEqual({ current_password: ["wrongPassword"] });
    expect((await remove(wolf.token, "")).body.errors).toEqual({ current_password: ["required"] });
    expect((await remove(undefined, PASSWORD)).status).toBe(401);
    const answers = await Promise.all([remove(wolf.token, PASSWORD), remove(wolf.token, PASSWORD)]);
    expect(answers.some(({ status }) => status === 204)).toBe(true);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    expect(await db.selectFrom("mails").select("id").where("template", "=", "farewell").execute()).toHaveLength(1);
  });
});

describe("GET /v1/user/data", () => {
  it("tells everything that is kept of a customer, and no secret", async () => {
    await aSecondFactor(shop.house, wolf.id);
    const { status, body } = await shop.ask("GET", "/v1/user/data", { token: wolf.token });
    expect(status).toBe(200);
    const { data } = body;
    expect(data.account).toMatchObject([{ email: EMAIL, surname: MARK, birthday: "1990-01-01" }]);
    expect(data.orders).toMatchObject([{ id: orderId, total: 1499, comment: MARK, address: { city: MARK } }]);
    const empty = Object.entries(data).filter(([, rows]) => Array.isArray(rows) && rows.length === 0);
    expect(empty.map(([name]) => name).toSorted()).toEqual(["bonuses", "order_lines"]);
    expect(JSON.stringify(data)).not.toMatch(/argon2|token_hash|password_hash|sealed_key|code_hash/);
  });

  it("tells nobody else's, and needs login", async () => {
    const other = await aCustomer(db);
    const { data } = (await shop.ask("GET", "/v1/user/data", { token: other.token })).body;
    expect(JSON.stringify(data)).not.toContain(MARK);
    expect((await shop.ask("GET", "/v1/user/data")).status).toBe(401);
  });
});
