import type { PreviewEffects } from "@furoshiki/api/admin/staff/audit";
import type { OrderDetail } from "@furoshiki/api/admin/orders";
import type { RevealedIdentity } from "@furoshiki/api/admin/orders/identity";
import type { OrderContacts } from "@furoshiki/api/admin/orders/staff";
import type { FieldErrors } from "../api-client/request-context.ts";
import type { CarrierFailure } from "../fulfillment/carrier-actions.ts";
import type { CustomsEditFailure } from "../fulfillment/customs-edit.ts";
import type { PrintFailure } from "../fulfillment/document-actions.ts";
import type { NoteEditResult } from "./edit-note.ts";
import type { StepUp } from "../staff/step-up.ts";

/** The actions that change the status of an order, with the last part of their endpoint. */
export const statusActionPaths = {
  start_packing: "start-packing",
  ship: "ship",
  mark_delivered: "mark-delivered",
  mark_returned: "mark-returned",
  cancel: "cancel",
} as const;
export type StatusAction = keyof typeof statusActionPaths;

/** Returns whether a value names an action that changes the status. */
export function isStatusAction(value: unknown): value is StatusAction {
  return typeof value === "string" && Object.hasOwn(statusActionPaths, value);
}

/** What a status action would do, or why it is refused. */
export type StatusPreview = { effects: PreviewEffects } | { refusal: string };

/** What a form of the order page shows after its submission. */
export type OrderActionResult =
  | { intent: string; message: string; errors: FieldErrors }
  | { intent: "reveal_contacts"; contacts: OrderContacts }
  | { intent: "reveal_identity"; identity: RevealedIdentity }
  | { intent: "save_customs_data"; failure: CustomsEditFailure }
  | NoteEditResult
  | { intent: "print_document"; failure: PrintFailure }
  | { intent: "change_carrier_order"; failure: CarrierFailure }
  | { intent: "step_up"; stepUp: StepUp };

/** Returns the reasons that block an action of an order; null if the order does not have the action. */
export function getBlockReasons({ actions }: OrderDetail, name: OrderDetail["actions"][number]["name"]) {
  return actions.find((action) => action.name === name)?.reasons ?? null;
}

/** Returns whether a person can use an action; one that another person works on can be taken over. */
export function isActionAllowed(order: OrderDetail, name: OrderDetail["actions"][number]["name"]): boolean {
  return getBlockReasons(order, name)?.every((reason) => reason === "assigned_to_other") ?? false;
}
