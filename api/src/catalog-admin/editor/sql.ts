import { sql } from "kysely";
import {
  editedProductColumns,
  editedVariantColumns,
  type EditedProductRow,
  type EditedVariantRow,
  type OutdatedTranslation,
} from "../../catalog/products/product-editing.ts";
import { isUnusedOption } from "../../catalog/products/product-options.ts";
import type { MediaRow } from "../../content/images.ts";
import type { Db } from "../../platform/db/database.ts";

/** Counts the pictures and the variants of a product. */
export async function countPictures(db: Db, productId: number): Promise<{ pictures: number; variants: number }> {
  const { rows } = await sql<{ pictures: number; variants: number }>`
    select (select count(*) from product_images i where i.product_id = ${productId}) as pictures,
      (select count(*) from product_variants v where v.product_id = ${productId}) as variants`.execute(db);
  return rows[0] ?? { pictures: 0, variants: 0 };
}

/** A product with all that its editor shows. Timestamps in parts ISO 8601. */
export type ProductDetailRow = EditedProductRow & {
  brand: string;
  updated_at: Date;
  /** In kopecks, of the variant that a card shows. */
  price_minor: number;
  variants: (EditedVariantRow & {
    stock: number;
    lowest_minor: number;
    reference_price_minor: number | null;
    sale_ends_at: string | null;
    is_withdrawn: boolean;
    is_unused: boolean;
  })[];
  pictures: (MediaRow & { option_id: number | null })[];
  outdated_translations: (Omit<OutdatedTranslation, "since"> & { since: string })[];
};

/** Finds a product with all that its editor shows, in one statement; undefined if there is none. */
export async function findProductDetail(db: Db, id: number): Promise<ProductDetailRow | undefined> {
  const { rows } = await sql<ProductDetailRow>`
    select ${sql.join(editedProductColumns.map((column) => sql.ref(`p.${column}`)))}, p.net_amount::double precision as net_amount,
      brands.name as brand, p.updated_at,
      price_in_force(p.price_minor, p.old_price_minor, p.sale_ends_at, now()) as price_minor,
      coalesce((select jsonb_agg(jsonb_build_object(${sql.join(
        editedVariantColumns.flatMap((column) => [sql.lit(column), sql.ref(`v.${column}`)]),
      )}, 'net_amount', v.net_amount, 'stock', v.stock, 'reference_price_minor', v.reference_price_minor, 'sale_ends_at', v.sale_ends_at,
          'is_withdrawn', v.withdrawn_at is not null, 'is_unused', ${isUnusedOption},
          'lowest_minor', coalesce(lowest_price_before(v.product_id, v.option_id,
            case when v.old_price_minor is null then now() else v.sale_started_at end), v.price_minor))
          order by v.position, v.option_id)
        from product_variants v where v.product_id = p.id), '[]') as variants,
      coalesce((select jsonb_agg(jsonb_build_object('key', d.key, 'width', d.width, 'height', d.height,
          'option_id', i.option_id) order by i.position)
        from product_images i join media d on d.id = i.media_id where i.product_id = p.id), '[]') as pictures,
      coalesce((select jsonb_agg(jsonb_build_object('field', t.field, 'ru', t.ru, 'en', t.en, 'since', t.since)
          order by t.field desc)
        from outdated_translations t where t.product_id = p.id), '[]') as outdated_translations
    from products p join brands on brands.id = p.brand_id where p.id = ${id}`.execute(db);
  return rows[0];
}
