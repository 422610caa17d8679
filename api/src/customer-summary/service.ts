import { deriveCsrfTokenFromHash } from "../account/csrf-token.ts";
import type { Db } from "../platform/db/database.ts";
import type { CustomerSummary } from "./schema.ts";
import { getCustomerSummaryRow } from "./sql.ts";

/** Returns what every page shows of the signed-in customer; the cart is not calculated for it. */
export async function getCustomerSummary(
  db: Db,
  customer: { id: number; sessionHash: Buffer },
): Promise<CustomerSummary> {
  const { quantities, gift_cards, wishlist_ids, unread, delivery_country, ...user } = await getCustomerSummaryRow(
    db,
    customer.id,
  );
  return {
    user: { ...user, csrf_token: deriveCsrfTokenFromHash(customer.sessionHash) },
    cart: { quantities, certificates: gift_cards },
    wishlist: { count: wishlist_ids.length, ids: wishlist_ids },
    notifications: { unread },
    delivery_country,
  };
}
