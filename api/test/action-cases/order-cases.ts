import { createReadyCart } from "../../src/cart/fixtures.ts";
import { createPaidOrder, moveOrder, placeOrder } from "../../src/checkout/fixtures.ts";
import type { OrderStatus } from "../../src/orders/schema.ts";
import { type ActionCase, type CaseContext, executeCase, type GeneratedValues } from "./action-case.ts";

/** Creates a paid order and moves it through statuses. */
export async function createOrder(
  { shop }: CaseContext,
  { count, priceMinor }: GeneratedValues,
  statuses: readonly OrderStatus[] = [],
): Promise<{ id: string }> {
  const { order } = await createPaidOrder(shop, { qty: count, priceMinor });
  for (const status of statuses) await moveOrder(shop, order.id, status);
  return { id: String(order.id) };
}

const createStatusCase =
  (statuses: readonly OrderStatus[], createInput: (values: GeneratedValues) => object = () => ({})): ActionCase =>
  async (context, values) => ({
    params: await createOrder(context, values, statuses),
    input: { from: statuses.at(-1) ?? "paid", ...createInput(values) },
  });

const createNote: ActionCase = async (context, values) => {
  const params = await createOrder(context, values);
  const input = { text: values.text, is_visible_to_customer: values.flag };
  const { result } = await executeCase(context, "order.note_written", { params, input });
  return { params: { ...params, note_id: String((result as { note_id: number }).note_id) }, input };
};

export const orderCases: Record<string, ActionCase> = {
  "order.note_written": async (context, values) => ({
    params: await createOrder(context, values),
    input: { text: values.text, is_visible_to_customer: values.flag },
  }),
  "order.note_edited": async (context, values) => {
    const { params } = await createNote(context, values);
    return { params, input: { changes: { text: { from: values.text, to: `${values.text}!` } } } };
  },
  "order.note_deleted": async (context, values) => ({
    params: (await createNote(context, values)).params,
    input: {},
  }),
  "order.assigned": async (context, values) => ({
    params: await createOrder(context, values),
    input: { take_over: values.flag },
  }),
  "order.released": async (context, values) => {
    const params = await createOrder(context, values);
    await executeCase(context, "order.assigned", { params, input: {} });
    return { params, input: {} };
  },
  "order.contacts_revealed": async (context, values) => ({
    params: await createOrder(context, values),
    input: { reason: values.text },
  }),
  "order.packing_started": createStatusCase([]),
  "order.shipped": createStatusCase(["packing"], ({ flag }) => (flag ? { tracking_number: "RR473124829JP" } : {})),
  "order.delivered": createStatusCase(["packing", "shipped"]),
  "order.returned": createStatusCase(["packing", "shipped"]),
  "order.canceled": createStatusCase([], ({ text }) => ({ reason: text })),
  "order.remainder_refunded": createStatusCase(["packing", "shipped", "returned"]),
  "order.marked_paid": async ({ shop }, { count, priceMinor }) => {
    const { shopper } = await createReadyCart(shop.db, { qty: count, priceMinor });
    const { id } = await placeOrder(shop, shopper);
    return { params: { id: String(id) }, input: { from: "awaiting_payment" } };
  },
};
