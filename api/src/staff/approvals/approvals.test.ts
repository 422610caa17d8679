import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { WorkQueues } from "../../work-queues/admin-schema.ts";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { createPaidOrder } from "../../checkout/fixtures.ts";
import { waitForBackgroundTasks } from "../../payments/background-tasks.ts";
import { getPaymentState } from "../../payments/fixtures.ts";
import { createDeliveredOrder, openReturnClient } from "../../returns/fixtures.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { updateSetting } from "../../platform/settings/settings.ts";
import { createTestStaff, createTestStaffSession } from "../fixtures.ts";
import { jobs } from "../jobs.ts";
import { secondApprovalMinor } from "../settings.ts";
import type { Approval } from "../admin-schema.ts";
import type { ApprovalList } from "./admin-schema.ts";

const shop = await openPaymentTestShop();
const { db } = shop;
const admin = openAdminClient(shop.app);
const HOUR_MS = 60 * 60_000;
let serial = 0;

type Person = { id: number; email: string; cookie: string };
const signIn = async (role = "manager", isSteppedUp = true): Promise<Person> => {
  const { id, email } = await createTestStaff(shop.app, { role, name: `Person ${++serial}` });
  return { id, email, cookie: await createTestStaffSession(shop.app, id, { isSteppedUp }) };
};
const send = async <Data = { approval: Approval }>(
  { cookie }: Person,
  path: string,
  body: object = {},
  key = `approval-key-${++serial}`,
) => admin.request<Data>("POST", path, { cookie, body, headers: { "idempotency-key": key } });
const get = async <Data>({ cookie }: Person, path: string) =>
  (await admin.request<Data>("GET", path, { cookie })).body.data;
const countApprovals = async (person: Person) =>
  (await get<WorkQueues>(person, "/me/work-queues")).items.find(({ key }) => key === "approvals")?.count;
/** Creates a paid order of four pieces for 1,000 rubles each, with delivery for 499. */
const createOrder = async () => (await createPaidOrder(shop, { qty: 4, priceMinor: 1000_00 })).order;
const requestRefund = async (person: Person, orderId: number, body: object = { amount: 2000 }) =>
  send(person, `/orders/${orderId}/refunds`, { reason: "goodwill", ...body });
const getApprovalId = ({ status, body }: Awaited<ReturnType<typeof requestRefund>>) => {
  expect([status, body.code]).toEqual([202, undefined]);
  return body.data.approval.id;
};
const listRefunded = async (orderId: number) =>
  (await getPaymentState(db, orderId)).refunds.map(({ amount_minor }) => amount_minor);
const findStatus = async (id: number) =>
  (await db.selectFrom("approvals").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;
const listActions = async () =>
  (await db.selectFrom("audit_entries").select("action").orderBy("id").execute()).map(({ action }) => action);
const runExpiry = async () => {
  for (const job of jobs) if (job.name === "staff.expire_approvals") await job.work(shop.app, null);
};

let olga: Person;
let boris: Person;
beforeEach(async () => {
  await updateSetting(db, secondApprovalMinor, 1500_00);
  olga = await signIn();
  boris = await signIn();
});

describe("a refund above the limit", () => {
  it("waits for a second person, and changes nothing before", async () => {
    const order = await createOrder();
    const { status, body } = await requestRefund(olga, order.id, { amount: 2000, comment: "По телефону" });
    expect(status).toBe(202);
    expect(body.data.approval).toMatchObject({
      ...{ action: "order.refund_requested", status: "pending", amount_minor: 2000_00, currency: "RUB" },
      ...{ subject: { kind: "order", id: String(order.id) }, reason: "goodwill", comment: "По телефону" },
      ...{ is_own: true, can_decide: false, requested_by: { id: olga.id } },
      changes: [{ field: "refund_amount", from: null, to: "2000 RUB" }],
    });
    expect(await getPaymentState(db, order.id)).toMatchObject({ order: "paid", refunds: [] });
    expect(await listActions()).toEqual(["approval.requested"]);
    expect(await get(boris, `/orders/${order.id}/approvals`)).toMatchObject({ items: [{ can_decide: true }] });
    expect(await countApprovals(boris)).toBe(1);
    expect(await countApprovals(olga)).toBe(0);
  });

  it("is executed when it is approved, and the audit entry has both names", async () => {
    const order = await createOrder();
    const id = getApprovalId(await requestRefund(olga, order.id));
    expect((await send(boris, `/approvals/${id}/approve`)).status).toBe(200);
    await waitForBackgroundTasks();
    await shop.settlePayments();
    const refunds = await db.selectFrom("refunds").select(["amount_minor", "created_by", "status"]).execute();
    expect(refunds).toEqual([{ amount_minor: 2000_00, created_by: olga.id, status: "succeeded" }]);
    const entry = await db
      .selectFrom("audit_entries")
      .selectAll()
      .where("action", "=", "order.refund_requested")
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ actor_id: boris.id, actor_label: boris.email, approval_id: id, reason: "goodwill" });
    expect(entry.changes).toContainEqual({ field: "requested_by", from: null, to: olga.email });
    const list = await get<ApprovalList>(olga, "/approvals");
    expect(list).toMatchObject({ pending: [], ended: [{ id, status: "approved", decided_by: { id: boris.id } }] });
    expect(await db.selectFrom("approvals").select("input").executeTakeFirstOrThrow()).toEqual({ input: {} });
  });

  it("counts together with the earlier refunds, at the rate of the order, and only above the limit", async () => {
    const order = await createOrder();
    expect((await requestRefund(olga, order.id, { amount: 1000 })).status).toBe(200);
    expect((await requestRefund(olga, order.id, { amount: 500 })).status).toBe(200);
    getApprovalId(await requestRefund(olga, order.id, { amount: 0.01 }));
    expect(await listRefunded(order.id)).toHaveLength(2);
  });

  it("needs a code of the person who requests it, but its preview needs nothing and says so", async () => {
    const order = await createOrder();
    const person = await signIn("support", false);
    expect((await requestRefund(person, order.id)).body.code).toBe("step_up_required");
    const preview = await send<{ result: object; preview: object }>(
      person,
      `/orders/${order.id}/refunds?preview=true`,
      {
        ...{ amount: 2000, reason: "goodwill" },
      },
    );
    expect(preview.status).toBe(200);
    expect(preview.body.data).toMatchObject({
      result: { requires_step_up: true },
      preview: { requires_approval: true },
    });
    expect(await listActions()).toEqual([]);
  });

  it("answers again with the same key, and refuses a second request for the same", async () => {
    const order = await createOrder();
    const path = `/orders/${order.id}/refunds`;
    const body = { amount: 2000, reason: "goodwill" };
    const responses = await Promise.all([1, 2, 3].map(() => send(olga, path, body, "double-click")));
    expect(new Set(responses.map(getApprovalId)).size).toBe(1);
    expect((await requestRefund(boris, order.id, { amount: 3000 })).body.code).toBe("approval_pending");
    const id = getApprovalId(responses[0] as (typeof responses)[0]);
    await send(boris, `/approvals/${id}/approve`);
    expect(getApprovalId(await send(olga, path, body, "double-click"))).toBe(id);
    expect(await listRefunded(order.id)).toEqual([2000_00]);
  });

  it("has no limit by default", async () => {
    await updateSetting(db, secondApprovalMinor, null);
    expect((await requestRefund(olga, (await createOrder()).id)).status).toBe(200);
  });
});

describe("whatever else pays money back", () => {
  it("waits too: canceling an order", async () => {
    const order = await createOrder();
    const request = await send(olga, `/orders/${order.id}/cancel`, { from: "paid", reason: "Нет в наличии" });
    const id = getApprovalId(request);
    expect((await getPaymentState(db, order.id)).order).toBe("paid");
    expect((await send(boris, `/approvals/${id}/approve`)).status).toBe(200);
    expect((await getPaymentState(db, order.id)).order).toBe("cancelled");
    expect(await listRefunded(order.id)).toEqual([order.total * 100]);
    const history = await db
      .selectFrom("order_history")
      .select(["status", "actor_label"])
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(history).toEqual({ status: "cancelled", actor_label: olga.email });
  });

  it("waits too: the difference of an edit, which counts for later refunds", async () => {
    const order = await createOrder();
    const edit = { lines: [{ line: 1, quantity: 2 }], reason: "По телефону" };
    const id = getApprovalId(await send(olga, `/orders/${order.id}/edits`, edit));
    expect((await send(boris, `/approvals/${id}/approve`)).status).toBe(200);
    expect(await listRefunded(order.id)).toEqual([2000_00]);
    getApprovalId(await requestRefund(olga, order.id, { amount: 1 }));
  });

  it("waits too: the refund of a return", async () => {
    const client = await openReturnClient(shop, admin);
    const { order } = await createDeliveredOrder(shop, { qty: 2, priceMinor: 1000_00 });
    const id = await client.receive(order.id, 2);
    const approvalId = getApprovalId(await send(olga, `/returns/${id}/refund`, { from: "received" }));
    expect(await get(olga, `/returns/${id}`)).toMatchObject({ status: "received" });
    expect(await get(boris, `/orders/${order.id}/approvals`)).toMatchObject({
      items: [{ action: "return.refunded", params: { id } }],
    });
    expect((await send(boris, `/approvals/${approvalId}/approve`)).status).toBe(200);
    expect(await get(olga, `/returns/${id}`)).toMatchObject({ status: "resolved" });
  });

  it("needs a code above the limit for codes: a cancellation", async () => {
    const order = (await createPaidOrder(shop, { qty: 2, priceMinor: 3000_00 })).order;
    await updateSetting(db, secondApprovalMinor, null);
    const body = { from: "paid", reason: "Нет в наличии" };
    const person = await signIn("manager", false);
    expect((await send(person, `/orders/${order.id}/cancel`, body)).body.code).toBe("step_up_required");
    expect((await send(olga, `/orders/${order.id}/cancel`, body)).status).toBe(200);
  });
});

describe("a decision", () => {
  it("is not that of the requester, needs a code and the permission, and hides what one may not decide on", async () => {
    const order = await createOrder();
    const id = getApprovalId(await requestRefund(olga, order.id));
    const path = `/approvals/${id}/approve`;
    expect((await send(olga, path)).body).toMatchObject({ code: "own_approval" });
    expect((await send(olga, `/approvals/${id}/reject`, { reason: "No" })).body.code).toBe("own_approval");
    expect((await send(await signIn("manager", false), path)).body.code).toBe("step_up_required");
    for (const role of ["packer", "catalog_editor"])
      expect((await send(await signIn(role), path)).body.code).toBe("approval_not_found");
    expect((await send(boris, `/approvals/${id + 1}/approve`)).body.code).toBe("approval_not_found");
    const passwordOnly = { ...boris, cookie: await createTestStaffSession(shop.app, boris.id, { level: "password" }) };
    expect((await send(passwordOnly, path)).body.code).toBe("second_factor_required");
    expect(await listRefunded(order.id)).toEqual([]);
    expect((await send(await signIn("accountant"), path)).status).toBe(200);
  });

  it("can be a rejection with a reason, or the requester cancels", async () => {
    const order = await createOrder();
    const id = getApprovalId(await requestRefund(olga, order.id));
    expect((await send(boris, `/approvals/${id}/reject`, {})).body.code).toBe("validation_failed");
    expect((await send(boris, `/approvals/${id}/reject`, { reason: "Сначала фото" })).status).toBe(200);
    expect(await get(olga, `/approvals/${id}`)).toMatchObject({ status: "rejected", decision_reason: "Сначала фото" });
    const next = getApprovalId(await requestRefund(olga, order.id));
    expect((await send(boris, `/approvals/${next}/cancel`)).body.code).toBe("approval_not_found");
    expect((await send(olga, `/approvals/${next}/cancel`)).status).toBe(200);
    for (const action of ["approve", "cancel"])
      expect((await send(action === "cancel" ? olga : boris, `/approvals/${next}/${action}`)).body).toMatchObject({
        ...{ code: "approval_ended", data: { status: "canceled" } },
      });
    expect(await listActions()).toEqual([
      ...["approval.requested", "approval.rejected", "approval.requested", "approval.canceled"],
    ]);
    expect(await listRefunded(order.id)).toEqual([]);
  });

  it("applies all rules again, and is refused if the amount has changed", async () => {
    const order = await createOrder();
    const all = getApprovalId(await requestRefund(olga, order.id, { amount: order.total }));
    const canceled = getApprovalId(
      await send(olga, `/orders/${order.id}/cancel`, { from: "paid", reason: "Нет в наличии" }),
    );
    await updateSetting(db, secondApprovalMinor, null);
    expect((await requestRefund(boris, order.id, { amount: 100 })).status).toBe(200);
    expect((await send(boris, `/approvals/${all}/approve`)).body.code).toBe("refund_too_large");
    expect((await send(boris, `/approvals/${canceled}/approve`)).body).toMatchObject({
      ...{ code: "approval_outdated", data: { amount_minor: order.total * 100 - 100_00 } },
    });
    expect(await listRefunded(order.id)).toEqual([100_00]);
    expect([await findStatus(all), await findStatus(canceled)]).toEqual(["pending", "pending"]);
    expect((await getPaymentState(db, order.id)).order).toBe("paid");
  });

  it("can be previewed", async () => {
    const order = await createOrder();
    const id = getApprovalId(await requestRefund(olga, order.id));
    const person = await signIn("manager", false);
    const { body } = await send<{ preview: object }>(person, `/approvals/${id}/approve?preview=true`);
    expect(body.data.preview).toMatchObject({ requires_approval: false, refunds: [{ amount_minor: 2000_00 }] });
    expect(await findStatus(id)).toBe("pending");
  });

  it("comes too late after 24 hours, also before the job has run", async () => {
    const order = await createOrder();
    const id = getApprovalId(await requestRefund(olga, order.id));
    shop.clock.advance(24 * HOUR_MS);
    const later = { ...boris, cookie: await createTestStaffSession(shop.app, boris.id, { isSteppedUp: true }) };
    expect((await send(later, `/approvals/${id}/approve`)).body).toMatchObject({
      ...{ code: "approval_ended", data: { status: "expired" } },
    });
    expect(await get<ApprovalList>(later, "/approvals")).toMatchObject({ pending: [], ended: [{ status: "expired" }] });
    await runExpiry();
    expect(await findStatus(id)).toBe("expired");
    expect(await listActions()).toEqual(["approval.requested", "approval.expired"]);
    const again = { ...olga, cookie: await createTestStaffSession(shop.app, olga.id, { isSteppedUp: true }) };
    getApprovalId(await requestRefund(again, order.id));
  });

  it("is impossible after the requester was disabled, or has lost the permission", async () => {
    const [order, other] = [await createOrder(), await createOrder()];
    const id = getApprovalId(await requestRefund(olga, order.id));
    const accountant = await signIn("accountant");
    const second = getApprovalId(await requestRefund(accountant, other.id));
    const owner = await signIn("owner");
    expect((await send(owner, `/staff/${olga.id}/disable`)).status).toBe(200);
    expect((await send(boris, `/approvals/${id}/approve`)).body.code).toBe("approval_ended");
    await send(owner, `/staff/${accountant.id}/disable`);
    expect([await findStatus(id), await findStatus(second)]).toEqual(["canceled", "canceled"]);
    const support = await signIn("support");
    const third = getApprovalId(await requestRefund(support, other.id));
    const packer = await db.selectFrom("roles").select("id").where("key", "=", "packer").executeTakeFirstOrThrow();
    await db.updateTable("staff").set({ role_id: packer.id }).where("id", "=", support.id).execute();
    expect((await send(boris, `/approvals/${third}/approve`)).body.code).toBe("requester_not_allowed");
    expect((await send(boris, `/approvals/${third}/reject`, { reason: "Уволен" })).status).toBe(200);
  });
});

describe("at once", () => {
  const codes = (responses: { status: number; body: { code?: string } }[]) =>
    responses.map(({ status, body }) => (status === 200 ? "done" : body.code)).toSorted();

  it("ten people approve one request: it is executed once", async () => {
    const order = await createOrder();
    const id = getApprovalId(await requestRefund(olga, order.id));
    const people = await Promise.all(Array.from({ length: 10 }, () => signIn()));
    const responses = await Promise.all(people.map((person) => send(person, `/approvals/${id}/approve`)));
    expect(codes(responses)).toEqual([...Array.from({ length: 9 }, () => "approval_ended"), "done"]);
    expect(await listRefunded(order.id)).toEqual([2000_00]);
  });

  it.each(["cancel", "reject", "expire", "disable"])(
    "a request is approved and ended by %s: only one wins",
    async (end) => {
      const order = await createOrder();
      const id = getApprovalId(await requestRefund(olga, order.id));
      const owner = await signIn("owner");
      const endings: Record<string, () => Promise<unknown>> = {
        cancel: () => send(olga, `/approvals/${id}/cancel`),
        reject: () => send(owner, `/approvals/${id}/reject`, { reason: "Нет" }),
        expire: async () => {
          const now = shop.clock.now();
          const times = { requested_at: new Date(now.getTime() - 24 * HOUR_MS), expires_at: now };
          await db.updateTable("approvals").set(times).where("id", "=", id).execute();
          return runExpiry();
        },
        disable: () => send(owner, `/staff/${olga.id}/disable`),
      };
      const [approved] = await Promise.all([send(boris, `/approvals/${id}/approve`), endings[end]?.()]);
      const isApproved = approved.status === 200;
      expect(await listRefunded(order.id)).toEqual(isApproved ? [2000_00] : []);
      if (!isApproved) expect(approved.body.code).toBe("approval_ended");
      expect((await findStatus(id)) === "approved").toBe(isApproved);
    },
  );

  it("requests expire while their requester is disabled: one waits for the other, without a deadlock", async () => {
    const order = await createOrder();
    const id = getApprovalId(await requestRefund(olga, order.id));
    shop.clock.advance(25 * HOUR_MS);
    let expiry: Promise<void> | undefined;
    await withTransaction(db, async (tx) => {
      await tx.selectFrom("staff").select("id").where("id", "=", olga.id).forUpdate().execute();
      expiry = runExpiry();
      await expect
        .poll(async () => (await sql`select 1 from pg_locks where not granted`.execute(db)).rows.length)
        .toBeGreaterThan(0);
      // Fails if the other transaction has locked the request.
      await tx.selectFrom("approvals").select("id").where("id", "=", id).forUpdate().noWait().execute();
    });
    await expiry;
    expect(await findStatus(id)).toBe("expired");
  });

  it("requests for several ways to pay back are approved: never more than was paid", async () => {
    const order = await createOrder();
    const ids = [
      await requestRefund(olga, order.id, { amount: 3000 }),
      await send(olga, `/orders/${order.id}/cancel`, { from: "paid", reason: "Нет в наличии" }),
      await send(olga, `/orders/${order.id}/edits`, { lines: [{ line: 1, quantity: 1 }], reason: "По телефону" }),
    ].map(getApprovalId);
    const responses = await Promise.all(ids.map((id) => send(boris, `/approvals/${id}/approve`)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const refunded = (await listRefunded(order.id)).reduce((sum, minor) => sum + minor, 0);
    expect(refunded).toBeGreaterThan(0);
    expect(refunded).toBeLessThanOrEqual(order.total * 100);
  });

  it("refunds cannot exceed together the limit of approval", async () => {
    const order = await createOrder();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => requestRefund(olga, order.id, { amount: 400 })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(await listRefunded(order.id)).toEqual([400_00, 400_00, 400_00]);
  });
});
