import { getProductCards, type ShopperContext } from "../catalog/service.ts";
import { type Currency, convertFromRub, toMajorUnits } from "../money/currency.ts";
import { getCurrency } from "../money/service.ts";
import { formatMoney } from "../money/format.ts";
import type { Db } from "../platform/db/database.ts";
import { Refusal, type RefusalParams, refuse } from "../platform/http/errors.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { formatStoreDate } from "../platform/i18n/store-dates.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { findGiftCardByCode, getGiftCardRefusal, type GiftCard } from "../gift-cards/service.ts";
import { parseCode } from "../gift-cards/codes.ts";
import { countCodeAttempt, type CodeAttemptContext } from "../gift-cards/code-attempts.ts";
import { listGiftTiers } from "./gifts/gift-tiers.ts";
import {
  type Goods,
  GUEST_CUSTOMER_ID,
  type PromoCode,
  findPromoRefusal,
  type CodeRefusalDetails,
  findCustomerRefusal,
} from "./promo-codes/promo-code.ts";
import { type Coupon, refusals, type SpecialOffers } from "./schema.ts";
import { listCustomerCoupons, type CouponRow, findPromoCode } from "./promo-codes/sql.ts";

// Queries that carts and orders need: find a code for a customer, lock it while it is used, record and remove its use.
export { addPromoUse, removePromoUse, findPromoCode, lockPromoCode } from "./promo-codes/sql.ts";

/** Who enters a code (`GUEST_CUSTOMER_ID` for a guest), from which IP address, in which language and currency. */
export type CodeEntryContext = { customerId: number; ipAddress: string; locale: Locale; currency: string; now: Date };

export type EnteredCode = { promo: PromoCode } | { certificate: GiftCard };

/**
 * Validates what was entered in the code field against the goods of the cart. Unknown codes and codes of other
 * customers count as failed attempts; after too many within ten minutes no code is checked. Must not be called inside a
 * transaction.
 * A gift card is not accepted from a guest: its code is as good as money and would be stored in the browser.
 * @throws every refusal of `refusals`, and `too_many_requests`
 */
export async function validateCode(
  db: Db,
  typedCode: string,
  goods: readonly Goods[],
  context: CodeEntryContext,
): Promise<EnteredCode> {
  const parsed = parseCode(typedCode);
  if (parsed.kind === "mistyped") throw refuse(refusals, "certificate_mistyped");
  if (parsed.kind === "certificate" && context.customerId === GUEST_CUSTOMER_ID)
    throw refuse(refusals, "certificate_needs_sign_in");
  const attempt = await countCodeAttempt(db, toAttemptContext(context));
  if (parsed.kind === "certificate") {
    const certificate = await findGiftCardByCode(db, parsed.code);
    if (!certificate) throw refuse(refusals, "certificate_unknown");
    await attempt.undo();
    const refusal = getGiftCardRefusal(certificate, context.now);
    if (refusal) throw await createCodeRefusal(db, refusal, context);
    return { certificate };
  }
  const promo = await findPromoCode(db, parsed.code, context.customerId);
  if (!promo) throw refuse(refusals, "promo_unknown");
  const refusal = findPromoRefusal(promo, goods, context);
  if (!isCodeProbe(refusal)) await attempt.undo();
  if (refusal) throw await createCodeRefusal(db, refusal, context);
  return { promo };
}

/**
 * Finds a promo code that was entered before, for the current customer; attempts count as in `validateCode`. Must not
 * be called inside a transaction.
 * @returns undefined for an unknown code; "unchecked" after too many attempts
 */
export async function findEnteredCode(
  db: Db,
  code: string,
  context: Pick<CodeEntryContext, "customerId" | "ipAddress" | "now">,
): Promise<PromoCode | undefined | "unchecked"> {
  const parsed = parseCode(code);
  if (parsed.kind !== "promo") return undefined;
  try {
    const attempt = await countCodeAttempt(db, toAttemptContext(context));
    const promo = await findPromoCode(db, parsed.code, context.customerId);
    if (promo && !isCodeProbe(findCustomerRefusal(promo, context))) await attempt.undo();
    return promo;
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_many_requests") return "unchecked";
    throw error;
  }
}

function toAttemptContext({
  customerId,
  ipAddress,
  now,
}: Pick<CodeEntryContext, "customerId" | "ipAddress" | "now">): CodeAttemptContext {
  return { customerId: customerId === GUEST_CUSTOMER_ID ? null : customerId, ipAddress, now };
}

/** Whether this refusal only reveals that the code exists. */
function isCodeProbe(refusal: CodeRefusalDetails | null): boolean {
  return refusal?.code === "promo_not_yours" || refusal?.code === "promo_needs_sign_in";
}

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

/** Lists the codes that a customer may see: active ones first, then used and expired ones. */
export async function listCoupons(db: Db, customerId: number, context: ShopperContext): Promise<Coupon[]> {
  const currency = await getCurrency(db, context.currency);
  const rows = await listCustomerCoupons(db, customerId, context.locale, context.now);
  const coupons = rows.flatMap((row) => toCoupon(row, { customerId, now: context.now, currency }) ?? []);
  return [...coupons.filter((one) => one.state === "active"), ...coupons.filter((one) => one.state !== "active")];
}

/** Lists a customer's special offers: their own codes, and gift tiers. */
export async function listSpecialOffers(db: Db, customerId: number, context: ShopperContext): Promise<SpecialOffers> {
  return loadOffers(db, customerId, context, (coupon) => coupon.personal);
}

/** Lists public promotions: listed codes, and gift tiers. */
export async function listPublicOffers(db: Db, context: ShopperContext): Promise<SpecialOffers> {
  return loadOffers(db, GUEST_CUSTOMER_ID, context, (coupon) => !coupon.personal);
}

async function loadOffers(
  db: Db,
  customerId: number,
  context: ShopperContext,
  isIncluded: (coupon: Coupon) => boolean,
): Promise<SpecialOffers> {
  const [currency, coupons, tiers] = await Promise.all([
    getCurrency(db, context.currency),
    listCoupons(db, customerId, context),
    listGiftTiers(db),
  ]);
  const cards = await getProductCards(
    db,
    [...new Set(tiers.flatMap((tier) => tier.products.map((one) => one.product_id)))],
    context,
  );
  return {
    items: coupons.filter((one) => isIncluded(one) && one.state === "active"),
    presents: tiers.map((tier) => ({
      price: toMajorUnits(convertFromRub(tier.threshold_minor, currency), currency),
      iso_code: currency.code,
      sign: currency.sign,
      count: tier.choose_count,
      items: cards.filter((one) => tier.products.some((product) => product.product_id === one.id)),
    })),
  };
}

/** Null for a code that neither applies to the customer now nor ever did. */
function toCoupon(row: CouponRow, context: { customerId: number; now: Date; currency: Currency }): Coupon | null {
  const toAmount = (minor: number) => toMajorUnits(convertFromRub(minor, context.currency), context.currency);
  const refusal = findCustomerRefusal(row, context);
  const state = refusal === null ? "active" : row.order_id !== null ? "used" : "expired";
  const isVisible = refusal === null || row.order_id !== null || refusal.code === "promo_expired";
  if (!isVisible) return null;
  return {
    code: row.code,
    kind: row.kind,
    percent: row.percent,
    amount: row.amount_minor === null ? null : toAmount(row.amount_minor),
    iso_code: context.currency.code,
    sign: context.currency.sign,
    gift: row.gift,
    categories: row.categories,
    for_some_products: row.product_ids.length > 0,
    goods: row.goods,
    products_count: row.product_ids.length,
    min_sum: toAmount(row.min_sum_minor),
    first_order_only: row.first_order_only,
    personal: row.customer_id !== null,
    ends_at: row.ends_at?.toISOString() ?? null,
    state,
    order_id: row.order_id,
    used_at: row.used_at?.toISOString() ?? null,
  };
}
