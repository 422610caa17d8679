import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { isOffered } from "./stock.ts";
import type { VariantRow } from "./product-sql.ts";

export type VariantWithProductRow = VariantRow & {
  product_status: string;
  own_qty_limit: number | null;
};

/** Returns variants by product and option, for prices. Pairs that do not exist or are not offered are omitted. */
export async function findVariants(
  db: Db,
  pairs: { productId: number; optionId: number }[],
  locale: Locale,
): Promise<VariantWithProductRow[]> {
  if (pairs.length === 0) return [];
  const { rows } = await sql<VariantWithProductRow>`
    select v.product_id, v.option_id, ${sql.ref(locale === "ru-RU" ? "v.name_ru" : "v.name_en")} as name, v.swatch, v.price_minor, v.old_price_minor, v.reference_price_minor,
      v.sale_ends_at, v.stock, p.status as product_status, p.own_qty_limit
    from unnest(${pairs.map((pair) => pair.productId)}::integer[], ${pairs.map((pair) => pair.optionId)}::integer[]) wanted(product_id, option_id)
    join product_variants v using (product_id, option_id)
    join products p on p.id = v.product_id
    where ${isOffered("v")}`.execute(db);
  return rows;
}
