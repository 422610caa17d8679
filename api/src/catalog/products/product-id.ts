import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { findProductId } from "./product-sql.ts";
import { refusals } from "../schema.ts";

/** Returns the id of a product that is not hidden, by its slug or id. Refuses `product_not_found`. */
export async function getProductId(db: Db, slugOrId: string): Promise<number> {
  const id = await findProductId(db, slugOrId);
  if (id === undefined) throw refuse(refusals, "product_not_found");
  return id;
}
