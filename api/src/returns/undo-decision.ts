import type { Tx } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { withdrawEmail } from "../platform/mail/email-queue.ts";
import type { ActionOutcome } from "../staff/admin-action.ts";
import { refusals, type ReturnChange, type ReturnStatus } from "./admin-schema.ts";
import { getReturnEmailKey } from "./notify-customer.ts";
import { listReturnableLines, type LockedReturn } from "./sql.ts";
import { lockWithOrder, saveTransition } from "./transition-return.ts";

/**
 * Undoes an approval or a rejection and withdraws its email.
 * @throws refusal `return_not_found`, `state_changed`, `undo_email_sent`, or `return_quantity_exceeded` if pieces of a
 * rejected return are in another one meanwhile
 */
export async function undoDecision(
  tx: Tx,
  id: number,
  { from, to }: { from: ReturnStatus; to: ReturnStatus },
): Promise<ActionOutcome<ReturnChange>> {
  const locked = await lockWithOrder(tx, id);
  if (locked.status !== from) throw refuse(refusals, "state_changed", { data: { status: locked.status } });
  if (from === "rejected") await checkAvailablePieces(tx, locked);
  const event = from === "approved" ? "approved" : "rejected";
  if (!(await withdrawEmail(tx, getReturnEmailKey(id, event)))) throw refuse(refusals, "undo_email_sent");
  const cleared =
    event === "approved" ? { approved_at: null, instructions: "" } : { closed_at: null, decision_reason: "" };
  return saveTransition(tx, locked, to, cleared);
}

async function checkAvailablePieces(tx: Tx, { order_id, lines }: LockedReturn): Promise<void> {
  const available = new Map((await listReturnableLines(tx, order_id)).map((line) => [line.line, line.available]));
  if (lines.some(({ order_line, quantity }) => quantity > (available.get(order_line) ?? 0)))
    throw refuse(refusals, "return_quantity_exceeded");
}
