import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { createCommandRunner } from "../../test/run-command.ts";
import type { OrderDetail } from "../orders/admin-schema.ts";
import { waitForBackgroundTasks } from "../payments/background-tasks.ts";
import { getPaymentState } from "../payments/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../staff/fixtures.ts";
import { commands } from "./commands.ts";
import { createPaidOrder, moveOrder } from "./fixtures.ts";

const shop = await openPaymentTestShop();
const { app, db } = shop;
const admin = openAdminClient(app);
const run = createCommandRunner(shop, commands);
let orderId = 0;
let productId = 0;
let manager = { id: 0, email: "", cookie: "" };

const signIn = async (role: string) => {
  const { id, email } = await createTestStaff(app, { role, locale: "en-US" });
  return { id, email, cookie: await createTestStaffSession(app, id) };
};

beforeEach(async () => {
  const { order, product } = await createPaidOrder(shop, { qty: 2 });
  [orderId, productId] = [order.id, product.id];
  manager = await signIn("manager");
});

const send = (path: string, body: object, { cookie } = manager) =>
  admin.request("POST", `/orders/${orderId}/${path}`, { body, cookie });
const getOrder = async () => (await admin.request<OrderDetail>("GET", `/orders/${orderId}`, manager)).body.data;
const listAuditEntries = async () =>
  db
    .selectFrom("audit_entries")
    .select(["action", "actor_kind", "actor_label", "subject_id", "reason", "changes"])
    .orderBy("id")
    .execute();

describe("packing and shipping", () => {
  it("follow the order to the customer, with an author in the history and the audit log", async () => {
    const packing = await send("start-packing", { from: "paid" });
    expect(packing).toMatchObject({
      status: 200,
      body: { data: { result: { status: "packing", outcome: "changed" }, undo_until: null } },
    });
    await send("ship", { from: "packing", tracking_number: "rr 473 124 829 jp" });
    await send("mark-delivered", { from: "shipped" });
    const order = await getOrder();
    expect(order).toMatchObject({
      status: "delivered",
      shipped_at: shop.clock.now().toISOString(),
      shipping: { tracking: { number: "RR473124829JP" } },
    });
    const actors = order.timeline.flatMap((entry) => (entry.kind === "status" ? [[entry.status, entry.actor]] : []));
    const actor = { kind: "staff", name: "Анна" };
    expect(Object.fromEntries(actors)).toEqual({
      ...{ awaiting_payment: null, paid: null, packing: actor, shipped: actor, delivered: actor },
    });
    expect(await listAuditEntries()).toMatchObject([
      { action: "order.packing_started", changes: [{ field: "status", from: "paid", to: "packing" }] },
      {
        action: "order.shipped",
        changes: [{ field: "status" }, { field: "tracking_number", to: "RR473124829JP" }],
      },
      { action: "order.delivered", actor_kind: "staff", subject_id: String(orderId) },
    ]);
  });

  it("change nothing at the second click, and are refused if the status is another one", async () => {
    await Promise.all([send("start-packing", { from: "paid" }), send("start-packing", { from: "paid" })]);
    expect(await listAuditEntries()).toHaveLength(1);
    const third = await send("start-packing", { from: "paid" });
    expect(third.body.data).toMatchObject({ result: { outcome: "unchanged" }, audit_entry_id: null });
    await moveOrder(shop, orderId, "shipped");
    expect(await send("start-packing", { from: "paid" })).toMatchObject({
      status: 409,
      body: { code: "state_changed", data: { status: "shipped" } },
    });
    expect(await send("mark-delivered", { from: "packing" })).toMatchObject({ body: { code: "state_changed" } });
  });

  it("wait for the customs data of the products", async () => {
    const { reference } = await db
      .updateTable("products")
      .set({ customs_name_en: "" })
      .where("id", "=", productId)
      .returning("reference")
      .executeTakeFirstOrThrow();
    expect(await send("start-packing", { from: "paid" })).toMatchObject({
      status: 409,
      body: {
        code: "customs_data_missing",
        message: expect.stringContaining(reference),
        data: { problems: [{ product_id: productId, reference, code: "name_not_specific", field: "customs_name_en" }] },
      },
    });
    await expect(run("orders move", { ID: String(orderId), STATUS: "packing" })).rejects.toMatchObject({
      code: "customs_data_missing",
    });
    expect((await getOrder()).status).toBe("paid");
  });

  it("of an order that somebody else works on need a confirmation", async () => {
    const packer = await signIn("packer");
    await admin.request("PUT", `/orders/${orderId}/assignment`, { body: {}, cookie: packer.cookie });
    expect((await send("start-packing", { from: "paid" })).body.code).toBe("assigned_to_other");
    expect((await send("start-packing", { from: "paid", take_over: true })).status).toBe(200);
    expect((await send("ship", { from: "packing" }, packer)).status).toBe(200);
  });

  it("are previewed with their email, without changing anything", async () => {
    await moveOrder(shop, orderId, "packing");
    const preview = await send("ship?preview=true", { from: "packing" });
    expect(preview.body.data).toMatchObject({
      result: { status: "shipped" },
      preview: { entries: [{ action: "order.shipped" }], emails: [{ template: "order_shipped" }] },
    });
    expect((await getOrder()).status).toBe("packing");
  });

  it("need the permission and a valid tracking number", async () => {
    expect((await send("start-packing", { from: "paid" }, await signIn("support"))).status).toBe(403);
    await moveOrder(shop, orderId, "packing");
    const invalid = await send("ship", { from: "packing", tracking_number: "RR473124828JP" });
    expect(invalid).toMatchObject({ status: 422, body: { code: "tracking_number_invalid" } });
    expect(await send("mark-returned", { from: "packing" })).toMatchObject({
      status: 409,
      body: { code: "order_move_not_allowed" },
    });
    expect(await listAuditEntries()).toEqual([]);
  });
});

describe("a cancellation", () => {
  it("needs a reason, refunds the payment and returns the goods", async () => {
    expect((await send("cancel", { from: "paid", reason: "" })).status).toBe(422);
    const preview = await send("cancel?preview=true", { from: "paid", reason: "out of stock" });
    const { amount_minor } = await db.selectFrom("payments").select("amount_minor").executeTakeFirstOrThrow();
    expect(preview.body.data).toMatchObject({ preview: { refunds: [{ amount_minor }] } });
    expect(await db.selectFrom("refunds").select("id").execute()).toEqual([]);

    expect((await send("cancel", { from: "paid", reason: "out of stock" })).status).toBe(200);
    await waitForBackgroundTasks();
    await shop.settlePayments();
    expect((await getPaymentState(db, orderId)).order).toBe("refunded");
    expect(await listAuditEntries()).toMatchObject([{ action: "order.canceled", reason: "out of stock" }]);
  });

  it("needs its permission", async () => {
    const packer = await signIn("packer");
    expect((await send("cancel", { from: "paid", reason: "x" }, packer)).status).toBe(403);
  });
});

it("the command line executes the same actions, under the name of a member of staff", async () => {
  await run("orders move", { ID: String(orderId), STATUS: "packing" }, { as: manager.email });
  await run("orders move", { ID: String(orderId), STATUS: "cancelled" }, { as: manager.email, reason: "out of stock" });
  const actor = { actor_kind: "command", actor_label: manager.email };
  expect(await listAuditEntries()).toMatchObject([
    { action: "order.packing_started", ...actor },
    { action: "order.canceled", ...actor, reason: "out of stock" },
  ]);
});
