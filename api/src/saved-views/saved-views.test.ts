import { beforeEach, expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openTestShop } from "../../test/harness.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createTestOrder } from "../orders/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../staff/fixtures.ts";
import { MAX_VIEWS, type SavedView, type ViewResource, viewResources } from "./admin-schema.ts";

type Executed = { result: { id: number }; audit_entry_id: number | null };

const shop = await openTestShop();
const { app, db, clock } = shop;
const admin = openAdminClient(app);
let olga = { cookie: "" };
let bo = { cookie: "" };

const signIn = async (role: string) => {
  const { id } = await createTestStaff(app, { role, locale: "en-US" });
  return { cookie: await createTestStaffSession(app, id) };
};

beforeEach(async () => {
  olga = await signIn("manager");
  bo = await signIn("accountant");
});

type SaveOptions = { path?: string; resource?: ViewResource; query?: string; by?: { cookie: string } };
const save = (
  name: string,
  { path = "/saved-views", resource = "orders", query = "view=all", by = olga }: SaveOptions = {},
) => admin.request<Executed>("POST", path, { ...by, body: { resource, name, query } });
const list = async (reader = olga, resource: ViewResource = "orders") =>
  (await admin.request<SavedView[]>("GET", `/saved-views/${resource}`, reader)).body.data;
const listNames = async (reader = olga) => (await list(reader)).map(({ name }) => name);

it("saves views of one's own and of everybody, with the number of orders in each", async () => {
  const customer = await createTestCustomer(db, { email: "anna@example.com" });
  const product = await createProduct(db);
  for (const country of ["KZ", "KZ", "RU"])
    await createTestOrder(db, { customerId: customer.id, productId: product.id }, { country });
  await save("Kazakhstan", { query: "country=KZ&columns=total&columns=due&sort=due_asc&view=to_pack" });
  await save("Everything", { path: "/shared-views" });
  expect(await list()).toMatchObject([
    { name: "Everything", is_shared: true, count: { count: 3, is_exact: true } },
    { name: "Kazakhstan", is_shared: false, count: { count: 2, is_exact: true } },
  ]);
  expect(await listNames(bo)).toEqual(["Everything"]);
});

it("saves views of every list apart, and counts returns", async () => {
  const customer = await createTestCustomer(db, { email: "anna@example.com" });
  const product = await createProduct(db);
  const owner = { customerId: customer.id, productId: product.id };
  const orderId = await createTestOrder(db, owner, { status: "delivered" });
  const claim = {
    order_id: orderId,
    kind: "claim",
    status: "requested",
    reason: "damaged",
    comment: "",
    requested_at: clock.now(),
  };
  await db.insertInto("returns").values(claim).execute();
  const queries: Record<ViewResource, string> = {
    orders: "view=all",
    returns: `kind=claim&q=${orderId}&sort=requested_asc&view=requested`,
    payments: "columns=amount&view=differences",
    products: "stock=in&view=low_stock",
    audit: "actor=job&subject=order",
    reviews: "kind=question&locale=ru-RU&view=rejected",
  };
  for (const resource of viewResources)
    expect((await save(resource, { resource, query: queries[resource] })).status).toBe(200);
  for (const resource of viewResources)
    expect(await list(olga, resource)).toMatchObject([{ name: resource, query: queries[resource] }]);
  expect(await list(olga, "returns")).toMatchObject([{ count: { count: 1, is_exact: true } }]);
  expect(await list(olga, "payments")).toMatchObject([{ count: null }]);
});

it("refuses lists that the person may not read, and filters that a list does not have", async () => {
  const refused = await save("Log", { resource: "audit", query: "actor=job", by: await signIn("support") });
  expect(refused).toMatchObject({ status: 403, body: { data: { permission: "audit:read" } } });
  expect((await admin.request("GET", "/saved-views/audit", await signIn("support"))).status).toBe(403);
  expect(await save("Lost", { resource: "returns", query: "view=lost" })).toMatchObject({ status: 422 });
  const { body } = await save("Returns", { resource: "returns", query: "view=all" });
  const changes = { query: { from: "view=all", to: "view=lost" } };
  const path = `/saved-views/${body.data.result.id}`;
  expect(await admin.request("PATCH", path, { ...olga, body: { changes } })).toMatchObject({
    ...{ status: 422, body: { code: "view_query_invalid" } },
  });
});

it("shows a view without a count if its query is not valid any more", async () => {
  expect((await save("Lost", { query: "status=lost" })).status).toBe(422);
  const { body } = await save("Lost");
  await db.updateTable("saved_views").set({ query: "status=lost" }).where("id", "=", body.data.result.id).execute();
  expect(await list()).toMatchObject([{ name: "Lost", count: null }]);
});

it("renames, moves and deletes views, and records it", async () => {
  const ids: number[] = [];
  for (const name of ["A", "B", "C"]) ids.push((await save(name)).body.data.result.id);
  const send = (method: string, path: string, body: object, by = olga) =>
    admin.request<Executed>(method, `/saved-views/${path}`, { ...by, body });
  await send("POST", `${ids[2]}/move`, { direction: "left" });
  expect(await listNames()).toEqual(["A", "C", "B"]);
  const unmoved = await send("POST", `${ids[0]}/move`, { direction: "left" });
  expect(unmoved.body.data.audit_entry_id).toBeNull();
  await send("PATCH", `${ids[0]}`, { changes: { name: { from: "A", to: "First" } } });
  const conflict = await send("PATCH", `${ids[0]}`, { changes: { name: { from: "A", to: "Other" } } });
  expect(conflict).toMatchObject({ status: 409, body: { code: "edit_conflict" } });
  await send("DELETE", `${ids[1]}`, {});
  expect(await listNames()).toEqual(["First", "C"]);
  expect((await send("DELETE", `${ids[1]}`, {})).status).toBe(404);
  // Views of others do not exist for a person.
  for (const path of [`${ids[0]}`, `${ids[2]}`]) expect((await send("DELETE", path, {}, bo)).status).toBe(404);
  expect(await listNames()).toEqual(["First", "C"]);
  const entries = await db.selectFrom("audit_entries").select("action").orderBy("id").execute();
  expect(entries.map(({ action }) => action)).toEqual([
    ...["saved_view.created", "saved_view.created", "saved_view.created"],
    ...["saved_view.moved", "saved_view.changed", "saved_view.deleted"],
  ]);
});

it("lets only those with the permission for settings change shared views", async () => {
  expect((await save("Mine", { path: "/shared-views", by: bo })).status).toBe(403);
  const { body } = await save("Shared", { path: "/shared-views" });
  const path = `/shared-views/${body.data.result.id}`;
  expect((await admin.request("DELETE", path, { ...bo, body: {} })).status).toBe(403);
  // A shared view is not changed by the endpoints of one's own views.
  expect((await admin.request("DELETE", path.replace("shared", "saved"), { ...olga, body: {} })).status).toBe(404);
  expect((await admin.request("DELETE", path, { ...olga, body: {} })).status).toBe(200);
});

it("limits the number of views, and can undo a new one", async () => {
  const { body } = await save("First");
  await admin.request("POST", `/audit/${body.data.audit_entry_id}/undo`, { ...olga, body: {} });
  expect(await list()).toEqual([]);
  for (let n = 0; n < MAX_VIEWS; n++) await save(`View ${n}`);
  expect(await save("One more")).toMatchObject({ status: 409, body: { code: "too_many_views" } });
});
