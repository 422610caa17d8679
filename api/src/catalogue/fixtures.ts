import { sql } from "kysely";
import type { Db } from "../platform/db.ts";

let serial = 0;

/** A top-level category and one below it. */
export async function aCategory(
  db: Db,
  own: { slug?: string; parent?: number } = {},
): Promise<{ id: number; path: number[]; slug: string }> {
  const id = 1000 + ++serial;
  const parent =
    own.parent === undefined
      ? undefined
      : await db.selectFrom("categories").select("path").where("id", "=", own.parent).executeTakeFirstOrThrow();
  const path = [...(parent?.path ?? []), id];
  const slug = own.slug ?? `category-${id}`;
  await db
    .insertInto("categories")
    .values({
      id,
      parent_id: own.parent ?? null,
      path,
      slug,
      name_ru: `Раздел ${id}`,
      name_en: `Category ${id}`,
      cloth: "shiro",
      position: id,
    })
    .execute();
  return { id, path, slug };
}

export async function aManufacturer(db: Db, name = `Brand ${++serial}`): Promise<number> {
  const row = await db
    .insertInto("manufacturers")
    .values({ slug: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"), name, name_ru: name, cloth: "shiro" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export type VariantWish = {
  optionId?: number;
  priceMinor?: number;
  oldPriceMinor?: number;
  saleEndsAt?: Date;
  stock?: number;
  name?: string;
};
export type ProductWish = {
  name?: string;
  slug?: string;
  category?: { id: number; path: number[] };
  manufacturerId?: number;
  usageIds?: number[];
  priceMinor?: number;
  oldPriceMinor?: number;
  saleEndsAt?: Date;
  stock?: number;
  weightG?: number;
  /** With the pack, the longest side first. */
  sizeMm?: [number, number, number];
  hazard?: "none" | "aerosol" | "perfume";
  ownQtyLimit?: number;
  unitsSold?: number;
  publishedAt?: Date;
  status?: "active" | "hidden" | "discontinued";
  /** Given: the product has options. */
  options?: VariantWish[];
};

/** A product on sale with a picture: 1000 roubles, ten in stock, 200 grams, unless wished otherwise. */
export async function aProduct(db: Db, wish: ProductWish = {}): Promise<{ id: number; slug: string; name: string }> {
  const n = ++serial;
  const category = wish.category ?? (await aCategory(db));
  const manufacturerId = wish.manufacturerId ?? (await aManufacturer(db));
  const name = wish.name ?? `Крем ${n}`;
  const { id, slug } = await db
    .insertInto("products")
    .values({
      slug: wish.slug ?? `product-${n}`,
      reference: `REF-${n}`,
      status: wish.status ?? "active",
      manufacturer_id: manufacturerId,
      category_id: category.id,
      category_path: category.path,
      usage_ids: wish.usageIds ?? [],
      name_ru: name,
      name_en: `${name} en`,
      customs_name_en: "face cream",
      hs_code: "3304.99",
      hazard: wish.hazard ?? "none",
      weight_g: wish.weightG ?? 200,
      size_mm: wish.sizeMm ?? null,
      own_qty_limit: wish.ownQtyLimit ?? null,
      units_sold: wish.unitsSold ?? 0,
      published_at: wish.publishedAt ?? new Date("2025-01-01T00:00:00Z"),
    })
    .returning(["id", "slug"])
    .executeTakeFirstOrThrow();
  const variants = (wish.options ?? [{}]).map((variant, position) => ({ ...priced(wish, variant), position, variant }));
  await db
    .insertInto("product_variants")
    .values(
      variants.map(({ variant, position, priceMinor, oldPriceMinor }) => ({
        product_id: id,
        option_id: optionOf(wish, n, position),
        name_ru: variant.name ?? (wish.options ? `Вариант ${position + 1}` : ""),
        name_en: variant.name ?? (wish.options ? `Option ${position + 1}` : ""),
        price_minor: oldPriceMinor ?? priceMinor,
        stock: variant.stock ?? wish.stock ?? 10,
        position,
      })),
    )
    .execute();
  await agePrices(db, id, 60);
  for (const { position, priceMinor, oldPriceMinor, saleEndsAt } of variants) {
    if (oldPriceMinor === undefined) continue;
    await db
      .updateTable("product_variants")
      .set({ price_minor: priceMinor, old_price_minor: oldPriceMinor, sale_ends_at: saleEndsAt ?? null })
      .where("product_id", "=", id)
      .where("option_id", "=", optionOf(wish, n, position))
      .execute();
  }
  const media = await db
    .insertInto("media")
    .values({ key: `${n}`.padStart(12, "0"), mime: "image/svg+xml", width: 800, height: 1000 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("product_images").values({ product_id: id, position: 0, media_id: media.id }).execute();
  return { id, slug, name };
}

function optionOf({ options }: ProductWish, n: number, position: number): number {
  return options ? (options[position]?.optionId ?? n * 100 + position + 1) : 0;
}

function priced(wish: ProductWish, variant: VariantWish) {
  return {
    priceMinor: variant.priceMinor ?? wish.priceMinor ?? 1000_00,
    oldPriceMinor: variant.oldPriceMinor ?? wish.oldPriceMinor,
    saleEndsAt: variant.saleEndsAt ?? wish.saleEndsAt,
  };
}

/** Lets what is known of a product's prices have happened so many days earlier. */
export async function agePrices(db: Db, productId: number, days: number): Promise<void> {
  await sql`update price_history set valid_from = valid_from - make_interval(days => ${days}::integer) where product_id = ${productId}`.execute(
    db,
  );
}
