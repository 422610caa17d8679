import { z } from "zod";
import { orderSelection } from "../orders/staff/order-selection.ts";
import { defineTaskKind } from "../tasks/task-kind.ts";
import { startPacking } from "./admin-actions.ts";

/** Starts packing paid orders; others are refused. */
export const startPackingTask = defineTaskKind({
  name: "orders.start-packing",
  list: orderSelection,
  permission: startPacking.permission,
  input: z.strictObject({}),
  createCall: ({ id }) => ({ action: startPacking, params: { id }, input: { from: "paid" } }),
});
