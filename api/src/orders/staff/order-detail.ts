import { serializeCardImage } from "../../content/images.ts";
import { toMajorUnits } from "../../money/currency.ts";
import { maskPersonalValue } from "../../platform/audit/personal-values.ts";
import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import type { Permission } from "../../staff/permissions.ts";
import { customsFields, type OrderDetail, type OrderNote } from "../admin-schema.ts";
import { formatRecipientName, getCountryName } from "../order-address.ts";
import { refusals } from "../schema.ts";
import { handlingDays } from "../settings.ts";
import { listOrderLines, type OrderLineRow } from "../sql.ts";
import { getTrackingUrl } from "../status/tracking.ts";
import { getDueDate } from "./due-date.ts";
import { findOrderExtras, type OrderExtras } from "./order-detail-sql.ts";
import { calculateLedger, getRefundableMinor } from "./order-ledger.ts";
import { getNextStep, listOrderActions } from "./order-steps.ts";
import { buildTimeline } from "./order-timeline.ts";
import { serializeAmounts, serializePayment, toIso, toNullableIso } from "./staff-order.ts";
import { listOrderParts, listStaffOrders, type StaffOrderParts, type StaffOrderRow } from "./staff-order-sql.ts";

/** The member of staff who reads an order, and the language of the names of countries. */
export type OrderReader = Readonly<{
  staffId: number;
  permissions: ReadonlySet<Permission>;
  locale: Locale;
  now: Date;
}>;

type ToAmount = (minor: number) => number;
type LineParts = StaffOrderParts["lines"][number];

/**
 * Returns an order with all that its page in the back office shows; personal data is masked.
 * @throws refusal `order_not_found`.
 */
export async function getOrderDetail(db: Db, id: number, reader: OrderReader): Promise<OrderDetail> {
  const [[row], [parts], lineRows, extras, days] = await Promise.all([
    listStaffOrders(db, { id }, { limit: 1 }),
    listOrderParts(db, [id]),
    listOrderLines(db, [id]),
    findOrderExtras(db, id, reader.now),
    getSetting(db, handlingDays),
  ]);
  if (!row || !parts || !extras) throw refuse(refusals, "order_not_found");
  const toAmount = (minor: number) => toMajorUnits(minor, { minorDigits: row.minor_digits });
  const notes = extras.notes.map(serializeNote);
  const customs = serializeCustoms(row, parts.lines, toAmount);
  const facts = {
    status: row.status,
    hasGoods: row.products_minor > 0,
    lacksCustomsData: customs.missing.length > 0,
    isAssignedToOther: extras.assignment !== null && extras.assignment.staff_id !== reader.staffId,
    isRefundable: getRefundableMinor(parts.payments) > 0,
    permissions: reader.permissions,
  };
  return {
    ...serializeHead(row, extras, days),
    customer: serializeCustomer(row, extras),
    address: serializeMaskedAddress(row, reader.locale),
    shipping: serializeShipping(row, extras),
    lines: parts.lines.map((line) => serializeLine(line, lineRows, toAmount)),
    gift_cards: extras.gift_cards.map(({ recipient_name, price_minor, sent_at, is_void }) => ({
      recipient: maskPersonalValue("name", recipient_name),
      price: toAmount(price_minor),
      sent_at: toNullableIso(sent_at),
      is_void,
    })),
    totals: serializeAmounts(row, toAmount),
    ledger: calculateLedger(row, parts, toAmount),
    customs,
    payments: parts.payments.map((payment) => serializePayment(payment, toAmount)),
    emails: parts.emails.map(({ template, queued_at, sent_at, last_error }) => ({
      template,
      queued_at: toIso(queued_at),
      sent_at: toNullableIso(sent_at),
      last_error,
    })),
    notes,
    timeline: buildTimeline(parts, notes, extras.audit_entries, toAmount),
    assignment: extras.assignment && {
      staff: { id: extras.assignment.staff_id, name: extras.assignment.staff_name },
      expires_at: toIso(extras.assignment.expires_at),
    },
    next_step: getNextStep(facts),
    actions: listOrderActions(facts),
  };
}

function serializeHead(row: StaffOrderRow, extras: OrderExtras, days: number) {
  return {
    id: row.id,
    status: row.status,
    placed_at: row.placed_at.toISOString(),
    pay_until: row.status === "awaiting_payment" ? row.pay_until.toISOString() : null,
    paid_at: row.paid_at?.toISOString() ?? null,
    shipped_at: extras.shipped_at?.toISOString() ?? null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
    due_on: getDueDate(row, days),
    locale: row.locale,
    currency: row.currency,
    payment_method: row.payment_method,
    promo_code: row.promo_code,
    comment: row.comment,
  };
}

function serializeCustomer(row: StaffOrderRow, extras: OrderExtras): OrderDetail["customer"] {
  return {
    id: row.customer_id,
    name: extras.is_customer_deleted ? "" : maskPersonalValue("name", extras.customer_name),
    email: maskPersonalValue("email", row.email),
    is_deleted: extras.is_customer_deleted,
    orders: extras.orders,
    returned_orders: extras.returned_orders,
  };
}

function serializeMaskedAddress({ address }: StaffOrderRow, locale: Locale): OrderDetail["address"] {
  return (
    address && {
      country: address.country,
      country_name: getCountryName(address, locale),
      city: address.city,
      recipient: maskPersonalValue("name", formatRecipientName(address)),
      phone: maskPersonalValue("phone", address.phone_mobile),
    }
  );
}

function serializeShipping(row: StaffOrderRow, { days_min, days_max }: OrderExtras): OrderDetail["shipping"] {
  const point = row.pickup_point;
  return {
    method: row.shipping_method,
    name: row.shipping_name,
    pickup_point: point && { code: point.code, name: point.name, city: point.city, address: point.address },
    days_min,
    days_max,
    weight_g: row.weight_g,
    tracking:
      row.tracking_number === null ? null : { number: row.tracking_number, url: getTrackingUrl(row.tracking_number) },
  };
}

/** Returns which data of the customs declaration a product lacks. */
function listMissingFields(line: LineParts): (typeof customsFields)[number][] {
  return customsFields.filter((field) => line[field] === "");
}

function serializeLine(
  line: LineParts,
  rows: readonly OrderLineRow[],
  toAmount: ToAmount,
): OrderDetail["lines"][number] {
  const image = rows.find((row) => row.line === line.line)?.image;
  return {
    line: line.line,
    product_id: line.product_id,
    option_id: line.option_id,
    reference: line.reference,
    name: line.name,
    option_name: line.option_name,
    image: image ? serializeCardImage(image, line.name) : null,
    quantity: line.qty,
    price: toAmount(line.price_minor),
    discount: toAmount(line.discount_minor),
    total: toAmount(line.total_minor),
    weight_g: line.weight_g,
    is_gift: line.is_gift,
    customs: { hs_code: line.hs_code, description: line.customs_name_en, missing: listMissingFields(line) },
  };
}

function serializeCustoms(row: StaffOrderRow, lines: readonly LineParts[], toAmount: ToAmount): OrderDetail["customs"] {
  const products = new Map(lines.map((line) => [line.product_id, line]));
  const missing = [...products.values()].flatMap((line) =>
    listMissingFields(line).map((field) => ({ product_id: line.product_id, reference: line.reference, field })),
  );
  return {
    state: row.products_minor === 0 ? null : missing.length > 0 ? "missing" : "complete",
    is_declared: row.customs_declared,
    tax: toAmount(row.customs_tax_minor),
    duty_confirmed_at: toNullableIso(row.duty_confirmed_at),
    missing,
  };
}

function serializeNote(note: OrderExtras["notes"][number]): OrderNote {
  return {
    id: note.id,
    author: { id: note.author_id, name: note.author_label },
    text: note.text,
    is_visible_to_customer: note.is_visible_to_customer,
    mentions: note.mentions,
    created_at: toIso(note.created_at),
    emailed_at: toNullableIso(note.emailed_at),
  };
}
