import { serializeThumbnail } from "../content/images.ts";
import { toMajorUnits } from "../money/currency.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { maskPersonalValue } from "../platform/audit/personal-values.ts";
import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { Permission } from "../staff/permissions.ts";
import { type OrderReturns, refusals, returnActions, type ReturnDetail } from "./admin-schema.ts";
import { findOrderReturns, findReturnDetail, type ReturnDetailRow } from "./admin-sql.ts";
import { shippedStatuses } from "./request-return.ts";
import { getLastDay, getReturnPeriods } from "./return-period.ts";
import { canTransition, getNextStep, outcomesByKind, targetStatuses } from "./return-state-machine.ts";

/** The language and the permissions of the member of staff who reads. */
export type ReturnReader = Readonly<{ locale: Locale; permissions: ReadonlySet<Permission> }>;

/**
 * Returns a return with all that its page shows; personal data is masked.
 * @throws refusal `return_not_found`
 */
export async function getReturnDetail(db: Db, id: number, reader: ReturnReader): Promise<ReturnDetail> {
  const [row, periods] = await Promise.all([
    findReturnDetail(db, id, { isRussian: reader.locale === "ru-RU" }),
    getReturnPeriods(db),
  ]);
  if (!row) throw refuse(refusals, "return_not_found");
  const toAmount = (minor: number) => toMajorUnits(minor, { minorDigits: row.minor_digits });
  const { id: returnId, kind, status, reason, comment, instructions, decision_reason, outcome, currency } = row;
  return {
    ...{ id: returnId, kind, status, reason, comment, instructions, decision_reason, outcome, currency },
    ...{ requested_outcome: row.requested_outcome, photos: row.photos },
    ...serializeTimes(row),
    value: toAmount(row.value_minor),
    order: serializeOrder(row),
    customer: {
      name: row.is_customer_deleted ? "" : maskPersonalValue("name", row.customer_name),
      email: row.is_customer_deleted ? "" : maskPersonalValue("email", row.customer_email),
      is_deleted: row.is_customer_deleted,
      returns: row.returns,
    },
    return_until: getLastDay(row.delivered_at, periods[kind]),
    lines: row.lines.map(({ value_minor, image, ...line }) => ({
      ...line,
      image: image && serializeThumbnail(image, line.name),
      value: toAmount(value_minor),
    })),
    replacement_order:
      row.replacement_order_id === null || row.replacement_status === null
        ? null
        : { id: row.replacement_order_id, status: row.replacement_status },
    refunds: row.refunds.map(({ amount_minor, created_at, ...refund }) => ({
      ...refund,
      amount: toAmount(amount_minor),
      created_at: toIso(created_at),
    })),
    emails: row.emails.map((email) => ({
      ...email,
      queued_at: toIso(email.queued_at),
      sent_at: email.sent_at === null ? null : toIso(email.sent_at),
    })),
    history: row.history.map((entry) => ({
      at: toIso(entry.at),
      action: entry.action,
      actor: { kind: entry.actor_kind, name: entry.actor_name },
      reason: entry.reason,
    })),
    ...getSteps(row, reader),
  };
}

function toIso(timestamp: string): string {
  return new Date(timestamp).toISOString();
}

function serializeTimes({ requested_at, approved_at, received_at, closed_at }: ReturnDetailRow) {
  return {
    requested_at: requested_at.toISOString(),
    approved_at: approved_at?.toISOString() ?? null,
    received_at: received_at?.toISOString() ?? null,
    closed_at: closed_at?.toISOString() ?? null,
  };
}

function serializeOrder(row: ReturnDetailRow): ReturnDetail["order"] {
  return {
    id: row.order_id,
    status: row.order_status,
    locale: row.order_locale,
    delivered_at: row.delivered_at?.toISOString() ?? null,
    shipping_method: row.shipping_code === null ? null : { code: row.shipping_code, name: row.shipping_name },
    country: row.country,
    city: row.city,
    replaces_order_id: row.replaces_order_id,
  };
}

function getSteps({ kind, status }: ReturnDetailRow, { permissions }: ReturnReader) {
  const isBlocked = !permissions.has("returns:write");
  return {
    next_step: getNextStep(kind, status),
    actions: returnActions.map((name) => ({
      name,
      reasons: [
        ...(isBlocked ? ["permission_missing" as const] : []),
        ...(canTransition(kind, status, targetStatuses[name]) ? [] : ["return_transition_not_allowed" as const]),
      ],
    })),
    outcomes: canTransition(kind, status, "resolved")
      ? outcomesByKind[kind].filter((outcome) =>
          permissions.has(outcome === "refund" ? "refunds:create" : "returns:write"),
        )
      : [],
  };
}

/**
 * Returns the returns of an order, and what of it can still be returned.
 * @throws refusal `order_not_found`
 */
export async function getOrderReturns(db: Db, orderId: number, locale: Locale): Promise<OrderReturns> {
  const [row, periods] = await Promise.all([
    findOrderReturns(db, orderId, { isRussian: locale === "ru-RU" }),
    getReturnPeriods(db),
  ]);
  if (!row) throw refuse(orderRefusals, "order_not_found");
  return {
    returns: row.returns.map((one) => ({ ...one, requested_at: toIso(one.requested_at) })),
    can_request: shippedStatuses.includes(row.status) && row.lines.some(({ available }) => available > 0),
    replaces_order_id: row.replaces_order_id,
    return_until: getLastDay(row.delivered_at, periods.return),
    lines: row.lines,
  };
}
