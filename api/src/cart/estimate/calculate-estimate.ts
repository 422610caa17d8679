import { getPricingContext } from "../../catalog/pricing/pricing-context.ts";
import { getCurrency } from "../../money/service.ts";
import type { Db } from "../../platform/db/database.ts";
import { type CalculatedCart, calculateCart } from "../calculation/calculate-cart.ts";
import type { CartAdjustments } from "../adjustments/calculate-adjustments.ts";
import type { Estimate, EstimateRequest } from "../schema.ts";
import { listUnstoredLines } from "../sql.ts";
import { serializeCart } from "../serializer.ts";
import type { ConfiguredProviders, GuestCartContext } from "../context.ts";
import { listGiftProducts } from "../load-cart.ts";

/** Calculates the cart of a guest from the lines in the request. */
export async function calculateEstimate(
  db: Db,
  request: EstimateRequest,
  adjustments: CartAdjustments,
  context: GuestCartContext & ConfiguredProviders,
): Promise<CalculatedCart> {
  const currency = await getCurrency(db, context.currency);
  const lines = request.lines.map(({ product_id, option_id, qty }) => ({
    productId: product_id,
    optionId: option_id,
    qty,
  }));
  const [rows, pricing] = await Promise.all([
    listUnstoredLines(db, lines, context.locale),
    getPricingContext(db, currency, context.now),
  ]);
  const { country, city, postcode } = request;
  return calculateCart(
    db,
    {
      ...{ row: undefined, lines: rows, addresses: [], adjustments },
      ...{ destination: { country, city, postcode }, maxPickupPoints: 1, providers: context.providers },
    },
    pricing,
  );
}

/** Serializes the calculated cart of a guest: a method that needs a pickup point comes without its list of points. */
export async function serializeEstimate(db: Db, cart: CalculatedCart, context: GuestCartContext): Promise<Estimate> {
  const currency = await getCurrency(db, context.currency);
  const serialized = serializeCart(cart, await listGiftProducts(db, cart, context), currency, context.locale);
  const items = serialized.shipping.availiable_shipping.items.map((method) => ({ ...method, options: [] }));
  const country = cart.destination?.country ?? "";
  return { ...serialized, country, shipping: { ...serialized.shipping, availiable_shipping: { items } } };
}
