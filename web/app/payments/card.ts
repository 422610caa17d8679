/** The rules of a card form (decisions, Payment). The gateway has the same ones and the last word. */
export type CardField = "number" | "holder" | "expiry" | "cvc";

const LENGTH = { min: 13, max: 19 };
const HOLDER = { min: 2, max: 26 };

export function digitsIn(text: string): string {
  return text.replace(/\D/g, "");
}

const brands = [
  ["mir", /^220[0-4]/],
  ["visa", /^4/],
  ["mastercard", /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ["jcb", /^35(2[89]|[3-8])/],
  ["amex", /^3[47]/],
  ["unionpay", /^(62|81)/],
] as const;
export type Brand = (typeof brands)[number][0];

/** The payment system of a number, as soon as its first digits tell. */
export function brandOf(number: string): Brand | null {
  return brands.find(([, range]) => range.test(digitsIn(number)))?.[0] ?? null;
}

/** A number as it stands on the card: in fours, American Express in 4, 6 and 5. */
export function groupNumber(text: string): string {
  const digits = digitsIn(text).slice(0, LENGTH.max);
  const groups =
    brandOf(digits) === "amex" ? /^(\d{1,4})(\d{0,6})(\d*)$/.exec(digits)?.slice(1) : digits.match(/\d{1,4}/g);
  return (groups ?? []).filter(Boolean).join(" ");
}

/** `1225`, `12/25`, `12 / 2025` as `12 / 25`; a first digit over 1 is the month itself. */
export function groupExpiry(text: string): string {
  let digits = digitsIn(text);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  const year = digits.slice(2);
  // A whole year, typed or filled in by the browser.
  const short = year.length > 2 && year.startsWith("20") ? year.slice(2, 4) : year.slice(0, 2);
  return short === "" ? digits.slice(0, 2) : `${digits.slice(0, 2)} / ${short}`;
}

/** True when the check digit is right (Luhn, modulo 10). */
export function hasValidCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** What is wrong with a field as it is typed: a code with a text in the messages, or null. @param now for the expiry. */
export function checkCard(field: CardField, text: string, now: Date): string | null {
  const typed = text.trim();
  if (typed === "") return "required";
  switch (field) {
    case "number": {
      const digits = digitsIn(typed);
      if (digits.length < LENGTH.min) return "cardNumberLength";
      return digits.length <= LENGTH.max && hasValidCheckDigit(digits) ? null : "invalidCardNumber";
    }
    case "holder":
      if (typed.length < HOLDER.min) return "shortHolder";
      if (typed.length > HOLDER.max) return "longHolder";
      return /^\p{L}[\p{L}\p{M} .'’-]*$/u.test(typed) ? null : "invalidHolder";
    case "expiry": {
      const [, month, year] = /^(0[1-9]|1[0-2])\s?\/\s?(\d{2})$/.exec(typed) ?? [];
      if (!month || !year) return "invalidExpiry";
      // Good through the last day of its month.
      return now.getTime() < Date.UTC(2000 + Number(year), Number(month), 1) ? null : "cardExpired";
    }
    case "cvc":
      return /^\d{3,4}$/.test(typed) ? null : "invalidCvc";
  }
}

/** Where the caret belongs once a text was grouped anew: behind as many digits as before. */
export function caretAfter(grouped: string, digitsBefore: number): number {
  let seen = 0;
  for (let at = 0; at < grouped.length; at++) {
    if (seen === digitsBefore) return at;
    if (/\d/.test(grouped.charAt(at))) seen++;
  }
  return grouped.length;
}
