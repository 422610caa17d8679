import type { ScannableItem, ScanMatch } from "@furoshiki/api/fulfillment/shipments";

/**
 * Finds the line of a shipment to which a scanned code belongs, as the API does, so that packing goes on without a
 * connection. A barcode identifies a product, not its option.
 */
export function matchScan(items: readonly ScannableItem[], code: string): ScanMatch {
  const matches = items.filter((item) => hasCode(item, code));
  if (matches.length === 0) return { kind: "wrong", reason: "not_in_shipment" };
  const missing = matches.filter(({ packed, quantity }) => packed < quantity);
  const [first] = missing;
  if (!first) return { kind: "wrong", reason: "already_packed" };
  if (missing.some((item) => item.option_id !== first.option_id))
    return { kind: "options", lines: missing.map(({ line }) => line) };
  return { kind: "line", line: first.line };
}

/** Returns whether a scanned code is the barcode or the reference of an item. */
export function hasCode({ barcode, reference }: Pick<ScannableItem, "barcode" | "reference">, code: string): boolean {
  return [barcode ?? "", reference].some((known) => known !== "" && normalizeCode(known) === normalizeCode(code));
}

/** Scanners send a UPC-A code with or without its leading zero. */
function normalizeCode(code: string): string {
  return code.replaceAll(/[\s-]/g, "").toUpperCase().replace(/^0+/, "");
}
