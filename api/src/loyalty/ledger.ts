import { type Db, type Tx, withTransaction } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { sumExpired, calculateBatches } from "./point-batches.ts";
import { type LoyaltyEntryKind, refusals } from "./schema.ts";
import { earnPercent, graceDays, validityDays } from "./settings.ts";
import {
  type AccountRow,
  getRefundedGoods,
  insertEntries,
  listLedgerEntries,
  type LedgerRow,
  lockAccount,
  type NewEntry,
  updateAccount,
} from "./sql.ts";
import { calculateEarnedPoints, calculateKeptShare, type LoyaltyOrder } from "./earned-points.ts";

const DAY_MS = 86_400_000;

/**
 * Locks a customer's account until the transaction ends; to be called before a balance is read in order to spend it.
 */
export async function lockLoyaltyAccount(db: Tx, customerId: number): Promise<void> {
  await lockAccount(db, customerId);
}

/**
 * Spends points on an order, those that expire first being used first. A database constraint keeps the balance from
 * becoming negative.
 */
export async function spendPoints(
  db: Tx,
  debit: { customerId: number; orderId: number; amount: number },
  now: Date,
): Promise<void> {
  const { customerId, orderId, amount } = debit;
  await updateLedger(db, customerId, now, () => [{ delta: -amount, kind: "spent", orderId, at: now }]);
}

/**
 * Grants points to a customer.
 * @param grant.reason shown to the customer
 */
export async function grantPoints(
  db: Tx,
  grant: { customerId: number; amount: number; reason: string },
  now: Date,
): Promise<AccountRow> {
  const expiresAt = await getExpiryDate(db, now);
  return updateLedger(db, grant.customerId, now, () => [
    { delta: grant.amount, kind: "granted", reason: grant.reason, expiresAt, at: now },
  ]);
}

/** Credits the points that a delivered order earns, without those of goods that were refunded; idempotent. */
export async function creditOrderPoints(db: Tx, order: LoyaltyOrder, now: Date): Promise<void> {
  const refundedGoodsMinor = await getRefundedGoods(db, order.id);
  const amount = calculateEarnedPoints(order, await getSetting(db, earnPercent), refundedGoodsMinor);
  if (amount === 0) return;
  const expiresAt = await getExpiryDate(db, now);
  await updateLedger(db, order.customer_id, now, (ledger) =>
    sumOrderEntries(ledger, order.id, "earned") > 0
      ? []
      : [{ delta: amount, kind: "earned", orderId: order.id, expiresAt, at: now }],
  );
}

/**
 * Returns the points that an order spent, in proportion to the refunded money; all of them if the order was canceled.
 * Points keep their expiry date, but are valid at least for a grace period from now. Idempotent: never more than was
 * spent.
 * @param refundedShare.refundedMinor money refunded so far, of `refundedShare.paidMinor` paid
 */
export async function refundPoints(
  db: Tx,
  order: Pick<LoyaltyOrder, "id" | "customer_id" | "loyalty_minor">,
  refundedShare: { refundedMinor: number; paidMinor: number },
  now: Date,
): Promise<void> {
  if (order.loyalty_minor === 0) return;
  const graceExpiry = new Date(now.getTime() + (await getSetting(db, graceDays)) * DAY_MS);
  await updateLedger(db, order.customer_id, now, (ledger) => {
    const { usedByEntry } = calculateBatches(ledger);
    const batches = ledger
      .filter((row) => row.order_id === order.id && row.kind === "spent")
      .flatMap((row) => usedByEntry.get(row.id) ?? []);
    const spentPoints = batches.reduce((sum, batch) => sum + batch.amount, 0);
    const returnedPoints = sumOrderEntries(ledger, order.id, "returned");
    let duePoints = calculateRefundablePoints(spentPoints, refundedShare) - returnedPoints;
    let pointsToSkip = returnedPoints;
    const entries: NewEntry[] = [];
    for (const batch of batches) {
      // Earlier returns came from the first batches.
      const skippedPoints = Math.min(pointsToSkip, batch.amount);
      pointsToSkip -= skippedPoints;
      const delta = Math.min(batch.amount - skippedPoints, duePoints);
      if (delta <= 0) continue;
      duePoints -= delta;
      const expiresAt = batch.expiresAt && batch.expiresAt < graceExpiry ? graceExpiry : batch.expiresAt;
      entries.push({ delta, kind: "returned", orderId: order.id, expiresAt, at: now });
    }
    return entries;
  });
}

/** Calculates how many of the spent points are returned with a partial refund, rounded down. Pure. */
export function calculateRefundablePoints(
  spentPoints: number,
  { refundedMinor, paidMinor }: { refundedMinor: number; paidMinor: number },
): number {
  if (refundedMinor >= paidMinor) return spentPoints;
  return Number((BigInt(spentPoints) * BigInt(refundedMinor)) / BigInt(paidMinor));
}

/** Reverses the points that a delivered order earned, down to a balance of zero. */
export async function reverseEarnedPoints(
  db: Tx,
  order: Pick<LoyaltyOrder, "id" | "customer_id">,
  now: Date,
): Promise<void> {
  await reduceEarnedPoints(db, order, () => 0, now);
}

/**
 * Reverses the share of the points that a delivered order earned with goods which were refunded since, down to a balance
 * of zero. Idempotent. The order's row must be locked.
 */
export async function reverseRefundedPoints(
  db: Tx,
  order: Pick<LoyaltyOrder, "id" | "customer_id" | "products_minor" | "discount_minor">,
  now: Date,
): Promise<void> {
  const refundedMinor = await getRefundedGoods(db, order.id);
  await reduceEarnedPoints(db, order, (earned) => calculateKeptShare(earned, order, refundedMinor), now);
}

async function reduceEarnedPoints(
  db: Tx,
  order: Pick<LoyaltyOrder, "id" | "customer_id">,
  getKeptPoints: (earnedPoints: number) => number,
  now: Date,
): Promise<void> {
  await updateLedger(db, order.customer_id, now, (ledger, { balance }) => {
    const earnedPoints = sumOrderEntries(ledger, order.id, "earned");
    const leftPoints = earnedPoints + sumOrderEntries(ledger, order.id, "taken_back");
    const delta = Math.min(leftPoints - getKeptPoints(earnedPoints), balance);
    return delta > 0 ? [{ delta: -delta, kind: "taken_back", orderId: order.id, at: now }] : [];
  });
}

/** Writes off expired points. */
export async function expirePoints(db: Db, customerId: number, now: Date): Promise<void> {
  await withTransaction(db, (tx) => updateLedger(tx, customerId, now, () => []));
}

/**
 * Updates a ledger under a row lock: writes off expired points first, then adds the entries that `decideEntries`
 * returns.
 * @returns the account after the update
 */
async function updateLedger(
  db: Tx,
  customerId: number,
  now: Date,
  decideEntries: (ledger: readonly LedgerRow[], account: AccountRow) => readonly NewEntry[],
): Promise<AccountRow> {
  const lockedAccount = await lockAccount(db, customerId);
  const ledgerBefore = await listLedgerEntries(db, customerId);
  const expiredPoints = sumExpired(calculateBatches(ledgerBefore).remaining, now);
  if (expiredPoints > 0) await insertEntries(db, customerId, [{ delta: -expiredPoints, kind: "expired", at: now }]);
  const entries = decideEntries(ledgerBefore, { ...lockedAccount, balance: lockedAccount.balance - expiredPoints });
  await insertEntries(db, customerId, entries);
  const balance = lockedAccount.balance - expiredPoints + entries.reduce((sum, entry) => sum + entry.delta, 0);
  if (balance < 0) throw refuse(refusals, "bonus_none");
  const ledger = await listLedgerEntries(db, customerId);
  const account = { balance, next_expiry: calculateBatches(ledger).remaining[0]?.expiresAt ?? null };
  await updateAccount(db, customerId, account);
  return account;
}

/** Sums the entries of one kind that belong to an order. */
function sumOrderEntries(ledger: readonly LedgerRow[], orderId: number, kind: LoyaltyEntryKind): number {
  return ledger.filter((row) => row.order_id === orderId && row.kind === kind).reduce((sum, row) => sum + row.delta, 0);
}

async function getExpiryDate(db: Db, now: Date): Promise<Date> {
  return new Date(now.getTime() + (await getSetting(db, validityDays)) * DAY_MS);
}
