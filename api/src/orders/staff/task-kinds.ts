import { z } from "zod";
import { defineTaskKind } from "../../tasks/task-kind.ts";
import { assignOrder } from "./admin-actions.ts";
import { orderSelection } from "./order-selection.ts";

/** Assigns orders to the author of the task; those of colleagues are refused. */
export const assignOrdersTask = defineTaskKind({
  name: "orders.assign",
  list: orderSelection,
  permission: assignOrder.permission,
  input: z.strictObject({}),
  createCall: ({ id }) => ({ action: assignOrder, params: { id }, input: {} }),
});
