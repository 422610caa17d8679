import { expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openTestShop } from "../../test/harness.ts";
import { TEST_NOW } from "../../test/test-now.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import type { OrderViewCounts } from "../orders/admin-schema.ts";
import { createTestOrder } from "../orders/fixtures.ts";
import { createQuestion, createReview } from "../reviews/fixtures.ts";
import { createTestStaff, createTestStaffSession } from "../staff/fixtures.ts";
import type { WorkQueues } from "./admin-schema.ts";

const shop = await openTestShop();
const { app, db } = shop;
const admin = openAdminClient(app);

const signIn = async (role: string) => {
  const { id } = await createTestStaff(app, { role });
  return { id, cookie: await createTestStaffSession(app, id) };
};
const load = async (person: { cookie: string }) =>
  (await admin.request<WorkQueues>("GET", "/me/work-queues", person)).body.data.items;

it("counts what waits like the lists do, with the oldest record and what is due", async () => {
  const owner = await signIn("owner");
  const customer = await createTestCustomer(db, { email: "anna@example.com" });
  const { id: productId } = await createProduct(db);
  const createOrder = (fixture: Parameters<typeof createTestOrder>[2]) =>
    createTestOrder(db, { customerId: customer.id, productId }, fixture);
  const old = await createOrder({ paidAt: "2026-01-05T08:00:00Z" });
  await createOrder({ paidAt: TEST_NOW.toISOString() });
  await createOrder({ status: "awaiting_payment" });
  await db
    .insertInto("order_assignments")
    .values({ order_id: old, staff_id: owner.id, assigned_at: TEST_NOW, expires_at: new Date(TEST_NOW.getTime() + 1) })
    .execute();
  await createReview(db, { productId, status: "pending" });
  await createQuestion(db, { productId, status: "pending" });
  await createReview(db, { productId });

  const queues = new Map((await load(owner)).map((queue) => [queue.key, queue]));
  expect(queues.get("to_pack")).toEqual({
    ...{ key: "to_pack", count: 2, is_exact: true, due: 1, oldest_at: "2026-01-05T08:00:00.000Z" },
  });
  expect(queues.get("reviews")).toMatchObject({ count: 2, due: null });
  expect(queues.get("assigned_to_me")).toMatchObject({ count: 1, oldest_at: "2026-01-05T08:00:00.000Z" });
  expect(queues.get("approvals")).toMatchObject({ count: 0, oldest_at: null });
  const views = (await admin.request<OrderViewCounts>("GET", "/orders/views", owner)).body.data;
  const countsOfLists = new Map<string, number>(views.map(({ key, count }) => [key, count]));
  for (const key of ["to_pack", "missing_customs_data", "customs_blocked", "stuck"] as const)
    expect([key, queues.get(key)?.count]).toEqual([key, countsOfLists.get(key)]);
});

it("leaves out the queues that a person may not see", async () => {
  const keys = async (role: string) => (await load(await signIn(role))).map(({ key }) => key);
  expect(await keys("packer")).toEqual(["to_pack"]);
  expect(await keys("catalog_editor")).toEqual([]);
  const support = await keys("support");
  expect(support).toContain("reviews");
  expect(support).not.toContain("failed_refunds");
  expect(await keys("accountant")).not.toContain("reviews");
});
