import { z } from "zod";
import { getStaffId } from "../orders/staff/assignee.ts";
import type { FieldChange } from "../platform/audit/audit-log.ts";
import { adminAction } from "../staff/admin-action.ts";
import { type ManualOrder, type PlaceManualOrderRequest, placeManualOrderRequest } from "./admin-schema.ts";
import { serializeManualOrder } from "./estimate.ts";
import { placeManualOrder, type PlacedManualOrder } from "./place-order.ts";

/** Places an order for a customer: paid by link, or at no charge for a claim. */
export const placeManualOrderAction = adminAction({
  name: "order.placed",
  permission: "orders:edit",
  params: z.object({}),
  input: placeManualOrderRequest,
  subject: (_params, { order_id }: ManualOrder) => ({ kind: "order", id: order_id }),
  stepUp: () => false,
  run: async (tx, _params, input, { app, actor, now }) => {
    const placed = await placeManualOrder(app, tx, input, { createdBy: getStaffId(actor), now });
    return { result: serializeManualOrder(placed), changes: listFieldChanges(placed, input) };
  },
  inverse: null,
});

function listFieldChanges(
  { customer, status, lines, amounts, currency, cart }: PlacedManualOrder,
  { payment, address }: PlaceManualOrderRequest,
): FieldChange[] {
  const toChange = (field: string, to: unknown): FieldChange => ({ field, from: null, to });
  return [
    toChange("customer", customer.id),
    toChange("status", status),
    ...lines.map(({ productId, optionId, qty }) => toChange(`quantity ${productId}_${optionId}`, qty)),
    { ...toChange("address", JSON.stringify(address)), personal: "text" },
    toChange("shipping_method_id", cart.method?.row.id ?? null),
    toChange("currency", currency.code),
    toChange("total_minor", amounts.totalMinor),
    ...(payment.kind === "claim" ? [toChange("claim", payment.return_id)] : []),
  ];
}
