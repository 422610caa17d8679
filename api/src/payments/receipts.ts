import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import { settingValue } from "../platform/settings.ts";
import { text } from "../platform/texts.ts";
import type { Receipt } from "./provider.ts";
import { receiptedOrder } from "./receipt-sql.ts";
import { receiptOf } from "./receipt.ts";
import { receiptData } from "./settings.ts";

/**
 * The receipt of a sum that is paid for an order, or goes back, where the shop's receipts are made by the provider.
 * A part of the order's sum is told as that part of every line.
 */
export async function receiptFor(
  db: Db,
  moved: { order_id: number; amount_minor: number; currency: string; minor_digits: number; locale: Locale },
): Promise<Receipt | null> {
  const codes = await settingValue(db, receiptData);
  if (!codes) return null;
  const {
    email,
    delivery_minor: deliveryMinor,
    certificates_minor: ofCertificates,
    total_minor: ofAll,
    lines,
  } = await receiptedOrder(db, moved.order_id);
  const paid = {
    email,
    lines,
    deliveryMinor,
    // Of a part that goes back, the same part.
    certificatesMinor: Number((BigInt(ofCertificates) * BigInt(moved.amount_minor)) / BigInt(ofAll)),
    totalMinor: moved.amount_minor,
    currency: { code: moved.currency, minorDigits: moved.minor_digits },
    deliveryName: text(moved.locale, "receipt_delivery"),
    certificatesName: text(moved.locale, "receipt_certificates"),
  };
  return receiptOf(paid, codes);
}
