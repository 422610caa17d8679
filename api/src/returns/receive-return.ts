import { restockOrderLines } from "../orders/status/transition-order.ts";
import { refusals as paymentRefusals } from "../payments/schema.ts";
import type { Tx } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { ActionContext, ActionOutcome } from "../staff/admin-action.ts";
import { type ReceiveReturnRequest, refusals, type ReturnChange } from "./admin-schema.ts";
import { notifyCustomer } from "./notify-customer.ts";
import { saveReceivedLines } from "./sql.ts";
import { lockForTransition, markOrderReturned, saveTransition } from "./transition-return.ts";

/**
 * Records what came back of a return: each line's pieces, their condition, and how many of them go back to stock. When
 * all goods of an order have come back to be refunded, the order is returned.
 * @throws refusals of `lockForTransition`, `return_quantity_exceeded` for more pieces than were approved or for lines
 * that do not match, `restock_not_possible`
 */
export async function receiveReturn(
  tx: Tx,
  id: number,
  { from, lines }: ReceiveReturnRequest,
  { app, now, actor }: ActionContext,
): Promise<ActionOutcome<ReturnChange>> {
  const locked = await lockForTransition(tx, id, { from, to: "received" });
  const approved = new Map(locked.lines.map(({ order_line, quantity }) => [order_line, quantity]));
  const exceeded = lines.filter(({ line, received_quantity }) => received_quantity > (approved.get(line) ?? 0));
  if (exceeded.length > 0 || lines.length !== approved.size)
    throw refuse(refusals, "return_quantity_exceeded", {
      data: { lines: exceeded.map(({ line }) => ({ line, available: approved.get(line) ?? 0 })) },
    });
  const restocked = lines
    .filter(({ restocked_quantity }) => restocked_quantity > 0)
    .map(({ line, restocked_quantity }) => ({ line, qty: restocked_quantity }));
  if (restocked.length > 0 && !(await restockOrderLines(tx, locked.order_id, restocked, "return")))
    throw refuse(paymentRefusals, "restock_not_possible");
  await saveReceivedLines(tx, id, lines);
  const outcome = await saveTransition(
    tx,
    locked,
    "received",
    { received_at: now },
    {
      restocked: restocked.reduce((sum, { qty }) => sum + qty, 0),
      changes: lines.map(({ line, received_quantity, condition, restocked_quantity }) => ({
        ...{ field: `line_${line}`, from: null },
        to: { received_quantity, condition, restocked_quantity },
      })),
    },
  );
  if (locked.kind === "return") await markOrderReturned(tx, locked.order_id, { app, now, actor });
  await notifyCustomer(tx, locked, "received", now);
  return outcome;
}
