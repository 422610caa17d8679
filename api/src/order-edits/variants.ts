import { sql } from "kysely";
import type { MediaRow } from "../content/images.ts";
import type { Sides } from "../delivery/box.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { isOffered } from "../catalog/products/stock.ts";

/** A variant as it is sold now; prices in kopecks, weight in grams, sizes in millimeters. */
export type VariantRow = {
  product_id: number;
  option_id: number;
  reference: string;
  name: string;
  option_name: string;
  brand: string;
  hazard: string;
  hs_code: string;
  price_minor: number;
  old_price_minor: number | null;
  reference_price_minor: number | null;
  sale_ends_at: Date | null;
  stock: number;
  /** The most pieces in one order; null if the product has no limit of its own. */
  own_qty_limit: number | null;
  weight_g: number;
  size_mm: Sides | null;
  /** Whether the product is sold, and with this option. */
  is_sold: boolean;
  image: MediaRow | null;
};

type VariantKey = Readonly<{ product_id: number; option_id: number }>;

const variantColumns = (locale: Locale) => sql`
  p.id as product_id, v.option_id, p.reference, ${sql.ref(locale === "ru-RU" ? "p.name_ru" : "p.name_en")} as name,
  coalesce(${sql.ref(locale === "ru-RU" ? "v.name_ru" : "v.name_en")}, '') as option_name, b.name as brand,
  p.hazard::text as hazard, p.hs_code, v.price_minor, v.old_price_minor, v.reference_price_minor, v.sale_ends_at, v.stock,
  p.own_qty_limit,
  coalesce(v.weight_g, p.weight_g) as weight_g, coalesce(v.size_mm, p.size_mm) as size_mm,
  p.status = 'active' and (not p.has_options or v.option_id <> 0) and ${isOffered("v")} as is_sold,
  (select jsonb_build_object('key', m.key, 'width', m.width, 'height', m.height)
    from product_images i join media m on m.id = i.media_id where i.product_id = p.id
    order by (i.option_id = v.option_id) desc nulls last, i.position limit 1) as image`;
const variantTables = sql`product_variants v join products p on p.id = v.product_id join brands b on b.id = p.brand_id`;

/** Lists variants by their ids. Those that no longer exist are missing. */
export async function listVariants(db: Db, keys: readonly VariantKey[], locale: Locale): Promise<VariantRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<VariantRow>`
    select ${variantColumns(locale)} from ${variantTables}
    where (v.product_id, v.option_id) in (
      select * from unnest(${keys.map((key) => key.product_id)}::integer[], ${keys.map((key) => key.option_id)}::integer[]))`.execute(
    db,
  );
  return rows;
}

/** Finds variants that are sold by reference, barcode or a part of the name; whole references come first. */
export async function searchVariants(db: Db, q: string, locale: Locale, limit: number): Promise<VariantRow[]> {
  const pattern = q.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const { rows } = await sql<VariantRow>`
    select ${variantColumns(locale)} from ${variantTables}
    where p.status = 'active' and (not p.has_options or v.option_id <> 0) and ${isOffered("v")}
      and (p.reference ilike ${`${pattern}%`} or p.barcode = ${q} or p.name_ru ilike ${`%${pattern}%`}
        or p.name_en ilike ${`%${pattern}%`})
    order by lower(p.reference) = lower(${q}) desc, v.stock > 0 desc, p.units_sold desc, p.id, v.position
    limit ${limit}`.execute(db);
  return rows;
}
