import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";

/** Values of columns before and after: of the product, its variant and its images (`images`). Null before a new record. */
export type StagedValues = Readonly<Record<string, Readonly<[unknown, unknown]>>>;

/** What a staged line would change. */
export type StagedChange = Readonly<{
  line: number;
  reference: string;
  option_id: number;
  is_new: boolean;
  /** Whether the product exists, and has no such variant. */
  is_new_variant: boolean;
  /** Null for a new product. */
  product_id: number | null;
  /** Those of the variant and product as they are, for what the change leads to; null for a new one. */
  current: Readonly<{
    name_ru: string;
    name_en: string;
    status: string;
    hs_code: string;
    price_minor: number | null;
    stock: number | null;
  }> | null;
  values: StagedValues;
}>;

/** Compares the staged lines from `from` to `to` with the catalog. Lines that would change nothing have no values. */
export async function listStagedChanges(db: Tx, from: number, to: number): Promise<StagedChange[]> {
  const { rows } = await sql<StagedChange>`
    select s.line, s.reference, s.option_id, s.is_new, p.id is not null and v.product_id is null as is_new_variant,
      p.id as product_id,
      case when p.id is not null then jsonb_build_object('name_ru', p.name_ru, 'name_en', p.name_en, 'status', p.status,
        'hs_code', p.hs_code, 'price_minor', v.price_minor, 'stock', v.stock) end as current,
      coalesce(product.changes, '{}') || coalesce(variant.changes, '{}') || coalesce(images.changes, '{}') as values
    from pg_temp.import_rows s
    left join products p on p.reference = s.reference
    left join product_variants v on v.product_id = p.id and v.option_id = s.option_id
    left join lateral (
      select jsonb_object_agg(key, jsonb_build_array(old -> key, new -> key)) as changes
      from (select to_jsonb(p) as old, to_jsonb(jsonb_populate_record(p, s.product)) as new) record,
        jsonb_object_keys(s.product) key
      where s.is_first and old -> key is distinct from new -> key
    ) product on s.product <> '{}'
    left join lateral (
      select jsonb_object_agg('variant.' || key, jsonb_build_array(old -> key, new -> key)) as changes
      from (select to_jsonb(v) as old, to_jsonb(jsonb_populate_record(v, s.variant)) as new) record,
        jsonb_object_keys(s.variant) key
      where old -> key is distinct from new -> key and new ? key
    ) variant on s.variant <> '{}'
    left join lateral (
      select jsonb_build_object('images', jsonb_build_array(to_jsonb(current.keys), to_jsonb(s.images))) as changes
      from (select array(select m.key from product_images i join media m on m.id = i.media_id
        where i.product_id = p.id order by i.position) as keys) current
      where s.is_first and current.keys <> s.images
    ) images on cardinality(s.images) > 0
    where s.line between ${from} and ${to} order by s.line`.execute(db);
  return rows;
}
