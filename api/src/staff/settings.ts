import { z } from "zod";
import { retentionSetting } from "../platform/retention/settings.ts";
import { setting } from "../platform/settings/settings.ts";

/** Refunds of an order above this amount, in kopecks, require a recent code of the authenticator. */
export const stepUpRefundMinor = setting("staff.step_up_refund_minor", z.int().min(0), 5000_00);

export const staffNotificationDays = retentionSetting("staff_notifications", { min: 7, defaultDays: 90 });

/**
 * Refunds of an order above this amount, in kopecks, have to be approved by a second person
 * (docs/security.md#approvals); null: none.
 */
export const secondApprovalMinor = setting("staff.second_approval_minor", z.int().min(0).nullable(), null);
