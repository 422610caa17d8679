import { parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/min";

/**
 * Normalizes a phone number to E.164 (`+79001234567`). Accepts spaces, hyphens and brackets, a country code, `00`, or
 * the national prefix (8 in Russia).
 * @param country ISO code of the country of a number without a country code.
 * @returns null if the number is not valid in any country.
 */
export function normalizePhone(input: string, country: string): string | null {
  const international = input.trim().replace(/^00/, "+");
  const number = parsePhoneNumberFromString(international, country as CountryCode);
  return number?.isValid() ? number.number : null;
}

/** Formats an E.164 number for people: `+7 900 123 45 67`. Returns other text unchanged. */
export function formatPhone(phone: string): string {
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
}
