import type { PurchaseOrderLine } from "@furoshiki/api/admin/purchasing/purchase-orders";
import { hasCode } from "../fulfillment/match-scan.ts";

type ScannableLine = Pick<PurchaseOrderLine, "barcode" | "reference">;

/**
 * Finds the line of which a piece was scanned, by barcode or reference; undefined without one. A barcode that belongs to
 * several options of a product finds none: their pieces are entered.
 */
export function findScannedLine<Line extends ScannableLine>(lines: readonly Line[], code: string): Line | undefined {
  const found = lines.filter((line) => hasCode(line, code));
  return found.length === 1 ? found[0] : undefined;
}
