import type { FieldChange } from "../platform/audit/audit-log.ts";
import { lockOrderAndGetStatus, transitionOrder } from "../orders/status/transition-order.ts";
import type { Tx } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { ActionContext, ActionOutcome } from "../staff/admin-action.ts";
import { refusals, type ReturnChange, type ReturnStatus } from "./admin-schema.ts";
import { canTransition } from "./return-state-machine.ts";
import {
  findOrderId,
  isWholeOrderReceived,
  type LockedReturn,
  lockReturn,
  type ReturnUpdate,
  updateReturn,
} from "./sql.ts";

export type { LockedReturn } from "./sql.ts";

/**
 * Locks the order of a return and then the return.
 * @param from the status that the caller saw
 * @throws refusal `return_not_found`, `state_changed` with the current status, or `return_transition_not_allowed`
 */
export async function lockForTransition(
  tx: Tx,
  id: number,
  { from, to }: { from: ReturnStatus; to: ReturnStatus },
): Promise<LockedReturn> {
  const locked = await lockWithOrder(tx, id);
  if (locked.status !== from) throw refuse(refusals, "state_changed", { data: { status: locked.status } });
  if (!canTransition(locked.kind, from, to))
    throw refuse(refusals, "return_transition_not_allowed", { params: { from, to } });
  return locked;
}

/** Locks the order of a return and then the return. @throws refusal `return_not_found` */
export async function lockWithOrder(tx: Tx, id: number): Promise<LockedReturn> {
  const orderId = await findOrderId(tx, id);
  if (orderId === undefined) throw refuse(refusals, "return_not_found");
  await lockOrderAndGetStatus(tx, orderId);
  const locked = await lockReturn(tx, id);
  if (!locked) throw refuse(refusals, "return_not_found");
  return locked;
}

/** Stores a step of a locked return and returns what the action reports. */
export async function saveTransition(
  tx: Tx,
  { id, status: from }: LockedReturn,
  to: ReturnStatus,
  update: ReturnUpdate,
  details: Partial<Pick<ReturnChange, "refunds" | "restocked">> & { changes?: readonly FieldChange[] } = {},
): Promise<ActionOutcome<ReturnChange>> {
  await updateReturn(tx, id, to, update);
  const { refunds = [], restocked = 0, changes = [] } = details;
  const replacement_order_id = update.replacement_order_id ?? null;
  return {
    result: { return_id: id, status: to, replacement_order_id, refunds, restocked },
    changes: [{ field: "status", from, to }, ...changes],
  };
}

/** Changes the status of an order to "returned" if all its goods have come back to be refunded. */
export async function markOrderReturned(
  tx: Tx,
  orderId: number,
  { app, now, actor }: Pick<ActionContext, "app" | "now" | "actor">,
): Promise<void> {
  const status = await lockOrderAndGetStatus(tx, orderId);
  if ((status === "shipped" || status === "delivered") && (await isWholeOrderReceived(tx, orderId)))
    await transitionOrder(app, tx, orderId, "returned", { now, actor });
}
