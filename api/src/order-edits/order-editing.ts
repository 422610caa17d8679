import { cancelOrderEdit, editOrderAction } from "./admin-actions.ts";
import { findAddableProducts, getDeliveryOptions } from "./edit-options.ts";

/**
 * What the endpoints of order edits execute. An edit applies the rules of many modules, so that the endpoints know only
 * this interface, which `buildAdminApi` passes to them.
 */
export const orderEditing = { editOrderAction, cancelOrderEdit, findAddableProducts, getDeliveryOptions };
export type OrderEditing = typeof orderEditing;
