import { type AdminApi, adminEndpoint } from "../../staff/admin-endpoint.ts";
import { refusals as orderRefusals } from "../schema.ts";
import { assignOrder, editNote, releaseOrder, removeNote, revealContacts, writeNote } from "./admin-actions.ts";
import { noteReference, orderAssignment, orderContacts, refusals } from "./admin-schema.ts";

const { order_not_found } = orderRefusals;
const { assigned_to_other, assignment_not_possible, mention_not_possible, note_not_found, note_sent } = refusals;

/** Endpoints by which staff work on an order: notes, assignment and contacts (docs/domain/orders.md). */
export function adminOrderWorkRoutes(api: AdminApi): void {
  addNoteEndpoints(api);
  addAssignmentEndpoints(api);
  adminEndpoint(api, {
    method: "post",
    path: "/orders/{id}/reveal",
    summary: "Show the contacts of an order, which are masked elsewhere; each time is recorded with its reason",
    action: revealContacts,
    response: orderContacts,
    refusals: { order_not_found },
  });
}

function addNoteEndpoints(api: AdminApi): void {
  adminEndpoint(api, {
    method: "post",
    path: "/orders/{id}/notes",
    summary: "Write a note; one for the customer is emailed after 30 seconds",
    action: writeNote,
    response: noteReference,
    refusals: { order_not_found, mention_not_possible },
  });
  adminEndpoint(api, {
    method: "patch",
    path: "/orders/{id}/notes/{note_id}",
    summary: "Edit a note that was not emailed",
    action: editNote,
    response: noteReference,
    refusals: { note_not_found, note_sent },
  });
  adminEndpoint(api, {
    method: "delete",
    path: "/orders/{id}/notes/{note_id}",
    summary: "Delete a note that was not emailed",
    action: removeNote,
    response: noteReference,
    refusals: { note_not_found, note_sent },
  });
}

function addAssignmentEndpoints(api: AdminApi): void {
  adminEndpoint(api, {
    method: "put",
    path: "/orders/{id}/assignment",
    summary: "Assign an order to oneself for 15 minutes, or renew the assignment",
    action: assignOrder,
    response: orderAssignment,
    refusals: { order_not_found, assigned_to_other, assignment_not_possible },
  });
  adminEndpoint(api, {
    method: "delete",
    path: "/orders/{id}/assignment",
    summary: "Release an order that is assigned to oneself",
    action: releaseOrder,
    response: orderAssignment,
    refusals: { order_not_found, assigned_to_other },
  });
}
