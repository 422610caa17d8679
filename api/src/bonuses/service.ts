import { type Currency, toRub } from "../money/currency.ts";
import { type Db, type Tx, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { Locale } from "../platform/locale.ts";
import { settingValue } from "../platform/settings.ts";
import { text } from "../platform/texts.ts";
import { endedOf, lotsOf } from "./lots.ts";
import { type BonusAccount, type BonusKind, refusals } from "./schema.ts";
import { earnPercent, graceDays, lifeDays, payPercent } from "./settings.ts";
import {
  type Account,
  addEntries,
  findAccount,
  ledgerOf,
  type LedgerRow,
  lockAccount,
  type NewEntry,
  ordersToCome,
  setAccount,
} from "./sql.ts";

const DAY_MS = 86_400_000;

/** An order as bonuses look at it; amounts in minor units of its own currency, its rate frozen. */
export type BonusOrder = Readonly<{
  id: number;
  customer_id: number;
  locale: Locale;
  currency: Pick<Currency, "minorDigits" | "rubPerUnit">;
  products_minor: number;
  discount_minor: number;
  bonus_minor: number;
}>;

/** Bonuses are part of the Russian shop alone. Refuses `bonus_not_offered`. */
export function refuseOutsideRussian(locale: Locale): void {
  if (locale !== "ru-RU") throw refuse(refusals, "bonus_not_offered");
}

/** What a customer may spend now, and how large a part of the goods; what has ended does not count. */
export async function spendable(
  db: Db,
  customerId: number,
  now: Date,
): Promise<{ balance: number; payPercent: number }> {
  const [account, percent] = await Promise.all([findAccount(db, customerId), settingValue(db, payPercent)]);
  if (!account) return { balance: 0, payPercent: percent };
  const isDue = account.next_expiry !== null && account.next_expiry <= now;
  const ended = isDue ? endedOf(lotsOf(await ledgerOf(db, customerId)).left, now) : 0;
  return { balance: account.balance - ended, payPercent: percent };
}

/** Holds a customer's account until the transaction ends: before its balance is read to be spent. */
export async function lockBonuses(db: Tx, customerId: number): Promise<void> {
  await lockAccount(db, customerId);
}

/** Spends bonuses on an order, those that end first. The database refuses to go below zero. */
export async function spendBonuses(
  db: Tx,
  spent: { customerId: number; orderId: number; amount: number },
  now: Date,
): Promise<void> {
  const { customerId, orderId, amount } = spent;
  await changeLedger(db, customerId, now, () => [{ delta: -amount, kind: "spent", orderId, at: now }]);
}

/** Gives bonuses to a customer. @param granted.reason said to him. */
export async function grantBonuses(
  db: Tx,
  granted: { customerId: number; amount: number; reason: string },
  now: Date,
): Promise<Account> {
  const expiresAt = await endOfLife(db, now);
  return changeLedger(db, granted.customerId, now, () => [
    { delta: granted.amount, kind: "granted", reason: granted.reason, expiresAt, at: now },
  ]);
}

/** Credits what a delivered order brings, once however often it is asked. */
export async function creditOrder(db: Tx, order: BonusOrder, now: Date): Promise<void> {
  const amount = earnedBy(order, await settingValue(db, earnPercent));
  if (amount === 0) return;
  const expiresAt = await endOfLife(db, now);
  await changeLedger(db, order.customer_id, now, (ledger) =>
    moved(ledger, order.id, "earned") > 0
      ? []
      : [{ delta: amount, kind: "earned", orderId: order.id, expiresAt, at: now }],
  );
}

/**
 * Gives back what an order spent, the part of it that its money goes back: all when it came to nothing. Each bonus
 * returns with the end it had, or a grace from now. Never more than was spent, however often it is asked.
 * @param part.backMinor money given back up to now, of `part.ofMinor` paid.
 */
export async function returnBonuses(
  db: Tx,
  order: Pick<BonusOrder, "id" | "customer_id" | "bonus_minor">,
  part: { backMinor: number; ofMinor: number },
  now: Date,
): Promise<void> {
  if (order.bonus_minor === 0) return;
  const grace = new Date(now.getTime() + (await settingValue(db, graceDays)) * DAY_MS);
  await changeLedger(db, order.customer_id, now, (ledger) => {
    const { taken } = lotsOf(ledger);
    const lots = ledger
      .filter((row) => row.order_id === order.id && row.kind === "spent")
      .flatMap((row) => taken.get(row.id) ?? []);
    const spent = lots.reduce((sum, lot) => sum + lot.amount, 0);
    const returned = moved(ledger, order.id, "returned");
    let due = returnable(spent, part) - returned;
    let passed = returned;
    const entries: NewEntry[] = [];
    for (const lot of lots) {
      // What returned before came from the first lots.
      const skipped = Math.min(passed, lot.amount);
      passed -= skipped;
      const delta = Math.min(lot.amount - skipped, due);
      if (delta <= 0) continue;
      due -= delta;
      const expiresAt = lot.expiresAt && lot.expiresAt < grace ? grace : lot.expiresAt;
      entries.push({ delta, kind: "returned", orderId: order.id, expiresAt, at: now });
    }
    return entries;
  });
}

/** The part of spent bonuses that returns with a part of the money, rounded down. Pure. */
export function returnable(spent: number, { backMinor, ofMinor }: { backMinor: number; ofMinor: number }): number {
  if (backMinor >= ofMinor) return spent;
  return Number((BigInt(spent) * BigInt(backMinor)) / BigInt(ofMinor));
}

/** Takes back what a delivered order had brought, as far as the account reaches: it never goes below zero. */
export async function takeBackEarned(db: Tx, order: Pick<BonusOrder, "id" | "customer_id">, now: Date): Promise<void> {
  await changeLedger(db, order.customer_id, now, (ledger, { balance }) => {
    const earned = moved(ledger, order.id, "earned") + moved(ledger, order.id, "taken_back");
    const delta = Math.min(earned, balance);
    return delta > 0 ? [{ delta: -delta, kind: "taken_back", orderId: order.id, at: now }] : [];
  });
}

/** Writes off what has ended. */
export async function expireBonuses(db: Db, customerId: number, now: Date): Promise<void> {
  await withTransaction(db, (tx) => changeLedger(tx, customerId, now, () => []));
}

/** A customer's account with its whole ledger. Refuses `bonus_not_offered`. */
export async function showBonuses(
  db: Db,
  customerId: number,
  at: { locale: Locale; now: Date },
): Promise<BonusAccount> {
  refuseOutsideRussian(at.locale);
  const [ledger, earn, pay, life, orders] = await Promise.all([
    ledgerOf(db, customerId),
    settingValue(db, earnPercent),
    settingValue(db, payPercent),
    settingValue(db, lifeDays),
    ordersToCome(db, customerId),
  ]);
  const alive = lotsOf(ledger).left.filter((lot) => lot.expiresAt === null || lot.expiresAt > at.now);
  const next = alive.find((lot) => lot.expiresAt !== null);
  const nextEnd = next?.expiresAt ?? null;
  let balance = 0;
  const items = ledger.map((row) => ({
    date: row.at.toISOString(),
    amount: row.delta,
    kind: row.kind as BonusKind,
    reason: row.reason || text(at.locale, `bonus_${row.kind}`),
    ...(row.order_id === null ? {} : { order_id: row.order_id }),
    ...(row.expires_at === null ? {} : { expires_at: row.expires_at.toISOString() }),
    balance: (balance += row.delta),
  }));
  return {
    balance: alive.reduce((sum, lot) => sum + lot.amount, 0),
    items: items.toReversed(),
    ends_next: nextEnd && {
      amount: alive.reduce((sum, lot) => sum + (lot.expiresAt?.getTime() === nextEnd.getTime() ? lot.amount : 0), 0),
      at: nextEnd.toISOString(),
    },
    coming: orders
      .map(({ id, locale, rub_per_unit, minor_digits, ...order }) => ({
        order_id: id,
        amount: earnedBy(
          {
            ...order,
            locale: locale as Locale,
            currency: { minorDigits: minor_digits, rubPerUnit: rub_per_unit },
          },
          earn,
        ),
      }))
      .filter((one) => one.amount > 0),
    rules: { earn_percent: earn, pay_percent: pay, life_days: life },
  };
}

/** Whole bonuses that an order brings: a share of its goods as they were paid, after the code and the bonuses. Pure. */
export function earnedBy(order: Omit<BonusOrder, "id" | "customer_id">, percent: number): number {
  if (order.locale !== "ru-RU") return 0;
  const paidMinor = order.products_minor - order.discount_minor - order.bonus_minor;
  return Math.floor((toRub(paidMinor, order.currency) * percent) / 100_00);
}

/**
 * Changes a ledger: its row held, what has ended written off first, then what `decide` finds right in it.
 * @returns the account as it is afterwards.
 */
async function changeLedger(
  db: Tx,
  customerId: number,
  now: Date,
  decide: (ledger: readonly LedgerRow[], account: Account) => readonly NewEntry[],
): Promise<Account> {
  const held = await lockAccount(db, customerId);
  const before = await ledgerOf(db, customerId);
  const ended = endedOf(lotsOf(before).left, now);
  if (ended > 0) await addEntries(db, customerId, [{ delta: -ended, kind: "expired", at: now }]);
  const entries = decide(before, { ...held, balance: held.balance - ended });
  await addEntries(db, customerId, entries);
  const balance = held.balance - ended + entries.reduce((sum, entry) => sum + entry.delta, 0);
  if (balance < 0) throw refuse(refusals, "bonus_none");
  const ledger = await ledgerOf(db, customerId);
  const account = { balance, next_expiry: lotsOf(ledger).left[0]?.expiresAt ?? null };
  await setAccount(db, customerId, account);
  return account;
}

/** What of one kind an order has moved. */
function moved(ledger: readonly LedgerRow[], orderId: number, kind: BonusKind): number {
  return ledger.filter((row) => row.order_id === orderId && row.kind === kind).reduce((sum, row) => sum + row.delta, 0);
}

async function endOfLife(db: Db, now: Date): Promise<Date> {
  return new Date(now.getTime() + (await settingValue(db, lifeDays)) * DAY_MS);
}
