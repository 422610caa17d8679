import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { createTestCustomer } from "../../account/fixtures.ts";
import { createPaidOrder, moveOrder } from "../../checkout/fixtures.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { OrderDetail } from "../admin-schema.ts";
import { anonymizeOrders } from "../data-erasure.ts";
import { emails } from "../emails/emails.ts";
import type { RevealedIdentity } from "./admin-schema.ts";
import { eraseUnneededIdentities, getIdentityStatus, readIdentity } from "./recipient-identity.ts";
import type { IdentityStatus, RecipientIdentity } from "./schema.ts";

const shop = await openPaymentTestShop();
const { app, clock, db } = shop;
const admin = openAdminClient(app);
const DAY_MS = 86_400_000;
const identity: RecipientIdentity = { passport: "4509123456", issued_on: "2015-03-20", inn: "500100732259" };
let token = "";
let customerId = 0;
let orderId = 0;
let paymentId = "";

beforeEach(async () => {
  const { shopper, order } = await createPaidOrder(shop);
  token = shopper.token;
  customerId = shopper.id;
  orderId = order.id;
  paymentId = order.paymentId;
  await db.updateTable("orders").set({ shipping_method_id: 6 }).where("id", "=", orderId).execute();
});

const getPath = () => `/v1/user/orders/${orderId}/recipient-identity`;
const getLinkPath = () => `/v1/payments/${paymentId}/recipient-identity`;
const give = (changes: Partial<RecipientIdentity> = {}) =>
  shop.request("PUT", getPath(), { token, body: { ...identity, ...changes } });
const giveByLink = (changes: Partial<RecipientIdentity> = {}) =>
  shop.request("PUT", getLinkPath(), { body: { ...identity, ...changes } });
const getStatus = async () => (await shop.request("GET", getPath(), { token })).body.data as IdentityStatus;
const getStored = () => readIdentity(app.config, db, orderId);
const countStored = async () => (await db.selectFrom("recipient_identities").select("order_id").execute()).length;
const renderPaidEmail = async () =>
  (
    await emails["order_paid"]?.(app, {
      ...{ recipient: "anna@example.com", params: { orderId } },
      ...{ locale: "ru-RU", storeName: "Furoshiki" },
    })
  )?.text;

describe("the identity of a recipient", () => {
  it("is asked for by the method that needs it, and stored encrypted", async () => {
    expect(await getStatus()).toEqual({ is_needed: true, given_at: null, is_changeable: true, kept_days: 30 });
    const { status, body } = await give({ passport: "45 09 № 123456", inn: "5001 0073 2259" });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ given_at: clock.now().toISOString(), is_changeable: true });
    expect(await getStored()).toEqual(identity);
    const row = await db.selectFrom("recipient_identities").select("encrypted").executeTakeFirstOrThrow();
    expect(row.encrypted.toString("latin1")).not.toMatch(/4509|123456|500100732259/);
  });

  it("does not decrypt as that of another order", async () => {
    await give();
    const { order } = await createPaidOrder(shop);
    await db.updateTable("recipient_identities").set({ order_id: order.id }).execute();
    expect(await readIdentity(app.config, db, order.id)).toBeNull();
  });

  it.each([
    [{ passport: "4509 12345" }, { passport: ["invalidPassport"] }],
    [{ passport: "паспорт" }, { passport: ["invalidPassport"] }],
    [{ passport: " " }, { passport: ["required"] }],
    [{ inn: "500100732258" }, { inn: ["invalidInn"] }],
    [{ inn: "7707083893" }, { inn: ["invalidInn"] }],
    [{ inn: "000000000000" }, { inn: ["invalidInn"] }],
    [{ issued_on: "2015-02-30" }, { issued_on: ["invalidDate"] }],
    [{ issued_on: "1991-03-20" }, { issued_on: ["invalidDate"] }],
    [{ issued_on: "2100-01-01" }, { issued_on: ["pastDate"] }],
    [{ issued_on: "" }, { issued_on: ["required"] }],
  ])("is refused with a wrong value and keeps what is stored: %j", async (changes, errors) => {
    await give();
    const { status, body } = await give(changes);
    expect([status, body.errors]).toEqual([422, errors]);
    expect(JSON.stringify(body)).not.toContain(Object.values(changes)[0]?.trim() || "4509");
    expect(await getStored()).toEqual(identity);
  });

  it("is not asked for by a method whose customs clearance does not need it, nor before payment or after sending", async () => {
    await moveOrder(shop, orderId, "packing");
    expect((await give()).status).toBe(200);
    await moveOrder(shop, orderId, "shipped");
    expect(await getStatus()).toMatchObject({ is_changeable: false });
    expect((await give({ passport: "4510 654321" })).body.code).toBe("identity_not_needed");
    expect(await getStored()).toEqual(identity);
    await db.updateTable("orders").set({ status: "awaiting_payment" }).where("id", "=", orderId).execute();
    expect((await give()).body.code).toBe("identity_not_needed");
    await db.updateTable("orders").set({ status: "paid", shipping_method_id: 1 }).where("id", "=", orderId).execute();
    expect(await getStatus()).toMatchObject({ is_needed: false });
    expect((await give()).body.code).toBe("identity_not_needed");
  });

  it("can be given once with the link to the payment, which never shows or replaces it", async () => {
    expect((await giveByLink()).status).toBe(200);
    const { body } = await shop.request("GET", getLinkPath());
    expect(body.data).toMatchObject({ is_needed: true, is_changeable: false });
    expect(JSON.stringify(body)).not.toMatch(/4509|500100732259/);
    expect((await giveByLink({ passport: "4510 654321" })).body.code).toBe("identity_already_given");
    expect(await getStored()).toEqual(identity);
    expect((await give({ passport: "4510 654321" })).status).toBe(200);
    const unknownLink = "/v1/payments/pay_00000000000000000000000000/recipient-identity";
    expect((await shop.request("PUT", unknownLink, { body: identity })).body.code).not.toBe("ok");
  });

  it("keeps one of two links used at the same time", async () => {
    const answers = await Promise.all([giveByLink(), giveByLink({ passport: "4510 654321" })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it("is not readable or writable by another customer", async () => {
    const other = await createTestCustomer(db, { email: "other@example.com" });
    for (const method of ["GET", "PUT"] as const) {
      const body = method === "PUT" ? { body: identity } : {};
      const { status } = await shop.request(method, getPath(), { token: other.token, ...body });
      expect(status).toBe(404);
    }
    expect(await countStored()).toBe(0);
  });

  it("is limited to 20 attempts an hour", async () => {
    for (let attempt = 0; attempt < 20; attempt++) await give({ inn: "500100732258" });
    expect((await give()).status).toBe(429);
  });

  it("is asked for in the email about the payment until it is given, and never named there", async () => {
    expect(await renderPaidEmail()).toContain("ИНН");
    await give();
    expect(await renderPaidEmail()).not.toContain("ИНН");
  });
});

describe("staff", () => {
  it("see that it was given, and read it with a reason that is recorded", async () => {
    const cookie = await createTestStaffSession(app, (await createTestStaff(app, { role: "manager" })).id);
    const getOrder = async () => (await admin.request<OrderDetail>("GET", `/orders/${orderId}`, { cookie })).body.data;
    const reveal = (body: object, query = "", options: object = { cookie }) =>
      admin.request<{ result: RevealedIdentity }>("POST", `/orders/${orderId}/recipient-identity/reveal${query}`, {
        body,
        ...options,
      });
    expect((await getOrder()).recipient_identity).toEqual({ is_needed: true, given_at: null });
    expect((await reveal({ reason: "the carrier asks" })).status).toBe(404);
    await give();
    const order = await getOrder();
    expect(order.recipient_identity).toEqual({ is_needed: true, given_at: clock.now().toISOString() });
    expect(JSON.stringify(order)).not.toMatch(/4509|500100732259/);
    expect((await reveal({ reason: " " })).status).toBe(422);
    const { body } = await reveal({ reason: "the carrier asks" });
    expect(body.data.result).toEqual(identity);
    const entries = await db
      .selectFrom("audit_entries")
      .selectAll()
      .where("action", "=", "order.identity_revealed")
      .execute();
    expect(entries).toMatchObject([{ reason: "the carrier asks" }]);
    expect(JSON.stringify(entries)).not.toMatch(/4509|500100732259/);
    expect((await getOrder()).timeline).toContainEqual(expect.objectContaining({ action: "order.identity_revealed" }));
  });

  it("do not read it in a preview, and it is not stored for an idempotency key", async () => {
    await give();
    const cookie = await createTestStaffSession(app, (await createTestStaff(app, { role: "manager" })).id);
    const path = `/orders/${orderId}/recipient-identity/reveal`;
    const body = { reason: "the carrier asks" };
    const preview = await admin.request<{ result: RevealedIdentity }>("POST", `${path}?preview=true`, { body, cookie });
    expect(preview.body.data.result).toEqual({ passport: "", issued_on: "", inn: "" });
    await admin.request("POST", path, { body, cookie, headers: { "idempotency-key": "reveal-key-1" } });
    const keys = await db.selectFrom("idempotency_keys").select("response").execute();
    expect(JSON.stringify(keys)).not.toContain(identity.inn);
  });

  it("need the permission for contacts", async () => {
    await give();
    const cookie = await createTestStaffSession(app, (await createTestStaff(app, { role: "accountant" })).id);
    const path = `/orders/${orderId}/recipient-identity/reveal`;
    expect((await admin.request("POST", path, { body: { reason: "curious" }, cookie })).status).toBe(403);
  });
});

describe("erasure", () => {
  it("happens the days of the setting after the delivery", async () => {
    await give();
    for (const status of ["packing", "shipped", "delivered"] as const) await moveOrder(shop, orderId, status);
    clock.advance(30 * DAY_MS);
    await eraseUnneededIdentities(app);
    expect(await countStored()).toBe(1);
    clock.advance(1000);
    await eraseUnneededIdentities(app);
    expect(await countStored()).toBe(0);
    expect(await getIdentityStatus(db, { orderId, customerId })).toMatchObject({
      given_at: null,
      is_changeable: false,
    });
  });

  it("happens with the next run if the order is canceled, and not while the parcel is on its way", async () => {
    await give();
    for (const status of ["packing", "shipped"] as const) await moveOrder(shop, orderId, status);
    clock.advance(400 * DAY_MS);
    await eraseUnneededIdentities(app);
    expect(await countStored()).toBe(1);
    await db.updateTable("orders").set({ status: "cancelled" }).where("id", "=", orderId).execute();
    await eraseUnneededIdentities(app);
    expect(await countStored()).toBe(0);
  });

  it("happens with the account, and the export contains it until then", async () => {
    await give();
    const { data } = (await shop.request("GET", "/v1/user/data", { token })).body;
    expect(data.recipient_identities).toMatchObject([{ order_id: orderId, ...identity }]);
    await withTransaction(db, (tx) => anonymizeOrders(tx, customerId));
    expect(await countStored()).toBe(0);
  });
});
