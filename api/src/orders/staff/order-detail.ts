import { serializeThumbnail } from "../../content/images.ts";
import { toMajorUnits } from "../../money/currency.ts";
import { maskPersonalValue } from "../../platform/audit/personal-values.ts";
import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import type { Permission } from "../../staff/permissions.ts";
import type { OrderDetail, OrderNote } from "../admin-schema.ts";
import { formatRecipientName, getCountryName } from "../order-address.ts";
import { refusals } from "../schema.ts";
import { handlingDays } from "../settings.ts";
import { getTrackingUrl } from "../status/tracking.ts";
import { getDueDate } from "./due-date.ts";
import { findOrderDetail, type OrderDetailRow } from "./order-detail-sql.ts";
import { calculateLedger, getRefundableMinor, hasBalanceToRefund } from "./order-ledger.ts";
import { getNextStep, listOrderActions } from "./order-steps.ts";
import { buildTimeline } from "./order-timeline.ts";
import { serializeAmounts, serializePayment, toIso, toNullableIso } from "./staff-order.ts";

/** The member of staff who reads an order, and the language of the names of countries. */
export type OrderReader = Readonly<{
  staffId: number;
  permissions: ReadonlySet<Permission>;
  locale: Locale;
  now: Date;
}>;

type ToAmount = (minor: number) => number;
type LineParts = OrderDetailRow["lines"][number];

/**
 * Returns an order with all that its page in the back office shows; personal data is masked.
 * @throws refusal `order_not_found`.
 */
export async function getOrderDetail(db: Db, id: number, reader: OrderReader): Promise<OrderDetail> {
  const [row, days] = await Promise.all([findOrderDetail(db, id, reader.now), getSetting(db, handlingDays)]);
  if (!row) throw refuse(refusals, "order_not_found");
  const toAmount = (minor: number) => toMajorUnits(minor, { minorDigits: row.minor_digits });
  const notes = row.notes.map(serializeNote);
  const facts = {
    status: row.status,
    hasGoods: row.products_minor > 0,
    customsStatus: getParcelCustomsStatus(row),
    shipments: { open: row.open_shipments, packed: row.packed_shipments },
    isAssignedToOther: row.assignment !== null && row.assignment.staff_id !== reader.staffId,
    isParcelLost: row.is_parcel_lost,
    isRefundable: getRefundableMinor(row.payments) > 0 || hasBalanceToRefund(row),
    permissions: reader.permissions,
  };
  return {
    ...serializeHead(row, days),
    parcel:
      row.joined_orders.length === 0 ? null : { main_order_id: row.main_order_id, joined_orders: row.joined_orders },
    customer: serializeCustomer(row),
    address: serializeMaskedAddress(row, reader.locale),
    shipping: serializeShipping(row),
    lines: row.lines.map((line) => serializeLine(line, row, toAmount)),
    gift_cards: row.gift_cards.map(({ recipient_name, price_minor, sent_at, is_void }) => ({
      recipient: maskPersonalValue("name", recipient_name),
      price: toAmount(price_minor),
      sent_at: toNullableIso(sent_at),
      is_void,
    })),
    totals: serializeAmounts(row, toAmount),
    ledger: calculateLedger(row, row, toAmount),
    customs: serializeCustoms(row, toAmount),
    recipient_identity: {
      is_needed: row.is_identity_needed,
      given_at: row.identity_given_at?.toISOString() ?? null,
    },
    payments: row.payments.map((payment) => serializePayment(payment, toAmount)),
    emails: row.emails.map(({ template, queued_at, sent_at, last_error }) => ({
      template,
      queued_at: toIso(queued_at),
      sent_at: toNullableIso(sent_at),
      last_error,
    })),
    notes,
    timeline: buildTimeline(row, notes, toAmount),
    assignment: row.assignment && {
      staff: { id: row.assignment.staff_id, name: row.assignment.staff_name },
      expires_at: toIso(row.assignment.expires_at),
    },
    next_step: getNextStep(facts),
    actions: listOrderActions(facts),
  };
}

/** An order waits for the customs data of those that are sent with it. */
function getParcelCustomsStatus({ customs_check: check, joined_customs_status: joined }: OrderDetailRow) {
  const status = check?.status ?? null;
  return status === "complete" ? (joined ?? status) : status;
}

function serializeHead(row: OrderDetailRow, days: number) {
  return {
    id: row.id,
    status: row.status,
    source: row.source,
    created_by: row.created_by,
    placed_at: row.placed_at.toISOString(),
    pay_until: row.status === "awaiting_payment" ? row.pay_until.toISOString() : null,
    paid_at: row.paid_at?.toISOString() ?? null,
    shipped_at: row.shipped_at?.toISOString() ?? null,
    is_parcel_lost: row.is_parcel_lost,
    delivered_at: row.delivered_at?.toISOString() ?? null,
    due_on: getDueDate(row, days),
    locale: row.locale,
    currency: row.currency,
    payment_method: row.payment_method,
    promo_code: row.promo_code,
    comment: row.comment,
  };
}

function serializeCustomer(row: OrderDetailRow): OrderDetail["customer"] {
  return {
    id: row.customer_id,
    name: row.is_customer_deleted ? "" : maskPersonalValue("name", row.customer_name),
    email: maskPersonalValue("email", row.email),
    is_deleted: row.is_customer_deleted,
    orders: row.orders,
    returned_orders: row.returned_orders,
  };
}

function serializeMaskedAddress({ address }: OrderDetailRow, locale: Locale): OrderDetail["address"] {
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

function serializeShipping(row: OrderDetailRow): OrderDetail["shipping"] {
  const point = row.pickup_point;
  return {
    method: row.shipping_method,
    name: row.shipping_name,
    pickup_point: point && { code: point.code, name: point.name, city: point.city, address: point.address },
    days_min: row.days_min,
    days_max: row.days_max,
    weight_g: row.weight_g,
    tracking:
      row.tracking_number === null ? null : { number: row.tracking_number, url: getTrackingUrl(row.tracking_number) },
  };
}

function serializeLine(
  line: LineParts,
  { line_images: images, customs_check: check }: OrderDetailRow,
  toAmount: ToAmount,
): OrderDetail["lines"][number] {
  const image = images[line.line];
  return {
    line: line.line,
    product_id: line.product_id,
    option_id: line.option_id,
    reference: line.reference,
    name: line.name,
    option_name: line.option_name,
    image: image ? serializeThumbnail(image, line.name) : null,
    quantity: line.qty,
    price: toAmount(line.price_minor),
    discount: toAmount(line.discount_minor),
    total: toAmount(line.total_minor),
    weight_g: line.weight_g,
    is_gift: line.is_gift,
    customs: {
      hs_code: line.hs_code,
      description: line.customs_name_en,
      problems: (check?.problems ?? [])
        .filter(({ product_id }) => product_id === line.product_id)
        .map(({ code }) => code),
    },
  };
}

function serializeCustoms(row: OrderDetailRow, toAmount: ToAmount): OrderDetail["customs"] {
  const { customs_check: check, lines } = row;
  const references = new Map(lines.map(({ product_id, reference }) => [product_id, reference]));
  return {
    state: check?.status ?? null,
    is_declared: row.customs_declared,
    tax: toAmount(row.customs_tax_minor),
    duty_confirmed_at: toNullableIso(row.duty_confirmed_at),
    problems: (check?.problems ?? []).map(({ code, product_id }) => ({
      ...{ code, product_id },
      reference: references.get(product_id) ?? "",
    })),
  };
}

function serializeNote(note: OrderDetailRow["notes"][number]): OrderNote {
  return {
    id: note.id,
    author: { id: note.author_id, name: note.author_label },
    text: note.text,
    is_visible_to_customer: note.is_visible_to_customer,
    mentions: note.mentions,
    created_at: toIso(note.created_at),
    emailed_at: toNullableIso(note.emailed_at),
    is_from_customer: note.is_from_customer,
    answered_at: toNullableIso(note.answered_at),
    photos: note.photos,
  };
}
