import type { OrderDetail, OrderNote, TimelineEntry } from "../admin-schema.ts";
import type { OrderDetailRow } from "./order-detail-sql.ts";
import { toIso, toNullableIso } from "./staff-order.ts";
import type { StaffOrderParts } from "./staff-order-sql.ts";

/** Actions of the audit log that the timeline shows as such; all others are seen in the entries that they cause. */
const shownActions: ReadonlySet<string> = new Set([
  ...[
    "order.assigned",
    "order.released",
    "order.contacts_revealed",
    "order.identity_revealed",
    "order.note_edited",
    "order.note_deleted",
  ],
  ...["order.edited", "order.edit_canceled"],
  ...["approval.requested", "approval.approved", "approval.rejected", "approval.expired", "approval.canceled"],
]);

/** Joins status changes, payments, refunds, emails, notes, joined orders and audit entries of an order, newest first. */
export function buildTimeline(
  {
    history,
    payments,
    emails,
    joins,
    id,
    audit_entries: auditEntries,
  }: Pick<OrderDetailRow, "id" | "history" | "payments" | "emails" | "joins" | "audit_entries">,
  notes: readonly OrderNote[],
  toAmount: (minor: number) => number,
): OrderDetail["timeline"] {
  const entries: TimelineEntry[] = [
    ...history.map((entry) => buildStatusEntry(entry)),
    ...payments.flatMap((payment) => buildPaymentEntries(payment, toAmount)),
    ...emails.map(({ template, queued_at, sent_at, last_error }): TimelineEntry => ({
      kind: "email",
      at: toIso(queued_at),
      template,
      sent_at: toNullableIso(sent_at),
      last_error,
    })),
    ...joins.flatMap((join) => buildJoinEntries(join, id)),
    ...notes.map((note): TimelineEntry => ({ kind: "note", at: note.created_at, note })),
    ...auditEntries
      .filter(({ action }) => shownActions.has(action))
      .map(({ at, action, actor_kind, actor_name }): TimelineEntry => ({
        kind: "action",
        at: toIso(at),
        action,
        actor: { kind: actor_kind, name: actor_name },
      })),
  ];
  // The sort is stable: entries of one moment stay in the order of their kinds.
  return entries.toSorted((a, b) => b.at.localeCompare(a.at));
}

/** An order that was joined to this one, or this one to another; and that they were separated. */
function buildJoinEntries(join: OrderDetailRow["joins"][number], orderId: number): TimelineEntry[] {
  const other = join.order_id === orderId ? join.main_order_id : join.order_id;
  const staff = join.staff_name === null ? null : { kind: "staff" as const, name: join.staff_name };
  const actor = join.by_customer ? { kind: "customer" as const, name: "" } : staff;
  return [
    { kind: "parcel", at: toIso(join.joined_at), change: "joined", order_id: other, actor },
    ...(join.separated_at === null
      ? []
      : [
          {
            kind: "parcel" as const,
            at: toIso(join.separated_at),
            change: "separated" as const,
            order_id: other,
            actor: null,
          },
        ]),
  ];
}

function buildStatusEntry({ at, status, cause, note, actor }: StaffOrderParts["history"][number]): TimelineEntry {
  const customer = cause === "customer" ? { kind: "customer" as const, name: "" } : null;
  return { kind: "status", at: toIso(at), status, cause, note, actor: actor ?? customer };
}

function buildPaymentEntries(
  { amount_minor, provider, attempts, refunds }: StaffOrderParts["payments"][number],
  toAmount: (minor: number) => number,
): TimelineEntry[] {
  return [
    ...attempts.map(({ at, status, decline_reason }): TimelineEntry => ({
      kind: "payment_attempt",
      at: toIso(at),
      status,
      amount: toAmount(amount_minor),
      provider,
      decline_reason,
    })),
    ...refunds.map((refund): TimelineEntry => ({
      kind: "refund",
      at: toIso(refund.created_at),
      status: refund.status,
      amount: toAmount(refund.amount_minor || refund.value_minor),
      reason: refund.reason,
      ended_at: toNullableIso(refund.ended_at),
    })),
  ];
}
