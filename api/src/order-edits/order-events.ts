import type { OrderEventHandler } from "../platform/order-events.ts";
import { refuse } from "../platform/http/errors.ts";
import { refusals } from "./admin-schema.ts";
import { applyPaidEdit, cancelEditOfOrder } from "./end-edit.ts";
import { findOpenEdit } from "./sql.ts";

/** Applies an edit that is paid, ends the edit of a canceled order, and lets no order be packed that may still change. */
export const orderEditEvents: OrderEventHandler = {
  onPacking: async (db, { order }) => {
    if (await findOpenEdit(db, order.id)) throw refuse(refusals, "order_edit_open");
  },
  onCanceled: async (db, { order, now }) => cancelEditOfOrder(db, order.id, now),
  onOrderEditPaid: async (db, { orderId, paymentId, now }) => applyPaidEdit(db, orderId, paymentId, now),
};
