import type { LedgerEntryKind, OrderLedger } from "../admin-schema.ts";
import type { StaffOrderParts, StaffOrderRow } from "./staff-order-sql.ts";

type Entry = { kind: LedgerEntryKind; minor: number };

const sumEntries = (entries: readonly Entry[]) => entries.reduce((sum, { minor }) => sum + minor, 0);

/**
 * Sets what an order cost against what was paid (docs/domain/orders.md). A canceled or refunded order costs nothing, and
 * its points and the amount of its gift card were given back with it. A refund that failed is no entry.
 * @param toAmount converts minor units of the order's currency into major units
 */
export function calculateLedger(
  order: StaffOrderRow,
  payments: StaffOrderParts["payments"],
  toAmount: (minor: number) => number,
): OrderLedger {
  const isClosed = order.status === "cancelled" || order.status === "refunded";
  const refunds = payments.flatMap((one) => one.refunds).filter(({ status }) => status !== "failed");
  const charges = buildCharges(order);
  if (isClosed) charges.push({ kind: "canceled", minor: -sumEntries(charges) });
  else
    charges.push(
      ...refunds
        // Money that was paid twice was never charged, and an edit has reduced the charges themselves.
        .filter(({ reason }) => reason !== "paid_twice" && reason !== "order_edited")
        .map(({ amount_minor }): Entry => ({ kind: "refunded", minor: -amount_minor })),
    );
  const paid: Entry[] = [
    ...payments.flatMap(({ attempts, amount_minor }) =>
      attempts
        .filter(({ status }) => status === "succeeded")
        .map((): Entry => ({ kind: "payment", minor: amount_minor })),
    ),
    { kind: "loyalty_points", minor: order.loyalty_minor },
    { kind: "gift_card", minor: order.gift_card_minor },
    ...refunds.map(({ amount_minor }): Entry => ({ kind: "refund", minor: -amount_minor })),
    ...(isClosed
      ? ([
          { kind: "loyalty_points_returned", minor: -order.loyalty_minor },
          { kind: "gift_card_returned", minor: -order.gift_card_minor },
        ] as const)
      : []),
  ];
  const serialize = (entries: readonly Entry[]) =>
    entries.filter(({ minor }) => minor !== 0).map(({ kind, minor }) => ({ kind, amount: toAmount(minor) }));
  const [chargedMinor, paidMinor] = [sumEntries(charges), sumEntries(paid)];
  return {
    charges: serialize(charges),
    payments: serialize(paid),
    charged: toAmount(chargedMinor),
    paid: toAmount(paidMinor),
    balance: toAmount(chargedMinor - paidMinor),
  };
}

function buildCharges(order: StaffOrderRow): Entry[] {
  return [
    { kind: "goods", minor: order.products_minor },
    { kind: "gift_cards_purchased", minor: order.purchased_gift_cards_minor },
    { kind: "delivery", minor: order.delivery_minor },
    { kind: "discount", minor: -order.discount_minor },
  ];
}

/** Returns what was paid in money and is not refunded yet, in minor units of the order's currency. */
export function getRefundableMinor(payments: StaffOrderParts["payments"]): number {
  return payments.reduce((sum, { attempts, amount_minor, refunds }) => {
    const succeeded = attempts.filter(({ status }) => status === "succeeded").length;
    const refunded = refunds
      .filter(({ status }) => status !== "failed")
      .reduce((total, refund) => total + refund.amount_minor, 0);
    return sum + succeeded * amount_minor - refunded;
  }, 0);
}
