import type { Db, Tx } from "../platform/db/database.ts";
import { deleteCosts, saveCosts } from "./purchase-orders/sql.ts";

/** What a piece of a variant costs, in minor units. */
export type VariantCost = Readonly<{ product_id: number; option_id: number; cost_minor: number; currency: string }>;

const BATCH_SIZE = 1000;

/** Returns the known costs of all variants of products, by `PRODUCT OPTION`. */
export async function loadVariantCosts(
  db: Db,
  productIds: readonly number[],
): Promise<ReadonlyMap<string, VariantCost>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("variant_costs")
    .select(["product_id", "option_id", "cost_minor", "currency"])
    .where("product_id", "in", productIds)
    .execute();
  return new Map(rows.map((row) => [getCostKey(row), row]));
}

export const getCostKey = ({ product_id, option_id }: Pick<VariantCost, "product_id" | "option_id">) =>
  `${product_id} ${option_id}`;

/** Sets what pieces of variants cost. A cost of null is not known any more. */
export async function setVariantCosts(
  tx: Tx,
  costs: readonly (Pick<VariantCost, "product_id" | "option_id"> & {
    cost: Pick<VariantCost, "cost_minor" | "currency"> | null;
  })[],
  now: Date,
): Promise<void> {
  const known = costs.flatMap(({ cost, product_id, option_id }) => (cost ? [{ product_id, option_id, ...cost }] : []));
  for (let index = 0; index < known.length; index += BATCH_SIZE)
    await saveCosts(tx, known.slice(index, index + BATCH_SIZE), now);
  await deleteCosts(
    tx,
    costs.filter(({ cost }) => cost === null).map(({ product_id, option_id }) => ({ product_id, option_id })),
  );
}
