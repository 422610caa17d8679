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
import { listReplaceablePieces } from "./replaceable-pieces.ts";

/**
 * Ends a return: with a replacement order at no charge, or without anything, for a reason that is sent to the customer.
 * @throws refusals of `lockForTransition`, `listReplacedLines` and `placeReplacementOrder`;
 * `return_transition_not_allowed` for an outcome that the kind of return does not have
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
          await listReplacedLines(tx, locked, replacement_lines),
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

/**
 * Lists the pieces to be replaced with the option that replaces them: the one chosen now, or when the return was requested.
 * @throws refusal `replacement_not_possible` if everything is refunded
 */
async function listReplacedLines(tx: Tx, locked: LockedReturn, chosen: ResolveReturnRequest["replacement_lines"]) {
  const pieces = await listReplaceablePieces(tx, locked.id);
  if (pieces.length === 0) throw refuse(refusals, "replacement_not_possible", { data: { reason: "nothing_left" } });
  return pieces.map(({ line, quantity }) => ({
    ...{ line, quantity },
    optionId:
      chosen.find((one) => one.line === line)?.option_id ??
      locked.lines.find(({ order_line }) => order_line === line)?.replacement_option_id ??
      null,
  }));
}
