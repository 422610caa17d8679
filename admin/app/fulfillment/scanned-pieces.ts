import type { Shipment, ShipmentItem } from "@furoshiki/api/admin/fulfillment/shipments";
import type { QueuedChange } from "./scan-queue.ts";

/** A piece in the box. */
export type ScannedPiece = Readonly<{ scan_id: string; line: number }>;

/**
 * Returns the pieces in the box, the last one first: those that the server knew when the page was loaded, with the
 * changes that were made at this device since then.
 */
export function listPieces(scans: Shipment["scans"], changes: readonly QueuedChange[]): ScannedPiece[] {
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
