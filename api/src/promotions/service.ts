import { cardsOf, type Looking } from "../catalogue/service.ts";
import { type Currency, fromRub, toWire } from "../money/currency.ts";
import { currencyByCode } from "../money/service.ts";
import { formatMoney } from "../money/format.ts";
import type { Db } from "../platform/db.ts";
import { Refusal, type RefusalParams, refuse } from "../platform/errors.ts";
import type { Locale } from "../platform/locale.ts";
import { moscowDay } from "../platform/moscow-time.ts";
import { text } from "../platform/texts.ts";
import { type Certificate, certificateByCode } from "./certificate-sql.ts";
import { refusedCertificate } from "./certificates.ts";
import { readCode } from "./codes.ts";
import { countGuess, type Guessing } from "./guesses.ts";
import { presentTiers } from "./presents.ts";
import { type Goods, NOBODY, type PromoCode, refusedFor, type Refused, refusedTo } from "./promo.ts";
import { type Coupon, refusals, type SpecialOffers } from "./schema.ts";
import { couponsOf, type CouponRow, findPromo } from "./sql.ts";

// For whom a cart or an order is about: a code as it stands to a customer, held while it is used, used, and given back.
export { addPromoUse, dropPromoUse, findPromo, lockPromo } from "./sql.ts";

/** Who enters a code (`NOBODY`: a guest), from where, in which language and currency. */
export type Entering = { customerId: number; ip: string; locale: Locale; currency: string; now: Date };

export type EnteredCode = { promo: PromoCode } | { certificate: Certificate };

/**
 * What was entered in the field of codes, looked at with the goods of the cart. Codes that are not there, or another's,
 * are counted: so many in ten minutes, and the next is not looked at. Not for use inside a transaction.
 * A guest's certificate is not taken: its code is as good as money, and would stay behind in a browser.
 * Refuses every code of the room's table, and `too_many_requests`.
 */
export async function enterCode(db: Db, typed: string, goods: readonly Goods[], by: Entering): Promise<EnteredCode> {
  const read = readCode(typed);
  if (read.of === "mistyped") throw refuse(refusals, "certificate_mistyped");
  if (read.of === "certificate" && by.customerId === NOBODY) throw refuse(refusals, "certificate_needs_sign_in");
  const counted = await countGuess(db, guessing(by));
  if (read.of === "certificate") {
    const certificate = await certificateByCode(db, read.code);
    if (!certificate) throw refuse(refusals, "certificate_unknown");
    await counted.forgive();
    const refused = refusedCertificate(certificate, by.now);
    if (refused) throw await refusalOf(db, refused, by);
    return { certificate };
  }
  const promo = await findPromo(db, read.code, by.customerId);
  if (!promo) throw refuse(refusals, "promo_unknown");
  const refused = refusedFor(promo, goods, by);
  if (!isGuess(refused)) await counted.forgive();
  if (refused) throw await refusalOf(db, refused, by);
  return { promo };
}

/**
 * A promo code that was entered before, as it stands to whom it is brought by; tries are counted as those of `enterCode`.
 * Not for use inside a transaction. @returns undefined for a code that is none; "unchecked" where too many were tried.
 */
export async function broughtCode(
  db: Db,
  code: string,
  by: Pick<Entering, "customerId" | "ip" | "now">,
): Promise<PromoCode | undefined | "unchecked"> {
  const read = readCode(code);
  if (read.of !== "promo") return undefined;
  try {
    const counted = await countGuess(db, guessing(by));
    const promo = await findPromo(db, read.code, by.customerId);
    if (promo && !isGuess(refusedTo(promo, by))) await counted.forgive();
    return promo;
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_many_requests") return "unchecked";
    throw error;
  }
}

function guessing({ customerId, ip, now }: Pick<Entering, "customerId" | "ip" | "now">): Guessing {
  return { customerId: customerId === NOBODY ? null : customerId, ip, now };
}

/** Whether who is refused a code so has only found out that it exists. */
function isGuess(refused: Refused | null): boolean {
  return refused?.code === "promo_not_yours" || refused?.code === "promo_needs_sign_in";
}

/** A code that does not hold as a refusal with its sentence's values. */
export async function refusalOf(
  db: Db,
  refused: Refused,
  at: { locale: Locale; currency: string },
  more: { data?: object } = {},
): Promise<Refusal> {
  const currency = await currencyByCode(db, at.currency);
  return refuse(refusals, refused.code, { params: refusedParams(refused, currency, at.locale), ...more });
}

/** Why a code does not hold, as the shop says it. */
export async function refusedSentence(
  db: Db,
  refused: Refused,
  { locale, currency }: { locale: Locale; currency: string },
): Promise<string> {
  return text(locale, refused.code, refusedParams(refused, await currencyByCode(db, currency), locale));
}

/** The values of a refusal's sentence: what is missing in the asking currency, the day in words. */
export function refusedParams(refused: Refused, currency: Currency, locale: Locale): RefusalParams {
  return {
    ...(refused.missingRubMinor === undefined
      ? {}
      : { sum: formatMoney(fromRub(refused.missingRubMinor, currency), currency, locale) }),
    ...(refused.at === undefined
      ? {}
      : { date: moscowDay(refused.at, locale, { withYear: refused.isAnotherYear === true }) }),
  };
}

/** The codes a customer may know of: running ones first, then used and ended ones. */
export async function listCoupons(db: Db, customerId: number, at: Looking): Promise<Coupon[]> {
  const currency = await currencyByCode(db, at.currency);
  const rows = await couponsOf(db, customerId, at.locale, at.now);
  const coupons = rows.flatMap((row) => couponOf(row, { customerId, now: at.now, currency }) ?? []);
  return [...coupons.filter((one) => one.state === "active"), ...coupons.filter((one) => one.state !== "active")];
}

/** What runs for a customer beside prices: codes of his own, and presents above a sum. */
export async function specialOffersFor(db: Db, customerId: number, at: Looking): Promise<SpecialOffers> {
  return offersTo(db, customerId, at, (coupon) => coupon.personal);
}

/** What runs for everybody: codes that are told, and presents above a sum. */
export async function runningPromotions(db: Db, at: Looking): Promise<SpecialOffers> {
  return offersTo(db, NOBODY, at, (coupon) => !coupon.personal);
}

async function offersTo(
  db: Db,
  customerId: number,
  at: Looking,
  isMeant: (coupon: Coupon) => boolean,
): Promise<SpecialOffers> {
  const [currency, coupons, tiers] = await Promise.all([
    currencyByCode(db, at.currency),
    listCoupons(db, customerId, at),
    presentTiers(db),
  ]);
  const cards = await cardsOf(
    db,
    [...new Set(tiers.flatMap((tier) => tier.products.map((one) => one.product_id)))],
    at,
  );
  return {
    items: coupons.filter((one) => isMeant(one) && one.state === "active"),
    presents: tiers.map((tier) => ({
      price: toWire(fromRub(tier.threshold_minor, currency), currency),
      iso_code: currency.code,
      sign: currency.sign,
      count: tier.choose_count,
      items: cards.filter((one) => tier.products.some((product) => product.product_id === one.id)),
    })),
  };
}

/** Null for a code that neither runs for the customer nor ever did. */
function couponOf(row: CouponRow, at: { customerId: number; now: Date; currency: Currency }): Coupon | null {
  const wire = (minor: number) => toWire(fromRub(minor, at.currency), at.currency);
  const refused = refusedTo(row, at);
  const state = refused === null ? "active" : row.order_id !== null ? "used" : "expired";
  const isPast = refused === null || row.order_id !== null || refused.code === "promo_expired";
  if (!isPast) return null;
  return {
    code: row.code,
    kind: row.kind,
    percent: row.percent,
    amount: row.amount_minor === null ? null : wire(row.amount_minor),
    iso_code: at.currency.code,
    sign: at.currency.sign,
    gift: row.gift,
    categories: row.categories,
    for_some_products: row.product_ids.length > 0,
    goods: row.goods,
    products_count: row.product_ids.length,
    min_sum: wire(row.min_sum_minor),
    first_order_only: row.first_order_only,
    personal: row.customer_id !== null,
    ends_at: row.ends_at?.toISOString() ?? null,
    state,
    order_id: row.order_id,
    used_at: row.used_at?.toISOString() ?? null,
  };
}
