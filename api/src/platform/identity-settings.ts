import { z } from "zod";
import { setting } from "./settings.ts";

const line = z.string().trim().min(1).max(200);
const paragraph = z.string().trim().min(1).max(500);
const localized = <T extends z.ZodType>(text: T) => z.strictObject({ "ru-RU": text, "en-US": text });

/**
 * Where parcels are sent from, in the forms that sentences need: "from Moscow", "in Moscow", "from Russia", "in Russia".
 * `of_country` is the Russian genitive ("России"); in English the name again.
 */
const dispatchPlace = z.strictObject({
  city: line,
  from_city: line,
  in_city: line,
  country: line,
  from_country: line,
  in_country: line,
  of_country: line,
});
export type DispatchPlace = z.infer<typeof dispatchPlace>;

/** The name of the shop in titles, emails, feeds and the header. */
export const shopName = setting("shop.name", localized(line), { "ru-RU": "Магазин", "en-US": "Store" });
/** The title of the home page; the name by default. */
export const shopTitle = setting("shop.title", localized(line).nullable(), null);
/** What the shop is, for search engines and installed apps. */
export const shopDescription = setting("shop.description", localized(paragraph).nullable(), null);
/** A sentence under the name in the Russian footer. */
export const shopTagline = setting("shop.tagline", localized(paragraph).nullable(), null);
export const shopDispatch = setting("shop.dispatch", localized(dispatchPlace).nullable(), null);
/** When customers are answered: a sentence for the footer, and a few words such as "9 to 18". */
export const supportHours = setting(
  "shop.support_hours",
  localized(z.strictObject({ text: line, short: line })).nullable(),
  null,
);

/** Where emails come from; `shop@` and the host of PUBLIC_URL by default. */
export const emailSender = setting("shop.email_sender", z.email().nullable(), null);

/** The weighted sum of the first digits by which the last ones are checked (order of the Tax Service on INN). */
function weighted(digits: string, weights: readonly number[]): number {
  return (weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11) % 10;
}

const INN_11 = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
const INN_12 = [3, ...INN_11];

/** Whether an INN has 10 digits (a company) or 12 (a person), and its check digits are right. */
export function isInn(inn: string): boolean {
  if (/^\d{10}$/.test(inn)) return weighted(inn, INN_11.slice(1)) === Number(inn[9]);
  if (!/^\d{12}$/.test(inn)) return false;
  return weighted(inn, INN_11) === Number(inn[10]) && weighted(inn, INN_12) === Number(inn[11]);
}

/** Whether an OGRN has 13 digits (a company) or 15 (a sole proprietor), and its check digit is right. */
export function isOgrn(ogrn: string): boolean {
  if (!/^(\d{13}|\d{15})$/.test(ogrn)) return false;
  const divisor = ogrn.length === 13 ? 11n : 13n;
  return (BigInt(ogrn.slice(0, -1)) % divisor) % 10n === BigInt(ogrn.slice(-1));
}

/** Whether an account fits the bank: the check sum over the end of the BIK and the account (order 515 of the Bank of Russia). */
function fitsBank(bik: string, account: string, isCorrespondent: boolean): boolean {
  const prefix = isCorrespondent ? `0${bik.slice(4, 6)}` : bik.slice(-3);
  const sum = [...(prefix + account)].reduce((total, digit, at) => total + Number(digit) * ([7, 1, 3][at % 3] ?? 0), 0);
  return sum % 10 === 0;
}

const account = z.string().regex(/^\d{20}$/, "an account has 20 digits");
const bank = z
  .strictObject({
    name: line,
    bik: z.string().regex(/^\d{9}$/, "a BIK has 9 digits"),
    account,
    correspondent_account: account,
  })
  .refine((one) => fitsBank(one.bik, one.account, false), {
    path: ["account"],
    message: "the check digit is wrong for this BIK",
  })
  .refine((one) => fitsBank(one.bik, one.correspondent_account, true), {
    path: ["correspondent_account"],
    message: "the check digit is wrong for this BIK",
  });

/** Who sells: the legal entity or sole proprietor that the law asks to name. */
export const legalEntity = setting(
  "shop.legal",
  z
    .strictObject({
      name: localized(line),
      address: localized(paragraph),
      inn: z.string().refine(isInn, "an INN has 10 or 12 digits, and a check digit is wrong"),
      ogrn: z.string().refine(isOgrn, "an OGRN has 13 or 15 digits, and the check digit is wrong"),
      bank: bank.nullable().default(null),
    })
    .nullable(),
  null,
);
