import { refusals as orderRefusals } from "../../orders/schema.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import { consumeRateLimit } from "../../platform/http/rate-limits.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { legalEntity, shopName } from "../../platform/store-profile/settings.ts";
import { buildDocumentContent } from "../documents/document-content.ts";
import { findDocumentSource } from "../documents/document-sql.ts";
import { reportUndrawableText } from "../documents/render-documents.ts";
import { receiptLimit } from "../settings.ts";
import { refusals } from "./schema.ts";
import { findTransfers } from "./sql.ts";

/**
 * Renders the receipt of one of the customer's own orders as a PDF file, in the language of the order. It is rendered
 * from the order each time and not stored. One takes about 40 ms of processor time.
 * @throws refusal `order_not_found`, also for another customer's order, `receipt_not_available` before the payment,
 * `too_many_requests` or `text_not_drawable`
 */
export async function getReceipt(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  customerId: number,
  orderId: number,
): Promise<Buffer<ArrayBuffer>> {
  const found = await findTransfers(db, orderId);
  if (found?.customer_id !== customerId) throw refuse(orderRefusals, "order_not_found");
  const source = await findDocumentSource(db, orderId);
  if (!source?.paid_at) throw refuse(refusals, "receipt_not_available");
  const now = clock.now();
  await consumeRateLimit(
    db,
    { name: "fulfillment:receipts_per_customer", subject: customerId },
    { ...(await getSetting(db, receiptLimit)), now },
  );
  const content = buildDocumentContent("invoice", source, null, {
    names: await getSetting(db, shopName),
    legal: await getSetting(db, legalEntity),
  });
  // Loaded with the first receipt, since PDF libraries take 30 MB of memory.
  const { drawReceipt } = await import("./draw-receipt.ts");
  return reportUndrawableText(() =>
    drawReceipt({ content, locale: source.locale, transfers: found.transfers, createdAt: now }),
  );
}
