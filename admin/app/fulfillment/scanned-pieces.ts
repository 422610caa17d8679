import type { Shipment, ShipmentItem } from "@furoshiki/api/admin/fulfillment/shipments";

/** A change of a shipment that the server has not confirmed: a piece that was put into the box, or taken out again. */
export type PackingChange = Readonly<{
  kind: "scan" | "undo";
  scan_id: string;
  line: number;
  /** Undefined if the piece was confirmed without scanning. */
  code?: string | undefined;
}>;

/** A piece in the box. */
export type ScannedPiece = Readonly<{ scan_id: string; line: number }>;

/**
 * Returns the pieces in the box, the last one first: those that the server knew when the page was loaded, with the
 * changes that were made at this device since then.
 */
export function listPieces(scans: Shipment["scans"], changes: readonly PackingChange[]): ScannedPiece[] {
  const pieces = new Map<string, ScannedPiece>();
  for (const { scan_id, line } of scans.toReversed()) pieces.set(scan_id, { scan_id, line });
  for (const { kind, scan_id, line } of changes)
    if (kind === "scan") pieces.set(scan_id, { scan_id, line });
    else pieces.delete(scan_id);
  return [...pieces.values()].toReversed();
}

/** Returns the items with the number of pieces that are in the box. */
export function countPacked(items: readonly ShipmentItem[], pieces: readonly ScannedPiece[]): ShipmentItem[] {
  return items.map((item) => ({ ...item, packed: pieces.filter(({ line }) => line === item.line).length }));
}
