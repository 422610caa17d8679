import type { CalculatedCart } from "../cart/calculation/calculate-cart.ts";
import type { CartContext } from "../cart/context.ts";
import { convertFromRub, type Currency } from "../money/currency.ts";
import type { GiftMessage } from "../gift-cards/purchases/purchases.ts";
import type { NewOrderLine } from "../orders/create-order.ts";
import type { Tx } from "../platform/db/database.ts";
import type { Refusal } from "../platform/http/errors.ts";
import type { RedeemedAdjustments } from "../platform/order-events.ts";
import { createCodeRefusal } from "../promotions/promo-codes/code-refusals.ts";

/**
 * Creates the refusal for a code or gift card in the cart that no longer applies.
 * @param data sent with the refusal
 */
export async function createAdjustmentRefusal(
  db: Tx,
  { adjustments }: CalculatedCart,
  context: CartContext,
  data: object,
): Promise<Refusal> {
  const refusal = adjustments.promo?.refusal ?? adjustments.giftCard?.refusal;
  if (!refusal) throw new Error("neither the promo code nor the gift card of the cart is refused");
  return createCodeRefusal(db, refusal, context, { data });
}

/** Returns what the cart pays with besides money; its rows must be locked (`loadCartForOrder`). */
export function getRedeemedAdjustments(cart: CalculatedCart): RedeemedAdjustments {
  const { promo, giftCard } = cart.adjustments;
  const { giftCardRubMinor, points } = cart.totals;
  return {
    promoCodeId: hasGoods(cart) ? (promo?.row?.id ?? null) : null,
    giftCard: giftCard && giftCardRubMinor > 0 ? { id: giftCard.row.id, amountMinor: giftCardRubMinor } : null,
    points,
  };
}

/** Builds the adjustments that are stored with the order: the promo code and the amounts of all adjustments. */
export function buildOrderAdjustments(cart: CalculatedCart) {
  const { adjustments, totals } = cart;
  return {
    promo_code: hasGoods(cart) ? (adjustments.promo?.code ?? null) : null,
    discount_minor: totals.promoMinor,
    loyalty_minor: totals.pointsMinor,
    gift_card_minor: totals.giftCardMinor,
  };
}

/** Promo codes apply to goods: an order of gift cards alone does not use the code. */
function hasGoods({ orderable }: CalculatedCart): boolean {
  return orderable.length > 0;
}

/** Builds the gift cards that the order buys, with their prices in minor units of the order's currency. */
export function buildOrderGiftCards({
  purchasedGiftCards,
  totals,
}: CalculatedCart): (GiftMessage & { price_minor: number; face_value_minor: number })[] {
  return purchasedGiftCards.map(({ id: _id, ...line }, index) => ({
    ...line,
    price_minor: totals.purchasedGiftCardPricesMinor[index] ?? 0,
  }));
}

/** Builds the lines of the order: goods with their share of the promo discount, then gifts. */
export function buildOrderLines(
  { orderable, totals, adjustments }: CalculatedCart,
  currency: Currency,
): NewOrderLine[] {
  const goods = orderable.map(({ row, priceRubMinor, weightG }, index) => ({
    product_id: row.product_id,
    option_id: row.option_id,
    reference: row.reference,
    name: row.name,
    option_name: row.variant?.name ?? "",
    qty: row.qty,
    price_minor: convertFromRub(priceRubMinor, currency),
    discount_minor: totals.lineDiscountsMinor[index] ?? 0,
    is_gift: false,
    weight_g: weightG,
  }));
  const gifts = adjustments.gifts.map(({ row: { stock: _stock, ...row } }) => ({
    ...row,
    qty: 1,
    price_minor: 0,
    discount_minor: 0,
    is_gift: true,
  }));
  return [...goods, ...gifts];
}
