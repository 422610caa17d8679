import { sql } from "kysely";
import { type Db, withTransaction } from "../platform/db/database.ts";
import type { ProductStatus } from "./admin-schema.ts";
import { applyProductChanges } from "./products/product-changes.ts";

let serial = 0;

/** Creates a category, at the top level or below a parent. */
export async function createCategory(
  db: Db,
  options: { slug?: string; parent?: number } = {},
): Promise<{ id: number; path: number[]; slug: string }> {
  const id = 1000 + ++serial;
  const parent =
    options.parent === undefined
      ? undefined
      : await db.selectFrom("categories").select("path").where("id", "=", options.parent).executeTakeFirstOrThrow();
  const path = [...(parent?.path ?? []), id];
  const slug = options.slug ?? `category-${id}`;
  await db
    .insertInto("categories")
    .values({
      id,
      parent_id: options.parent ?? null,
      path,
      slug,
      name_ru: `Раздел ${id}`,
      name_en: `Category ${id}`,
      theme_color: "shiro",
      position: id,
    })
    .execute();
  return { id, path, slug };
}

/**
 * Creates a brand.
 * @returns its id
 */
export async function createBrand(db: Db, name = `Brand ${++serial}`): Promise<number> {
  const row = await db
    .insertInto("brands")
    .values({ slug: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"), name, name_ru: name, theme_color: "shiro" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export type VariantFixture = {
  optionId?: number;
  priceMinor?: number;
  oldPriceMinor?: number;
  saleEndsAt?: Date;
  stock?: number;
  name?: string;
};
export type ProductFixture = {
  name?: string;
  slug?: string;
  category?: { id: number; path: number[] };
  brandId?: number;
  concernIds?: number[];
  priceMinor?: number;
  oldPriceMinor?: number;
  saleEndsAt?: Date;
  stock?: number;
  weightG?: number;
  /** Including packaging, longest side first. */
  sizeMm?: [number, number, number];
  hazard?: "none" | "aerosol" | "perfume";
  ownQtyLimit?: number;
  unitsSold?: number;
  publishedAt?: Date;
  composition?: string;
  status?: ProductStatus;
  /** If set, the product has options. */
  options?: VariantFixture[];
};

/** Creates a product. Defaults: active, with an image, 1000 rubles, ten in stock, 200 grams, no options. */
export async function createProduct(
  db: Db,
  fixture: ProductFixture = {},
): Promise<{ id: number; slug: string; name: string }> {
  const n = ++serial;
  const category = fixture.category ?? (await createCategory(db));
  const brandId = fixture.brandId ?? (await createBrand(db));
  const name = fixture.name ?? `Крем ${n}`;
  const row = {
    slug: fixture.slug ?? `product-${n}`,
    reference: `REF-${n}`,
    status: fixture.status ?? "active",
    brand_id: brandId,
    category_id: category.id,
    category_path: category.path,
    concern_ids: fixture.concernIds ?? [],
    name_ru: name,
    name_en: `${name} en`,
    customs_name_en: "face cream",
    hs_code: "3304.99",
    hazard: fixture.hazard ?? "none",
    weight_g: fixture.weightG ?? 200,
    size_mm: fixture.sizeMm ?? null,
    own_qty_limit: fixture.ownQtyLimit ?? null,
    units_sold: fixture.unitsSold ?? 0,
    published_at: fixture.publishedAt ?? new Date("2025-01-01T00:00:00Z"),
    composition: fixture.composition ?? "",
  };
  const { slug } = row;
  const id = await withTransaction(db, async (tx) => {
    const added = await tx.insertInto("products").values(row).returning("id").executeTakeFirstOrThrow();
    await applyProductChanges(tx, [{ ...row, ...added, previous_slug: null, previous_composition: null }]);
    return added.id;
  });
  await insertVariants(db, id, fixture, n);
  const media = await db
    .insertInto("media")
    .values({ key: `${n}`.padStart(12, "0"), mime: "image/svg+xml", width: 800, height: 1000 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("product_images").values({ product_id: id, position: 0, media_id: media.id }).execute();
  return { id, slug, name };
}

/** Inserts the variants of a product. Sales begin after the regular prices have applied for 60 days. */
async function insertVariants(db: Db, productId: number, fixture: ProductFixture, n: number): Promise<void> {
  const variants = (fixture.options ?? [{}]).map((variant, position) => ({
    ...resolvePrices(fixture, variant),
    optionId: getOptionId(fixture, n, position),
    position,
    variant,
  }));
  await db
    .insertInto("product_variants")
    .values(
      variants.map(({ variant, optionId, position, priceMinor, oldPriceMinor }) => ({
        product_id: productId,
        option_id: optionId,
        name_ru: variant.name ?? (fixture.options ? `Вариант ${position + 1}` : ""),
        name_en: variant.name ?? (fixture.options ? `Option ${position + 1}` : ""),
        price_minor: oldPriceMinor ?? priceMinor,
        stock: variant.stock ?? fixture.stock ?? 10,
        position,
      })),
    )
    .execute();
  await backdatePrices(db, productId, 60);
  for (const { optionId, priceMinor, oldPriceMinor, saleEndsAt } of variants) {
    if (oldPriceMinor === undefined) continue;
    await db
      .updateTable("product_variants")
      .set({ price_minor: priceMinor, old_price_minor: oldPriceMinor, sale_ends_at: saleEndsAt ?? null })
      .where("product_id", "=", productId)
      .where("option_id", "=", optionId)
      .execute();
  }
}

/** Changes the slug or the composition of a product as an import does. */
export async function updateProduct(
  db: Db,
  id: number,
  changes: { slug?: string; composition?: string },
): Promise<void> {
  await withTransaction(db, async (tx) => {
    const selectProduct = tx.selectFrom("products").select(["id", "slug", "composition"]).where("id", "=", id);
    const previous = await selectProduct.executeTakeFirstOrThrow();
    await tx.updateTable("products").set(changes).where("id", "=", id).execute();
    await applyProductChanges(tx, [
      { ...previous, ...changes, previous_slug: previous.slug, previous_composition: previous.composition },
    ]);
  });
}

function getOptionId({ options }: ProductFixture, n: number, position: number): number {
  return options ? (options[position]?.optionId ?? n * 100 + position + 1) : 0;
}

function resolvePrices(fixture: ProductFixture, variant: VariantFixture) {
  return {
    priceMinor: variant.priceMinor ?? fixture.priceMinor ?? 1000_00,
    oldPriceMinor: variant.oldPriceMinor ?? fixture.oldPriceMinor,
    saleEndsAt: variant.saleEndsAt ?? fixture.saleEndsAt,
  };
}

/** Moves the price history of a product `days` days into the past. */
export async function backdatePrices(db: Db, productId: number, days: number): Promise<void> {
  await sql`update price_history set valid_from = valid_from - make_interval(days => ${days}::integer) where product_id = ${productId}`.execute(
    db,
  );
}
