/** Validation and formatting of card fields. The gateway validates the same rules again (docs/domain/payments.md). */
export type CardField = "number" | "holder" | "expiry" | "cvc";

const NUMBER_LENGTH = { min: 13, max: 19 };
const HOLDER_LENGTH = { min: 2, max: 26 };

/** Returns the digits of a text. */
export function extractDigits(text: string): string {
  return text.replace(/\D/g, "");
}

const brandPrefixes = [
  ["mir", /^220[0-4]/],
  ["visa", /^4/],
  ["mastercard", /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ["jcb", /^35(2[89]|[3-8])/],
  ["amex", /^3[47]/],
  ["unionpay", /^(62|81)/],
] as const;
export type CardBrand = (typeof brandPrefixes)[number][0];

/** Returns the card brand as soon as the prefix identifies it, otherwise null. */
export function getCardBrand(number: string): CardBrand | null {
  return brandPrefixes.find(([, prefix]) => prefix.test(extractDigits(number)))?.[0] ?? null;
}

/** Formats a card number in groups of four digits; American Express in groups of 4, 6 and 5. */
export function formatCardNumber(text: string): string {
  const digits = extractDigits(text).slice(0, NUMBER_LENGTH.max);
  const groups =
    getCardBrand(digits) === "amex" ? /^(\d{1,4})(\d{0,6})(\d*)$/.exec(digits)?.slice(1) : digits.match(/\d{1,4}/g);
  return (groups ?? []).filter(Boolean).join(" ");
}

/** Formats `1225`, `12/25` and `12 / 2025` as `12 / 25`. A first digit above 1 becomes the month. */
export function formatExpiry(text: string): string {
  let digits = extractDigits(text);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  const year = digits.slice(2);
  // A four-digit year, typed or autofilled.
  const shortYear = year.length > 2 && year.startsWith("20") ? year.slice(2, 4) : year.slice(0, 2);
  return shortYear === "" ? digits.slice(0, 2) : `${digits.slice(0, 2)} / ${shortYear}`;
}

/** Whether the check digit is correct (Luhn algorithm). */
export function hasValidCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Returns the error code of a field, for which there is a message, or null if it is valid. @param now current time, for the expiry */
export function validateCardField(field: CardField, text: string, now: Date): string | null {
  const typed = text.trim();
  if (typed === "") return "required";
  switch (field) {
    case "number": {
      const digits = extractDigits(typed);
      if (digits.length < NUMBER_LENGTH.min) return "cardNumberLength";
      return digits.length <= NUMBER_LENGTH.max && hasValidCheckDigit(digits) ? null : "invalidCardNumber";
    }
    case "holder":
      if (typed.length < HOLDER_LENGTH.min) return "shortHolder";
      if (typed.length > HOLDER_LENGTH.max) return "longHolder";
      return /^\p{L}[\p{L}\p{M} .'’-]*$/u.test(typed) ? null : "invalidHolder";
    case "expiry": {
      const [, month, year] = /^(0[1-9]|1[0-2])\s?\/\s?(\d{2})$/.exec(typed) ?? [];
      if (!month || !year) return "invalidExpiry";
      // Valid through the last day of the month.
      return now.getTime() < Date.UTC(2000 + Number(year), Number(month), 1) ? null : "cardExpired";
    }
    case "cvc":
      return /^\d{3,4}$/.test(typed) ? null : "invalidCvc";
  }
}

/** Returns the caret position in the formatted text that is after the same number of digits. */
export function getCaretPosition(formatted: string, digitsBefore: number): number {
  let digitsSeen = 0;
  for (let index = 0; index < formatted.length; index++) {
    if (digitsSeen === digitsBefore) return index;
    if (/\d/.test(formatted.charAt(index))) digitsSeen++;
  }
  return formatted.length;
}
