import type { Refusals } from "../../platform/http/errors.ts";

/** By how many percent the measured weight of a shipment may differ from the expected one. */
export const WEIGHT_TOLERANCE_PERCENT = 5;

/** Returns whether a measured weight differs from the expected one by no more than the tolerance. */
export function isWeightExpected(weightG: number, expectedG: number): boolean {
  return Math.abs(weightG - expectedG) * 100 <= expectedG * WEIGHT_TOLERANCE_PERCENT;
}

/** A line of a shipment, by what a scan can identify it. */
export type ScannableItem = Readonly<{
  /** The number of the item in the shipment. */
  line: number;
  option_id: number;
  barcode: string | null;
  reference: string;
  quantity: number;
  /** The pieces that are in the box. */
  packed: number;
}>;

/**
 * What a scan means: a piece of a line; a product of which several options are missing, so that a person has to choose;
 * or a wrong item, because the shipment does not contain it or has all its pieces.
 */
export type ScanMatch =
  | Readonly<{ kind: "line"; line: number }>
  | Readonly<{ kind: "options"; lines: readonly number[] }>
  | Readonly<{ kind: "wrong"; reason: "not_in_shipment" | "already_packed" }>;

/**
 * Finds the line of a shipment to which a scanned code belongs. A barcode identifies a product, not its option. The
 * packing station has the same rule, so that it can go on without a connection.
 * @param scan `code`: barcode or reference; `line`: the line that a person has chosen
 */
export function matchScan(
  items: readonly ScannableItem[],
  { code, line }: { code?: string | undefined; line?: number | undefined },
): ScanMatch {
  const matches = items.filter(
    (item) => (line === undefined || item.line === line) && (code === undefined || hasCode(item, code)),
  );
  if (matches.length === 0) return { kind: "wrong", reason: "not_in_shipment" };
  const missing = matches.filter((item) => item.packed < item.quantity);
  const [first] = missing;
  if (!first) return { kind: "wrong", reason: "already_packed" };
  if (missing.some((item) => item.option_id !== first.option_id))
    return { kind: "options", lines: missing.map((item) => item.line) };
  return { kind: "line", line: first.line };
}

function hasCode({ barcode, reference }: ScannableItem, code: string): boolean {
  return [barcode ?? "", reference].some((known) => known !== "" && normalizeCode(known) === normalizeCode(code));
}

/** Scanners send a UPC-A code with or without its leading zero. */
function normalizeCode(code: string): string {
  return code.replaceAll(/[\s-]/g, "").toUpperCase().replace(/^0+/, "");
}

export const refusals = {
  shipment_not_found: 404,
  scan_not_found: 404,
  scan_id_reused: 409,
  wrong_item_scanned: 422,
  option_not_identified: 409,
  weight_differs: 409,
  order_not_in_packing: 409,
  order_partly_shipped: 409,
  several_shipments: 409,
  shipment_incomplete: 409,
  shipment_not_open: 409,
  shipment_not_packed: 409,
  split_not_possible: 409,
} as const satisfies Refusals;
