import { findSoldVariants } from "../order-edits/edit-options.ts";
import { placeManualOrderAction } from "./admin-actions.ts";
import { findCustomers } from "./customers.ts";
import { estimateManualOrder, listOptions } from "./estimate.ts";

/**
 * What the endpoints of manual orders execute. An order applies the rules of many modules, so that the endpoints know
 * only this interface, which `buildAdminApi` passes to them.
 */
export const manualOrdering = {
  placeManualOrderAction,
  estimateManualOrder,
  findCustomers,
  findSoldVariants,
  listOptions,
};
export type ManualOrdering = typeof manualOrdering;
