import type { LedgerEntryKind, OrderLedger } from "../admin-schema.ts";
import type { StaffOrderParts, StaffOrderRow } from "./staff-order-sql.ts";

/** What the ledger needs of an order. */
export type LedgerOrder = Pick<
  StaffOrderRow,
  | ("status" | "products_minor" | "discount_minor" | "delivery_minor" | "purchased_gift_cards_minor")
  | ("loyalty_minor" | "gift_card_minor")
>;
type LedgerPayment = Pick<StaffOrderParts["payments"][number], "amount_minor"> & {
  attempts: readonly Pick<StaffOrderParts["payments"][number]["attempts"][number], "id" | "status">[];
  refunds: readonly Pick<
    StaffOrderParts["payments"][number]["refunds"][number],
    "attempt_id" | "status" | "amount_minor" | "reason"
  >[];
};
export type LedgerParts = Pick<StaffOrderParts, "gift_card_returned_minor" | "loyalty_returned_minor"> & {
  payments: readonly LedgerPayment[];
};

type Entry = { kind: LedgerEntryKind; minor: number };

const sumEntries = (entries: readonly Entry[]) => entries.reduce((sum, { minor }) => sum + minor, 0);

/**
 * Sets what an order cost against what was paid (docs/domain/orders.md). A canceled or refunded order costs nothing, and
 * its points and the amount of its gift card were given back with it. A partial refund reduces what it costs by the money
 * and by the share of gift card and points that was given back. A refund that failed is no entry.
 * @param toAmount converts minor units of the order's currency into major units
 */
export function calculateLedger(
  order: LedgerOrder,
  { payments, ...returned }: LedgerParts,
  toAmount: (minor: number) => number,
): OrderLedger {
  const isClosed = order.status === "cancelled" || order.status === "refunded";
  const refunds = payments.flatMap((one) => one.refunds).filter(({ status }) => status !== "failed");
  const giftCardReturnedMinor = isClosed ? order.gift_card_minor : returned.gift_card_returned_minor;
  const loyaltyReturnedMinor = isClosed ? order.loyalty_minor : returned.loyalty_returned_minor;
  const charges = buildCharges(order);
  if (isClosed) charges.push({ kind: "canceled", minor: -sumEntries(charges) });
  else
    charges.push(
      ...refunds
        // Money that was paid twice was never charged, and an edit has reduced the charges themselves.
        .filter(({ reason }) => reason !== "paid_twice" && reason !== "order_edited")
        .map(({ amount_minor }): Entry => ({ kind: "refunded", minor: -amount_minor })),
      { kind: "refunded", minor: -(giftCardReturnedMinor + loyaltyReturnedMinor) },
    );
  const paid: Entry[] = [
    ...payments.flatMap((payment) =>
      listReceivedAttempts(payment).map((): Entry => ({ kind: "payment", minor: payment.amount_minor })),
    ),
    { kind: "loyalty_points", minor: order.loyalty_minor },
    { kind: "gift_card", minor: order.gift_card_minor },
    ...refunds.map(({ amount_minor }): Entry => ({ kind: "refund", minor: -amount_minor })),
    { kind: "loyalty_points_returned", minor: -loyaltyReturnedMinor },
    { kind: "gift_card_returned", minor: -giftCardReturnedMinor },
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

/** Lists the attempts that brought money: the successful ones, and those whose money was refunded as paid twice. */
function listReceivedAttempts({ attempts, refunds }: LedgerPayment) {
  return attempts.filter(
    ({ id, status }) => status === "succeeded" || refunds.some(({ attempt_id }) => attempt_id === id),
  );
}

function buildCharges(order: LedgerOrder): Entry[] {
  return [
    { kind: "goods", minor: order.products_minor },
    { kind: "gift_cards_purchased", minor: order.purchased_gift_cards_minor },
    { kind: "delivery", minor: order.delivery_minor },
    { kind: "discount", minor: -order.discount_minor },
  ];
}

/** Returns what was paid in money and is not refunded yet, in minor units of the order's currency. */
export function getRefundableMinor(payments: readonly LedgerPayment[]): number {
  const amounts = payments.flatMap(({ attempts, amount_minor, refunds }) =>
    attempts
      .filter(({ status }) => status === "succeeded")
      .map(({ id }) =>
        refunds
          .filter(({ status, attempt_id }) => status !== "failed" && attempt_id === id)
          .reduce((left, refund) => left - refund.amount_minor, amount_minor),
      ),
  );
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/** Returns whether points and gift card paid for all goods and the delivery of an order, and have not got back everything. */
export function hasBalanceToRefund(
  order: LedgerOrder &
    Pick<LedgerParts, "gift_card_returned_minor" | "loyalty_returned_minor"> & { total_minor: number },
): boolean {
  const isOpen = order.status !== "awaiting_payment" && order.status !== "cancelled" && order.status !== "refunded";
  const keptMinor =
    order.gift_card_minor + order.loyalty_minor - order.gift_card_returned_minor - order.loyalty_returned_minor;
  return isOpen && order.total_minor === order.purchased_gift_cards_minor && keptMinor > 0;
}
