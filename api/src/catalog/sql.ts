import { type RawBuilder, sql } from "kysely";
import type { MediaRow } from "../content/images.ts";
import type { Db } from "../platform/db/database.ts";
import { inStock } from "./products/stock.ts";
import type { SeoTextsByLocale } from "./seo/seo.ts";

export type CategoryRow = {
  id: number;
  parent_id: number | null;
  path: number[];
  slug: string;
  name_ru: string;
  name_en: string;
  theme_color: string;
  seo: SeoTextsByLocale;
  position: number;
  count: number;
  image: MediaRow | null;
};
export type ConcernRow = { id: number; slug: string; name_ru: string; name_en: string };
export type BrandRow = {
  id: number;
  slug: string;
  name: string;
  name_ru: string;
  name_ja: string;
  tagline_ru: string;
  tagline_en: string;
  theme_color: string;
  seo: SeoTextsByLocale;
  count: number;
};

/** Returns every category with the number of active products in it and its descendants. */
export async function listCategoriesWithCounts(db: Db): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    select c.id, c.parent_id, c.path, c.slug, c.name_ru, c.name_en, c.theme_color, c.seo, c.position, coalesce(n.count, 0) as count,
      case when media.id is null then null else jsonb_build_object('key', media.key, 'width', media.width, 'height', media.height) end as image
    from categories c
    left join media on media.id = c.image_id
    left join (
      select up.id, sum(here)::bigint as count from
        (select category_id, count(*) as here from products where status = 'active' group by 1) leaf
        join categories l on l.id = leaf.category_id, unnest(l.path) up(id)
      group by up.id
    ) n on n.id = c.id
    order by c.position, c.id`.execute(db);
  return rows;
}

/** Returns every brand with the number of its active products. */
export async function listBrandsWithCounts(db: Db): Promise<BrandRow[]> {
  const { rows } = await sql<BrandRow>`
    select brands.id, brands.slug, brands.name, brands.name_ru, brands.name_ja, brands.tagline_ru, brands.tagline_en, brands.theme_color, brands.seo, coalesce(n.count, 0) as count
    from brands
    left join (select brand_id, count(*) as count from products where status = 'active' group by 1) n on n.brand_id = brands.id
    order by brands.position, brands.name`.execute(db);
  return rows;
}

export async function listConcerns(db: Db): Promise<ConcernRow[]> {
  return db.selectFrom("concerns").select(["id", "slug", "name_ru", "name_en"]).orderBy("position").execute();
}

export async function findTagId(db: Db, slug: string): Promise<number | undefined> {
  return (await db.selectFrom("tags").select("id").where("slug", "=", slug).executeTakeFirst())?.id;
}

export type TagRow = { slug: string; name_ru: string; name_en: string; count: number };

/** Returns a tag with the number of its active products. */
export async function findTag(db: Db, slug: string): Promise<TagRow | undefined> {
  const { rows } = await sql<TagRow>`
    select t.slug, t.name_ru, t.name_en,
      (select count(*) from products p where p.tag_ids @> array[t.id] and p.status = 'active') as count
    from tags t where t.slug = ${slug}`.execute(db);
  return rows[0];
}

export type SeriesRow = {
  id: number;
  name: string;
  brand_id: number;
  brand_name: string;
  brand_slug: string;
  count: number;
};

/** Returns a series with the number of its active products. */
export async function findSeries(db: Db, id: number): Promise<SeriesRow | undefined> {
  const { rows } = await sql<SeriesRow>`
    select s.id, s.name, brands.id as brand_id, brands.name as brand_name, brands.slug as brand_slug,
      (select count(*) from products p where p.series_id = s.id and p.status = 'active') as count
    from series s join brands on brands.id = s.brand_id where s.id = ${id}`.execute(db);
  return rows[0];
}

type CountAndImages = { count: number; images: MediaRow[] };

/** Selects the main images of the best-selling products that match a condition on `products q`. */
const selectBestSellerImages = (condition: RawBuilder<boolean>, limit: number) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('key', media.key, 'width', media.width, 'height', media.height) order by best.ord) from (
    select q.id, row_number() over (order by (${inStock("q")}) desc, q.units_sold desc, q.id) as ord from products q
    where ${condition} and q.status = 'active' order by 2 limit ${sql.lit(limit)}) best
  join product_images i on i.product_id = best.id and i.position = 0 join media on media.id = i.media_id), '[]')`;

/** Returns the series of a brand, each with the images of its two best-selling products. */
export async function listSeriesOfBrand(
  db: Db,
  brandId: number,
): Promise<(CountAndImages & { id: number; name: string })[]> {
  const { rows } = await sql<CountAndImages & { id: number; name: string }>`
    select s.id, s.name, (select count(*) from products p where p.series_id = s.id and p.status = 'active') as count,
      ${selectBestSellerImages(sql<boolean>`q.series_id = s.id`, 2)} as images
    from series s where s.brand_id = ${brandId} order by s.name`.execute(db);
  return rows;
}

/** Returns the average rating of a brand's products (0 without reviews) and the images of its three best sellers. */
export async function getBrandRating(
  db: Db,
  brandId: number,
): Promise<{ rating: number; images: MediaRow[] } | undefined> {
  const { rows } = await sql<{ rating: number; images: MediaRow[] }>`
    select coalesce(round(sum(p.rating_sum)::numeric / nullif(sum(p.reviews_count), 0), 1), 0)::float8 as rating,
      ${selectBestSellerImages(sql<boolean>`q.brand_id = ${brandId}`, 3)} as images
    from products p where p.brand_id = ${brandId} and p.status = 'active'`.execute(db);
  return rows[0];
}
