import { type ExportLimit, findExceededExportLimit } from "../../customs/rules.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";

/** Why a line cannot be shipped: its hazard class or size, or Japan's export limit at this price. */
export type LineRefusal = { code: string; limit?: { amount: number; sign: string } };

type ShippableLine = { priceRubMinor: number; row: { product_id: number; hazard: string; hs_code: string } };

/**
 * Returns what prevents a line from being shipped: first an export limit for the country, since no method avoids it;
 * then what the selected method does not carry, because the product is too large for it or because of its hazard class.
 * Null if nothing does.
 */
export function getLineRefusal(
  line: ShippableLine,
  {
    notCarriedProductIds,
    oversizeProductIds,
  }: { notCarriedProductIds: readonly number[]; oversizeProductIds: readonly number[] },
  exportLimits: readonly ExportLimit[],
): LineRefusal | null {
  const hsCode = line.row.hs_code.replaceAll(".", "");
  const exportLimit = findExceededExportLimit(exportLimits, hsCode, line.priceRubMinor);
  if (exportLimit)
    return { code: "export_limit", limit: { amount: exportLimit.limit, sign: exportLimit.currency.sign } };
  if (!notCarriedProductIds.includes(line.row.product_id)) return null;
  return { code: oversizeProductIds.includes(line.row.product_id) ? "oversize" : line.row.hazard };
}

/** Serializes the refusal in the shopper's language. */
export function serializeLineRefusal(
  refusal: LineRefusal | null,
  locale: Locale,
): { code: string; text: string } | null {
  if (!refusal) return null;
  const limit = refusal.limit ? `${refusal.limit.amount.toLocaleString(locale)} ${refusal.limit.sign}` : "";
  return { code: refusal.code, text: formatMessage(locale, `not_shippable_${refusal.code}`, { limit }) };
}
