/** Returns the number of an order from a supplier as people write it: `PO-0118`. */
export function formatPurchaseOrderNumber(id: number): string {
  return `PO-${String(id).padStart(4, "0")}`;
}

/** Returns the path of the page of an order from a supplier. */
export function getPurchaseOrderPath(id: number): string {
  return `${PURCHASE_ORDERS_PATH}/${id}`;
}

export const PURCHASE_ORDERS_PATH = "/inventory/purchase-orders";
