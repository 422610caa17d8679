import { beforeEach, expect, it } from "vitest";
import { buildAdminApi } from "../../../admin-app.ts";
import { openAdminClient } from "../../../../test/admin-client.ts";
import { openTestShop } from "../../../../test/harness.ts";
import { createTestCustomer } from "../../../account/fixtures.ts";
import { createProduct } from "../../../catalog/fixtures.ts";
import { withTransaction } from "../../../platform/db/database.ts";
import { MAX_EXPORT_ROWS } from "../../../staff/exports/admin-schema.ts";
import { createExportAction } from "../../../staff/exports/export-action.ts";
import { createExportToken } from "../../../staff/exports/export-token.ts";
import { generateCsv } from "../../../staff/exports/list-export.ts";
import { createTestStaff, createTestStaffSession } from "../../../staff/fixtures.ts";
import { orderListFilterQuery } from "../../admin-schema.ts";
import { createTestOrder, type OrderFixture } from "../../fixtures.ts";
import { orderListExport } from "./order-list-export.ts";

const shop = await openTestShop();
const { app, db, clock } = shop;
const admin = openAdminClient(app);
let owner = { customerId: 0, productId: 0 };
let olga = { id: 0, cookie: "" };

const signIn = async (role: string) => {
  const { id } = await createTestStaff(app, { role, locale: "en-US" });
  return { id, cookie: await createTestStaffSession(app, id) };
};

beforeEach(async () => {
  const customer = await createTestCustomer(db, { email: "anna@example.com" });
  const product = await createProduct(db);
  owner = { customerId: customer.id, productId: product.id };
  olga = await signIn("support");
});

const createOrder = (fixture: OrderFixture = {}) => createTestOrder(db, owner, fixture);
const api = buildAdminApi(app);
const download = async (token: string, { cookie } = olga): Promise<Response> =>
  api.fetch(new Request(`http://shop.test/v1/admin/orders/exports/${token}`, { headers: { cookie } }));

it("downloads the rows and columns of a list, and records it", async () => {
  const first = await createOrder({ placedAt: "2026-11-20T08:00:00Z", tracking: "RR473124829JP" });
  await createOrder({ status: "shipped" });
  const second = await createOrder({ placedAt: "2026-11-19T08:00:00Z" });
  await db.updateTable("orders").set({ shipping_name: "=1+1" }).where("id", "=", second).execute();
  const list = { status: "paid", sort: "placed_desc", q: "anna@example.com" };
  const body = { list, columns: ["number", "shipping", "total", "customer"] };
  const prepared = await admin.request<{ result: { token: string } }>("POST", "/orders/exports", { ...olga, body });
  const response = await download(prepared.body.data.result.token);
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [head, ...lines] = new TextDecoder().decode(bytes).trimEnd().split("\n");
  expect(head).toBe("order,country,shipping_method,tracking_number,total,currency,customer");
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^${first},RU,EMS,RR473124829JP,1499,RUB,.*••••$`)),
    // What a spreadsheet would evaluate is escaped.
    expect.stringMatching(new RegExp(`^${second},RU,'=1\\+1,,1499,RUB,`)),
  ]);
  const [entry] = await db.selectFrom("audit_entries").select(["action", "actor_id", "changes"]).execute();
  expect(entry).toMatchObject({ action: "order.list_exported", actor_id: olga.id });
  expect(entry?.changes).toContainEqual({ field: "rows", from: null, to: 2 });
  expect(JSON.stringify(entry?.changes)).not.toContain("anna@example.com");
});

it("masks contacts and addresses, unless somebody with the permission has entered a recent code", async () => {
  await createOrder();
  const body = { list: {}, columns: ["number", "customer", "contacts", "address"] };
  const prepare = (cookie: string, more = {}) =>
    admin.request<{ result: { token: string } }>("POST", "/orders/exports", { cookie, body: { ...body, ...more } });
  const read = async (token: string, person: typeof olga) =>
    (await (await download(token, person)).text()).split("\n")[1];
  const masked = await prepare(olga.cookie);
  const line = await read(masked.body.data.result.token, olga);
  expect(line).toContain("a••••,••••");
  expect(line).not.toContain("anna@example.com");

  const personal = { with_personal_data: true };
  expect(await prepare(olga.cookie, personal)).toMatchObject({ status: 403, body: { code: "forbidden" } });
  // Another owner stays, as the store always has one.
  await signIn("owner");
  const boss = await signIn("owner");
  const setStepUp = (until: Date | null) =>
    db.updateTable("staff_sessions").set({ step_up_until: until }).where("staff_id", "=", boss.id).execute();
  await setStepUp(null);
  expect(await prepare(boss.cookie, personal)).toMatchObject({ status: 403, body: { code: "step_up_required" } });
  await setStepUp(new Date(clock.now().getTime() + 60_000));
  const { token } = (await prepare(boss.cookie, personal)).body.data.result;
  expect(await read(token, boss)).toContain("anna@example.com");
  const { changes } = await db
    .selectFrom("audit_entries")
    .select("changes")
    .where("actor_id", "=", boss.id)
    .executeTakeFirstOrThrow();
  expect(changes).toContainEqual({ field: "with_personal_data", from: null, to: true });
  // Who loses the permission meanwhile does not get the file.
  await db
    .updateTable("staff")
    .set({ role_id: (await getRole("support")).id })
    .where("id", "=", boss.id)
    .execute();
  expect((await download(token, boss)).status).toBe(403);
});

const getRole = (key: string) => db.selectFrom("roles").select("id").where("key", "=", key).executeTakeFirstOrThrow();

it("gives no file for a preview, which needs no code and is not recorded", async () => {
  await createOrder();
  const boss = await signIn("owner");
  await db.updateTable("staff_sessions").set({ step_up_until: null }).where("staff_id", "=", boss.id).execute();
  const body = { list: {}, columns: ["contacts"], with_personal_data: true };
  const path = "/orders/exports?preview=true";
  const preview = await admin.request<{ result: { token: string } }>("POST", path, { ...boss, body });
  expect(preview.status).toBe(200);
  expect(preview.body.data.result).toEqual({ token: "", rows: 0 });
});

it("gives the file only to the person who prepared it, for five minutes", async () => {
  const list = orderListFilterQuery.parse({});
  const token = await createExportToken(
    db,
    orderListExport,
    { staffId: olga.id, list, columns: ["number"], withPersonalData: false },
    clock.now(),
  );
  expect((await download(token)).status).toBe(200);
  expect((await download(token, await signIn("support"))).status).toBe(410);
  // The first character: of the last one not all bits count.
  expect((await download(`${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`)).status).toBe(410);
  clock.advance(5 * 60_000);
  expect((await download(token)).status).toBe(410);
});

it("has no more rows than a spreadsheet shows", async () => {
  const action = createExportAction({ ...orderListExport, count: async () => MAX_EXPORT_ROWS + 1 });
  const input = { list: orderListFilterQuery.parse({}), columns: ["number" as const], with_personal_data: false };
  const context = { actor: { kind: "staff", id: String(olga.id) }, now: clock.now(), locale: "en-US" };
  const prepared = withTransaction(db, (tx) =>
    action.run(tx, {}, input, context as unknown as Parameters<typeof action.run>[3]),
  );
  await expect(prepared).rejects.toMatchObject({ code: "export_too_large" });
});

it("is not allowed without the permission for orders, and refuses unknown columns", async () => {
  const body = { list: {}, columns: ["number"] };
  const packer = await signIn("packer");
  expect((await admin.request("POST", "/orders/exports", { ...packer, body })).status).toBe(403);
  const unknown = { list: {}, columns: ["email"] };
  expect((await admin.request("POST", "/orders/exports", { ...olga, body: unknown })).status).toBe(422);
});

it("has the orders of the list when the download began, with their values when they are read", async () => {
  const ids = [];
  for (let day = 10; day < 15; day++) ids.push(await createOrder({ placedAt: `2026-11-${day}T08:00:00Z` }));
  const list = orderListFilterQuery.parse({ sort: "placed_asc", status: "paid" });
  const request = { list, columns: ["number", "status"] as const, withPersonalData: false };
  const reader = { staffId: olga.id, locale: "en-US" as const, now: clock.now() };
  const csv = generateCsv(shop.db, orderListExport, request, { ...reader, batchSize: 2 });
  const parts = [(await csv.next()).value, (await csv.next()).value];
  // All leave the list and get another order, and a new one comes first.
  await db
    .updateTable("orders")
    .set({ status: "packing", placed_at: new Date("2026-11-01T08:00:00Z") })
    .execute();
  await createOrder({ placedAt: "2026-11-02T08:00:00Z" });
  for await (const part of csv) parts.push(part);
  const lines = parts.join("").trim().split("\n").slice(1);
  expect(lines).toEqual(ids.map((id, index) => `${id},${index < 2 ? "paid" : "packing"}`));
});

it("occupies no connection between two parts", async () => {
  for (let day = 10; day < 13; day++) await createOrder({ placedAt: `2026-11-${day}T08:00:00Z` });
  const list = orderListFilterQuery.parse({});
  const request = { list, columns: ["number"] as const, withPersonalData: false };
  const reader = { staffId: olga.id, locale: "en-US" as const, now: clock.now() };
  // More downloads at once than there are connections.
  const downloads = Array.from({ length: 50 }, () =>
    generateCsv(shop.db, orderListExport, request, { ...reader, batchSize: 1 }),
  );
  for (let part = 0; part < 2; part++) for (const csv of downloads) await csv.next();
  expect(await createOrder()).toBeGreaterThan(0);
  for (const csv of downloads) await csv.return(undefined);
});
