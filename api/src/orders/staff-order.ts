import { toWire } from "../money/currency.ts";
import type { Db } from "../platform/db.ts";
import { partsOfOrders, type StaffOrderParts, type StaffOrderRow } from "./staff-order-sql.ts";

/** An order with everything that the staff need to pack it and to answer its customer. */
export type StaffOrder = ReturnType<typeof serializeOrder>;

/** Orders in the given order, each with its lines, history, payments and emails. */
export async function staffOrdersOf(db: Db, rows: readonly StaffOrderRow[]): Promise<StaffOrder[]> {
  const parts = await partsOfOrders(
    db,
    rows.map(({ id }) => id),
  );
  const byId = new Map(parts.map((one) => [one.id, one]));
  return rows.flatMap((row) => {
    const own = byId.get(row.id);
    return own ? [serializeOrder(row, own)] : [];
  });
}

/** Amounts are numbers in the order's currency, moments ISO 8601 in UTC, weights grams. */
function serializeOrder(row: StaffOrderRow, parts: StaffOrderParts) {
  const { lines, certificates, history, payments, emails } = parts;
  const amount = (minor: number) => toWire(minor, { minorDigits: row.minor_digits });
  return {
    ...summaryOf(row),
    paid_at: iso(row.paid_at),
    delivered_at: iso(row.delivered_at),
    pay_until: row.status === "awaiting_payment" ? iso(row.pay_until) : null,
    locale: row.locale,
    customer: { id: row.customer_id, email: row.email },
    amounts: {
      products: amount(row.products_minor),
      discount: amount(row.discount_minor),
      bonuses: amount(row.bonus_minor),
      gift_certificate: amount(row.certificate_minor),
      delivery: amount(row.delivery_minor),
      gift_certificates_bought: amount(row.certificates_minor),
      total: amount(row.total_minor),
    },
    promo_code: row.promo_code,
    payment_method: row.payment_method,
    comment: row.comment,
    items: lines.map((line) => ({
      reference: line.reference,
      name: line.name,
      option: line.option_name,
      quantity: line.qty,
      price: amount(line.price_minor),
      discount: amount(line.discount_minor),
      total: amount(line.total_minor),
      weight_g: line.weight_g,
      is_gift: line.is_present,
      customs: { description: line.customs_name_en, hs_code: line.hs_code },
    })),
    gift_certificates: certificates.map(({ recipient_name, price_minor, sent_at }) => ({
      recipient_name,
      price: amount(price_minor),
      sent_at: isoText(sent_at),
    })),
    address: row.address,
    shipping: {
      method: row.shipping_method,
      name: row.shipping_name,
      pickup_point: row.pickup_point,
      weight_g: row.weight_g,
      tracking_number: row.tracking_number,
    },
    customs: {
      declared: row.customs_declared,
      tax: amount(row.customs_tax_minor),
      duty_confirmed_at: isoText(row.duty_confirmed_at),
    },
    history: history.map((step) => ({ ...step, at: isoText(step.at) })),
    payments: payments.map(({ amount_minor, attempts, refunds, ...payment }) => ({
      ...payment,
      amount: amount(amount_minor),
      created_at: isoText(payment.created_at),
      paid_at: isoText(payment.paid_at),
      attempts: attempts.map((one) => ({ ...one, at: isoText(one.at) })),
      refunds: refunds.map(({ amount_minor: minor, ...refund }) => ({
        ...refund,
        amount: amount(minor),
        created_at: isoText(refund.created_at),
        ended_at: isoText(refund.ended_at),
      })),
    })),
    emails: emails.map((one) => ({ ...one, queued_at: isoText(one.queued_at), sent_at: isoText(one.sent_at) })),
  };
}

/** An order as a line of a list. */
export function summaryOf(row: StaffOrderRow) {
  return {
    id: row.id,
    placed_at: row.placed_at.toISOString(),
    status: row.status,
    total: toWire(row.total_minor, { minorDigits: row.minor_digits }),
    currency: row.currency,
    email: row.email,
    country: row.address?.country ?? null,
    recipient: row.address ? `${row.address.first_name} ${row.address.last_name}`.trim() : null,
    shipping_method: row.shipping_method,
    tracking_number: row.tracking_number,
  };
}

function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

/** PostgreSQL's JSON writes a moment in its own way. */
function isoText(at: string | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
