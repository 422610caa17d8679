import type { OrderStatus } from "../orders/schema.ts";
import { lockOrderAndGetStatus } from "../orders/status/transition-order.ts";
import type { Tx } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { refusals, type RequestReturnRequest } from "./admin-schema.ts";
import type { RequestedOutcome } from "./schema.ts";
import { findReplacementOptions, insertReturn, listReturnableLines } from "./sql.ts";

/** The statuses of an order whose goods have left the store. */
export const shippedStatuses: readonly OrderStatus[] = ["shipped", "delivered", "returned"];

/**
 * Creates a requested return of goods of an order that was shipped.
 * @param options.requestedOutcome what the customer asked for; null if staff record the return
 * @returns its id
 * @throws refusal `order_not_found`, `return_not_possible` before the order is shipped and after it was refunded,
 * `return_quantity_exceeded`, with the pieces that are in no return, or `replacement_not_possible`
 */
export async function requestReturn(
  tx: Tx,
  orderId: number,
  { kind, reason, comment, lines }: RequestReturnRequest,
  now: Date,
  { requestedOutcome = null }: { requestedOutcome?: RequestedOutcome | null } = {},
): Promise<number> {
  const status = await lockOrderAndGetStatus(tx, orderId);
  if (!shippedStatuses.includes(status)) throw refuse(refusals, "return_not_possible", { data: { status } });
  const available = new Map((await listReturnableLines(tx, orderId)).map((line) => [line.line, line.available]));
  const exceeded = lines.filter(({ line, quantity }) => quantity > (available.get(line) ?? 0));
  if (exceeded.length > 0)
    throw refuse(refusals, "return_quantity_exceeded", {
      data: { lines: exceeded.map(({ line }) => ({ line, available: available.get(line) ?? 0 })) },
    });
  await checkOptions(tx, orderId, lines);
  return insertReturn(
    tx,
    { order_id: orderId, kind, reason, comment, requested_outcome: requestedOutcome, requested_at: now },
    lines.map(({ line, quantity, replacement_option_id }) => ({
      ...{ order_line: line, quantity },
      replacement_option_id: replacement_option_id ?? null,
    })),
  );
}

async function checkOptions(tx: Tx, orderId: number, lines: RequestReturnRequest["lines"]): Promise<void> {
  const wanted = lines.filter((one) => one.replacement_option_id !== undefined);
  if (wanted.length === 0) return;
  const options = await findReplacementOptions(tx, orderId);
  const isKnown = (one: (typeof wanted)[number]) =>
    options.some(({ line, option_id }) => line === one.line && option_id === one.replacement_option_id);
  if (!wanted.every(isKnown))
    throw refuse(refusals, "replacement_not_possible", { data: { reason: "option_unknown" } });
}
