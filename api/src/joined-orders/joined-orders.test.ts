import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { createPaidOrder, moveOrder } from "../checkout/fixtures.ts";
import { flatPriceMinor, freeFromMinor } from "../delivery/settings.ts";
import type { Order } from "../orders/schema.ts";
import { waitForBackgroundTasks } from "../payments/background-tasks.ts";
import { updateSetting } from "../platform/settings/settings.ts";
import { createNextOrder, createTwoOrders } from "./fixtures.ts";
import type { JoinOutcome, OrderJoining } from "./schema.ts";
import { customerJoinLimit } from "./settings.ts";

const shop = await openPaymentTestShop();
const { db } = shop;
let orders: Awaited<ReturnType<typeof createTwoOrders>>;
let nextKey = 0;

beforeEach(async () => {
  orders = await createTwoOrders(shop, { stock: 20 });
});

const getPath = (id: number, suffix = "") => `/v1/user/orders/${id}/joined-orders${suffix}`;
const send = async (id: number, suffix: string, body: object, { key = `join-key-${++nextKey}`, token = "" } = {}) => {
  const headers = { "idempotency-key": key };
  const as = token || orders.shopper.token;
  const response = await shop.request("POST", getPath(id, suffix), { token: as, body, headers, locale: "en-US" });
  const { code, data, message } = response.body;
  return { status: response.status, code, data, message, outcome: data as JoinOutcome };
};
const preview = (id = orders.joined.id, other = orders.main.id) => send(id, "/preview", { order_id: other });
const join = async (id = orders.joined.id, other = orders.main.id, options = {}) => {
  const { outcome } = await preview(id, other);
  const expected = { expected_refund: outcome?.refund ?? 0, expected_duty: outcome?.duty?.together ?? 0 };
  return send(id, "", { order_id: other, ...expected }, options);
};
const getJoining = async (id = orders.joined.id) =>
  (await shop.request("GET", getPath(id), { token: orders.shopper.token, locale: "en-US" })).body.data as OrderJoining;
const getOrder = async (id: number): Promise<Order> =>
  (await shop.request("GET", `/v1/user/orders/${id}`, { token: orders.shopper.token, locale: "en-US" })).body.data;
const cancel = (id: number) =>
  shop.request("POST", `/v1/user/orders/${id}/cancel`, { token: orders.shopper.token, locale: "en-US" });
const listRefunds = () =>
  db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["p.order_id", "r.amount_minor", "r.delivery_minor", "r.reason", "r.status"])
    .orderBy("r.created_at")
    .execute();
const listEmails = async () => {
  const rows = await db.selectFrom("emails").select("template").orderBy("id").execute();
  return rows.map(({ template }) => template).filter((template) => template.startsWith("orders_"));
};

describe("a customer with two paid orders", () => {
  it("is offered one parcel, sees what it changes, and gets the second delivery back", async () => {
    const { main, joined } = orders;
    const delivery = (await getOrder(joined.id)).delivery;
    expect(delivery).toBeGreaterThan(0);
    expect(await getJoining()).toMatchObject({
      parcel: null,
      offers: [{ order_id: main.id, refund: delivery, iso_code: "RUB" }],
    });
    const { outcome } = await preview();
    expect(outcome).toMatchObject({
      ...{ main_order_id: main.id, joined_order_id: joined.id, refund: delivery },
      delivery: { paid: 2 * delivery, together: delivery },
    });
    expect(await listRefunds()).toEqual([]);

    expect((await join()).status).toBe(200);
    await waitForBackgroundTasks();
    await shop.settlePayments();
    expect(await listRefunds()).toEqual([
      {
        ...{ order_id: joined.id, amount_minor: delivery * 100, delivery_minor: delivery * 100 },
        ...{ reason: "orders_joined", status: "succeeded" },
      },
    ]);
    expect(await getOrder(joined.id)).toMatchObject({ status: "paid", joined_orders: [main.id] });
    expect(await getOrder(main.id)).toMatchObject({ status: "paid", joined_orders: [joined.id], cancellable: false });
    expect(await getJoining()).toMatchObject({
      parcel: { main_order_id: main.id, refund: delivery, orders: [{ id: main.id }, { id: joined.id }] },
      offers: [],
    });
    expect(await listEmails()).toEqual(["orders_joined"]);
  });

  it("joins them from the page of either one, with the same result", async () => {
    const { outcome } = await preview(orders.main.id, orders.joined.id);
    expect(outcome).toMatchObject({ main_order_id: orders.main.id, joined_order_id: orders.joined.id });
    expect((await join(orders.main.id, orders.joined.id)).outcome).toEqual(outcome);
  });

  it("gets the later days of arrival for both", async () => {
    await db
      .updateTable("orders")
      .set({ promised_from: "2026-12-20", promised_until: "2026-12-27" })
      .where("id", "=", orders.joined.id)
      .execute();
    expect((await join()).outcome.promised).toEqual({ from: "2026-12-20", to: "2026-12-27" });
    const promised = { from: "2026-12-20", to: "2026-12-27" };
    expect((await getOrder(orders.main.id)).shipping).toMatchObject({ promised });
  });

  it("gets nothing back if one parcel costs as much as both", async () => {
    await updateSetting(db, flatPriceMinor, 5_000_00);
    const { outcome } = await preview();
    expect(outcome).toMatchObject({ refund: 0, delivery: { together: 5_000 } });
    expect((await join()).status).toBe(200);
    expect(await listRefunds()).toEqual([]);
    expect(await getOrder(orders.main.id)).toMatchObject({ cancellable: true });
  });

  it("gets only the second delivery back if one parcel is free", async () => {
    const delivery = (await getOrder(orders.joined.id)).delivery;
    await updateSetting(db, freeFromMinor, 1);
    expect((await preview()).outcome).toMatchObject({ refund: delivery, delivery: { together: 0 } });
  });

  it("sends three orders in one parcel, each joined to the first one", async () => {
    const third = await createNextOrder(shop, orders.shopper, { stock: 5 });
    await join();
    expect((await join(third.id, orders.main.id)).outcome).toMatchObject({ main_order_id: orders.main.id });
    expect(await getOrder(orders.joined.id)).toMatchObject({
      joined_orders: [orders.main.id, third.id].toSorted((a, b) => a - b),
    });
    expect((await join(third.id, orders.joined.id)).code).toBe("orders_not_joinable");
  });

  it("agrees to the duty of the parcel, which may be above the limit only together", async () => {
    await sql`update orders set products_rub_minor = 18000000 where id in (${orders.main.id}, ${orders.joined.id})`.execute(
      db,
    );
    const { outcome } = await preview();
    expect(outcome.duty.separate).toBe(0);
    expect(outcome.duty.together).toBeGreaterThan(0);
    const body = { order_id: orders.main.id, expected_refund: outcome.refund, expected_duty: 0 };
    expect((await send(orders.joined.id, "", body)).code).toBe("join_outdated");
    expect((await join()).status).toBe(200);
    expect((await getJoining()).parcel?.duty).toBe(outcome.duty.together);
  });
});

describe("orders are not joined", () => {
  const getReasons = async () => {
    const { status, code, data } = await preview();
    return status === 409 && code === "orders_not_joinable" ? (data as { reasons: string[] }).reasons : [];
  };
  const updateJoined = (values: object) =>
    db.updateTable("orders").set(values).where("id", "=", orders.joined.id).execute();

  it.each([
    [
      "other_recipient",
      () =>
        sql`update orders set address = address || '{"last_name": "Petrova"}' where id = ${orders.joined.id}`.execute(
          db,
        ),
    ],
    [
      "other_recipient",
      () => sql`update orders set address = address || '{"city": "Omsk"}' where id = ${orders.joined.id}`.execute(db),
    ],
    ["other_delivery", () => updateJoined({ shipping_method_id: 6 })],
    ["other_currency", () => updateJoined({ currency: "USD" })],
    ["not_waiting", () => moveOrder(shop, orders.main.id, "packing")],
    ["not_waiting", () => moveOrder(shop, orders.joined.id, "cancelled")],
    [
      "too_many_pieces",
      () =>
        sql`update order_lines set product_id = ${orders.main.productId}, qty = 600, total_minor = price_minor * 600 where order_id = ${orders.joined.id}`.execute(
          db,
        ),
    ],
    ["parcel_too_large", () => sql`update shipping_methods set weight_max_g = 300 where id = 1`.execute(db)],
  ] as const)("for the reason %s", async (reason, change) => {
    await change();
    expect(await getReasons()).toContain(reason);
    expect((await getJoining()).offers).toEqual([]);
  });

  it("while a change of one of them awaits its payment", async () => {
    const body = {
      lines: [{ product_id: orders.main.productId, option_id: 0, quantity: 1 }],
      expected_difference: 1000,
    };
    const headers = { "idempotency-key": "edit-key-of-join" };
    const { token } = orders.shopper;
    await shop.request("POST", `/v1/user/orders/${orders.joined.id}/edit`, { token, body, headers });
    expect(await getReasons()).toEqual(["change_open"]);
  });

  it("if one of them is somebody else's, whichever is asked for", async () => {
    const other = await createPaidOrder(shop);
    expect((await preview(orders.joined.id, other.order.id)).code).toBe("order_not_found");
    expect((await preview(other.order.id, orders.joined.id)).code).toBe("order_not_found");
    const stolen = { order_id: orders.main.id, expected_refund: 0, expected_duty: 0 };
    expect((await send(orders.joined.id, "", stolen, { token: other.shopper.token })).code).toBe("order_not_found");
    expect((await preview(orders.joined.id, orders.joined.id)).code).toBe("order_not_found");
  });

  it("more often than the limit allows", async () => {
    await updateSetting(db, customerJoinLimit, { max: 1, windowSeconds: 3600 });
    await preview();
    expect((await preview()).code).toBe("too_many_requests");
  });
});

describe("at the same time", () => {
  it("two presses join once and return the delivery once", async () => {
    const { outcome } = await preview();
    const body = { order_id: orders.main.id, expected_refund: outcome.refund, expected_duty: outcome.duty.together };
    const same = await Promise.all([1, 2].map(() => send(orders.joined.id, "", body, { key: "one-key-for-both" })));
    expect(same.map(({ status }) => status)).toEqual([200, 200]);
    const again = await send(orders.joined.id, "", body);
    expect(again.code).toBe("orders_not_joinable");
    expect(await listRefunds()).toHaveLength(1);
  });

  it("presses on both pages join once", async () => {
    const { outcome } = await preview();
    const expected = { expected_refund: outcome.refund, expected_duty: outcome.duty.together };
    const answers = await Promise.all([
      send(orders.joined.id, "", { order_id: orders.main.id, ...expected }),
      send(orders.main.id, "", { order_id: orders.joined.id, ...expected }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await listRefunds()).toHaveLength(1);
  });

  it("either both orders are packed, or they are not joined", async () => {
    const { outcome } = await preview();
    const body = { order_id: orders.main.id, expected_refund: outcome.refund, expected_duty: outcome.duty.together };
    const [joined] = await Promise.all([send(orders.joined.id, "", body), moveOrder(shop, orders.main.id, "packing")]);
    expect((await getOrder(orders.main.id)).status).toBe("packing");
    const isJoined = joined.status === 200;
    expect(await getOrder(orders.joined.id)).toMatchObject(
      isJoined ? { status: "packing", joined_orders: [orders.main.id] } : { status: "paid", joined_orders: [] },
    );
    expect(await listRefunds()).toHaveLength(isJoined ? 1 : 0);
  });
});

describe("after orders were joined", () => {
  beforeEach(async () => {
    await join();
    await waitForBackgroundTasks();
    await shop.settlePayments();
  });

  it("canceling the joined one separates it and refunds what is left", async () => {
    const { delivery, total } = await getOrder(orders.joined.id);
    expect((await cancel(orders.joined.id)).status).toBe(200);
    await waitForBackgroundTasks();
    expect((await listRefunds()).map(({ amount_minor }) => amount_minor)).toEqual([
      delivery * 100,
      (total - delivery) * 100,
    ]);
    expect(await getOrder(orders.main.id)).toMatchObject({ joined_orders: [], cancellable: true });
  });

  it("a customer does not cancel the one that pays the delivery", async () => {
    expect((await cancel(orders.main.id)).body.code).toBe("order_carries_another");
    await cancel(orders.joined.id);
    expect((await cancel(orders.main.id)).status).toBe(200);
  });

  it("staff cancel the one that pays the delivery, and the other one is sent alone", async () => {
    await moveOrder(shop, orders.main.id, "cancelled");
    expect(await getOrder(orders.joined.id)).toMatchObject({ status: "paid", joined_orders: [] });
  });

  it("a customer only removes pieces, until the orders are separated", async () => {
    const { token } = orders.shopper;
    const headers = { "idempotency-key": `edit-joined-${++nextKey}` };
    const body = {
      lines: [{ product_id: orders.main.productId, option_id: 0, quantity: 1 }],
      expected_difference: 1000,
    };
    const added = await shop.request("POST", `/v1/user/orders/${orders.main.id}/edit`, { token, body, headers });
    expect(added.body.code).toBe("order_edit_joined");
  });

  it("both are packed, shipped and delivered together, and returned on their own", async () => {
    const getStatuses = async () =>
      Promise.all([orders.main.id, orders.joined.id].map(async (id) => (await getOrder(id)).status));
    await moveOrder(shop, orders.joined.id, "packing");
    expect(await getStatuses()).toEqual(["packing", "packing"]);
    await moveOrder(shop, orders.joined.id, "shipped", { tracking: "RR473124829JP" });
    expect(await getStatuses()).toEqual(["shipped", "shipped"]);
    const tracking = await Promise.all(
      [orders.main.id, orders.joined.id].map(async (id) => (await getOrder(id)).tracking_numbers),
    );
    expect(tracking[0]).toEqual(tracking[1]);
    expect(tracking[0]).toMatchObject([{ number: "RR473124829JP" }]);
    await moveOrder(shop, orders.main.id, "delivered");
    expect(await getStatuses()).toEqual(["delivered", "delivered"]);
    await moveOrder(shop, orders.joined.id, "returned");
    expect(await getStatuses()).toEqual(["delivered", "returned"]);
  });

  it("come back together if they do so on the way", async () => {
    await moveOrder(shop, orders.main.id, "packing");
    await moveOrder(shop, orders.main.id, "shipped", { tracking: "RR473124829JP" });
    await moveOrder(shop, orders.main.id, "returned");
    expect(await getOrder(orders.joined.id)).toMatchObject({ status: "returned" });
    const shipments = await db.selectFrom("shipments").select(["order_id", "status"]).execute();
    expect(shipments).toEqual([{ order_id: orders.main.id, status: "returned" }]);
  });
});
