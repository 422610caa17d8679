import { listAddresses } from "../account/addresses/saved-addresses.ts";
import type { ProductCardData } from "../catalog/schema.ts";
import { getProductCards } from "../catalog/products/product-cards.ts";
import type { ShopperContext } from "../catalog/pricing/shopper-context.ts";
import { getPricingContext } from "../catalog/pricing/pricing-context.ts";
import { getCurrency } from "../money/service.ts";
import type { Db } from "../platform/db/database.ts";
import { type CalculatedCart, calculateCart } from "./calculation/calculate-cart.ts";
import { loadAdjustments } from "./adjustments/load-adjustments.ts";
import type { Cart } from "./schema.ts";
import { listSavedForLaterLines, listCartLines, findCart } from "./sql.ts";
import { serializeCart } from "./serializer.ts";
import type { CartContext, ConfiguredProviders } from "./context.ts";

/** Loads and calculates the customer's cart. */
export async function loadCalculatedCart(db: Db, context: CartContext & ConfiguredProviders): Promise<CalculatedCart> {
  const currency = await getCurrency(db, context.currency);
  const [{ row, adjustments, savedForLater }, lines, addresses, pricing] = await Promise.all([
    loadCartWithAdjustments(db, context),
    listCartLines(db, context.customerId, context.locale),
    listAddresses(db, context.customerId, context.locale),
    getPricingContext(db, currency, context.now),
  ]);
  return calculateCart(
    db,
    { row, lines, savedForLater, addresses, adjustments, providers: context.providers },
    pricing,
  );
}

async function loadCartWithAdjustments(db: Db, context: CartContext) {
  const row = await findCart(db, context.customerId);
  const [adjustments, savedForLater] = await Promise.all([
    loadAdjustments(db, row, context),
    row?.has_saved_items ? listSavedForLaterLines(db, context.customerId, context.locale) : [],
  ]);
  return { row, adjustments, savedForLater };
}

/** Loads and calculates the customer's cart and serializes it for the response. */
export async function getCart(db: Db, context: CartContext & ConfiguredProviders): Promise<Cart> {
  const currency = await getCurrency(db, context.currency);
  const cart = await loadCalculatedCart(db, context);
  return serializeCart(cart, await listGiftProducts(db, cart, context), currency, context.locale);
}

/** Lists the products of the gift tier that the cart has reached or may reach next. */
export async function listGiftProducts(
  db: Db,
  { adjustments }: CalculatedCart,
  context: ShopperContext,
): Promise<ProductCardData[]> {
  return getProductCards(db, adjustments.tier?.tier.products.map((one) => one.product_id) ?? [], context);
}
