import type { PurchaseOrderLine } from "@furoshiki/api/admin/purchasing/purchase-orders";

type ScannableLine = Pick<PurchaseOrderLine, "barcode" | "reference">;

/**
 * Finds the line of which a piece was scanned, by barcode or reference; undefined without one. A barcode that belongs to
 * several options of a product finds none: their pieces are entered.
 */
export function findScannedLine<Line extends ScannableLine>(lines: readonly Line[], code: string): Line | undefined {
  const scanned = normalizeCode(code);
  const found = lines.filter(({ barcode, reference }) =>
    [barcode ?? "", reference].some((known) => known !== "" && normalizeCode(known) === scanned),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** Scanners send a UPC-A code with or without its leading zero. */
function normalizeCode(code: string): string {
  return code.replaceAll(/[\s-]/g, "").toUpperCase().replace(/^0+/, "");
}
