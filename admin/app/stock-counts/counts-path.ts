export const STOCK_COUNTS_PATH = "/inventory/counts";

/** Returns the path of a count of the shelves. */
export function getStockCountPath(id: number): string {
  return `${STOCK_COUNTS_PATH}/${id}`;
}
