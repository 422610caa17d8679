import { getStaffId } from "../../orders/staff/assignee.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { compareFields } from "../../platform/changes/compare-fields.ts";
import { adminAction } from "../../staff/admin-action.ts";
import {
  createShipmentRequest,
  reopenRequest,
  scanParams,
  scanRequest,
  type ScannedPiece,
  shipRequest,
  type ShipmentChange,
  splitRequest,
  undoScanRequest,
  weighRequest,
} from "./admin-schema.ts";
import { requireShipment, requireShipmentAndOrder } from "./lock-shipment.ts";
import { openShipment, recordScan, reopenShipment, splitShipment, undoScan, weighShipment } from "./pack-shipment.ts";
import { shipShipment } from "./ship-shipment.ts";
import { z } from "zod";

const noStepUp = () => false;
const shipment = ({ id }: { id: number }) => ({ kind: "shipment", id });

/** Opens the shipment of an order that is being packed, or creates it. */
export const createShipment = adminAction({
  name: "shipment.created",
  permission: "orders:fulfill",
  params: z.object({}),
  input: createShipmentRequest,
  subject: (_params, { shipment_id }: ShipmentChange) => ({ kind: "shipment", id: shipment_id }),
  stepUp: noStepUp,
  run: async (tx, _params, { order_id, take_over }, { now, actor }) => {
    const packer = { staffId: getStaffId(actor), canTakeOver: take_over, now };
    const { id, isNew } = await openShipment(tx, order_id, packer);
    return {
      result: { shipment_id: id, order_id, status: "open" as const, order_status: "packing" as const },
      changes: isNew ? [{ field: "order_id", from: null, to: order_id }] : null,
    };
  },
  inverse: null,
});

/** Puts a scanned piece into the box, or one that a person has confirmed. */
export const scanPiece = adminAction({
  name: "shipment.piece_packed",
  permission: "orders:fulfill",
  params: idParams,
  input: scanRequest,
  subject: shipment,
  stepUp: noStepUp,
  run: async (tx, { id }, { scan_id, code, line }, { now, actor }) => {
    const packer = { staffId: getStaffId(actor), now };
    const { line: packedLine, packedBefore } = await recordScan(tx, id, { scanId: scan_id, code, line }, packer);
    const result: ScannedPiece = { scan_id, shipment_id: id, line: packedLine };
    if (packedBefore === null) return { result, changes: null };
    return { result, changes: [{ field: `line_${packedLine}`, from: packedBefore, to: packedBefore + 1 }] };
  },
  inverse: ({ params: { id }, result: { scan_id } }) => ({
    action: "shipment.piece_removed",
    params: { id, scan_id },
    input: {},
  }),
});

/** Takes a piece out of the box again. */
export const removePiece = adminAction({
  name: "shipment.piece_removed",
  permission: "orders:fulfill",
  params: scanParams,
  input: undoScanRequest,
  subject: shipment,
  stepUp: noStepUp,
  run: async (tx, { id, scan_id }, _input, { now }) => {
    const { line, packedBefore } = await undoScan(tx, id, scan_id, now);
    const result: ScannedPiece = { scan_id, shipment_id: id, line };
    if (packedBefore === null) return { result, changes: null };
    return { result, changes: [{ field: `line_${line}`, from: packedBefore, to: packedBefore - 1 }] };
  },
  inverse: null,
});

/** Stores the measured weight of a shipment, which is packed then. */
export const weighPackedShipment = adminAction({
  name: "shipment.packed",
  permission: "orders:fulfill",
  params: idParams,
  input: weighRequest,
  subject: shipment,
  stepUp: noStepUp,
  run: async (tx, { id }, { changes: edits, reason }, { now, actor }) => {
    const current = await requireShipment(tx, id);
    const changes = await compareFields(tx, { kind: "shipment", id }, { weight_g: current.weight_g }, edits);
    const result = { shipment_id: id, order_id: current.order_id, order_status: "packing" as const };
    if (changes.length === 0) return { result: { ...result, status: current.status }, changes: null };
    const packer = { staffId: getStaffId(actor), now };
    await weighShipment(tx, current, { weightG: edits.weight_g.to, reason }, packer);
    return { result: { ...result, status: "packed" as const }, changes };
  },
  inverse: ({ params, changes }) =>
    changes[0]?.from === null ? { action: "shipment.reopened", params, input: {} } : null,
});

/** Opens a packed shipment again, to correct it. */
export const reopenPackedShipment = adminAction({
  name: "shipment.reopened",
  permission: "orders:fulfill",
  params: idParams,
  input: reopenRequest,
  subject: shipment,
  stepUp: noStepUp,
  run: async (tx, { id }, _input, { now }) => {
    const { shipment: current, orderStatus } = await requireShipmentAndOrder(tx, id);
    const result = { shipment_id: id, order_id: current.order_id, status: "open" as const, order_status: orderStatus };
    if (current.status === "open") return { result, changes: null };
    await reopenShipment(tx, current, now);
    return { result, changes: [{ field: "status", from: current.status, to: "open" }] };
  },
  inverse: null,
});

/** Moves pieces that are not packed to a new shipment. The result is the new shipment. */
export const splitOpenShipment = adminAction({
  name: "shipment.split",
  permission: "orders:fulfill",
  params: idParams,
  input: splitRequest,
  subject: shipment,
  stepUp: noStepUp,
  run: async (tx, { id }, { items }, { now }) => {
    const { shipment: current, orderStatus } = await requireShipmentAndOrder(tx, id);
    const newId = await splitShipment(tx, current, items, now);
    return {
      result: { shipment_id: newId, order_id: current.order_id, status: "open" as const, order_status: orderStatus },
      changes: items.map(({ line, quantity }) => ({ field: `moved_line_${line}`, from: null, to: quantity })),
    };
  },
  inverse: null,
});

/** Hands a packed shipment over to the carrier. */
export const shipPackedShipment = adminAction({
  name: "shipment.shipped",
  permission: "orders:fulfill",
  params: idParams,
  input: shipRequest,
  subject: shipment,
  stepUp: noStepUp,
  run: async (tx, { id }, { tracking_number }, { app, now, actor }) => {
    const { shipment: current, orderStatus } = await requireShipmentAndOrder(tx, id);
    const details = { trackingNumber: tracking_number, now, actor };
    const newOrderStatus = await shipShipment(app, tx, current, details);
    const result: ShipmentChange = {
      ...{ shipment_id: id, order_id: current.order_id, status: "shipped" },
      order_status: newOrderStatus ?? orderStatus,
    };
    if (newOrderStatus === null) return { result, changes: null };
    const changes = [{ field: "status", from: current.status, to: "shipped" }];
    if (tracking_number === undefined || tracking_number === current.tracking_number) return { result, changes };
    const number = { field: "tracking_number", from: current.tracking_number, to: tracking_number };
    return { result, changes: [...changes, number] };
  },
  inverse: null,
});
