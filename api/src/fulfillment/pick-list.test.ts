import type { KyselyPlugin } from "kysely";
import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openTestShop } from "../../test/harness.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { createBrand, createProduct } from "../catalog/fixtures.ts";
import { createDeliverySetup } from "../delivery/fixtures.ts";
import { createTestOrder, type OrderFixture } from "../orders/fixtures.ts";
import { type RootDb, withTransaction } from "../platform/db/database.ts";
import { createTestStaff, createTestStaffSession } from "../staff/fixtures.ts";
import type { CustomsCheckPage, PickList } from "./admin-schema.ts";
import { checkCustoms } from "./check-customs.ts";

const shop = await openTestShop();
const { app, db } = shop;
let statementCount = 0;
const counter: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    statementCount += 1;
    return result;
  },
};
const admin = openAdminClient({ ...app, db: db.withPlugin(counter) as RootDb });
let customerId = 0;
let cookie = "";

beforeEach(async () => {
  await createDeliverySetup(db);
  customerId = (await createTestCustomer(db)).id;
  const packer = await createTestStaff(app, { role: "packer", locale: "en-US" });
  cookie = await createTestStaffSession(app, packer.id);
});

const createOrder = async (productId: number, fixture: OrderFixture = {}) => {
  const orderId = await createTestOrder(db, { customerId, productId }, { status: "packing", ...fixture });
  await withTransaction(db, async (tx) => checkCustoms(tx, [orderId], shop.clock.now()));
  return orderId;
};
const addGift = (orderId: number, productId: number) =>
  sql`insert into order_lines (order_id, line, product_id, option_id, reference, name, qty, price_minor, total_minor,
    weight_g, is_gift) values (${orderId}, 2, ${productId}, 0, 'R', 'N', 1, 0, 0, 200, true)`.execute(db);
const insertShipment = (orderId: number, number: number, status: "open" | "packed" | "canceled", quantity: number) =>
  sql`with shipment as (
    insert into shipments (order_id, number, status, method_id, expected_weight_g, weight_g, packed_at, created_at)
    select id, ${number}, ${status}, shipping_method_id, 100, case when ${status} = 'packed' then 100 end,
      case when ${status} = 'packed' then placed_at end, placed_at
    from orders where id = ${orderId} returning id, order_id)
  insert into shipment_items (shipment_id, order_id, order_line, quantity)
  select id, order_id, 1, ${quantity} from shipment`.execute(db);
const listOrdersToPick = async () =>
  (await admin.request<CustomsCheckPage>("GET", "/customs-checks?to_pick=true", { cookie })).body.data.items.map(
    ({ order_id }) => order_id,
  );
const getPickList = async (query = "") =>
  (await admin.request<PickList>("GET", `/pick-list${query}`, { cookie })).body.data;

it("names every variant once, by brand, with the pieces of each order in the order of payment", async () => {
  const later = await createProduct(db, { brandId: await createBrand(db, "Tsubaki") });
  const first = await createProduct(db, { brandId: await createBrand(db, "Hada Labo") });
  const second = await createOrder(later.id, { qty: 2, paidAt: "2026-11-21T08:00:00Z" });
  const earliest = await createOrder(later.id, { qty: 3, paidAt: "2026-11-20T08:00:00Z" });
  await addGift(earliest, first.id);
  await addGift(second, later.id);
  await createOrder(first.id, { status: "paid" });
  const list = await getPickList();
  expect(list).toMatchObject({ orders: [earliest, second], skipped: [], pieces: 7 });
  expect(list.items).toMatchObject([
    {
      ...{ product_id: first.id, brand: "Hada Labo", name: `${first.name} en`, option_name: "", quantity: 1 },
      orders: [{ order_id: earliest, quantity: 1 }],
    },
    {
      ...{ product_id: later.id, brand: "Tsubaki", quantity: 6, image: { alt: `${later.name} en` } },
      orders: [
        { order_id: earliest, quantity: 3 },
        { order_id: second, quantity: 3 },
      ],
    },
  ]);
  expect((await getPickList("?limit=1")).orders).toEqual([earliest]);
});

it("takes selected orders and leaves out those that cannot be sent now, with the reason", async () => {
  const { id } = await createProduct(db);
  const paid = await createOrder(id, { status: "paid" });
  const shipped = await createOrder(id, { status: "shipped" });
  await db.updateTable("products").set({ hs_code: "" }).where("id", "=", id).execute();
  const incomplete = await createOrder(id);
  const list = await getPickList(`?order_ids=${[incomplete, shipped, paid].join(",")}`);
  expect(list).toMatchObject({ orders: [paid], pieces: 1 });
  expect(list.skipped).toHaveLength(2);
  expect(list.skipped).toContainEqual({ order_id: incomplete, reason: "customs_not_complete" });
  expect(list.skipped).toContainEqual({ order_id: shipped, reason: "not_waiting" });
  expect(await getPickList()).toEqual({ orders: [], joined: [], skipped: [], pieces: 0, items: [] });
});

it("leaves out what is packed already: whole orders, and the packed part of a split one", async () => {
  const { id } = await createProduct(db);
  const split = await createOrder(id, { qty: 3, paidAt: "2026-11-20T08:00:00Z" });
  const packed = await createOrder(id, { qty: 2, paidAt: "2026-11-21T08:00:00Z" });
  const open = await createOrder(id, { qty: 1, paidAt: "2026-11-22T08:00:00Z" });
  await insertShipment(split, 1, "packed", 2);
  await insertShipment(split, 2, "open", 1);
  await insertShipment(packed, 1, "canceled", 2);
  await insertShipment(packed, 2, "packed", 2);
  await insertShipment(open, 1, "open", 1);
  const list = await getPickList();
  expect(list).toMatchObject({ orders: [split, open], skipped: [], pieces: 2 });
  expect(list.items[0]?.orders).toEqual([
    { order_id: split, quantity: 1 },
    { order_id: open, quantity: 1 },
  ]);
  const selected = await getPickList(`?order_ids=${packed},${open}`);
  expect(selected).toMatchObject({ orders: [open], skipped: [{ order_id: packed, reason: "already_packed" }] });
  expect(await listOrdersToPick()).toEqual([split, open]);
});

it("runs 3 statements, including authentication, and needs the permission", async () => {
  const { id } = await createProduct(db);
  for (let n = 0; n < 3; n++) await createOrder(id);
  await getPickList();
  statementCount = 0;
  expect((await getPickList()).pieces).toBe(3);
  expect(statementCount).toBe(3);
  const support = await createTestStaff(app, { role: "support" });
  const refused = { cookie: await createTestStaffSession(app, support.id) };
  expect((await admin.request("GET", "/pick-list", refused)).body.code).toBe("forbidden");
  expect((await admin.request("GET", "/pick-list?order_ids=1,x", { cookie })).status).toBe(422);
});
