import type { Permission } from "../../staff/permissions.ts";
import { type BlockReason, type OrderAction, type OrderDetail, orderActions } from "../admin-schema.ts";
import type { CustomsStatus, OrderStatus } from "../schema.ts";
import { canTransition } from "../status/order-state-machine.ts";

/** The permission that each action requires. */
export const actionPermissions = {
  start_packing: "orders:fulfill",
  ship: "orders:fulfill",
  mark_delivered: "orders:fulfill",
  mark_returned: "orders:fulfill",
  cancel: "orders:cancel",
  refund: "refunds:create",
  write_note: "orders:edit",
  assign: "orders:fulfill",
  reveal_contacts: "customers:contacts",
} as const satisfies Record<OrderAction, Permission>;

/** The status to which an action changes an order. */
const targetStatuses: Partial<Record<OrderAction, OrderStatus>> = {
  start_packing: "packing",
  ship: "shipped",
  mark_delivered: "delivered",
  mark_returned: "returned",
  cancel: "cancelled",
};

/** What decides which actions are allowed. */
export type ActionFacts = Readonly<{
  status: OrderStatus;
  hasGoods: boolean;
  /** The customs check of an order that waits to be sent; null for all others. */
  customsStatus: CustomsStatus | null;
  /** The shipments of the order that have not left; null if they are not known. */
  shipments: Readonly<{ open: number; packed: number }> | null;
  isAssignedToOther: boolean;
  /** Whether money can be refunded. */
  isRefundable: boolean;
  permissions: ReadonlySet<Permission>;
}>;

/** Lists every action of the order page with the reasons that block it. */
export function listOrderActions(facts: ActionFacts): OrderDetail["actions"] {
  return orderActions.map((name) => ({ name, reasons: listBlockReasons(name, facts) }));
}

function listBlockReasons(action: OrderAction, facts: ActionFacts): BlockReason[] {
  const target = targetStatuses[action];
  const isParcelStep = action === "start_packing" || action === "ship";
  const blocks: [BlockReason, boolean][] = [
    ["permission_missing", !facts.permissions.has(actionPermissions[action])],
    ["order_transition_not_allowed", target !== undefined && !canTransition(facts.status, target, facts.hasGoods)],
    ["customs_data_missing", isParcelStep && facts.customsStatus === "missing"],
    ["shipment_not_allowed", isParcelStep && facts.customsStatus === "blocked"],
    ["shipment_not_packed", action === "ship" && (facts.shipments?.open ?? 0) > 0],
    ["several_shipments", action === "ship" && facts.shipments?.open === 0 && facts.shipments.packed > 1],
    ["assigned_to_other", isParcelStep && facts.isAssignedToOther],
    ["nothing_to_refund", action === "refund" && !facts.isRefundable],
  ];
  return blocks.filter(([, isBlocked]) => isBlocked).map(([reason]) => reason);
}

/** Returns the next step in the usual course of an order; null if the store has nothing to do. */
export function getNextStep({
  status,
  hasGoods,
  isParcelLost,
  isRefundable,
}: ActionFacts & { isParcelLost: boolean }): OrderAction | null {
  if (status === "paid") return hasGoods ? "start_packing" : null;
  if (status === "packing") return "ship";
  if (status === "shipped") return isParcelLost ? null : "mark_delivered";
  if (status === "returned" || status === "cancelled") return isRefundable ? "refund" : null;
  return null;
}
