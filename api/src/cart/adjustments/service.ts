import { assertLoyaltyAvailable } from "../../loyalty/balance.ts";
import { refusals as bonusRefusals } from "../../loyalty/schema.ts";
import { convertFromRub } from "../../money/currency.ts";
import { getCurrency } from "../../money/service.ts";
import { formatMoney } from "../../money/format.ts";
import { type Db, withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import type { Goods } from "../../promotions/promo-codes/promo-code.ts";
import { validateCode, type EnteredCode } from "../../promotions/promo-codes/code-entry.ts";
import { createCodeRefusal } from "../../promotions/promo-codes/code-refusals.ts";
import type { CalculatedCart } from "../calculation/calculate-cart.ts";
import { type Cart, refusals } from "../schema.ts";
import type { CartCalculator } from "../cart-calculator.ts";
import type { CartContext } from "../context.ts";
import { lockCart, setChosenGifts, updateCart } from "../sql.ts";

type CartResponse = { data: Cart; message: string };

/**
 * Applies what was entered in the code field: a promo code replaces the previous one, a gift card is kept beside it.
 * @throws the refusal of the rule that does not hold (see `refusals` of promotions)
 */
export async function applyCode(
  calculator: CartCalculator,
  db: Db,
  code: string,
  context: CartContext & { ipAddress: string },
): Promise<CartResponse> {
  const entered = await validateCode(db, code, getPromoGoods(await calculator.calculate(db, context)), context);
  await withTransaction(db, async (tx) => {
    await lockCart(tx, context.customerId, context.now);
    await updateCart(
      tx,
      context.customerId,
      "promo" in entered ? { promo_code: entered.promo.code } : { gift_card_id: entered.giftCard.id },
    );
    // The gift of a code takes stock, so only the calculated cart shows whether it is available.
    const refusal = "promo" in entered ? (await calculator.calculate(tx, context)).adjustments.promo?.refusal : null;
    if (refusal) throw await createCodeRefusal(tx, refusal, context);
  });
  return { data: await calculator.getCart(db, context), message: await getAppliedMessage(db, entered, context) };
}

/** Maps a cart's lines to the input of the promo code rules. */
export function getPromoGoods({ orderable }: CalculatedCart): Goods[] {
  return orderable.map(({ row, priceRubMinor }) => ({
    productId: row.product_id,
    categoryPath: row.category_path,
    sumRubMinor: priceRubMinor * row.qty,
  }));
}

/** Formats the confirmation message for an applied code. */
export async function getAppliedMessage(
  db: Db,
  entered: EnteredCode,
  context: { locale: Locale; currency: string },
): Promise<string> {
  const currency = await getCurrency(db, context.currency);
  const formatRub = (rubMinor: number) => formatMoney(convertFromRub(rubMinor, currency), currency, context.locale);
  if ("giftCard" in entered)
    return formatMessage(context.locale, "gift_card_applied", { sum: formatRub(entered.giftCard.balance_minor) });
  const { kind, percent, amount_minor } = entered.promo;
  return formatMessage(context.locale, `promo_applied_${kind}`, {
    percent: percent ?? 0,
    sum: formatRub(amount_minor ?? 0),
  });
}

/** Removes the promo code, the gift card, or both from the cart. */
export async function removeCodes(
  calculator: CartCalculator,
  db: Db,
  only: "promo" | "certificate" | undefined,
  context: CartContext,
): Promise<CartResponse> {
  await withTransaction(db, async (tx) => {
    await lockCart(tx, context.customerId, context.now);
    await updateCart(tx, context.customerId, {
      ...(only === "certificate" ? {} : { promo_code: null }),
      ...(only === "promo" ? {} : { gift_card_id: null }),
    });
  });
  return { data: await calculator.getCart(db, context), message: formatMessage(context.locale, "code_removed") };
}

/**
 * Pays with as many loyalty points as the cart can use, or with none.
 * @throws refusals `bonus_not_offered`, `bonus_none`
 */
export async function setPointsRedemption(
  calculator: CartCalculator,
  db: Db,
  isOn: boolean,
  context: CartContext,
): Promise<CartResponse> {
  assertLoyaltyAvailable(context.locale);
  await withTransaction(db, async (tx) => {
    await lockCart(tx, context.customerId, context.now);
    if (isOn && (await calculator.calculate(tx, context)).pointsOffer.points === 0)
      throw refuse(bonusRefusals, "bonus_none");
    await updateCart(tx, context.customerId, { use_loyalty_points: isOn });
  });
  const data = await calculator.getCart(db, context);
  const message = isOn
    ? formatMessage(context.locale, "loyalty_points_applied", { count: data.bonus?.used ?? 0 })
    : formatMessage(context.locale, "loyalty_points_removed");
  return { data, message };
}

/**
 * Chooses gifts; an empty list removes the choice.
 * @throws refusals `cart_present_not_offered` (also if the tier is not reached), `cart_presents_too_many`,
 * `cart_present_gone`
 */
export async function chooseGifts(
  calculator: CartCalculator,
  db: Db,
  productIds: readonly number[],
  context: CartContext,
): Promise<Cart> {
  const requestedIds = [...new Set(productIds)];
  await withTransaction(db, async (tx) => {
    await lockCart(tx, context.customerId, context.now);
    // Release the previous choice first, so that the last piece in stock can be chosen again.
    await setChosenGifts(tx, context.customerId, []);
    const { tier, availableGiftIds } = (await calculator.calculate(tx, context)).adjustments;
    const offered = tier?.reached ? tier.tier.products.map((one) => one.product_id) : [];
    if (!requestedIds.every((id) => offered.includes(id))) throw refuse(refusals, "cart_present_not_offered");
    const maxGifts = tier?.tier.choose_count ?? 0;
    if (requestedIds.length > maxGifts) throw refuse(refusals, "cart_presents_too_many", { params: { max: maxGifts } });
    if (!requestedIds.every((id) => availableGiftIds.has(id))) throw refuse(refusals, "cart_present_gone");
    await setChosenGifts(tx, context.customerId, requestedIds);
  });
  return calculator.getCart(db, context);
}
