import type { Tx } from "../api/src/platform/db/database.ts";
import { planCategoryTiles } from "./content-pictures.ts";
import synonyms from "./data/synonyms.json" with { type: "json" };
import tags from "./data/tags.json" with { type: "json" };
import concerns from "./data/concerns.json" with { type: "json" };
import type { Originals } from "./originals.ts";
import { planPickupPoints } from "./pickup-points.ts";
import type { ReferenceIds } from "./products/product-rows.ts";
import { insertRows } from "./insert-rows.ts";
import { allBrands, allCategories, getThemeColor, getCategoryPath } from "./products/source-tables.ts";

/**
 * Writes categories, brands and their series, concerns, tags, pickup points and search synonyms.
 * @returns the ids of brands and series
 */
export async function seedReferenceData(db: Tx, originals: Originals, seed: number, now: Date): Promise<ReferenceIds> {
  await seedCategories(db, originals);
  const referenceIds = await seedBrands(db);
  await insertRows(
    db,
    "concerns",
    concerns.map(({ slug, ru, en }, index) => ({ id: index + 1, slug, name_ru: ru, name_en: en, position: index + 1 })),
  );
  await insertRows(
    db,
    "tags",
    tags.map(({ slug, ru, en }, index) => ({ id: index + 1, slug, name_ru: ru, name_en: en })),
  );
  await insertRows(db, "pickup_points", planPickupPoints(seed, now));
  await insertRows(
    db,
    "search_synonyms",
    Object.entries(synonyms).flatMap(([canonical, words]) =>
      words.map((word) => ({ word: word.toLowerCase(), synonym: canonical.toLowerCase() })),
    ),
  );
  return referenceIds;
}

/** Writes the categories, with a tile for each department. */
async function seedCategories(db: Tx, originals: Originals): Promise<void> {
  const tiles = planCategoryTiles();
  await originals.storeMissing(
    db,
    tiles.map((tile) => tile.picture),
  );
  const imageIds = new Map(tiles.map((tile) => [tile.categoryId, originals.get(tile.picture).id]));
  await insertRows(
    db,
    "categories",
    allCategories.map((category) => ({
      id: category.id,
      parent_id: category.parent,
      path: getCategoryPath(category).map((one) => one.id),
      slug: category.slug,
      name_ru: category.ru,
      name_en: category.en,
      theme_color: getThemeColor(category),
      image_id: imageIds.get(category.id) ?? null,
      position: category.id,
    })),
  );
}

/** Writes the brands and their series. */
async function seedBrands(db: Tx): Promise<ReferenceIds> {
  const brandRows = allBrands.map((brand, index) => ({
    id: index + 1,
    slug: brand.slug,
    name: brand.name,
    name_ru: brand.ru,
    name_ja: brand.ja,
    tagline_ru: brand.tagline_ru,
    tagline_en: brand.tagline_en,
    theme_color: brand.cloth,
    position: index + 1,
  }));
  await insertRows(db, "brands", brandRows);
  const seriesRows = allBrands
    .flatMap((brand, index) => brand.series.map(({ name }) => ({ brand, brand_id: index + 1, name })))
    .map((one, index) => ({ ...one, id: index + 1 }));
  await insertRows(
    db,
    "series",
    seriesRows.map(({ id, brand_id, name }) => ({ id, brand_id, name })),
  );
  return {
    brandIds: new Map(brandRows.map((one) => [one.slug, one.id])),
    seriesIds: new Map(seriesRows.map(({ brand, name, id }) => [`${brand.slug}/${name}`, id])),
  };
}
