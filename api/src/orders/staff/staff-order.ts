import { toMajorUnits } from "../../money/currency.ts";
import type { Db } from "../../platform/db/database.ts";
import { listOrderParts, type StaffOrderParts, type StaffOrderRow } from "./staff-order-sql.ts";

/** An order with everything that staff need to pack it and to answer the customer. */
export type StaffOrder = ReturnType<typeof serializeStaffOrder>;

/** Completes order rows with lines, history, payments and emails; the order of the rows is kept. */
export async function loadStaffOrders(db: Db, rows: readonly StaffOrderRow[]): Promise<StaffOrder[]> {
  const parts = await listOrderParts(
    db,
    rows.map(({ id }) => id),
  );
  const partsById = new Map(parts.map((orderParts) => [orderParts.id, orderParts]));
  return rows.flatMap((row) => {
    const orderParts = partsById.get(row.id);
    return orderParts ? [serializeStaffOrder(row, orderParts)] : [];
  });
}

/**
 * Serializes an order with all its parts. Amounts are numbers in major units of the order's currency, times ISO 8601 in
 * UTC, weights grams.
 */
function serializeStaffOrder(row: StaffOrderRow, parts: StaffOrderParts) {
  const { lines, certificates: giftCards, history, payments, emails } = parts;
  const toAmount = (minor: number) => toMajorUnits(minor, { minorDigits: row.minor_digits });
  return {
    ...serializeStaffOrderSummary(row),
    paid_at: formatIso(row.paid_at),
    delivered_at: formatIso(row.delivered_at),
    pay_until: row.status === "awaiting_payment" ? formatIso(row.pay_until) : null,
    locale: row.locale,
    customer: { id: row.customer_id, email: row.email },
    amounts: serializeAmounts(row, toAmount),
    promo_code: row.promo_code,
    payment_method: row.payment_method,
    comment: row.comment,
    items: lines.map((line) => ({
      reference: line.reference,
      name: line.name,
      option: line.option_name,
      quantity: line.qty,
      price: toAmount(line.price_minor),
      discount: toAmount(line.discount_minor),
      total: toAmount(line.total_minor),
      weight_g: line.weight_g,
      is_gift: line.is_gift,
      customs: { description: line.customs_name_en, hs_code: line.hs_code },
    })),
    gift_cards: giftCards.map(({ recipient_name, price_minor, sent_at }) => ({
      recipient_name,
      price: toAmount(price_minor),
      sent_at: toNullableIso(sent_at),
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
      tax: toAmount(row.customs_tax_minor),
      duty_confirmed_at: toNullableIso(row.duty_confirmed_at),
    },
    history: history.map((entry) => ({ ...entry, at: toIso(entry.at) })),
    payments: payments.map((payment) => serializePayment(payment, toAmount)),
    emails: emails.map((one) => ({
      ...one,
      queued_at: toIso(one.queued_at),
      sent_at: toNullableIso(one.sent_at),
    })),
  };
}

type ToAmount = (minor: number) => number;

/** Serializes the amounts that the total is calculated from. */
export function serializeAmounts(row: StaffOrderRow, toAmount: ToAmount) {
  return {
    products: toAmount(row.products_minor),
    discount: toAmount(row.discount_minor),
    loyalty_points: toAmount(row.loyalty_minor),
    gift_card: toAmount(row.gift_card_minor),
    delivery: toAmount(row.delivery_minor),
    gift_cards_purchased: toAmount(row.purchased_gift_cards_minor),
    total: toAmount(row.total_minor),
  };
}

/** Serializes a payment with its attempts and refunds. */
export function serializePayment(
  { amount_minor, attempts, refunds, ...payment }: StaffOrderParts["payments"][number],
  toAmount: ToAmount,
) {
  return {
    ...payment,
    amount: toAmount(amount_minor),
    created_at: toIso(payment.created_at),
    paid_at: toNullableIso(payment.paid_at),
    attempts: attempts.map((one) => ({ ...one, at: toIso(one.at) })),
    refunds: refunds.map(({ amount_minor: minor, value_minor: valueMinor, attempt_id: attemptId, ...refund }) => ({
      ...refund,
      is_money: attemptId !== null,
      amount: toAmount(minor || valueMinor),
      created_at: toIso(refund.created_at),
      ended_at: toNullableIso(refund.ended_at),
    })),
  };
}

/** Serializes an order for lists. */
export function serializeStaffOrderSummary(row: StaffOrderRow) {
  return {
    id: row.id,
    placed_at: row.placed_at.toISOString(),
    status: row.status,
    source: row.source,
    total: toMajorUnits(row.total_minor, { minorDigits: row.minor_digits }),
    currency: row.currency,
    email: row.email,
    country: row.address?.country ?? null,
    recipient: row.address ? `${row.address.first_name} ${row.address.last_name}`.trim() : null,
    shipping_method: row.shipping_method,
    tracking_number: row.tracking_number,
  };
}

function formatIso(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}

/** Converts a timestamp in PostgreSQL's JSON format to ISO 8601 in UTC. */
export function toIso(timestamp: string): string {
  return new Date(timestamp).toISOString();
}

/** Converts a timestamp like `toIso`; null stays null. */
export function toNullableIso(timestamp: string | null): string | null {
  return timestamp === null ? null : toIso(timestamp);
}
