import type { OrderChanges } from "../../orders/order-changes.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import type { Receipt } from "../../platform/payment-provider.ts";
import { calculateShare } from "../refunds/refund-calculation.ts";
import { getEditChanges, getReceiptOrder, listRefundReceiptLines } from "./receipt-sql.ts";
import { buildReceipt } from "./receipt.ts";
import { receiptSettings } from "../settings.ts";

/** A payment or refund. Amounts in minor units of the currency. */
export type Transfer = {
  order_id: number;
  amount_minor: number;
  currency: string;
  minor_digits: number;
  locale: Locale;
  /** Set for the payment of an order edit. */
  edit_payment_id?: string | null;
  /** Set for a refund, with the part of the delivery price that it pays back. */
  refund?: { id: string; delivery_minor: number };
};

/**
 * Creates the receipt of a payment or refund of an order if receipts are issued by the provider, otherwise null. A refund
 * by line lists these lines, the payment of an edit what the edit adds; any other partial amount is distributed over the
 * whole order in proportion.
 */
export async function createReceipt(db: Db, transfer: Transfer): Promise<Receipt | null> {
  const taxCodes = await getSetting(db, receiptSettings);
  if (!taxCodes) return null;
  const order = await getReceiptOrder(db, transfer.order_id);
  const input = {
    email: order.email,
    ...((await listChangedParts(db, transfer)) ?? {
      lines: order.lines,
      deliveryMinor: order.delivery_minor,
      giftCardsMinor: calculateShare(order.purchased_gift_cards_minor, transfer.amount_minor, order.total_minor),
    }),
    totalMinor: transfer.amount_minor,
    currency: { code: transfer.currency, minorDigits: transfer.minor_digits },
    deliveryName: formatMessage(transfer.locale, "receipt_delivery"),
    giftCardsName: formatMessage(transfer.locale, "receipt_gift_cards"),
  };
  return buildReceipt(input, taxCodes);
}

/** Returns what a refund by line pays back, or what an edit adds; null for every other transfer. */
async function listChangedParts(db: Db, { edit_payment_id, refund }: Transfer) {
  if (edit_payment_id) return listAddedParts(await getEditChanges(db, edit_payment_id));
  if (!refund) return null;
  const lines = await listRefundReceiptLines(db, refund.id);
  if (lines.length === 0 && refund.delivery_minor === 0) return null;
  return { lines, deliveryMinor: refund.delivery_minor, giftCardsMinor: 0 };
}

/** Lists what an edit adds to its order, in minor units of the order's currency. */
function listAddedParts({ lines, before, after }: OrderChanges) {
  return {
    giftCardsMinor: 0,
    deliveryMinor: Math.max(0, after.delivery_minor - before.delivery_minor),
    lines: lines
      .map(({ name, qty, qty_before, price_minor }) => ({ name, qty: qty - qty_before, price_minor }))
      .filter(({ qty }) => qty > 0)
      .map(({ name, qty, price_minor }) => ({ name, qty, totalMinor: qty * price_minor })),
  };
}
