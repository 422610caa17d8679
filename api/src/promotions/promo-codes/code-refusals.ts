import { type Currency, convertFromRub } from "../../money/currency.ts";
import { getCurrency } from "../../money/service.ts";
import { formatMoney } from "../../money/format.ts";
import type { Db } from "../../platform/db/database.ts";
import { type Refusal, type RefusalParams, refuse } from "../../platform/http/errors.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { formatStoreDate } from "../../platform/i18n/store-dates.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import type { CodeRefusalDetails } from "./promo-code.ts";
import { refusals } from "../schema.ts";

/** Creates the refusal of a code with the values for its message. */
export async function createCodeRefusal(
  db: Db,
  refusal: CodeRefusalDetails,
  context: { locale: Locale; currency: string },
  extra: { data?: object } = {},
): Promise<Refusal> {
  const currency = await getCurrency(db, context.currency);
  return refuse(refusals, refusal.code, { params: getRefusalParams(refusal, currency, context.locale), ...extra });
}

/** Formats the message that says why a code does not apply. */
export async function formatRefusalMessage(
  db: Db,
  refusal: CodeRefusalDetails,
  { locale, currency }: { locale: Locale; currency: string },
): Promise<string> {
  return formatMessage(locale, refusal.code, getRefusalParams(refusal, await getCurrency(db, currency), locale));
}

/** Returns the values for a refusal's message: the missing amount in the shopper's currency, the date in words. */
export function getRefusalParams(refusal: CodeRefusalDetails, currency: Currency, locale: Locale): RefusalParams {
  return {
    ...(refusal.missingRubMinor === undefined
      ? {}
      : { sum: formatMoney(convertFromRub(refusal.missingRubMinor, currency), currency, locale) }),
    ...(refusal.startsAt === undefined
      ? {}
      : { date: formatStoreDate(refusal.startsAt, locale, { includeYear: refusal.isAnotherYear === true }) }),
  };
}
