import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/** A variant with its product, by file column. `is_first` marks the first variant of a product. */
export type ExportRow = { id: number; is_first: boolean } & Record<string, unknown>;

/**
 * Returns the next `limit` products with an id above `lastId`, one row for each variant. Prices in rubles, times ISO.
 */
export async function listExportRows(db: Db, lastId: number, limit: number): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    with chosen as (select * from products where id > ${lastId} order by id limit ${limit})
    select p.id, row_number() over (partition by p.id order by v.position, v.option_id) = 1 as is_first,
      p.reference, p.slug, p.status,
      (select string_agg(c.slug, '/' order by step) from unnest(p.category_path) with ordinality path(id, step) join categories c on c.id = path.id) as category,
      brands.slug as brand, s.name as series,
      array(select concerns.slug from unnest(p.concern_ids) with ordinality x(id, ord) join concerns on concerns.id = x.id order by ord) as concerns,
      array(select t.slug from unnest(p.tag_ids) with ordinality x(id, ord) join tags t on t.id = x.id order by ord) as tags,
      p.name_ru, p.name_en, p.description_ru, p.description_en, p.composition, p.characteristics, p.barcode,
      p.customs_name_en, p.hs_code, p.origin_country, p.net_weight_g, p.hazard, p.weight_g, array_to_string(p.size_mm, 'x') as size_mm, p.net_amount::text as net_amount, p.net_unit, p.months_opened,
      p.own_qty_limit, p.labels, to_json(p.published_at) #>> '{}' as published_at,
      array(select media.key from product_images i join media on media.id = i.media_id where i.product_id = p.id order by i.position) as images,
      v.option_id as option, v.name_ru as option_ru, v.name_en as option_en, v.swatch, v.weight_g as option_weight_g, array_to_string(v.size_mm, 'x') as option_size_mm,
      v.net_amount::text as option_net_amount,
      trim_scale(v.price_minor / 100.0)::text as price, trim_scale(v.old_price_minor / 100.0)::text as old_price,
      to_json(v.sale_ends_at) #>> '{}' as sale_ends_at, v.stock
    from chosen p
    join brands on brands.id = p.brand_id
    left join series s on s.id = p.series_id
    join product_variants v on v.product_id = p.id
    order by p.id, v.position, v.option_id`.execute(db);
  return rows;
}
