import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { createPaidOrder } from "../../checkout/fixtures.ts";
import { updateSetting } from "../../platform/settings/settings.ts";
import type { Approval } from "../admin-schema.ts";
import { createTestStaff, createTestStaffSession } from "../fixtures.ts";
import { jobs } from "../jobs.ts";
import type { StaffNotificationPage } from "../notifications/admin-schema.ts";
import { secondApprovalMinor } from "../settings.ts";

const shop = await openPaymentTestShop();
const admin = openAdminClient(shop.app);
const DAY_MS = 24 * 60 * 60_000;
let serial = 0;

type Person = { id: number; cookie: string };
const signIn = async (name: string, role: string): Promise<Person> => {
  const { id } = await createTestStaff(shop.app, { name, role });
  return renewSession({ id });
};
const renewSession = async ({ id }: { id: number }): Promise<Person> => ({
  ...{ id, cookie: await createTestStaffSession(shop.app, id, { isSteppedUp: true }) },
});
const send = async ({ cookie }: Person, path: string, body: object = {}) => {
  const headers = { "idempotency-key": `notification-key-${++serial}` };
  return admin.request<{ approval: Approval }>("POST", path, { cookie, body, headers });
};
const requestRefund = async () => {
  const { body } = await send(support, `/orders/${orderId}/refunds`, { amount: 2000, reason: "goodwill" });
  return body.data.approval.id;
};
const listNotifications = async ({ cookie }: Person) => {
  const { body } = await admin.request<StaffNotificationPage>("GET", "/me/notifications", { cookie });
  return body.data.items.map(({ kind, subject, actor, params }) => ({ kind, subject, actor: actor?.name, params }));
};

let support: Person;
let manager: Person;
let orderId: number;
let subject: { kind: string; id: string };
beforeEach(async () => {
  await updateSetting(shop.db, secondApprovalMinor, 1500_00);
  support = await signIn("Olga", "support");
  manager = await signIn("Boris", "manager");
  const { order } = await createPaidOrder(shop, { qty: 4, priceMinor: 1000_00 });
  orderId = order.id;
  subject = { kind: "order", id: String(orderId) };
});

describe("a request for approval", () => {
  it("is announced to everybody who may decide on it, and to nobody else", async () => {
    const accountant = await signIn("Ada", "accountant");
    const packer = await signIn("Eva", "packer");
    await requestRefund();
    const notification = { kind: "approval_requested", subject, actor: "Olga", params: {} };
    for (const person of [manager, accountant]) expect(await listNotifications(person)).toEqual([notification]);
    for (const person of [support, packer]) expect(await listNotifications(person)).toEqual([]);
  });

  it("is not announced by a preview or a second attempt", async () => {
    await send(support, `/orders/${orderId}/refunds?preview=true`, { amount: 2000, reason: "goodwill" });
    expect(await listNotifications(manager)).toEqual([]);
    await requestRefund();
    expect((await send(support, `/orders/${orderId}/refunds`, { amount: 3000, reason: "goodwill" })).status).toBe(409);
    expect(await listNotifications(manager)).toHaveLength(1);
  });
});

describe("the person who has requested an approval", () => {
  it("learns who approved or rejected it", async () => {
    await send(manager, `/approvals/${await requestRefund()}/reject`, { reason: "Сначала фото" });
    const id = await requestRefund();
    await send(manager, `/approvals/${id}/approve?preview=true`);
    await send(manager, `/approvals/${id}/approve`);
    const decided = { kind: "approval_decided", subject, actor: "Boris" };
    expect(await listNotifications(support)).toEqual([
      { ...decided, params: { status: "approved" } },
      { ...decided, params: { status: "rejected" } },
    ]);
  });

  it("learns that nobody decided in time, but not of their own cancellation", async () => {
    await send(support, `/approvals/${await requestRefund()}/cancel`);
    expect(await listNotifications(support)).toEqual([]);
    await requestRefund();
    shop.clock.advance(DAY_MS);
    for (const job of jobs) if (job.name === "staff.expire_approvals") await job.work(shop.app, null);
    expect(await listNotifications(await renewSession(support))).toEqual([
      { kind: "approval_decided", subject, actor: undefined, params: { status: "expired" } },
    ]);
  });
});
