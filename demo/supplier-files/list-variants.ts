import { sql } from "kysely";
import type { Db } from "../../api/src/platform/db/database.ts";
import type { SuppliedVariant } from "./supplier-file.ts";

/** Lists variants of products without options that have a barcode. */
export async function listSuppliedVariants(db: Db, limit: number): Promise<SuppliedVariant[]> {
  const { rows } = await sql<SuppliedVariant>`
    select p.reference, p.barcode, v.stock, v.price_minor as "priceMinor"
    from products p join product_variants v on v.product_id = p.id
    where p.barcode is not null and v.option_id = 0 and p.status <> 'draft' order by p.id limit ${limit}`.execute(db);
  return rows;
}
