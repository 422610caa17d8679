import type { ProductCardData } from "@furoshiki/api/catalog";
import type { Order } from "@furoshiki/api/orders";
import { loadOptionalData } from "../api-client/optional-data.ts";
import type { RequestContext } from "../api-client/request-context.ts";

/** How many products of an order its complements are chosen for. */
const MAX_COMPLEMENTED = 20;

/**
 * Loads products that complement an order and can be sent to its country; none if they cannot be loaded.
 * @param currency ISO 4217 code of their prices; the shopper's own currency by default
 */
export async function loadComplements(
  { call }: RequestContext,
  { items, address }: Order,
  currency?: string,
): Promise<ProductCardData[]> {
  const ids = [...new Set(items.map(({ product_id }) => product_id))].slice(0, MAX_COMPLEMENTED);
  if (ids.length === 0 || !address) return [];
  const headers = { "delivery-country": address.country, ...(currency ? { currency } : {}) };
  const path = `/v1/complements?products=${ids.join(",")}`;
  return (await loadOptionalData(call<{ items: ProductCardData[] }>(path, { headers })))?.items ?? [];
}
