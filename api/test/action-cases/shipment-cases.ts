import { randomUUID } from "node:crypto";
import { CDEK_METHOD } from "../../src/fulfillment/carrier-orders/schema.ts";
import { cdekContractSetting } from "../../src/fulfillment/settings.ts";
import { updateSetting } from "../../src/platform/settings/settings.ts";
import { cdekContract } from "../cdek-orders.ts";
import { type ActionCase, type CaseContext, executeCase, type GeneratedValues } from "./action-case.ts";
import { createOrder, createTrackingNumber } from "./order-cases.ts";

/** Opens the shipment of an order that is being packed, and packs some of its pieces. */
async function createShipment(context: CaseContext, values: GeneratedValues, packedPieces: number) {
  const order = await createOrder(context, values, ["packing"]);
  const created = await executeCase(context, "shipment.created", {
    params: {},
    input: { order_id: Number(order.id) },
  });
  const params = { id: String((created.result as { shipment_id: number }).shipment_id) };
  const scanIds: string[] = [];
  for (let piece = 0; piece < packedPieces; piece++) {
    const scan_id = randomUUID();
    scanIds.push(scan_id);
    await executeCase(context, "shipment.piece_packed", { params, input: { scan_id, line: 1 } });
  }
  return { params, scanIds };
}

async function createPackedShipment(context: CaseContext, values: GeneratedValues) {
  const { params } = await createShipment(context, values, values.count);
  const input = { changes: { weight_g: { from: null, to: 500 } }, reason: values.text };
  await executeCase(context, "shipment.packed", { params, input });
  return params;
}

/** Packs a shipment that CDEK carries. */
const createCdekShipment: ActionCase = async (context, values) => {
  const { db } = context.shop;
  const params = await createPackedShipment(context, values);
  await updateSetting(db, cdekContractSetting, cdekContract);
  const { method_id } = await db
    .selectFrom("shipments")
    .select("method_id")
    .where("id", "=", Number(params.id))
    .executeTakeFirstOrThrow();
  await db.updateTable("shipping_methods").set({ code: CDEK_METHOD }).where("id", "=", method_id).execute();
  return { params, input: {} };
};

export const shipmentCases: Record<string, ActionCase> = {
  "shipment.created": async (context, values) => ({
    params: {},
    input: { order_id: Number((await createOrder(context, values, ["packing"])).id) },
  }),
  "shipment.piece_packed": async (context, values) => ({
    params: (await createShipment(context, values, 0)).params,
    input: { scan_id: randomUUID(), line: 1 },
  }),
  "shipment.piece_removed": async (context, values) => {
    const { params, scanIds } = await createShipment(context, values, 1);
    return { params: { ...params, scan_id: scanIds[0] }, input: {} };
  },
  "shipment.packed": async (context, values) => ({
    params: (await createShipment(context, values, values.count)).params,
    input: { changes: { weight_g: { from: null, to: 500 } }, reason: values.text },
  }),
  "shipment.shipped": async (context, values) => ({
    params: await createPackedShipment(context, values),
    input: { tracking_number: createTrackingNumber() },
  }),
  "shipment.event_recorded": async (context, values) => {
    const params = await createPackedShipment(context, values);
    const input = { tracking_number: createTrackingNumber() };
    await executeCase(context, "shipment.shipped", { params, input });
    return { params, input: { kind: values.flag ? "customs" : "arrived", place: values.text } };
  },
  "shipment.carrier_order_requested": createCdekShipment,
  "shipment.carrier_order_canceled": async (context, values) => {
    const shipment = await createCdekShipment(context, values);
    await executeCase(context, "shipment.carrier_order_requested", shipment);
    return shipment;
  },
  "shipment.reopened": async (context, values) => ({ params: await createPackedShipment(context, values), input: {} }),
  "shipment.split": async (context, { count, ...values }) => ({
    params: (await createShipment(context, { ...values, count: count + 1 }, 0)).params,
    input: { items: [{ line: 1, quantity: count }] },
  }),
};
