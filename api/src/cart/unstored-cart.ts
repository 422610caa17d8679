import type { StockItem } from "../catalog/products/stock.ts";
import { getPricingContext } from "../catalog/pricing/pricing-context.ts";
import { getCurrency } from "../money/service.ts";
import type { Db } from "../platform/db/database.ts";
import type { AddressRequest } from "../account/addresses/schema.ts";
import { noAdjustments } from "./adjustments/load-guest-adjustments.ts";
import { type CalculatedCart, calculateCart } from "./calculation/calculate-cart.ts";
import type { Destination } from "./calculation/destination.ts";
import type { CartContext, ConfiguredProviders } from "./context.ts";
import { listUnstoredLines } from "./sql.ts";

/** Goods that are ordered for a customer without being in their cart; each variant once. */
export type UnstoredCart = Readonly<{
  lines: readonly StockItem[];
  /** The address of an order; a destination is enough to calculate prices, and null to calculate those of the goods. */
  address: AddressRequest | Destination | null;
  /** Null: the first method that carries everything and needs no pickup point. */
  shippingMethodId: number | null;
  pickupPoint: string | null;
}>;

/** The id that stands for the address of an unstored cart. */
const UNSTORED_ADDRESS_ID = 0;

/**
 * Calculates goods that are in no stored cart, without promo code, points, gift card and gifts. Products that are not
 * sold are missing in the result.
 */
export async function calculateUnstoredCart(
  db: Db,
  { lines, address, shippingMethodId, pickupPoint }: UnstoredCart,
  context: Omit<CartContext, "customerId"> & ConfiguredProviders,
): Promise<CalculatedCart> {
  const { locale, now, providers } = context;
  const currency = await getCurrency(db, context.currency);
  const [rows, pricing] = await Promise.all([
    listUnstoredLines(db, lines, locale),
    getPricingContext(db, currency, now),
  ]);
  const addresses =
    address !== null && "first_name" in address
      ? [{ ...address, id: UNSTORED_ADDRESS_ID, country_name: "", phone_shown: "" }]
      : [];
  return calculateCart(
    db,
    {
      row: {
        ...{ address_id: UNSTORED_ADDRESS_ID, shipping_method_id: shippingMethodId, pickup_point: pickupPoint },
        ...{ pickup_area: null, payment_method: null, promo_code: null, gift_card_id: null },
        ...{ use_loyalty_points: false, chosen_gift_ids: [], certificates: [], has_saved_items: false },
      },
      lines: rows,
      addresses,
      ...(address === null ? {} : { destination: address }),
      adjustments: noAdjustments,
      providers,
    },
    pricing,
  );
}
