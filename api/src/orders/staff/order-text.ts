import { formatTable } from "../../platform/commands/command.ts";
import { formatStaffAddress } from "../order-address.ts";
import type { StaffOrder } from "./staff-order.ts";

/** Formats an order as lines of plain text for staff: what to pack, where to send it, and its history. */
export function formatOrder(order: StaffOrder): string[] {
  return [
    `Order ${order.id}: ${order.status}, placed ${order.placed_at}`,
    `Customer: ${order.email === "" ? "account deleted" : order.email} (${order.locale})`,
    ...(order.comment === "" ? [] : [`Comment: ${order.comment}`]),
    ...formatSection("Ship to", formatAddress(order)),
    ...formatSection("Items", formatItems(order)),
    ...formatSection("Gift cards", formatGiftCards(order)),
    ...formatSection("Amounts", formatAmounts(order)),
    ...formatSection("Customs", formatCustoms(order)),
    ...formatSection("History", formatHistory(order)),
    ...formatSection("Payments", formatPayments(order)),
    ...formatSection("Emails", formatEmails(order)),
  ];
}

function formatSection(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}

function formatAddress({ address, shipping }: StaffOrder): string[] {
  if (!address) return [];
  const pickupPoint = shipping.pickup_point;
  return [
    ...formatStaffAddress(address),
    `By ${shipping.name} (${shipping.method}), ${shipping.weight_g} g`,
    pickupPoint ? `Pickup point ${pickupPoint.code}: ${pickupPoint.city}, ${pickupPoint.address}` : "",
    shipping.tracking_number === null ? "" : `Tracking number ${shipping.tracking_number}`,
  ].filter((line) => line !== "");
}

function formatItems({ items }: StaffOrder): string[] {
  if (items.length === 0) return [];
  return formatTable(
    ["Reference", "Qty", "Name", "Option", "Price", "Total", "Grams", "HS code", "Customs description"],
    items.map((item) => [
      ...[item.reference, item.quantity, item.is_gift ? `${item.name} (gift)` : item.name, item.option],
      ...[item.price, item.total, item.weight_g, item.customs.hs_code, item.customs.description],
    ]),
  );
}

function formatGiftCards({ gift_cards: giftCards, currency }: StaffOrder): string[] {
  return giftCards.map(
    ({ recipient_name, price, sent_at }) => `${price} ${currency} for ${recipient_name}, sent: ${sent_at ?? "not yet"}`,
  );
}

function formatAmounts({ amounts, currency, promo_code, payment_method }: StaffOrder): string[] {
  const amountsByName: [string, number][] = [
    ["products", amounts.products],
    [promo_code === null ? "discount" : `discount (${promo_code})`, -amounts.discount],
    ["loyalty points", -amounts.loyalty_points],
    ["gift card", -amounts.gift_card],
    ["delivery", amounts.delivery],
    ["gift cards purchased", amounts.gift_cards_purchased],
  ];
  const amountRows = amountsByName
    .filter(([, amount]) => amount !== 0)
    .map(([name, amount]) => [name, `${amount} ${currency}`]);
  return formatTable(["Total", `${amounts.total} ${currency} (${payment_method})`], amountRows);
}

function formatCustoms({ customs, currency }: StaffOrder): string[] {
  if (customs.tax === 0 && !customs.declared) return [];
  const confirmed =
    customs.duty_confirmed_at === null ? "" : `, confirmed by the customer ${customs.duty_confirmed_at}`;
  return [`Duty and tax ${customs.tax} ${currency}${confirmed}`];
}

function formatHistory({ history }: StaffOrder): string[] {
  return formatTable(
    ["Time", "Status", "Cause", "Note"],
    history.map((entry) => [entry.at, entry.status, entry.cause, entry.note]),
  );
}

function formatPayments({ payments, currency }: StaffOrder): string[] {
  if (payments.length === 0) return [];
  const rows = payments.flatMap(({ attempts, refunds, ...payment }) => [
    [
      ...[payment.created_at, "payment", payment.status, `${payment.amount} ${currency}`],
      ...[`${payment.provider} ${payment.method}`, payment.id],
    ],
    ...attempts.map((attempt) => [
      ...[attempt.at, "attempt", attempt.status, "", attempt.decline_reason ?? ""],
      attempt.provider_ref ?? attempt.id,
    ]),
    ...refunds.map((refund) => [
      ...[refund.created_at, "refund", refund.status, `${refund.amount} ${currency}`, refund.reason, refund.id],
    ]),
  ]);
  return formatTable(["Time", "Type", "Status", "Amount", "Provider", "ID"], rows);
}

function formatEmails({ emails }: StaffOrder): string[] {
  if (emails.length === 0) return [];
  return formatTable(
    ["Queued", "Sent", "Template", "Error"],
    emails.map((email) => [email.queued_at, email.sent_at ?? "not yet", email.template, email.last_error]),
  );
}
