import type { Tx } from "../api/src/platform/db.ts";
import { planTiles } from "./art.ts";
import synonyms from "./data/synonyms.json" with { type: "json" };
import tags from "./data/tags.json" with { type: "json" };
import usages from "./data/usages.json" with { type: "json" };
import type { Originals } from "./originals.ts";
import { planPoints } from "./places.ts";
import type { Shelves } from "./product-rows.ts";
import { insertRows } from "./rows.ts";
import { allBrands, allCategories, clothOf, lineage } from "./tables.ts";

/** What products point to: the tree of categories, brands and their series, usages, tags; and the pick-up points. */
export async function fillReference(db: Tx, originals: Originals, seed: number, now: Date): Promise<Shelves> {
  const tiles = planTiles();
  await originals.keep(
    db,
    tiles.map((tile) => tile.picture),
  );
  const images = new Map(tiles.map((tile) => [tile.categoryId, originals.of(tile.picture).id]));
  await insertRows(
    db,
    "categories",
    allCategories.map((category) => ({
      id: category.id,
      parent_id: category.parent,
      path: lineage(category).map((one) => one.id),
      slug: category.slug,
      name_ru: category.ru,
      name_en: category.en,
      cloth: clothOf(category),
      image_id: images.get(category.id) ?? null,
      position: category.id,
    })),
  );
  const manufacturers = allBrands.map((brand, at) => ({
    id: at + 1,
    slug: brand.slug,
    name: brand.name,
    name_ru: brand.ru,
    name_ja: brand.ja,
    line_ru: brand.line_ru,
    line_en: brand.line_en,
    cloth: brand.cloth,
    position: at + 1,
  }));
  await insertRows(db, "manufacturers", manufacturers);
  const series = allBrands
    .flatMap((brand, at) => brand.series.map(({ name }) => ({ brand, manufacturer_id: at + 1, name })))
    .map((one, at) => ({ ...one, id: at + 1 }));
  await insertRows(
    db,
    "series",
    series.map(({ id, manufacturer_id, name }) => ({ id, manufacturer_id, name })),
  );
  await insertRows(
    db,
    "usages",
    usages.map(({ slug, ru, en }, at) => ({ id: at + 1, slug, name_ru: ru, name_en: en, position: at + 1 })),
  );
  await insertRows(
    db,
    "tags",
    tags.map(({ slug, ru, en }, at) => ({ id: at + 1, slug, name_ru: ru, name_en: en })),
  );
  await insertRows(db, "pickup_points", planPoints(seed, now));
  await insertRows(
    db,
    "search_synonyms",
    Object.entries(synonyms).flatMap(([canonical, words]) =>
      words.map((word) => ({ word: word.toLowerCase(), same_as: canonical.toLowerCase() })),
    ),
  );
  return {
    manufacturers: new Map(manufacturers.map((one) => [one.slug, one.id])),
    series: new Map(series.map(({ brand, name, id }) => [`${brand.slug}/${name}`, id])),
  };
}
