import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { calculateBatches } from "./point-batches.ts";
import type { LoyaltyAccount, LoyaltyEntryKind } from "./schema.ts";
import { earnPercent, validityDays, payPercent } from "./settings.ts";
import { listLedgerEntries, listPendingOrders } from "./sql.ts";
import { assertLoyaltyAvailable } from "./balance.ts";
import { calculateEarnedPoints } from "./earned-points.ts";

/**
 * Returns a customer's account with its complete ledger.
 * @throws refusal `bonus_not_offered`
 */
export async function getLoyaltyAccount(
  db: Db,
  customerId: number,
  context: { locale: Locale; now: Date },
): Promise<LoyaltyAccount> {
  assertLoyaltyAvailable(context.locale);
  const [ledger, earnRate, payRate, validityPeriodDays, orders] = await Promise.all([
    listLedgerEntries(db, customerId),
    getSetting(db, earnPercent),
    getSetting(db, payPercent),
    getSetting(db, validityDays),
    listPendingOrders(db, customerId),
  ]);
  const validBatches = calculateBatches(ledger).remaining.filter(
    (batch) => batch.expiresAt === null || batch.expiresAt > context.now,
  );
  const next = validBatches.find((batch) => batch.expiresAt !== null);
  const nextExpiry = next?.expiresAt ?? null;
  let balance = 0;
  const items = ledger.map((row) => ({
    date: row.created_at.toISOString(),
    amount: row.delta,
    kind: row.kind as LoyaltyEntryKind,
    reason: row.reason || formatMessage(context.locale, `loyalty_${row.kind}`),
    ...(row.order_id === null ? {} : { order_id: row.order_id }),
    ...(row.expires_at === null ? {} : { expires_at: row.expires_at.toISOString() }),
    balance: (balance += row.delta),
  }));
  return {
    balance: validBatches.reduce((sum, batch) => sum + batch.amount, 0),
    items: items.toReversed(),
    ends_next: nextExpiry && {
      amount: validBatches.reduce(
        (sum, batch) => sum + (batch.expiresAt?.getTime() === nextExpiry.getTime() ? batch.amount : 0),
        0,
      ),
      at: nextExpiry.toISOString(),
    },
    coming: orders
      .map(({ id, locale, rub_per_unit, minor_digits, refunded_goods_minor, ...amounts }) => {
        const currency = { minorDigits: minor_digits, rubPerUnit: rub_per_unit };
        return {
          order_id: id,
          amount: calculateEarnedPoints(
            { ...amounts, locale: locale as Locale, currency },
            earnRate,
            refunded_goods_minor,
          ),
        };
      })
      .filter((one) => one.amount > 0),
    rules: { earn_percent: earnRate, pay_percent: payRate, life_days: validityPeriodDays },
  };
}
