import { parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/min";

/**
 * A telephone in the one writing that is kept (E.164, `+79001234567`), however it was typed: with spaces, hyphens and
 * brackets, with the country's code, with `00` or the country's own prefix (8 in Russia) before it.
 * @param country where a number without a country's code is.
 * @returns null where it is no number of any country.
 */
export function phoneKept(typed: string, country: string): string | null {
  const international = typed.trim().replace(/^00/, "+");
  const number = parsePhoneNumberFromString(international, country as CountryCode);
  return number?.isValid() ? number.number : null;
}

/** The same for people: `+7 900 123 45 67`. */
export function phoneShown(kept: string): string {
  return parsePhoneNumberFromString(kept)?.formatInternational() ?? kept;
}
