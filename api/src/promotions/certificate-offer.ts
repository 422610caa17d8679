import { type Currency, fromRub, fromWire, toRub, toWire } from "../money/currency.ts";
import { currencyByCode } from "../money/service.ts";
import type { Db } from "../platform/db.ts";
import { commonRefusals, type FieldErrors, refuse } from "../platform/errors.ts";
import { settingValue } from "../platform/settings.ts";
import type { CertificateOffer, CertificateWish } from "./schema.ts";
import {
  certificateDays,
  certificateDaysAhead,
  certificateFaces,
  certificateLeast,
  certificateMost,
} from "./settings.ts";

const DAY_MS = 86_400_000;

/** What certificates may be bought for now, in a currency. */
export async function certificateOffers(
  db: Db,
  at: { currency: string; now: Date },
): Promise<Omit<CertificateOffer, "share">> {
  const currency = await currencyByCode(db, at.currency);
  const shown = (rubMinor: number) => toWire(fromRub(rubMinor, currency), currency);
  const [faces, least, most, days, ahead] = await Promise.all([
    settingValue(db, certificateFaces),
    settingValue(db, certificateLeast),
    settingValue(db, certificateMost),
    settingValue(db, certificateDays),
    settingValue(db, certificateDaysAhead),
  ]);
  return {
    iso_code: currency.code,
    sign: currency.sign,
    faces: faces.map(shown),
    least: shown(least),
    most: shown(most),
    days,
    today: moscowDay(at.now),
    latest: moscowDay(new Date(at.now.getTime() + ahead * DAY_MS)),
  };
}

/**
 * What a wished certificate is worth. Roubles are kept, so that it is worth the same in every currency of the shop.
 * @returns kopecks. Refuses `validation_failed` with `sumTooSmall`, `sumTooLarge`, `sumNotWhole`, `dateInPast`,
 * `dateTooFar` at the fields.
 */
export async function worthOf(
  db: Db,
  wish: Pick<CertificateWish, "amount" | "send_on">,
  at: { currency: string; now: Date },
): Promise<number> {
  const [offer, currency] = await Promise.all([certificateOffers(db, at), currencyByCode(db, at.currency)]);
  const fields: FieldErrors = {};
  const sum = sumError(wish.amount, offer, currency);
  if (sum) fields["amount"] = [sum];
  if (wish.send_on !== null && wish.send_on < offer.today) fields["send_on"] = ["dateInPast"];
  if (wish.send_on !== null && wish.send_on > offer.latest) fields["send_on"] = ["dateTooFar"];
  if (Object.keys(fields).length > 0) throw refuse(commonRefusals, "validation_failed", { fields });
  return toRub(fromWire(wish.amount, currency), currency);
}

function sumError(amount: number, offer: Pick<CertificateOffer, "least" | "most">, currency: Currency): string | null {
  if (amount < offer.least) return "sumTooSmall";
  if (amount > offer.most) return "sumTooLarge";
  return Number(amount.toFixed(currency.roundingDigits)) === amount ? null : "sumNotWhole";
}

/** The day in Moscow, as `2026-11-20`. */
function moscowDay(moment: Date): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Moscow" }).format(moment);
}
