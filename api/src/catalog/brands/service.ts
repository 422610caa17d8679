import { type MediaRow, serializeImage } from "../../content/images.ts";
import type { Db } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { getSeoTexts } from "../seo/seo.ts";
import { refusals, type Series } from "../schema.ts";
import { findSeries, getBrandRating, listSeriesOfBrand } from "../sql.ts";
import { brandCache } from "../categories/category-tree.ts";

/** Returns all brands in their display order. */
export async function listBrands(db: Db, locale: Locale) {
  return (await brandCache.get(db)).map((row) => serializeBrand(row, locale));
}

/** Returns a brand with its series, rating and images. Refuses `manufacturer_not_found`. */
export async function getBrand(db: Db, slug: string, locale: Locale) {
  const row = (await brandCache.get(db)).find((candidate) => candidate.slug === slug);
  if (!row) throw refuse(refusals, "manufacturer_not_found");
  const [series, reputation] = await Promise.all([listSeriesOfBrand(db, row.id), getBrandRating(db, row.id)]);
  const serializeImages = (images: MediaRow[], name: string) => images.map((image) => serializeImage(image, name));
  return {
    ...serializeBrand(row, locale),
    head: getSeoTexts(row.seo, locale),
    rating: reputation?.rating ?? 0,
    images: serializeImages(reputation?.images ?? [], row.name),
    series: series.map((one) => ({ ...one, images: serializeImages(one.images, `${row.name} ${one.name}`) })),
  };
}

/** Returns a series with its brand. Refuses `series_not_found`. */
export async function getSeries(db: Db, id: number): Promise<Series> {
  const row = await findSeries(db, id);
  if (!row) throw refuse(refusals, "series_not_found");
  const { name, count, brand_id, brand_name, brand_slug } = row;
  return { id, name, count, manufacturer: { id: brand_id, name: brand_name, slug: brand_slug } };
}

function serializeBrand(row: Awaited<ReturnType<typeof brandCache.get>>[number], locale: Locale) {
  return {
    id: row.id,
    name: row.name,
    name_local: locale === "ru-RU" ? row.name_ru : row.name,
    slug: row.slug,
    line: locale === "ru-RU" ? row.tagline_ru : row.tagline_en,
    cloth: row.theme_color,
    count: row.count,
  };
}
