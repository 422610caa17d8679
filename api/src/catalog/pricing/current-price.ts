type PriceWithSale = {
  price_minor: number;
  /** The regular price, which applies again when the sale ends. */
  old_price_minor: number | null;
};

export type PricedRow = PriceWithSale & {
  /** The reference price that is crossed out: the lowest price of the 30 days before the reduction. */
  reference_price_minor: number | null;
  sale_ends_at: Date | null;
};

/**
 * Returns the price in force at `now` in kopecks. Queries and triggers use the SQL function `price_in_force`; a test
 * compares both (`product-index/rules.test.ts`).
 * @param product `sale_ends_ms` is the end of the sale in milliseconds since the epoch
 */
export function getPriceAt(product: PriceWithSale & { sale_ends_ms: number | null }, now: Date): number {
  return hasSaleEnded(product.sale_ends_ms, now)
    ? (product.old_price_minor ?? product.price_minor)
    : product.price_minor;
}

/**
 * Returns the price in force at `now` and the reference price, both in kopecks. A sale ends to the second; after that
 * there is no reference price. Rule: docs/domain/catalog.md.
 */
export function getCurrentPrice(row: PricedRow, now: Date): { currentMinor: number; oldMinor: number | null } {
  const { price_minor, old_price_minor, reference_price_minor, sale_ends_at } = row;
  const sale_ends_ms = sale_ends_at === null ? null : sale_ends_at.getTime();
  return {
    currentMinor: getPriceAt({ price_minor, old_price_minor, sale_ends_ms }, now),
    oldMinor: hasSaleEnded(sale_ends_ms, now) ? null : reference_price_minor,
  };
}

/** Whether a sale has ended; it ends to the second. @param saleEndsMs milliseconds since the epoch, null without an end */
export function hasSaleEnded(saleEndsMs: number | null, now: Date): boolean {
  return saleEndsMs !== null && saleEndsMs <= now.getTime();
}
