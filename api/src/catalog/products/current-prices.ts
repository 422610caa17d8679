import type { Db } from "../../platform/db/database.ts";
import { getShopperPricing, type ShopperContext } from "../pricing/shopper-context.ts";
import type { ProductsPrice } from "../schema.ts";
import { isInStock } from "./stock.ts";
import { findVariants } from "./variants.ts";
import { calculateQtyLimit, serializePrice } from "../pricing/pricing-context.ts";

/** Returns current prices by cart id (`{product id}_{option id}`). Ids of products that are not active are omitted. */
export async function getCurrentPrices(db: Db, cartIds: string[], shopper: ShopperContext): Promise<ProductsPrice> {
  const { currency, pricing } = await getShopperPricing(db, shopper);
  const pairs = cartIds.map((cartId) => {
    const [productId = 0, optionId = 0] = cartId.split("_").map(Number);
    return { productId, optionId };
  });
  const inRange = pairs.filter((pair) => Math.max(pair.productId, pair.optionId) <= 2_147_483_647);
  const rows = await findVariants(db, inRange, shopper.locale);
  return Object.fromEntries(
    rows
      .filter((row) => row.product_status === "active")
      .map((row) => [
        `${row.product_id}_${row.option_id}`,
        {
          sign: currency.sign,
          iso_code: currency.code,
          price: serializePrice(row, pricing).current,
          available_for_order: isInStock(row),
          qty_limit: calculateQtyLimit(row.stock, row.own_qty_limit, pricing),
        },
      ]),
  );
}
