import { z } from "zod";
import { setting } from "../settings/settings.ts";

const shortText = z.string().trim().min(1).max(200);
const paragraph = z.string().trim().min(1).max(500);
const localizedSchema = <T extends z.ZodType>(text: T) => z.strictObject({ "ru-RU": text, "en-US": text });

/**
 * Where parcels are shipped from, in the grammatical forms that sentences need: "from Moscow", "in Moscow", "from
 * Russia", "in Russia". `of_country` is the Russian genitive ("России"); in English it is the name again.
 */
const dispatchPlace = z.strictObject({
  city: shortText,
  from_city: shortText,
  in_city: shortText,
  country: shortText,
  from_country: shortText,
  in_country: shortText,
  of_country: shortText,
});
export type DispatchPlace = z.infer<typeof dispatchPlace>;

/** The name of the store in titles, emails, feeds and the header. */
export const shopName = setting("shop.name", localizedSchema(shortText), { "ru-RU": "Магазин", "en-US": "Store" });
/** The title of the home page; if null, the name. */
export const shopTitle = setting("shop.title", localizedSchema(shortText).nullable(), null);
/** The description of the store for search engines and installed apps. */
export const shopDescription = setting("shop.description", localizedSchema(paragraph).nullable(), null);
/** A sentence below the name in the Russian footer. */
export const shopTagline = setting("shop.tagline", localizedSchema(paragraph).nullable(), null);
/** The place that parcels are shipped from; null if no text is to name one. */
export const shopDispatch = setting("shop.dispatch", localizedSchema(dispatchPlace).nullable(), null);
/** Support hours: a sentence for the footer, and a short form such as "9 to 18". */
export const supportHours = setting(
  "shop.support_hours",
  localizedSchema(z.strictObject({ text: shortText, short: shortText })).nullable(),
  null,
);

/** The sender address of emails; if null, `shop@` and the host of PUBLIC_URL. */
export const emailSender = setting("shop.email_sender", z.email().nullable(), null);

/**
 * Returns the check digit of an INN: the weighted sum of its first digits, modulo 11, modulo 10 (rules of the Russian
 * Federal Tax Service).
 */
function calculateCheckDigit(digits: string, weights: readonly number[]): number {
  return (weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0) % 11) % 10;
}

/** Weights for the two check digits of an INN with 12 digits, which are its 11th and 12th. */
const INN_11TH_DIGIT_WEIGHTS = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
const INN_12TH_DIGIT_WEIGHTS = [3, ...INN_11TH_DIGIT_WEIGHTS];
/** Weights for the check digit of an INN with 10 digits, which is the last one. */
const INN_10TH_DIGIT_WEIGHTS = INN_11TH_DIGIT_WEIGHTS.slice(1);

/** Returns whether a taxpayer number (INN) has 10 digits (company) or 12 (person) and valid check digits. */
export function isValidInn(inn: string): boolean {
  if (/^\d{10}$/.test(inn)) return calculateCheckDigit(inn, INN_10TH_DIGIT_WEIGHTS) === Number(inn[9]);
  if (!/^\d{12}$/.test(inn)) return false;
  return (
    calculateCheckDigit(inn, INN_11TH_DIGIT_WEIGHTS) === Number(inn[10]) &&
    calculateCheckDigit(inn, INN_12TH_DIGIT_WEIGHTS) === Number(inn[11])
  );
}

/**
 * Returns whether a registration number (OGRN) has 13 digits (company) or 15 (sole proprietor) and a valid check digit.
 */
export function isValidOgrn(ogrn: string): boolean {
  if (!/^(\d{13}|\d{15})$/.test(ogrn)) return false;
  const divisor = ogrn.length === 13 ? 11n : 13n;
  return (BigInt(ogrn.slice(0, -1)) % divisor) % 10n === BigInt(ogrn.slice(-1));
}

/**
 * Returns whether an account number is valid for a bank: the checksum over the end of the BIK and the account is a
 * multiple of 10 (order 515 of the Bank of Russia).
 */
function isValidBankAccount(bik: string, account: string, isCorrespondent: boolean): boolean {
  const prefix = isCorrespondent ? `0${bik.slice(4, 6)}` : bik.slice(-3);
  const sum = [...(prefix + account)].reduce(
    (total, digit, index) => total + Number(digit) * ([7, 1, 3][index % 3] ?? 0),
    0,
  );
  return sum % 10 === 0;
}

const accountNumber = z.string().regex(/^\d{20}$/, "an account has 20 digits");
const bank = z
  .strictObject({
    name: shortText,
    bik: z.string().regex(/^\d{9}$/, "a BIK has 9 digits"),
    account: accountNumber,
    correspondent_account: accountNumber,
  })
  .refine(({ bik, account }) => isValidBankAccount(bik, account, false), {
    path: ["account"],
    message: "the check digit is wrong for this BIK",
  })
  .refine(({ bik, correspondent_account }) => isValidBankAccount(bik, correspondent_account, true), {
    path: ["correspondent_account"],
    message: "the check digit is wrong for this BIK",
  });

/** The seller: the legal entity or sole proprietor that the law requires the store to name. */
export const legalEntity = setting(
  "shop.legal",
  z
    .strictObject({
      name: localizedSchema(shortText),
      address: localizedSchema(paragraph),
      inn: z.string().refine(isValidInn, "an INN has 10 or 12 digits, and a check digit is wrong"),
      ogrn: z.string().refine(isValidOgrn, "an OGRN has 13 or 15 digits, and the check digit is wrong"),
      bank: bank.nullable().default(null),
    })
    .nullable(),
  null,
);
