import { orderParams } from "../../orders/admin-schema.ts";
import { adminAction } from "../../staff/admin-action.ts";
import { documentInput } from "./admin-schema.ts";
import { printDocument } from "./print-document.ts";

/** Prints a document of an order or of one of its shipments. It is not undone: a later document supersedes it. */
export const printOrderDocument = adminAction({
  name: "order.document_printed",
  permission: "orders:fulfill",
  params: orderParams,
  input: documentInput,
  subject: ({ id }) => ({ kind: "order", id }),
  stepUp: () => false,
  run: async (tx, { id: orderId }, { kind, shipment_id: shipmentId }, { app, now, actor }) => {
    const staffId = actor.kind === "staff" ? Number(actor.id) : null;
    const { document, isNew } = await printDocument(app, tx, { orderId, shipmentId, kind, staffId, now });
    return {
      result: document,
      changes: isNew ? [{ field: "document", from: null, to: `${kind} ${document.number}` }] : null,
    };
  },
  inverse: null,
});
