import { z } from "zod";
import { fieldEdit, recordEdit } from "../../platform/changes/schema.ts";
import { orderParams } from "../admin-schema.ts";
import { orderStatus } from "../schema.ts";

export const noteParams = orderParams.extend({ note_id: z.coerce.number().int().min(1).max(2_147_483_647) });

const noteText = z.string().trim().min(1, "required").max(2000, "tooLong");

export const writeNoteRequest = z
  .strictObject({
    text: noteText,
    is_visible_to_customer: z.boolean().default(false),
    /** The ids of the mentioned staff, who are notified. They need the permission `orders:read`. */
    mentions: z.array(z.int().min(1).max(2_147_483_647)).max(20).default([]),
  })
  .meta({ id: "WriteOrderNoteRequest" });

export const editNoteRequest = recordEdit({ text: fieldEdit(noteText) }).meta({ id: "EditOrderNoteRequest" });

/** `take_over` confirms that an assignment of another member of staff is replaced or ignored. */
const takeOver = z.boolean().default(false);

export const assignOrderRequest = z.strictObject({ take_over: takeOver }).meta({ id: "AssignOrderRequest" });

export const releaseOrderRequest = z.strictObject({}).meta({ id: "ReleaseOrderRequest" });

/** A change of the status; `from` is the status that the member of staff saw. */
export const changeStatusRequest = z
  .strictObject({ from: orderStatus, take_over: takeOver })
  .meta({ id: "ChangeOrderStatusRequest" });

export const shipOrderRequest = changeStatusRequest
  .extend({
    /** Spaces are removed; the check digit of postal numbers is verified. */
    tracking_number: z
      .string()
      .max(40)
      .transform((text) => text.replaceAll(/\s/g, "").toUpperCase())
      .optional(),
  })
  .meta({ id: "ShipOrderRequest" });

const reason = z.string().trim().min(1, "required").max(500, "tooLong");

export const cancelOrderRequest = z.strictObject({ from: orderStatus, reason }).meta({ id: "AdminCancelOrderRequest" });

/** `unchanged`: the order had the status already; `refund_requested`: it changes when the provider has refunded. */
export const statusOutcomes = ["changed", "unchanged", "refund_requested"] as const;
export type StatusOutcome = (typeof statusOutcomes)[number];

export const statusChange = z
  .object({ status: orderStatus, outcome: z.enum(statusOutcomes) })
  .meta({ id: "OrderStatusChange" });

export const noteReference = z.object({ note_id: z.int() }).meta({ id: "OrderNoteReference" });

export const orderAssignment = z.object({ expires_at: z.iso.datetime().nullable() }).meta({ id: "OrderAssignment" });

export const revealContactsRequest = z.strictObject({ reason }).meta({ id: "RevealContactsRequest" });

/** The columns of the exported list: those of the page, by its names, and the contacts and address of the customer. */
export const exportColumns = [
  ...(["number", "placed", "customer", "contacts", "address", "shipping", "items", "weight"] as const),
  ...(["total", "customs", "due", "assignee", "status"] as const),
] as const;
export type ExportColumn = (typeof exportColumns)[number];

/** The contacts of an order, which are masked everywhere else. */
export const orderContacts = z
  .object({
    customer: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
    /** Null if the order contains only gift cards. */
    address: z
      .object({
        recipient: z.string(),
        company: z.string(),
        address: z.string(),
        city: z.string(),
        state: z.string(),
        postcode: z.string(),
        country_name: z.string(),
        phone: z.string(),
      })
      .nullable(),
  })
  .meta({ id: "OrderContacts" });
export type OrderContacts = z.infer<typeof orderContacts>;

export const refusals = {
  state_changed: 409,
  assigned_to_other: 409,
  assignment_not_possible: 409,
  note_not_found: 404,
  note_sent: 409,
  mention_not_possible: 422,
} as const;
