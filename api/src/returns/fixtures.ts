import type { AdminClient } from "../../test/admin-client.ts";
import type { openPaymentTestShop } from "../../test/payment-shop.ts";
import type { ProductFixture } from "../catalog/fixtures.ts";
import { createPaidOrder, moveOrder } from "../checkout/fixtures.ts";
import { waitForBackgroundTasks } from "../payments/background-tasks.ts";
import type { ExecutedAction } from "../staff/execute-admin-action.ts";
import { createTestStaff, createTestStaffSession } from "../staff/fixtures.ts";
import type { ReturnChange } from "./admin-schema.ts";

type PayingShop = Awaited<ReturnType<typeof openPaymentTestShop>>;

/** Creates an order of one product that was paid by card, sent and delivered. */
export async function createDeliveredOrder(
  shop: PayingShop,
  options: ProductFixture & { qty?: number; locale?: string; currency?: string } = {},
) {
  const created = await createPaidOrder(shop, options);
  await moveOrder(shop, created.order.id, "packing");
  await moveOrder(shop, created.order.id, "shipped", { tracking: String(created.order.id) });
  await moveOrder(shop, created.order.id, "delivered");
  return created;
}

/** The body that receives unopened pieces of the first line. */
export function receiveLine(quantity: number, restocked = quantity) {
  return {
    from: "approved",
    lines: [{ line: 1, received_quantity: quantity, condition: "unopened", restocked_quantity: restocked }],
  };
}

/** Opens a client of the endpoints of returns. `cookie` is the session of a manager, who speaks English. */
export async function openReturnClient(shop: PayingShop, admin: AdminClient) {
  const { app, db } = shop;
  let serial = 0;
  const signIn = async (role: string) =>
    createTestStaffSession(app, (await createTestStaff(app, { role, locale: "en-US" })).id);
  const cookie = await signIn("manager");
  const send = (path: string, body: object, sender = cookie) =>
    admin.request<ExecutedAction<ReturnChange>>("POST", path, { body, cookie: sender });
  const get = async <Data>(path: string) => (await admin.request<Data>("GET", path, { cookie })).body.data;
  const requestReturn = async (orderId: number, body: object = {}) => {
    const response = await send(`/orders/${orderId}/returns`, {
      ...{ kind: "return", reason: "changed_mind", lines: [{ line: 1, quantity: 1 }] },
      ...body,
    });
    if (response.status !== 200) throw new Error(`the return was not requested: ${response.body.code}`);
    return response.body.data.result.return_id;
  };
  return {
    ...{ admin, cookie, signIn, send, get, requestReturn },
    /** Requests, approves and receives a return of pieces of the first line. */
    receive: async (orderId: number, quantity: number, kind = "return") => {
      const id = await requestReturn(orderId, { kind, lines: [{ line: 1, quantity }] });
      await send(`/returns/${id}/approve`, { from: "requested" });
      await send(`/returns/${id}/receive`, receiveLine(quantity));
      return id;
    },
    refund: async (id: number, body: object = {}, sender = cookie) =>
      admin.request<ExecutedAction<ReturnChange>>("POST", `/returns/${id}/refund`, {
        ...{ body: { from: "received", ...body }, cookie: sender },
        headers: { "idempotency-key": `refund-return-${++serial}` },
      }),
    /** Waits until the payment provider has confirmed the refunds. */
    settle: async () => {
      await waitForBackgroundTasks();
      await shop.settlePayments();
    },
    getStock: async (productId: number, optionId = 0) =>
      (
        await db
          .selectFrom("product_variants")
          .select("stock")
          .where("product_id", "=", productId)
          .where("option_id", "=", optionId)
          .executeTakeFirstOrThrow()
      ).stock,
    getOrderStatus: async (id: number) =>
      (await db.selectFrom("orders").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status,
  };
}
