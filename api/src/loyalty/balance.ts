import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { sumExpired, calculateBatches } from "./point-batches.ts";
import { refusals } from "./schema.ts";
import { payPercent } from "./settings.ts";
import { findAccount, listLedgerEntries } from "./sql.ts";

/**
 * The loyalty program exists in the Russian store only.
 * @throws refusal `bonus_not_offered`
 */
export function assertLoyaltyAvailable(locale: Locale): void {
  if (locale !== "ru-RU") throw refuse(refusals, "bonus_not_offered");
}

/**
 * Returns how many points a customer may spend now, without expired ones, and which percentage of the goods points may
 * pay.
 */
export async function getSpendablePoints(
  db: Db,
  customerId: number,
  now: Date,
): Promise<{ balance: number; payPercent: number }> {
  const [account, percent] = await Promise.all([findAccount(db, customerId), getSetting(db, payPercent)]);
  if (!account) return { balance: 0, payPercent: percent };
  const isDue = account.next_expiry !== null && account.next_expiry <= now;
  const expiredPoints = isDue
    ? sumExpired(calculateBatches(await listLedgerEntries(db, customerId)).remaining, now)
    : 0;
  return { balance: account.balance - expiredPoints, payPercent: percent };
}
