import type { OrderEventHandler } from "../../platform/order-events.ts";
import { listStaffWithPermission, notifyStaff } from "../../staff/notifications/notify-staff.ts";

/** Notifies the staff who refund payments that a provider declined a refund. */
export const paymentStaffNotificationEvents: OrderEventHandler = {
  onRefundFailed: async (tx, { orderId, now }) =>
    notifyStaff(tx, {
      staffIds: await listStaffWithPermission(tx, "refunds:create"),
      ...{ kind: "refund_failed", subject: { kind: "order", id: orderId }, actorId: null, now },
    }),
};
