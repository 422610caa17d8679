import type { Db } from "../platform/db/database.ts";
import type { CustomsProblemList, CustomsProblemQuery, OrderCustomsCheck } from "./admin-schema.ts";
import { countProblemProducts, findOrderCheck, listProblemProducts } from "./customs-problem-sql.ts";

/** Returns the products whose customs data or shipping rules hold up orders, and how many there are of each kind. */
export async function getCustomsProblemList(
  db: Db,
  { status, limit }: CustomsProblemQuery,
): Promise<CustomsProblemList> {
  const [items, counts] = await Promise.all([listProblemProducts(db, status, limit), countProblemProducts(db)]);
  return { items, counts };
}

/** Returns the customs check of an order; null if it has no goods or was not paid. */
export async function getOrderCustomsCheck(db: Db, orderId: number): Promise<OrderCustomsCheck | null> {
  const check = await findOrderCheck(db, orderId);
  return check ? { ...check, checked_at: check.checked_at.toISOString() } : null;
}
