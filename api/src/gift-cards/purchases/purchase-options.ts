import { type Currency, convertFromRub, toMinorUnits, convertToRub, toMajorUnits } from "../../money/currency.ts";
import { getCurrency } from "../../money/service.ts";
import type { Db } from "../../platform/db/database.ts";
import { commonRefusals, type FieldErrors, refuse } from "../../platform/http/errors.ts";
import { toStoreDate } from "../../platform/i18n/store-dates.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import type { GiftCardOptions, GiftCardRequest } from "../schema.ts";
import {
  giftCardValidityDays,
  giftCardMaxDaysAhead,
  giftCardAmounts,
  giftCardMinAmount,
  giftCardMaxAmount,
} from "../settings.ts";

const DAY_MS = 86_400_000;

/**
 * Returns the gift card amounts that can be bought now, in major units of a currency, and the range of delivery dates
 * in Moscow time.
 */
export async function getGiftCardOptions(
  db: Db,
  context: { currency: string; now: Date },
): Promise<Omit<GiftCardOptions, "share">> {
  const currency = await getCurrency(db, context.currency);
  const toDisplayAmount = (rubMinor: number) => toMajorUnits(convertFromRub(rubMinor, currency), currency);
  const [faces, min, max, days, daysAhead] = await Promise.all([
    getSetting(db, giftCardAmounts),
    getSetting(db, giftCardMinAmount),
    getSetting(db, giftCardMaxAmount),
    getSetting(db, giftCardValidityDays),
    getSetting(db, giftCardMaxDaysAhead),
  ]);
  return {
    iso_code: currency.code,
    sign: currency.sign,
    faces: faces.map(toDisplayAmount),
    least: toDisplayAmount(min),
    most: toDisplayAmount(max),
    days,
    today: toStoreDate(context.now),
    latest: toStoreDate(new Date(context.now.getTime() + daysAhead * DAY_MS)),
  };
}

/**
 * Validates a requested gift card and returns its face value in kopecks: it is kept in rubles, whatever the currency of
 * the purchase (docs/domain/gift-cards.md).
 * @throws refusal `validation_failed` with `sumTooSmall`, `sumTooLarge` or `sumNotWhole` for the field `amount`,
 * `dateInPast` or `dateTooFar` for `send_on`
 */
export async function resolveFaceValue(
  db: Db,
  request: Pick<GiftCardRequest, "amount" | "send_on">,
  context: { currency: string; now: Date },
): Promise<number> {
  const [options, currency] = await Promise.all([getGiftCardOptions(db, context), getCurrency(db, context.currency)]);
  const fields: FieldErrors = {};
  const amountError = validateAmount(request.amount, options, currency);
  if (amountError) fields["amount"] = [amountError];
  if (request.send_on !== null && request.send_on < options.today) fields["send_on"] = ["dateInPast"];
  if (request.send_on !== null && request.send_on > options.latest) fields["send_on"] = ["dateTooFar"];
  if (Object.keys(fields).length > 0) throw refuse(commonRefusals, "validation_failed", { fields });
  return convertToRub(toMinorUnits(request.amount, currency), currency);
}

/** Returns the error of an amount in major units; null if it is valid. */
function validateAmount(
  amount: number,
  options: Pick<GiftCardOptions, "least" | "most">,
  currency: Currency,
): string | null {
  if (amount < options.least) return "sumTooSmall";
  if (amount > options.most) return "sumTooLarge";
  return Number(amount.toFixed(currency.roundingDigits)) === amount ? null : "sumNotWhole";
}
