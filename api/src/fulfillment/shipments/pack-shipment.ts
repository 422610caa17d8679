import { serializeCardImage } from "../../content/images.ts";
import { requireAssignee } from "../../orders/staff/assignee.ts";
import { listParcelOrders } from "../../orders/parcel/parcel-orders.ts";
import { lockOrderAndGetStatus } from "../../orders/status/transition-order.ts";
import type { Tx } from "../../platform/db/database.ts";
import { type Refusal, refuse } from "../../platform/http/errors.ts";
import { requestCancellation } from "../carrier-orders/sql.ts";
import { requireShipment } from "./lock-shipment.ts";
import { isWeightExpected, matchScan, refusals } from "./schema.ts";
import {
  findProductByCode,
  findScan,
  insertScan,
  insertShipment,
  insertStoreEvents,
  listScannableItems,
  type LockedShipment,
  lockOrderShipments,
  removeItems,
  updateScanUndone,
  updateShipment,
} from "./sql.ts";

/** Who packs, and when. `staffId` is null for a command. */
export type Packer = Readonly<{ staffId: number | null; now: Date }>;

/**
 * Returns the open shipment of an order, and creates it with all pieces of the order, and of those that are sent with it,
 * that are in no shipment if there is none.
 * @param packer `canTakeOver`: whether the assignment of another member of staff is ignored
 * @throws Refusal `order_not_found`, `order_not_in_packing`, `assigned_to_other`, or `shipment_not_open` if everything is
 * packed
 */
export async function openShipment(
  tx: Tx,
  orderId: number,
  { staffId, canTakeOver, now }: Packer & { canTakeOver: boolean },
): Promise<{ id: number; isNew: boolean }> {
  const status = await lockOrderAndGetStatus(tx, orderId);
  if (status !== "packing") throw refuse(refusals, "order_not_in_packing", { data: { status } });
  if (!canTakeOver)
    for (const { id } of await listParcelOrders(tx, orderId)) await requireAssignee(tx, id, staffId, now);
  const open = (await lockOrderShipments(tx, orderId)).find((shipment) => shipment.status === "open");
  if (open) return { id: open.id, isNew: false };
  const id = await insertShipment(tx, orderId, now);
  if (id === undefined) throw refuse(refusals, "shipment_not_open");
  return { id, isNew: true };
}

/** A piece that was put into the box; see `ScanRequest`. */
export type Scan = Readonly<{ scanId: string; code?: string | undefined; line?: number | undefined }>;

/**
 * Records a scanned piece. A scan that was recorded before changes nothing and has the same result.
 * @returns the line of the order, and the number of its packed pieces before; null if it was recorded before
 * @throws Refusal `shipment_not_found`, `scan_id_reused`, `shipment_not_open`, `wrong_item_scanned` or `option_not_identified`
 */
export async function recordScan(
  tx: Tx,
  shipmentId: number,
  { scanId, code, line }: Scan,
  { staffId, now }: Packer,
): Promise<{ line: number; packedBefore: number | null }> {
  const shipment = await requireShipment(tx, shipmentId);
  const known = await findScan(tx, scanId);
  if (known && known.shipment_id !== shipmentId) throw refuse(refusals, "scan_id_reused");
  if (known) return { line: known.order_line, packedBefore: null };
  requireOpen(shipment);
  const items = await listScannableItems(tx, shipmentId);
  const match = matchScan(items, { code, line });
  if (match.kind === "wrong") throw await createWrongItemRefusal(tx, match.reason, code);
  if (match.kind === "options") throw refuse(refusals, "option_not_identified", { data: { lines: match.lines } });
  await insertScan(tx, {
    ...{ scan_id: scanId, shipment_id: shipmentId, order_line: match.line },
    ...{ code: code ?? null, at: now, staff_id: staffId },
  });
  return { line: match.line, packedBefore: items.find((item) => item.line === match.line)?.packed ?? 0 };
}

async function createWrongItemRefusal(db: Tx, reason: string, code: string | undefined): Promise<Refusal> {
  const product = code === undefined ? null : await findProductByCode(db, code);
  const image = product?.image ? serializeCardImage(product.image, product.name_en) : null;
  return refuse(refusals, "wrong_item_scanned", { data: { reason, product: product && { ...product, image } } });
}

/**
 * Takes a piece out of the box again.
 * @returns the line of the order, and the number of its packed pieces before; null if it was taken out before
 * @throws Refusal `shipment_not_found`, `scan_not_found` or `shipment_not_open`
 */
export async function undoScan(
  tx: Tx,
  shipmentId: number,
  scanId: string,
  now: Date,
): Promise<{ line: number; packedBefore: number | null }> {
  const shipment = await requireShipment(tx, shipmentId);
  const scan = await findScan(tx, scanId);
  if (scan?.shipment_id !== shipmentId) throw refuse(refusals, "scan_not_found");
  if (scan.undone_at) return { line: scan.order_line, packedBefore: null };
  requireOpen(shipment);
  const items = await listScannableItems(tx, shipmentId);
  await updateScanUndone(tx, scanId, now);
  return { line: scan.order_line, packedBefore: items.find((item) => item.line === scan.order_line)?.packed ?? 0 };
}

/**
 * Stores the measured weight of a shipment with all its pieces, which is packed then.
 * @param weight `reason`: why it differs from the expected weight by more than the tolerance
 * @throws Refusal `shipment_not_open`, `shipment_incomplete` with the number of missing pieces, or `weight_differs` with
 * both weights
 */
export async function weighShipment(
  tx: Tx,
  shipment: LockedShipment,
  { weightG, reason }: { weightG: number; reason: string | undefined },
  { staffId, now }: Packer,
): Promise<void> {
  if (shipment.status !== "packed") requireOpen(shipment);
  const items = await listScannableItems(tx, shipment.id);
  const missing = items.reduce((sum, { quantity, packed }) => sum + quantity - packed, 0);
  if (missing > 0) throw refuse(refusals, "shipment_incomplete", { params: { missing }, data: { missing } });
  const { expected_weight_g } = shipment;
  if (reason === undefined && !isWeightExpected(weightG, expected_weight_g))
    throw refuse(refusals, "weight_differs", { data: { weight_g: weightG, expected_weight_g } });
  const packed = shipment.status === "open" ? { packed_by: staffId, packed_at: now } : {};
  await updateShipment(tx, shipment.id, {
    status: "packed",
    weight_g: weightG,
    weight_reason: reason ?? "",
    ...packed,
  });
  if (shipment.status === "open") await insertStoreEvents(tx, [shipment.id], "packed", now);
}

/** Opens a packed shipment again; its order at the carrier is canceled. @throws Refusal `shipment_not_packed` */
export async function reopenShipment(tx: Tx, shipment: LockedShipment, now: Date): Promise<void> {
  if (shipment.status !== "packed")
    throw refuse(refusals, "shipment_not_packed", { data: { status: shipment.status } });
  const notPacked = { weight_g: null, weight_reason: "", packed_by: null, packed_at: null };
  await requestCancellation(tx, [shipment.id], now);
  await updateShipment(tx, shipment.id, { status: "open", ...notPacked });
}

/**
 * Moves pieces that are not packed from an open shipment to a new one.
 * @returns the id of the new shipment
 * @throws Refusal `shipment_not_open`, or `split_not_possible` if the shipment does not have the pieces, they are packed,
 * or nothing would be left
 */
export async function splitShipment(
  tx: Tx,
  shipment: LockedShipment,
  moved: readonly { line: number; quantity: number }[],
  now: Date,
): Promise<number> {
  requireOpen(shipment);
  const items = await listScannableItems(tx, shipment.id);
  const canMove = moved.every(({ line, quantity }) =>
    items.some((item) => item.line === line && item.quantity - item.packed >= quantity),
  );
  const movedPieces = moved.reduce((sum, { quantity }) => sum + quantity, 0);
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  if (!canMove || movedPieces >= pieces) throw refuse(refusals, "split_not_possible");
  await removeItems(tx, shipment, moved);
  const id = await insertShipment(tx, shipment.order_id, now);
  if (id === undefined) throw new Error(`shipment ${shipment.id}: no pieces to move`);
  return id;
}

function requireOpen({ status }: LockedShipment): void {
  if (status !== "open") throw refuse(refusals, "shipment_not_open", { data: { status } });
}
