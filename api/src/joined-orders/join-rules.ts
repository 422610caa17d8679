import { calculateQtyLimit } from "../catalog/pricing/pricing-context.ts";
import type { EditedOrder } from "../orders/order-changes.ts";
import type { AddressSnapshot } from "../orders/order-address.ts";
import type { VariantRow } from "../order-edits/variants.ts";
import type { JoinReason } from "./schema.ts";
import type { JoinState } from "./sql.ts";

/** An order that is to be sent together with others. */
export type JoinedOrder = Readonly<{ state: JoinState; order: EditedOrder }>;

/** The orders of a parcel: the one that pays the delivery, the one that is joined to it, and those that already are. */
export type JoinedParcel = Readonly<{ main: JoinedOrder; joined: JoinedOrder; others: readonly JoinedOrder[] }>;

/** The fields of an address that must be the same for one parcel. */
const addressFields = [
  ...(["first_name", "middle_name", "last_name", "company"] as const),
  ...(["country", "state", "city", "postcode", "address"] as const),
] satisfies (keyof AddressSnapshot)[];

/**
 * Lists why orders cannot be sent in one parcel, without the limits of the shipping method (docs/domain/joined-orders.md).
 * @param goods the variants of all lines, and the most pieces of an item that a customer can order
 */
export function listJoinReasons(
  { main, joined, others }: JoinedParcel,
  { variants, qtyMax }: { variants: readonly VariantRow[]; qtyMax: number },
): JoinReason[] {
  const all = [main, joined, ...others];
  const isJoined = joined.state.joined_orders.length > 0 || main.state.main_order_id !== main.state.id;
  const differs = (getKey: (one: JoinedOrder) => unknown) => all.some((one) => getKey(one) !== getKey(main));
  const reasons: Record<JoinReason, boolean> = {
    other_customer: differs(({ state }) => state.customer_id),
    not_waiting: all.some(({ state, order }) => state.status !== "paid" || !order.address),
    already_joined: isJoined,
    change_open: all.some(({ state }) => state.has_open_edit),
    other_currency: differs(({ order }) => order.currency),
    other_recipient: differs(({ order }) => getRecipientKey(order)),
    other_delivery: differs(({ order }) => `${order.shipping_method_id} ${order.pickup_point?.code ?? ""}`),
    too_many_pieces: hasTooManyPieces(
      all.map(({ order }) => order),
      variants,
      qtyMax,
    ),
    parcel_too_large: false,
  };
  return (Object.keys(reasons) as JoinReason[]).filter((reason) => reasons[reason]);
}

/** Who receives a parcel, and where. At a pickup point, the address of the recipient does not matter. */
function getRecipientKey({ address, pickup_point: point }: EditedOrder): string {
  if (!address) return "";
  const fields = point ? addressFields.slice(0, 3) : addressFields;
  return JSON.stringify(fields.map((field) => (address[field] ?? "").trim().toLowerCase()));
}

/** Whether the parcel has more pieces of an item than one order may have. */
function hasTooManyPieces(orders: readonly EditedOrder[], variants: readonly VariantRow[], qtyMax: number): boolean {
  const lines = orders.flatMap((order) => order.lines).filter(({ is_gift }) => !is_gift);
  return variants.some(({ product_id, option_id, own_qty_limit }) => {
    const pieces = lines
      .filter((line) => line.product_id === product_id && line.option_id === option_id)
      .reduce((sum, { qty }) => sum + qty, 0);
    return pieces > calculateQtyLimit(Infinity, own_qty_limit, { qtyMax });
  });
}
