import { randomUUID } from "node:crypto";
import { toMajorUnits } from "../../money/currency.ts";
import { afterCommit, type Tx } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import { runInBackground } from "../background-tasks.ts";
import { refusals } from "../schema.ts";
import { lockOrder } from "../sql.ts";
import type { RetriedRefund } from "./admin-schema.ts";
import { addRefund, copyRefundLines, findRefundToRetry, hasOpenEditPayment, listRefundedPieces } from "./refund-sql.ts";
import { findRefundableOrder } from "./refundable-order-sql.ts";
import type { RefundRequest } from "./request-refund.ts";
import { applyRefund, sendRefund } from "./refunds.ts";

type Author = NonNullable<RefundRequest["createdBy"]>;

/** `amountMinor` in minor units of the order's currency. */
type RepeatedRefund = RetriedRefund & { amountMinor: number };

/**
 * Requests the money of a failed refund again, at most once per failure: the new refund can fail and be repeated too.
 * @throws refusal `refund_not_found`, `refund_not_failed`, `refund_too_large` or `order_edit_open`
 */
export async function retryRefund(app: AppContext, tx: Tx, id: string, createdBy: Author): Promise<RepeatedRefund> {
  const { refund } = await repeatRefund(app, tx, id, { createdBy });
  afterCommit(tx, () => runInBackground(app, "sending a refund", () => sendRefund(app, refund.refund_id)));
  return refund;
}

/**
 * Records that staff have paid the money of a failed refund outside of the provider, such as by a bank transfer. Nothing
 * is sent to the provider, which issues no receipt.
 * @param note how and when they paid
 * @throws refusal `refund_not_found`, `refund_not_failed`, `refund_too_large` or `order_edit_open`
 */
export async function recordRefund(
  app: AppContext,
  tx: Tx,
  id: string,
  { note, createdBy }: { note: string; createdBy: Author },
): Promise<RepeatedRefund> {
  const { refund, row } = await repeatRefund(app, tx, id, { createdBy, paidOutsideNote: note });
  const order = await lockOrder(tx, refund.order_id);
  await applyRefund(app, tx, order?.status, { ...row, order_id: refund.order_id, destination: "outside" });
  return refund;
}

/**
 * Inserts a refund that repeats a failed one. Goods that returned to stock with the failed refund are there already.
 * @param options.paidOutsideNote if staff have paid it already
 * @throws refusal `refund_not_found`, `refund_not_failed`, `refund_too_large` or `order_edit_open`
 */
async function repeatRefund(
  app: AppContext,
  tx: Tx,
  id: string,
  { createdBy, paidOutsideNote }: { createdBy: Author; paidOutsideNote?: string },
) {
  const found = await findRefundToRetry(tx, id);
  if (!found) throw refuse(refusals, "refund_not_found");
  await lockOrder(tx, found.order_id);
  // Another person may have repeated it before the order was locked.
  const refund = (await findRefundToRetry(tx, id)) ?? found;
  if (refund.status !== "failed" || refund.is_retried) throw refuse(refusals, "refund_not_failed");
  if (refund.amount_minor > refund.left_minor) throw refuse(refusals, "refund_too_large");
  await checkParts(tx, refund);
  const { order_id, currency, payment_id, attempt_id, amount_minor, delivery_minor, reason, comment } = refund;
  const now = app.clock.now();
  const row = { id: `refund-${randomUUID()}`, payment_id, attempt_id, amount_minor, delivery_minor, reason, comment };
  await addRefund(tx, {
    ...{ ...row, retry_of: id, created_by: createdBy.id, created_by_label: createdBy.label, created_at: now },
    ...(paidOutsideNote === undefined
      ? {}
      : { status: "succeeded", ended_at: now, paid_outside_note: paidOutsideNote }),
  });
  await copyRefundLines(tx, id, row.id);
  const amount = toMajorUnits(amount_minor, { minorDigits: refund.minor_digits });
  return { row, refund: { order_id, refund_id: row.id, amount, currency, amountMinor: amount_minor } };
}

/**
 * @throws refusal `refund_too_large` if pieces or delivery were refunded by another refund meanwhile, and
 * `order_edit_open` while an edit of the order awaits its payment
 */
async function checkParts(
  tx: Tx,
  { id, order_id, delivery_minor }: { id: string; order_id: number; delivery_minor: number },
): Promise<void> {
  const order = await findRefundableOrder(tx, order_id);
  const pieces = await listRefundedPieces(tx, id);
  const hasAllPieces = pieces.every(({ line, quantity }) =>
    order?.lines.some((one) => one.line === line && one.refunded_quantity + quantity <= one.quantity),
  );
  const hasDelivery = order !== undefined && order.refunded_delivery_minor + delivery_minor <= order.delivery_minor;
  if (!hasAllPieces || !hasDelivery) throw refuse(refusals, "refund_too_large");
  if ((pieces.length > 0 || delivery_minor > 0) && (await hasOpenEditPayment(tx, order_id)))
    throw refuse(refusals, "order_edit_open");
}
