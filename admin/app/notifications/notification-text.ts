import {
  AtSign,
  CalendarX,
  CircleX,
  PackageOpen,
  ShieldCheck,
  ShieldQuestionMark,
  UserRoundCheck,
  type LucideIcon,
} from "lucide-react";
import type { StaffNotification } from "@furoshiki/api/admin/staff/notifications";
import { formatOrderNumber } from "../i18n/amounts.ts";
import type { I18n } from "../i18n/use-i18n.tsx";
import type { Permission } from "../staff/me.tsx";

export const notificationIcons: Readonly<Record<StaffNotification["kind"], LucideIcon>> = {
  approval_requested: ShieldQuestionMark,
  approval_decided: ShieldCheck,
  order_edited_by_customer: PackageOpen,
  order_mention: AtSign,
  order_taken_over: UserRoundCheck,
  planned_task_refused: CalendarX,
  refund_failed: CircleX,
};

/** Returns the text of a notification in the language of the reader. */
export function formatNotification({ t }: I18n, { kind, subject, actor, params }: StaffNotification): string {
  const number = formatOrderNumber(Number(subject.id));
  return t(`notifications.kind_${kind}`, { ...params, number, actor: actor?.name ?? t("notifications.somebody") });
}

/** Returns the page of the record that a notification is about; null if the person may not open it. */
export function getNotificationPath(
  { kind, subject }: StaffNotification,
  permissions: readonly Permission[],
): string | null {
  if (kind === "approval_requested") return "/approvals";
  if (subject.kind === "task") return "/tasks";
  if (subject.kind !== "order") return null;
  if (permissions.includes("orders:read")) return `/orders/${subject.id}`;
  return permissions.includes("orders:fulfill") ? `/fulfillment/pack/${subject.id}` : null;
}
