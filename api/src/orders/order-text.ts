import { columns } from "../platform/commands.ts";
import type { StaffOrder } from "./staff-order.ts";

/** An order for people: what to pack, where to send it, and what has happened to it. */
export function orderText(order: StaffOrder): string[] {
  return [
    `Order ${order.id}: ${order.status}, placed ${order.placed_at}`,
    `Customer: ${order.email === "" ? "account deleted" : order.email} (${order.locale})`,
    ...(order.comment === "" ? [] : [`Comment: ${order.comment}`]),
    ...section("Ship to", addressLines(order)),
    ...section("Items", itemLines(order)),
    ...section("Gift certificates", certificateLines(order)),
    ...section("Amounts", amountLines(order)),
    ...section("Customs", customsLines(order)),
    ...section("History", historyLines(order)),
    ...section("Payments", paymentLines(order)),
    ...section("Emails", emailLines(order)),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}

function addressLines({ address, shipping }: StaffOrder): string[] {
  if (!address) return [];
  const point = shipping.pickup_point;
  return [
    [address.first_name, address.middle_name, address.last_name].filter(Boolean).join(" "),
    address.company,
    address.address,
    [address.postcode, address.city, address.state].filter(Boolean).join(", "),
    `${address.country_name_en} (${address.country})`,
    [address.phone_mobile, address.phone_home].filter(Boolean).join(", "),
    address.other,
    `By ${shipping.name} (${shipping.method}), ${shipping.weight_g} g`,
    point ? `Pick-up point ${point.code}: ${point.city}, ${point.address}` : "",
    shipping.tracking_number === null ? "" : `Tracking number ${shipping.tracking_number}`,
  ].filter((line) => line !== "");
}

function itemLines({ items }: StaffOrder): string[] {
  if (items.length === 0) return [];
  return columns(
    ["Reference", "Qty", "Name", "Option", "Price", "Total", "Grams", "HS code", "Customs description"],
    items.map((item) => [
      ...[item.reference, item.quantity, item.is_gift ? `${item.name} (gift)` : item.name, item.option],
      ...[item.price, item.total, item.weight_g, item.customs.hs_code, item.customs.description],
    ]),
  );
}

function certificateLines({ gift_certificates: certificates, currency }: StaffOrder): string[] {
  return certificates.map(
    ({ recipient_name, price, sent_at }) => `${price} ${currency} for ${recipient_name}, sent: ${sent_at ?? "not yet"}`,
  );
}

function amountLines({ amounts, currency, promo_code, payment_method }: StaffOrder): string[] {
  const names: [string, number][] = [
    ["products", amounts.products],
    [promo_code === null ? "discount" : `discount (${promo_code})`, -amounts.discount],
    ["bonuses", -amounts.bonuses],
    ["gift certificate", -amounts.gift_certificate],
    ["delivery", amounts.delivery],
    ["gift certificates bought", amounts.gift_certificates_bought],
  ];
  const parts = names.filter(([, amount]) => amount !== 0).map(([name, amount]) => [name, `${amount} ${currency}`]);
  return columns(["Total", `${amounts.total} ${currency} (${payment_method})`], parts);
}

function customsLines({ customs, currency }: StaffOrder): string[] {
  if (customs.tax === 0 && !customs.declared) return [];
  const confirmed =
    customs.duty_confirmed_at === null ? "" : `, confirmed by the customer ${customs.duty_confirmed_at}`;
  return [`Duty and tax ${customs.tax} ${currency}${confirmed}`];
}

function historyLines({ history }: StaffOrder): string[] {
  return columns(
    ["At", "Status", "Cause", "Note"],
    history.map((step) => [step.at, step.status, step.cause, step.note]),
  );
}

function paymentLines({ payments, currency }: StaffOrder): string[] {
  if (payments.length === 0) return [];
  const rows = payments.flatMap((one) => [
    [one.created_at, "payment", one.status, `${one.amount} ${currency}`, `${one.provider} ${one.method}`, one.id],
    ...one.attempts.map((tried) => [
      ...[tried.at, "attempt", tried.status, "", tried.decline_reason ?? ""],
      tried.provider_ref ?? tried.id,
    ]),
    ...one.refunds.map((back) => [
      ...[back.created_at, "refund", back.status, `${back.amount} ${currency}`, back.reason, back.id],
    ]),
  ]);
  return columns(["At", "What", "Status", "Amount", "By", "Id"], rows);
}

function emailLines({ emails }: StaffOrder): string[] {
  if (emails.length === 0) return [];
  return columns(
    ["Queued", "Sent", "Template", "Error"],
    emails.map((one) => [one.queued_at, one.sent_at ?? "not yet", one.template, one.last_error]),
  );
}
