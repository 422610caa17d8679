import { randomInt } from "node:crypto";

/** Crockford's base 32: no I, L, O, U. */
export const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PREFIX = "JG";
const DRAWN_SIGNS = 11;
const CHECK_MODULUS = 37n;

/** Cyrillic capitals that look like Latin ones: a code is read off a card and typed in either layout. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...{ А: "A", В: "B", С: "C", Е: "E", Н: "H", К: "K" },
  ...{ М: "M", О: "O", Р: "P", Т: "T", Х: "X", У: "Y" },
};

/** What was typed into the field of codes: a promo code in its stored form, or a gift certificate's. */
export type TypedCode =
  | { of: "promo"; code: string }
  | { of: "certificate"; code: string }
  /** The form of a certificate's code, but its check sign says that something was mistyped. */
  | { of: "mistyped" };

/** Reads a code in any case, with stray blanks or Cyrillic look-alikes (decisions: Promo codes). */
export function readCode(typed: string): TypedCode {
  const code = [...typed.normalize("NFKC").toUpperCase().replaceAll(/\s/g, "")]
    .map((sign) => lookAlikes[sign] ?? sign)
    .join("");
  const certificate = /^JG-?([0-9A-Z]{4})-?([0-9A-Z]{4})-?([0-9A-Z]{4})$/.exec(code);
  if (!certificate) return { of: "promo", code };
  const signs = certificate.slice(1).join("").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  const checked = certificateCode(signs.slice(0, DRAWN_SIGNS));
  return checked?.endsWith(signs.slice(-4)) ? { of: "certificate", code: checked } : { of: "mistyped" };
}

/**
 * `JG-XXXX-XXXX-XXXX`: eleven signs of Crockford's base 32 and their check sign, the value modulo 37. Null where the
 * check sign would be one of the five beside letters and digits: such a code is drawn anew.
 */
export function certificateCode(signs: string): string | null {
  const digits = [...signs].map((sign) => CROCKFORD.indexOf(sign));
  if (digits.length !== DRAWN_SIGNS || digits.includes(-1)) return null;
  const value = digits.reduce((total, digit) => total * 32n + BigInt(digit), 0n);
  const check = CROCKFORD[Number(value % CHECK_MODULUS)];
  return check === undefined ? null : `${PREFIX}-${`${signs}${check}`.match(/.{4}/g)?.join("-")}`;
}

/** A code that nobody can guess: 55 random bits. */
export function drawCertificateCode(): string {
  for (;;) {
    const code = certificateCode(Array.from({ length: DRAWN_SIGNS }, () => CROCKFORD[randomInt(32)]).join(""));
    if (code) return code;
  }
}
