import { sql } from "kysely";
import type { MediaRow } from "../../content/images.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { cardColumns, cardJoins, type CardRow } from "./card-sql.ts";
import type { SeoTextsByLocale } from "../seo/seo.ts";
import { isOffered } from "./stock.ts";
import { whereSlugOrId } from "./slug-or-id.ts";
import type { AlertKind } from "../schema.ts";

export type Characteristic = { name_ru: string; name_en: string; value_ru: string; value_en: string };

/** The row of a product page: the product card and the details. */
export type ProductRow = CardRow & {
  description: string;
  composition: string;
  characteristics: Characteristic[];
  seo: SeoTextsByLocale;
  category_path: number[];
  series_id: number | null;
  usages: { id: number; name: string }[];
  tags: { slug: string; name: string }[];
  images: (MediaRow & { option_id: number | null })[];
  variants: VariantRow[];
  months_opened: number | null;
  /** In the order of the label on the package. */
  ingredients: { slug: string; name: string }[];
  /** The pending alerts of the current customer. */
  alerts: { kind: AlertKind; option_id: number }[];
};

export type VariantRow = {
  product_id: number;
  option_id: number;
  name: string;
  swatch: string | null;
  price_minor: number;
  old_price_minor: number | null;
  reference_price_minor: number | null;
  sale_ends_at: Date | null;
  stock: number;
  net_amount: number | null;
};

/** Returns the id of a product that is not hidden, by its slug or id. */
export async function findProductId(db: Db, slugOrId: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select p.id from products p where ${whereSlugOrId(slugOrId)} and p.status in ('active', 'discontinued')`.execute(
    db,
  );
  return rows[0]?.id;
}

/** Returns when the next sale of an option of a product ends, in ms since 1970; null if none does. */
export async function findNextSaleEnd(db: Db, productId: number, now: Date): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(sale_ends_at) as at from product_variants
    where product_id = ${productId} and sale_ends_at > ${now}`.execute(db);
  return rows[0]?.at?.getTime() ?? null;
}

/** Returns the category and the brand of a product that is not hidden, by its slug or id. */
export async function findProductGroups(
  db: Db,
  slugOrId: string,
): Promise<{ category_id: number; brand_id: number } | undefined> {
  const { rows } = await sql<{ category_id: number; brand_id: number }>`
    select p.category_id, p.brand_id from products p
    where ${whereSlugOrId(slugOrId)} and p.status in ('active', 'discontinued')`.execute(db);
  return rows[0];
}

/**
 * Returns a discontinued product by slug or id. `product_id` is null if the product was deleted and only its slug and
 * category are kept.
 */
export async function findDiscontinuedProduct(
  db: Db,
  slugOrId: string,
): Promise<{ product_id: number | null; category_id: number } | undefined> {
  const { rows } = await sql<{ product_id: number | null; category_id: number }>`
    select p.id as product_id, p.category_id from products p where ${whereSlugOrId(slugOrId)} and p.status = 'discontinued'
    union all
    select null, g.category_id from discontinued_products g where g.slug = ${slugOrId}
    limit 1`.execute(db);
  return rows[0];
}

/** Deletes the records of deleted products whose slugs belong to a product again. */
export async function deleteDiscontinuedSlugs(db: Tx, slugs: readonly string[]): Promise<void> {
  await sql`delete from discontinued_products where slug = any (${[...slugs]}::text[])`.execute(db);
}

/** Returns an active product with everything that its page shows, in one statement. */
export async function findProduct(
  db: Db,
  slugOrId: string,
  locale: Locale,
  customerId: number | null,
): Promise<ProductRow | undefined> {
  const isRussian = locale === "ru-RU";
  const name = sql.ref(isRussian ? "name_ru" : "name_en");
  const alerts =
    customerId === null
      ? sql`'[]'::jsonb`
      : sql`coalesce((select jsonb_agg(jsonb_build_object('kind', a.kind, 'option_id', a.option_id))
          from product_alerts a where a.customer_id = ${customerId} and a.product_id = p.id and a.sent_at is null
            and a.kind <> 'refill'), '[]')`;
  const { rows } = await sql<ProductRow>`
    select ${cardColumns(locale)}, ${sql.ref(isRussian ? "p.description_ru" : "p.description_en")} as description, p.composition, p.characteristics,
      p.months_opened, p.seo, p.category_path, p.series_id,
      coalesce((select jsonb_agg(jsonb_build_object('id', concerns.id, 'name', concerns.${name}) order by concerns.position)
        from concerns where concerns.id = any(p.concern_ids)), '[]') as usages,
      coalesce((select jsonb_agg(jsonb_build_object('slug', t.slug, 'name', t.${name}) order by t.id)
        from tags t where t.id = any(p.tag_ids)), '[]') as tags,
      coalesce((select jsonb_agg(jsonb_build_object('key', m.key, 'width', m.width, 'height', m.height, 'option_id', i.option_id) order by i.position)
        from product_images i join media m on m.id = i.media_id where i.product_id = p.id), '[]') as images,
      coalesce((select jsonb_agg(jsonb_build_object('product_id', v.product_id, 'option_id', v.option_id, 'name', v.${name}, 'swatch', v.swatch,
          'price_minor', v.price_minor, 'old_price_minor', v.old_price_minor, 'reference_price_minor', v.reference_price_minor, 'sale_ends_at', v.sale_ends_at, 'stock', v.stock,
          'net_amount', v.net_amount)
          order by v.position, v.option_id)
        from product_variants v where v.product_id = p.id and ${isOffered("v")}), '[]') as variants,
      coalesce((select jsonb_agg(jsonb_build_object('slug', i.slug, 'name', i.name) order by i.place)
        from product_ingredients i where i.product_id = p.id and i.place > 0), '[]') as ingredients,
      ${alerts} as alerts
    from products p ${cardJoins}
    where ${whereSlugOrId(slugOrId)} and p.status = 'active'`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  return {
    ...row,
    variants: row.variants.map((variant) => ({
      ...variant,
      sale_ends_at: variant.sale_ends_at && new Date(variant.sale_ends_at),
    })),
  };
}
