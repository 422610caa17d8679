import type { ExportLimit } from "../customs/rules.ts";
import type { Locale } from "../platform/locale.ts";
import { text } from "../platform/texts.ts";

/** Why a line cannot go: what it is (its hazard class), or that Japan does not let it out at this price. */
export type LineRefusal = { code: string; limit?: { amount: number; sign: string } };

type Refusable = { priceRubMinor: number; row: { product_id: number; hazard: string; hs_code: string } };

/**
 * What keeps a line from the parcel: an export limit of the country first, for no method helps against it; then what
 * the chosen method does not carry: too large for any parcel of it, or its hazard class.
 */
export function refusalOf(
  line: Refusable,
  { notCarried, oversize }: { notCarried: readonly number[]; oversize: readonly number[] },
  bans: readonly ExportLimit[],
): LineRefusal | null {
  const hsCode = line.row.hs_code.replaceAll(".", "");
  const ban = bans.find((one) => hsCode.startsWith(one.hsPrefix) && line.priceRubMinor > one.limitRubMinor);
  if (ban) return { code: "export_limit", limit: { amount: ban.limit, sign: ban.currency.sign } };
  if (!notCarried.includes(line.row.product_id)) return null;
  return { code: oversize.includes(line.row.product_id) ? "oversize" : line.row.hazard };
}

/** The refusal in the shopper's language. */
export function wireRefusal(refusal: LineRefusal | null, locale: Locale): { code: string; text: string } | null {
  if (!refusal) return null;
  const limit = refusal.limit ? `${refusal.limit.amount.toLocaleString(locale)} ${refusal.limit.sign}` : "";
  return { code: refusal.code, text: text(locale, `not_shippable_${refusal.code}`, { limit }) };
}
