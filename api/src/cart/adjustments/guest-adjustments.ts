import { type Db, type Tx, withTransaction } from "../../platform/db/database.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { GUEST_CUSTOMER_ID } from "../../promotions/promo-codes/promo-code.ts";
import { findEnteredCode, validateCode } from "../../promotions/promo-codes/code-entry.ts";
import { createCodeRefusal, formatRefusalMessage } from "../../promotions/promo-codes/code-refusals.ts";
import { loadGuestAdjustments, noAdjustments } from "./load-guest-adjustments.ts";
import { getPromoGoods, getAppliedMessage } from "./service.ts";
import type { GuestAdjustments, Cart, Estimate, EstimateRequest } from "../schema.ts";
import type { CartCalculator } from "../cart-calculator.ts";
import type { CartContext, GuestCartContext } from "../context.ts";
import { lockCart, setChosenGifts, updateCart } from "../sql.ts";

/**
 * Validates a promo code that a guest enters, by the same rules as for a customer; nothing is stored. Rules about the
 * customer (first order, own number of uses) are checked after sign-in.
 * @throws the refusal of the rule that does not hold, and `certificate_needs_sign_in`
 */
export async function applyGuestCode(
  calculator: CartCalculator,
  db: Db,
  code: string,
  request: EstimateRequest,
  context: GuestCartContext,
): Promise<{ data: Estimate; message: string }> {
  const goods = getPromoGoods(await calculator.calculateEstimate(db, request, noAdjustments, context));
  const entered = await validateCode(db, code, goods, { ...context, customerId: GUEST_CUSTOMER_ID });
  const promo = "promo" in entered ? entered.promo : null;
  const estimate = await calculator.calculateEstimate(
    db,
    request,
    await loadGuestAdjustments(db, { ...request, promo }, context),
    context,
  );
  // The gift of a code takes stock, so only the calculated cart shows whether it is available.
  const refusal = estimate.adjustments.promo?.refusal;
  if (refusal) throw await createCodeRefusal(db, refusal, context);
  return {
    data: await calculator.serializeEstimate(db, estimate, context),
    message: await getAppliedMessage(db, entered, context),
  };
}

/**
 * Merges the code and the gifts that a guest entered and chose before sign-in; idempotent. A code that does not apply
 * to this customer is stored with the reason, unless the cart already has one that applies: that one stays. Available
 * gifts replace those chosen before. The message lists what was not merged.
 */
export async function mergeGuestAdjustments(
  calculator: CartCalculator,
  db: Db,
  { promo: code, presents }: GuestAdjustments,
  context: CartContext & { ipAddress: string },
): Promise<{ data: Cart; message?: string }> {
  const foundPromo = code === null ? undefined : await findEnteredCode(db, code, context);
  const messages: string[] = [];
  await withTransaction(db, async (tx) => {
    await lockCart(tx, context.customerId, context.now);
    const previousPromo = (await calculator.calculate(tx, context)).adjustments.promo;
    if (code !== null && foundPromo === "unchecked")
      messages.push(await formatRefusalMessage(tx, { code: "promo_unchecked" }, context));
    else if (code !== null) {
      await updateCart(tx, context.customerId, {
        promo_code: foundPromo === "unchecked" || !foundPromo ? code : foundPromo.code,
      });
      const refusal = (await calculator.calculate(tx, context)).adjustments.promo?.refusal;
      if (refusal && previousPromo && !previousPromo.refusal) {
        await updateCart(tx, context.customerId, { promo_code: previousPromo.code });
        messages.push(await formatRefusalMessage(tx, refusal, context));
      }
    }
    if (presents.length > 0 && !(await mergeChosenGifts(calculator, tx, presents, context)))
      messages.push(formatMessage(context.locale, "gifts_removed"));
  });
  return {
    data: await calculator.getCart(db, context),
    ...(messages.length > 0 ? { message: messages.join(" ") } : {}),
  };
}

/**
 * Chooses those of the given gifts that are available; if none is, the previous choice stays.
 * @returns whether all given gifts were chosen
 */
async function mergeChosenGifts(
  calculator: CartCalculator,
  db: Tx,
  requestedIds: readonly number[],
  context: CartContext,
): Promise<boolean> {
  const { tier, availableGiftIds } = (await calculator.calculate(db, context)).adjustments;
  const offered = tier?.reached ? tier.tier : { products: [], choose_count: 0 };
  const availableIds = offered.products
    .map((one) => one.product_id)
    .filter((id) => requestedIds.includes(id) && availableGiftIds.has(id));
  const chosen = availableIds.slice(0, offered.choose_count);
  if (chosen.length > 0) await setChosenGifts(db, context.customerId, chosen);
  return chosen.length === new Set(requestedIds).size;
}
