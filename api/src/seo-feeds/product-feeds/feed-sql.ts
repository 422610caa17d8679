import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { readInBatches } from "../batches.ts";
import { isOffered } from "../../catalog/products/stock.ts";

/** A product with its variants, as feeds need it. Amounts in kopecks. */
export type FeedProduct = {
  id: number;
  slug: string;
  reference: string;
  barcode: string | null;
  name: string;
  description: string;
  vendor: string;
  category_id: number;
  weight_g: number;
  pictures: { key: string; width: number; option_id: number | null }[];
  variants: {
    option_id: number;
    name: string;
    price_minor: number;
    old_price_minor: number | null;
    reference_price_minor: number | null;
    sale_started_at: string | null;
    sale_ends_at: string | null;
    stock: number;
    weight_g: number | null;
  }[];
};

const BATCH_SIZE = 300;

/** Reads all active products in Russian, in batches. */
export function readFeedProducts(db: Db): AsyncGenerator<FeedProduct[]> {
  return readInBatches((afterId) => listProductsAfter(db, afterId), BATCH_SIZE);
}

async function listProductsAfter(db: Db, afterId: number): Promise<FeedProduct[]> {
  const { rows } = await sql<FeedProduct>`
    select p.id, p.slug, p.reference, p.barcode, p.name_ru as name, p.description_ru as description, p.category_id,
      p.weight_g, brands.name as vendor, coalesce(i.pictures, '[]') as pictures, coalesce(v.variants, '[]') as variants
    from (select * from products where id > ${afterId} and status = 'active' order by id limit ${sql.lit(BATCH_SIZE)}) p
    join brands on brands.id = p.brand_id
    left join lateral (
      select json_agg(json_build_object('key', d.key, 'width', d.width, 'option_id', i.option_id) order by i.position) as pictures
      from product_images i join media d on d.id = i.media_id where i.product_id = p.id
    ) i on true
    left join lateral (
      select json_agg(json_build_object('option_id', v.option_id, 'name', v.name_ru, 'price_minor', v.price_minor,
        'old_price_minor', v.old_price_minor, 'reference_price_minor', v.reference_price_minor, 'sale_started_at', v.sale_started_at, 'sale_ends_at', v.sale_ends_at, 'stock', v.stock, 'weight_g', v.weight_g)
        order by v.position, v.option_id) as variants
      from product_variants v where v.product_id = p.id and ${isOffered("v")}
    ) v on true
    order by p.id`.execute(db);
  return rows;
}

/** A category with its Russian name. */
export type FeedCategory = { id: number; parent_id: number | null; name: string };

/** Lists all categories. */
export async function listFeedCategories(db: Db): Promise<FeedCategory[]> {
  return db.selectFrom("categories").select(["id", "parent_id", "name_ru as name"]).orderBy("id").execute();
}
