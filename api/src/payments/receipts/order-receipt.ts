import type { OrderChanges } from "../../orders/order-changes.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import type { Receipt } from "../../platform/payment-provider.ts";
import { getEditChanges, getReceiptOrder } from "./receipt-sql.ts";
import { buildReceipt } from "./receipt.ts";
import { receiptSettings } from "../settings.ts";

/**
 * Creates the receipt of a payment or refund of an order if receipts are issued by the provider, otherwise null. A
 * partial amount is distributed over all lines in proportion; that of an edit over what the edit adds.
 */
export async function createReceipt(
  db: Db,
  transfer: {
    order_id: number;
    amount_minor: number;
    currency: string;
    minor_digits: number;
    locale: Locale;
    /** Set for the payment of an order edit. */
    edit_payment_id?: string | null;
  },
): Promise<Receipt | null> {
  const taxCodes = await getSetting(db, receiptSettings);
  if (!taxCodes) return null;
  const order = await getReceiptOrder(db, transfer.order_id);
  const {
    purchased_gift_cards_minor: giftCardsMinor,
    lines,
    delivery_minor: deliveryMinor,
  } = transfer.edit_payment_id ? buildReceiptOfEdit(await getEditChanges(db, transfer.edit_payment_id)) : order;
  const input = {
    email: order.email,
    lines,
    deliveryMinor,
    // A partial refund contains the proportional part of the gift cards.
    giftCardsMinor:
      giftCardsMinor === 0
        ? 0
        : Number((BigInt(giftCardsMinor) * BigInt(transfer.amount_minor)) / BigInt(order.total_minor)),
    totalMinor: transfer.amount_minor,
    currency: { code: transfer.currency, minorDigits: transfer.minor_digits },
    deliveryName: formatMessage(transfer.locale, "receipt_delivery"),
    giftCardsName: formatMessage(transfer.locale, "receipt_gift_cards"),
  };
  return buildReceipt(input, taxCodes);
}

/** Lists what an edit adds to its order, in minor units of the order's currency. */
function buildReceiptOfEdit({ lines, before, after }: OrderChanges) {
  return {
    purchased_gift_cards_minor: 0,
    delivery_minor: Math.max(0, after.delivery_minor - before.delivery_minor),
    lines: lines
      .map(({ name, qty, qty_before, price_minor }) => ({ name, qty: qty - qty_before, price_minor }))
      .filter(({ qty }) => qty > 0)
      .map(({ name, qty, price_minor }) => ({ name, qty, totalMinor: qty * price_minor })),
  };
}
