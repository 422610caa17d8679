import { returnMeansInPart } from "../orders/means.ts";
import { moveOrder } from "../orders/service.ts";
import { type Tx, withTransaction } from "../platform/db.ts";
import type { House } from "../platform/http.ts";
import { decimalAmount, type PaymentProvider, type ProviderRefund } from "./provider.ts";
import { providerNamed } from "./providers.ts";
import { receiptFor } from "./receipts.ts";
import { endRefund, findRefundOrder, givenBack, linkRefund, refundToSend } from "./refund-sql.ts";
import { lockOrder } from "./sql.ts";
import { tellRefunded } from "./tell.ts";

/** Asks the provider to give money back, once however often it is called. Refuses `gateway_unavailable`. */
export async function sendRefund(house: House, id: string): Promise<void> {
  const refund = await refundToSend(house.db, id);
  if (!refund) return;
  const provider = providerNamed(house, refund.provider);
  const amount = decimalAmount(refund.amount_minor, { code: refund.currency, minorDigits: refund.minor_digits });
  const receipt = provider.makesReceipts ? await receiptFor(house.db, refund) : null;
  const { attempt_ref: ref, order_id: orderId } = refund;
  const told = await provider.refund({ refundId: id, ref, orderId, amount, receipt });
  if (!told) {
    house.log.error("a refund was refused: look at it by hand", undefined, { refund: id });
    await endRefund(house.db, id, { status: "failed", ended_at: house.clock.now() });
    return;
  }
  await linkRefund(house.db, id, told.ref);
  await settleRefund(house, provider, told);
}

/**
 * Moves a refund by what the provider says of it; an order that was called off or came back, and whose money is back, says so.
 * @param told as read from the provider itself.
 */
export async function settleRefund(
  house: House,
  provider: PaymentProvider,
  told: ProviderRefund,
  inSameTransaction: (db: Tx, outcome: RefundOutcome) => Promise<void> = async () => undefined,
): Promise<RefundOutcome> {
  return withTransaction(house.db, async (db) => {
    const outcome = await settle(house, db, provider, told);
    await inSameTransaction(db, outcome);
    return outcome;
  });
}

export type RefundOutcome = "refunded" | "refund_cancelled" | "already" | "nothing_yet" | "unknown_refund";

async function settle(house: House, db: Tx, provider: PaymentProvider, told: ProviderRefund): Promise<RefundOutcome> {
  const found = await findRefundOrder(db, provider.name, { ref: told.ref, refundId: told.refundId });
  if (!found) {
    house.log.error("a provider tells of a refund that is not ours", undefined, { ref: told.ref });
    return "unknown_refund";
  }
  if (told.status === "pending") return "nothing_yet";
  const order = await lockOrder(db, found.order_id);
  const now = house.clock.now();
  await linkRefund(db, found.id, told.ref);
  const isBack = told.status === "succeeded";
  if (!(await endRefund(db, found.id, { status: isBack ? "succeeded" : "failed", ended_at: now }))) return "already";
  if (!isBack) {
    house.log.error("a refund was cancelled by the provider: look at it by hand", undefined, { refund: found.id });
    return "refund_cancelled";
  }
  const { backMinor, ofMinor } = await givenBack(db, found.payment_id);
  const isOver = order?.status === "cancelled" || order?.status === "returned";
  // The order's own move is told by the order.
  if (found.reason !== "paid_twice" && isOver && backMinor >= ofMinor)
    await moveOrder(db, found.order_id, "refunded", { now });
  else {
    if (found.reason !== "paid_twice") await returnMeansInPart(db, found.order_id, { backMinor, ofMinor }, now);
    await tellRefunded(db, { id: found.id, paymentId: found.payment_id, amountMinor: found.amount_minor });
  }
  return "refunded";
}
