import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { createPaidOrder, moveOrder } from "../checkout/fixtures.ts";
import type { OrderDetail, OrderPage } from "../orders/admin-schema.ts";
import type { OrderReturns, ReturnDetail, ReturnPage } from "./admin-schema.ts";
import { emails } from "./emails.ts";
import { createDeliveredOrder, openReturnClient, receiveLine } from "./fixtures.ts";

const shop = await openPaymentTestShop();
const { app, db } = shop;
const admin = openAdminClient(shop.app);
let client: Awaited<ReturnType<typeof openReturnClient>>;

beforeEach(async () => {
  client = await openReturnClient(shop, admin);
});

const listEmails = async () =>
  (await db.selectFrom("emails").select("template").where("template", "like", "return_%").orderBy("id").execute()).map(
    ({ template }) => template,
  );

const request = (kind: string, reason: string) => ({ kind, reason, lines: [{ line: 1, quantity: 1 }] });

describe("a claim about a lost parcel", () => {
  it("marks the order and takes it out of the stuck view once it is accepted, unless the parcel turns up", async () => {
    const { order } = await createPaidOrder(shop);
    await moveOrder(shop, order.id, "packing");
    await moveOrder(shop, order.id, "shipped", { tracking: "RR473124829JP" });
    shop.clock.advance(365 * 86_400_000);
    client = await openReturnClient(shop, admin);
    const isStuck = async () =>
      (await client.get<OrderPage>("/orders?view=stuck")).items.some(({ id }) => id === order.id);
    const getOrder = () => client.get<OrderDetail>(`/orders/${order.id}`);
    const claim = () => client.requestReturn(order.id, request("claim", "lost"));
    const first = await claim();
    expect(await isStuck()).toBe(true);
    expect(await getOrder()).toMatchObject({ is_parcel_lost: false, next_step: "mark_delivered" });
    await client.send(`/returns/${first}/approve`, { from: "requested" });
    expect(await isStuck()).toBe(false);
    expect(await getOrder()).toMatchObject({ status: "shipped", is_parcel_lost: true, next_step: null });
    const closing = { from: "approved", outcome: "none", reason: "It has arrived" };
    expect((await client.send(`/returns/${first}/resolve`, closing)).status).toBe(200);
    expect(await isStuck()).toBe(true);
    expect(await getOrder()).toMatchObject({ is_parcel_lost: false, next_step: "mark_delivered" });
  });
});

describe("a return", () => {
  it("is requested, approved and received; the order keeps its status while a part of it is with the customer", async () => {
    const { order, product } = await createDeliveredOrder(shop, { qty: 3 });
    const id = await client.requestReturn(order.id, { comment: "Too fragrant", lines: [{ line: 1, quantity: 2 }] });
    expect(await client.get<OrderReturns>(`/orders/${order.id}/returns`)).toMatchObject({
      returns: [{ id, kind: "return", status: "requested", pieces: 2 }],
      ...{ can_request: true, replaces_order_id: null, lines: [{ line: 1, available: 1 }] },
    });
    await client.send(`/returns/${id}/approve`, { from: "requested", instructions: "Send it to Osaka." });
    const received = await client.send(`/returns/${id}/receive`, receiveLine(2, 1));
    expect(received.body.data.result).toMatchObject({ status: "received", restocked: 1 });
    expect(await client.getStock(product.id)).toBe(8);
    expect(await client.getOrderStatus(order.id)).toBe("delivered");
    const detail = await client.get<ReturnDetail>(`/returns/${id}`);
    expect(detail).toMatchObject({
      ...{ status: "received", comment: "Too fragrant", value: 2000, next_step: "resolve" },
      lines: [{ line: 1, quantity: 2, received_quantity: 2, condition: "unopened", restocked_quantity: 1 }],
      customer: { name: expect.stringMatching(/••••$/), email: expect.stringMatching(/^.••••$/), returns: 1 },
      history: ["received", "approved", "requested"].map((step) => ({
        ...{ action: `return.${step}`, actor: { kind: "staff", name: "Анна" } },
      })),
      emails: [{ template: "return_approved" }, { template: "return_received" }],
    });
  });

  it("of all goods makes the order returned, once everything is back", async () => {
    const { order } = await createDeliveredOrder(shop, { qty: 2 });
    for (const expected of ["delivered", "returned"]) {
      const id = await client.requestReturn(order.id);
      await client.send(`/returns/${id}/approve`, { from: "requested" });
      await client.send(`/returns/${id}/receive`, receiveLine(1));
      expect(await client.getOrderStatus(order.id)).toBe(expected);
    }
  });

  it("is rejected with a reason, which frees its pieces for another return", async () => {
    const { order } = await createDeliveredOrder(shop);
    const id = await client.requestReturn(order.id);
    expect(await client.send(`/orders/${order.id}/returns`, request("return", "changed_mind"))).toMatchObject({
      status: 409,
      body: { code: "return_quantity_exceeded", data: { lines: [{ line: 1, available: 0 }] } },
    });
    expect((await client.send(`/returns/${id}/reject`, { from: "requested", reason: " " })).status).toBe(422);
    await client.send(`/returns/${id}/reject`, { from: "requested", reason: "The jar was opened" });
    expect(await client.get<ReturnDetail>(`/returns/${id}`)).toMatchObject({
      ...{ status: "rejected", decision_reason: "The jar was opened", next_step: null, outcomes: [] },
    });
    await client.requestReturn(order.id);
    expect(await listEmails()).toEqual(["return_rejected"]);
  });

  it("can be closed without a refund only for a reason", async () => {
    const { order } = await createDeliveredOrder(shop);
    const id = await client.requestReturn(order.id);
    await client.send(`/returns/${id}/approve`, { from: "requested" });
    await client.send(`/returns/${id}/receive`, {
      from: "approved",
      lines: [{ line: 1, received_quantity: 1, condition: "opened", restocked_quantity: 0 }],
    });
    expect((await client.send(`/returns/${id}/resolve`, { from: "received", outcome: "none" })).status).toBe(422);
    expect(await client.send(`/returns/${id}/resolve`, { from: "received", outcome: "replacement" })).toMatchObject({
      ...{ status: 409, body: { code: "return_transition_not_allowed" } },
    });
    await client.send(`/returns/${id}/resolve`, {
      from: "received",
      outcome: "none",
      reason: "The jar was half empty",
    });
    expect(await client.get<ReturnDetail>(`/returns/${id}`)).toMatchObject({ status: "resolved", outcome: "none" });
  });

  it("is refused for goods that were not sent, for gift cards and for lines that the order does not have", async () => {
    const { order } = await createPaidOrder(shop);
    expect(await client.send(`/orders/${order.id}/returns`, request("return", "changed_mind"))).toMatchObject({
      ...{ status: 409, body: { code: "return_not_possible", data: { status: "paid" } } },
    });
    await moveOrder(shop, order.id, "packing");
    await moveOrder(shop, order.id, "shipped");
    for (const lines of [[{ line: 2, quantity: 1 }], [{ line: 1, quantity: 2 }]])
      expect(
        await client.send(`/orders/${order.id}/returns`, { ...request("return", "damaged"), lines }),
      ).toMatchObject({
        ...{ status: 409, body: { code: "return_quantity_exceeded" } },
      });
    for (const body of [
      request("return", "lost"),
      request("claim", "changed_mind"),
      { ...request("return", "damaged"), lines: [] },
      {
        ...request("return", "damaged"),
        lines: [
          { line: 1, quantity: 1 },
          { line: 1, quantity: 1 },
        ],
      },
    ])
      expect((await client.send(`/orders/${order.id}/returns`, body)).status).toBe(422);
    expect((await client.send("/orders/123456789/returns", request("return", "damaged"))).body.code).toBe(
      "order_not_found",
    );
  });
});

describe("receiving", () => {
  it("refuses more than was approved, lines that do not match, and opened goods for stock", async () => {
    const { order, product } = await createDeliveredOrder(shop, { qty: 3 });
    const id = await client.requestReturn(order.id, { lines: [{ line: 1, quantity: 2 }] });
    expect(await client.send(`/returns/${id}/receive`, { ...receiveLine(1), from: "requested" })).toMatchObject({
      ...{ status: 409, body: { code: "return_transition_not_allowed" } },
    });
    await client.send(`/returns/${id}/approve`, { from: "requested" });
    expect(await client.send(`/returns/${id}/receive`, receiveLine(3))).toMatchObject({
      ...{ status: 409, body: { code: "return_quantity_exceeded", data: { lines: [{ line: 1, available: 2 }] } } },
    });
    const opened = { line: 1, received_quantity: 1, condition: "opened", restocked_quantity: 1 };
    expect((await client.send(`/returns/${id}/receive`, { from: "approved", lines: [opened] })).status).toBe(422);
    expect((await client.send(`/returns/${id}/receive`, { from: "approved", lines: [] })).status).toBe(422);
    expect(await client.getStock(product.id)).toBe(7);
  });

  it("frees the pieces that did not arrive for another return", async () => {
    const { order } = await createDeliveredOrder(shop, { qty: 2 });
    const id = await client.requestReturn(order.id, { lines: [{ line: 1, quantity: 2 }] });
    await client.send(`/returns/${id}/approve`, { from: "requested" });
    await client.send(`/returns/${id}/receive`, receiveLine(1));
    const { lines } = await client.get<OrderReturns>(`/orders/${order.id}/returns`);
    expect(lines).toMatchObject([{ line: 1, available: 1 }]);
  });
});

describe("a decision", () => {
  it("can be undone until the customer is emailed", async () => {
    const { order } = await createDeliveredOrder(shop);
    const id = await client.requestReturn(order.id);
    const approved = await client.send(`/returns/${id}/approve`, {
      from: "requested",
      instructions: "Send it to Osaka.",
    });
    const undo = (entryId: number | null) =>
      client.admin.request("POST", `/audit/${entryId}/undo`, { body: {}, cookie: client.cookie });
    expect((await undo(approved.body.data.audit_entry_id)).status).toBe(200);
    expect(await client.get<ReturnDetail>(`/returns/${id}`)).toMatchObject({
      ...{ status: "requested", approved_at: null, instructions: "", emails: [] },
    });
    const rejected = await client.send(`/returns/${id}/reject`, { from: "requested", reason: "The term is over" });
    await db
      .updateTable("emails")
      .set({ sent_at: shop.clock.now() })
      .where("template", "=", "return_rejected")
      .execute();
    expect(await undo(rejected.body.data.audit_entry_id)).toMatchObject({
      ...{ status: 409, body: { code: "undo_email_sent" } },
    });
  });

  it("that is undone is refused if its pieces are in another return meanwhile", async () => {
    const { order } = await createDeliveredOrder(shop);
    const id = await client.requestReturn(order.id);
    const rejected = await client.send(`/returns/${id}/reject`, { from: "requested", reason: "The term is over" });
    await client.requestReturn(order.id);
    expect(
      await client.admin.request("POST", `/audit/${rejected.body.data.audit_entry_id}/undo`, {
        body: {},
        cookie: client.cookie,
      }),
    ).toMatchObject({ status: 409, body: { code: "return_quantity_exceeded" } });
  });

  it("is previewed without being made, and needs the permission", async () => {
    const { order } = await createDeliveredOrder(shop);
    const id = await client.requestReturn(order.id);
    const preview = await client.send(`/returns/${id}/approve?preview=true`, { from: "requested" });
    expect(preview.body.data.preview).toMatchObject({ emails: [{ template: "return_approved" }] });
    expect(await client.get<ReturnDetail>(`/returns/${id}`)).toMatchObject({ status: "requested" });
    const accountant = await client.signIn("accountant");
    expect((await client.send(`/returns/${id}/approve`, { from: "requested" }, accountant)).status).toBe(403);
    expect(await client.send("/returns/4711/approve", { from: "requested" })).toMatchObject({
      ...{ status: 404, body: { code: "return_not_found" } },
    });
  });
});

describe("the list", () => {
  it("has views with counts and a cursor", async () => {
    const { order } = await createDeliveredOrder(shop, { qty: 3 });
    const ids = [
      await client.requestReturn(order.id),
      await client.requestReturn(order.id),
      await client.requestReturn(order.id),
    ];
    await client.send(`/returns/${ids[0]}/approve`, { from: "requested" });
    const first = await client.get<ReturnPage>("/returns?limit=2");
    expect(first.items.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(first.items[0]).toMatchObject({ order_id: order.id, pieces: 1, value: 1000, other_lines: 0 });
    expect(Object.fromEntries(first.views.map(({ key, count }) => [key, count]))).toEqual({
      ...{ requested: 2, awaiting_parcel: 1, to_resolve: 0, resolved: 0, rejected: 0, all: 3 },
    });
    const second = await client.get<ReturnPage>(`/returns?limit=2&after=${first.next}`);
    expect(second).toMatchObject({ items: [{ id: ids[0] }], next: null, total: { count: 3, is_exact: true } });
    const filtered = await client.get<ReturnPage>(`/returns?view=awaiting_parcel&kind=return&order_id=${order.id}`);
    expect(filtered.items.map(({ id }) => id)).toEqual([ids[0]]);
    expect((await client.get<ReturnPage>("/returns?kind=claim")).items).toEqual([]);
  });
});

describe("the emails", () => {
  it.each(["ru-RU", "en-US"])("tell the customer in %s what happens next", async (locale) => {
    const { order } = await createDeliveredOrder(shop, { locale });
    const id = await client.requestReturn(order.id, { kind: "exchange" });
    await client.send(`/returns/${id}/approve`, { from: "requested", instructions: "Send it to Osaka." });
    await client.send(`/returns/${id}/receive`, receiveLine(1));
    await client.send(`/returns/${id}/resolve`, { from: "received", outcome: "replacement" });
    for (const event of ["approved", "received", "resolved"]) {
      const render = emails[`return_${event}`];
      const email = await render?.(app, { params: { returnId: id }, locale: "ru-RU", storeName: "Shop" } as never);
      expect(email?.text).toContain(locale === "ru-RU" ? "Товары" : "Items");
      expect(email?.text.includes("Send it to Osaka.")).toBe(event === "approved");
    }
  });
});
