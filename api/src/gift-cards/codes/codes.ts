import { randomInt } from "node:crypto";

/** Crockford's base 32 alphabet: no I, L, O, U. */
export const CROCKFORD_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PREFIX = "JG";
const RANDOM_CHARACTERS = 11;
const CHECK_MODULUS = 37n;

/** Cyrillic capitals that look like Latin ones: a code may be typed in either keyboard layout. */
const latinLookAlikes: Readonly<Record<string, string>> = {
  ...{ А: "A", В: "B", С: "C", Е: "E", Н: "H", К: "K" },
  ...{ М: "M", О: "O", Р: "P", Т: "T", Х: "X", У: "Y" },
};

/** A parsed value of the code field: a promo code or a gift card code, in its stored form. */
export type ParsedCode =
  | { kind: "promo_code"; code: string }
  | { kind: "gift_card"; code: string }
  /** Has the form of a gift card code, but the check character does not match. */
  | { kind: "mistyped" };

/**
 * Parses a code in any case, with stray whitespace or Cyrillic look-alikes (docs/domain/promotions.md,
 * docs/domain/gift-cards.md). Whether the code exists is not checked.
 */
export function parseCode(input: string): ParsedCode {
  const code = [...input.normalize("NFKC").toUpperCase().replaceAll(/\s/g, "")]
    .map((character) => latinLookAlikes[character] ?? character)
    .join("");
  const match = /^JG-?([0-9A-Z]{4})-?([0-9A-Z]{4})-?([0-9A-Z]{4})$/.exec(code);
  if (!match) return { kind: "promo_code", code };
  const characters = match.slice(1).join("").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  const giftCardCode = buildGiftCardCode(characters.slice(0, RANDOM_CHARACTERS));
  const hasCheckCharacter = giftCardCode?.at(-1) === characters.at(-1);
  return giftCardCode !== null && hasCheckCharacter ? { kind: "gift_card", code: giftCardCode } : { kind: "mistyped" };
}

/**
 * Builds `JG-XXXX-XXXX-XXXX`: eleven characters of Crockford's base 32 and a check character, the value modulo 37.
 * @param characters the eleven characters before the check character
 * @returns null if they are not eleven characters of the alphabet, or if the check character would be one of the five
 * symbols outside of it; another code must be generated then
 */
export function buildGiftCardCode(characters: string): string | null {
  const digits = [...characters].map((character) => CROCKFORD_ALPHABET.indexOf(character));
  if (digits.length !== RANDOM_CHARACTERS || digits.includes(-1)) return null;
  const value = digits.reduce((total, digit) => total * 32n + BigInt(digit), 0n);
  const checkCharacter = CROCKFORD_ALPHABET[Number(value % CHECK_MODULUS)];
  return checkCharacter === undefined
    ? null
    : `${PREFIX}-${`${characters}${checkCharacter}`.match(/.{4}/g)?.join("-")}`;
}

/** Generates an unguessable gift card code: 55 random bits. */
export function generateGiftCardCode(): string {
  for (;;) {
    const code = buildGiftCardCode(
      Array.from({ length: RANDOM_CHARACTERS }, () => CROCKFORD_ALPHABET[randomInt(32)]).join(""),
    );
    if (code) return code;
  }
}
