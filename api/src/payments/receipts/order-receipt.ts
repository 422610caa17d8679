import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import type { Receipt } from "../../platform/payment-provider.ts";
import { getReceiptOrder } from "./receipt-sql.ts";
import { buildReceipt } from "./receipt.ts";
import { receiptSettings } from "../settings.ts";

/**
 * Creates the receipt of a payment or refund of an order if receipts are issued by the provider, otherwise null. A
 * partial amount is distributed over all lines in proportion.
 */
export async function createReceipt(
  db: Db,
  transfer: { order_id: number; amount_minor: number; currency: string; minor_digits: number; locale: Locale },
): Promise<Receipt | null> {
  const taxCodes = await getSetting(db, receiptSettings);
  if (!taxCodes) return null;
  const {
    email,
    delivery_minor: deliveryMinor,
    purchased_gift_cards_minor: orderGiftCardsMinor,
    total_minor: orderTotalMinor,
    lines,
  } = await getReceiptOrder(db, transfer.order_id);
  const input = {
    email,
    lines,
    deliveryMinor,
    // A partial refund contains the proportional part of the gift cards.
    giftCardsMinor: Number((BigInt(orderGiftCardsMinor) * BigInt(transfer.amount_minor)) / BigInt(orderTotalMinor)),
    totalMinor: transfer.amount_minor,
    currency: { code: transfer.currency, minorDigits: transfer.minor_digits },
    deliveryName: formatMessage(transfer.locale, "receipt_delivery"),
    giftCardsName: formatMessage(transfer.locale, "receipt_gift_cards"),
  };
  return buildReceipt(input, taxCodes);
}
