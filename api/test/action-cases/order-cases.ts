import { createReadyCart } from "../../src/cart/fixtures.ts";
import { createPaidOrder, moveOrder, placeOrder } from "../../src/checkout/fixtures.ts";
import { saveIdentity } from "../../src/orders/identity/recipient-identity.ts";
import type { OrderStatus } from "../../src/orders/schema.ts";
import { isS10Number } from "../../src/orders/status/tracking.ts";
import { type ActionCase, type CaseContext, executeCase, type GeneratedValues } from "./action-case.ts";

let serialNumber = 47_312_482;

/** Returns a tracking number with a valid check digit that no order or shipment has. */
export function createTrackingNumber(): string {
  serialNumber++;
  const numbers = Array.from("0123456789", (digit) => `RR${serialNumber}${digit}JP`);
  const number = numbers.find(isS10Number);
  if (number === undefined) throw new Error("there is no check digit");
  return number;
}

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

/** Adds a piece to a paid order, for which the customer gets a payment link. */
const createEdit: ActionCase = async (context, values) => ({
  params: await createOrder(context, values),
  input: { lines: [{ line: 1, quantity: values.count + 1 }], reason: values.text },
});

const address = {
  ...{ first_name: "Anna", last_name: "Orlova", country: "RU", postcode: "420015", city: "Kazan" },
  ...{ address: "ul. Pushkina 12, 34", phone_mobile: "+79000000001" },
};

export const orderCases: Record<string, ActionCase> = {
  "order.placed": async ({ shop }, { count, priceMinor, text }) => {
    const { shopper, product } = await createReadyCart(shop.db, { priceMinor });
    const customer = { id: shopper.id };
    await shop.db
      .updateTable("customers")
      .set({ email_verified_at: shop.clock.now() })
      .where("id", "=", shopper.id)
      .execute();
    const lines = [{ product_id: product.id, option_id: 0, quantity: count }];
    return { params: {}, input: { customer, lines, address, payment: { kind: "link" }, reason: text } };
  },
  "order.edited": createEdit,
  "order.edit_canceled": async (context, values) => {
    const { result } = await executeCase(context, "order.edited", await createEdit(context, values));
    return { params: { id: String((result as { edit_id: number }).edit_id) }, input: {} };
  },
  "order.refund_requested": async (context, values) => ({
    params: await createOrder(context, values),
    input: { lines: [{ line: 1, quantity: 1 }], reason: "damaged", comment: values.text },
  }),
  "order.document_printed": async (context, values) => ({
    params: await createOrder(context, values, ["packing"]),
    input: { kind: "invoice" },
  }),
  "order.messages_closed": async (context, values) => {
    const params = await createOrder(context, values);
    const note = { order_id: Number(params.id), author_label: "", text: values.text, is_from_customer: true };
    await context.shop.db
      .insertInto("order_notes")
      .values({ ...note, is_visible_to_customer: true, created_at: context.shop.clock.now() })
      .execute();
    return { params, input: {} };
  },
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
  "order.identity_revealed": async (context, values) => {
    const { app, db } = context.shop;
    const params = await createOrder(context, values);
    const orderId = Number(params.id);
    await db.updateTable("orders").set({ shipping_method_id: 6 }).where("id", "=", orderId).execute();
    const identity = { passport: "4509123456", issued_on: "2015-03-20", inn: "500100732259" };
    await saveIdentity(app, { orderId, customerId: null }, identity);
    return { params, input: { reason: values.text } };
  },
  "order.packing_started": createStatusCase([]),
  "order.shipped": createStatusCase(["packing"], ({ flag }) =>
    flag ? { tracking_number: createTrackingNumber() } : {},
  ),
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
