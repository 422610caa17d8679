import { getStaffId } from "../../orders/staff/assignee.ts";
import type { Tx } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { ActionContext, ActionOutcome } from "../../staff/admin-action.ts";
import { type ResolveReturnRequest, refusals, type ReturnChange } from "../admin-schema.ts";
import { lockForTransition, saveTransition } from "../transition-return.ts";
import { placeReplacementOrder } from "./replacement-order.ts";
import { notifyCustomer } from "../notify-customer.ts";
import { outcomesByKind } from "../return-state-machine.ts";
import type { LockedReturn } from "../sql.ts";

/**
 * Ends a return: with a replacement order at no charge, or without anything, for a reason that is sent to the customer.
 * @throws refusals of `lockForTransition` and `placeReplacementOrder`; `return_transition_not_allowed` for an outcome
 * that the kind of return does not have
 */
export async function resolveReturn(
  tx: Tx,
  id: number,
  { from, outcome, reason, replacement_lines }: ResolveReturnRequest,
  { app, now, actor }: ActionContext,
): Promise<ActionOutcome<ReturnChange>> {
  const locked = await lockForTransition(tx, id, { from, to: "resolved" });
  if (!outcomesByKind[locked.kind].includes(outcome))
    throw refuse(refusals, "return_transition_not_allowed", { params: { from, to: "resolved" } });
  const replacementOrderId =
    outcome === "replacement"
      ? await placeReplacementOrder(
          app,
          tx,
          locked.order_id,
          listReplacedLines(locked, replacement_lines),
          getStaffId(actor),
        )
      : null;
  const saved = await saveTransition(
    tx,
    locked,
    "resolved",
    { outcome, decision_reason: reason, replacement_order_id: replacementOrderId, closed_at: now },
    {
      changes: [
        { field: "outcome", from: null, to: outcome },
        ...(replacementOrderId === null ? [] : [{ field: "replacement_order", from: null, to: replacementOrderId }]),
      ],
    },
  );
  await notifyCustomer(tx, locked, "resolved", now);
  return saved;
}

/** Ends a locked claim with an order that staff have placed for it, and tells the customer. */
export async function resolveClaim(tx: Tx, locked: LockedReturn, replacementOrderId: number, now: Date): Promise<void> {
  await saveTransition(tx, locked, "resolved", {
    ...{ outcome: "replacement", replacement_order_id: replacementOrderId, closed_at: now },
  });
  await notifyCustomer(tx, locked, "resolved", now);
}

/** The pieces that the return is about: those that came back; of a claim all of them. */
function listPieces({ lines }: LockedReturn): { line: number; quantity: number }[] {
  return lines
    .map(({ order_line, quantity, received_quantity }) => ({
      line: order_line,
      quantity: received_quantity ?? quantity,
    }))
    .filter(({ quantity }) => quantity > 0);
}

/** Lists the pieces with the option that replaces them: the one chosen now, or when the return was requested. */
function listReplacedLines(locked: LockedReturn, chosen: ResolveReturnRequest["replacement_lines"]) {
  return listPieces(locked).map(({ line, quantity }) => ({
    ...{ line, quantity },
    optionId:
      chosen.find((one) => one.line === line)?.option_id ??
      locked.lines.find(({ order_line }) => order_line === line)?.replacement_option_id ??
      null,
  }));
}
