import { listAddresses } from "../account/addresses/saved-addresses.ts";
import { lockStockForQuery } from "../catalog/products/stock.ts";
import { getPricingContext } from "../catalog/pricing/pricing-context.ts";
import { lockGiftCard } from "../gift-cards/service.ts";
import { lockLoyaltyAccount } from "../loyalty/ledger.ts";
import { getCurrency } from "../money/service.ts";
import type { Tx } from "../platform/db/database.ts";
import { lockPromoCode } from "../promotions/promo-codes/service.ts";
import { type CalculatedCart, calculateCart } from "./calculation/calculate-cart.ts";
import { loadAdjustments } from "./adjustments/load-adjustments.ts";
import type { CartContext, ConfiguredProviders } from "./context.ts";
import type { Cart } from "./schema.ts";
import { serializeCart } from "./serializer.ts";
import { listCartLines, type CartRow, findCart, lockCart, buildOrderStockQuery } from "./sql.ts";

/** A cart to be ordered: calculated, and serialized without the products of its gift tier. */
export type OrderCart = { cart: CalculatedCart; serialized: Cart };

/**
 * Locks a cart and everything that its order uses until the transaction ends, always in this order: cart, stock, promo
 * code, gift card, loyalty points. Each is read after it is locked, so that what is read stays valid until the order is
 * stored. Calculates only what an order needs: without saved lines, without gifts that are not chosen, without lists of
 * pickup points, and without loading any point if none is selected.
 */
export async function loadCartForOrder(db: Tx, context: CartContext & ConfiguredProviders): Promise<OrderCart> {
  const row = await lockCartAndStock(db, context);
  await lockAdjustments(db, row, context);
  const currency = await getCurrency(db, context.currency);
  const [adjustments, lines, addresses, pricing] = await Promise.all([
    loadAdjustments(db, row, context, "chosen"),
    listCartLines(db, context.customerId, context.locale),
    listAddresses(db, context.customerId, context.locale),
    getPricingContext(db, currency, context.now),
  ]);
  const maxPickupPoints = row?.pickup_point ? 1 : 0;
  const cart = await calculateCart(
    db,
    { row, lines, addresses, adjustments, maxPickupPoints, providers: context.providers },
    pricing,
  );
  return { cart, serialized: serializeCart(cart, [], currency, context.locale) };
}

async function lockCartAndStock(db: Tx, { customerId, now }: CartContext): Promise<CartRow | undefined> {
  await lockCart(db, customerId, now);
  const row = await findCart(db, customerId);
  await lockStockForQuery(db, buildOrderStockQuery(customerId));
  return row;
}

/** Locks what the cart pays with. */
async function lockAdjustments(db: Tx, cart: CartRow | undefined, { customerId, locale }: CartContext): Promise<void> {
  if (cart?.promo_code) await lockPromoCode(db, cart.promo_code);
  if (cart?.gift_card_id) await lockGiftCard(db, cart.gift_card_id);
  if (cart?.use_loyalty_points && locale === "ru-RU") await lockLoyaltyAccount(db, customerId);
}
