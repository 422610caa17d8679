import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import type { ProductStatus } from "../admin-schema.ts";
import type { HazardClass } from "../../delivery/hazard-classes.ts";
import type { SeoTextsByLocale } from "../seo/seo.ts";
import { applyProductChanges } from "./product-changes.ts";
import type { Characteristic } from "./product-sql.ts";
import { lockStockForQuery } from "./stock.ts";

/** What staff edit of a product, by the columns of its table. */
export type EditedProductRow = {
  id: number;
  reference: string;
  status: ProductStatus;
  slug: string;
  barcode: string | null;
  brand_id: number;
  series_id: number | null;
  category_id: number;
  concern_ids: number[];
  tag_ids: number[];
  name_ru: string;
  name_en: string;
  description_ru: string;
  description_en: string;
  composition: string;
  characteristics: Characteristic[];
  seo: SeoTextsByLocale;
  customs_name_en: string;
  hs_code: string;
  origin_country: string;
  net_weight_g: number | null;
  hazard: HazardClass;
  weight_g: number;
  size_mm: number[] | null;
  net_amount: number | null;
  net_unit: string | null;
  months_opened: number | null;
  own_qty_limit: number | null;
  published_at: Date;
};

/** What staff edit of a variant, by the columns of its table; prices in kopecks. */
export type EditedVariantRow = {
  option_id: number;
  name_ru: string;
  name_en: string;
  swatch: string | null;
  price_minor: number;
  old_price_minor: number | null;
  weight_g: number | null;
  size_mm: number[] | null;
  net_amount: number | null;
};

/** Their columns but `net_amount`, which is a text unless it is converted. */
export const editedProductColumns = [
  ...(["id", "reference", "status", "slug", "barcode", "brand_id", "series_id", "category_id", "concern_ids"] as const),
  ...(["tag_ids", "name_ru", "name_en", "description_ru", "description_en", "composition", "characteristics"] as const),
  ...(["seo"] as const),
  ...(["customs_name_en", "hs_code", "origin_country", "net_weight_g", "hazard", "weight_g", "size_mm"] as const),
  ...(["net_unit", "months_opened", "own_qty_limit", "published_at"] as const),
] as const satisfies readonly (keyof EditedProductRow)[];

export const editedVariantColumns = [
  ...(["option_id", "name_ru", "name_en", "swatch", "price_minor", "old_price_minor", "weight_g", "size_mm"] as const),
] as const satisfies readonly (keyof EditedVariantRow)[];

const netAmount = sql<number | null>`net_amount::double precision`.as("net_amount");

/** Locks a product until the transaction ends. @returns undefined if there is none */
export async function lockProduct(tx: Tx, id: number): Promise<EditedProductRow | undefined> {
  const row = await tx
    .selectFrom("products")
    .select(editedProductColumns)
    .select(netAmount)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row as EditedProductRow | undefined;
}

/**
 * Locks the variants of a product. It is called before `lockProduct`, in the same order as checkout does, to avoid
 * deadlocks.
 */
export async function lockVariants(tx: Tx, productId: number): Promise<EditedVariantRow[]> {
  await lockStockForQuery(
    tx,
    sql`select v.product_id, v.option_id from product_variants v where v.product_id = ${productId}`,
  );
  return tx
    .selectFrom("product_variants")
    .select(editedVariantColumns)
    .select(netAmount)
    .where("product_id", "=", productId)
    .orderBy("position")
    .orderBy("option_id")
    .execute();
}

type EditableColumns = Partial<Omit<EditedProductRow, "id" | "reference">>;

/**
 * Changes columns of a locked product, and what follows from them: the path of its category, the redirect of its old
 * address and its ingredients.
 * @param previous the row as it was locked
 */
export async function updateEditedProduct(
  tx: Tx,
  previous: EditedProductRow,
  { seo, characteristics, ...columns }: EditableColumns,
  now: Date,
): Promise<void> {
  const path = sql<number[]>`(select c.path from categories c where c.id = ${columns.category_id ?? null}::integer)`;
  await tx
    .updateTable("products")
    .set({ ...columns, updated_at: now })
    .$if(seo !== undefined, (query) => query.set({ seo: JSON.stringify(seo) }))
    .$if(characteristics !== undefined, (query) => query.set({ characteristics: JSON.stringify(characteristics) }))
    .$if(columns.category_id !== undefined, (query) => query.set({ category_path: path }))
    .where("id", "=", previous.id)
    .execute();
  await applyProductChanges(tx, [
    {
      id: previous.id,
      slug: columns.slug ?? previous.slug,
      composition: columns.composition ?? previous.composition,
      previous_slug: previous.slug,
      previous_composition: previous.composition,
    },
  ]);
}

/** Changes columns of a locked variant. Triggers keep the product, its price history and the ledger in step. */
export async function updateEditedVariant(
  tx: Tx,
  { productId, optionId }: { productId: number; optionId: number },
  columns: Partial<Omit<EditedVariantRow, "option_id">>,
): Promise<void> {
  await tx
    .updateTable("product_variants")
    .set(columns)
    .where("product_id", "=", productId)
    .where("option_id", "=", optionId)
    .execute();
}

/** Which of the values that a product must not share with others belong to another one; a slug also to a redirect. */
export async function findTakenValues(
  tx: Tx,
  { id, slug }: { id: number; slug: string },
  values: { slug?: string | undefined; barcode?: string | null | undefined; reference?: string | undefined },
): Promise<{ slug: boolean; barcode: boolean; reference: boolean }> {
  const taken = { slug: values.slug ?? null, barcode: values.barcode ?? null, reference: values.reference ?? null };
  const { rows } = await sql<{ slug: boolean; barcode: boolean; reference: boolean }>`
    select exists (select from products p where p.slug = ${taken.slug} and p.id <> ${id})
        or exists (select from redirects r where r.from_path = '/' || ${taken.slug}::text and r.to_path <> '/' || ${slug}::text)
        as slug,
      exists (select from products p where p.barcode = ${taken.barcode} and p.id <> ${id}) as barcode,
      exists (select from products p where p.reference = ${taken.reference} and p.id <> ${id}) as reference`.execute(
    tx,
  );
  return rows[0] ?? { slug: false, barcode: false, reference: false };
}

/** What a product belongs to. */
type Terms = Pick<EditedProductRow, "brand_id" | "series_id" | "category_id" | "concern_ids" | "tag_ids">;

/**
 * Returns the fields whose brand, series of the brand, category, concerns or tags do not exist. Concerns and tags, which
 * no foreign key protects, stay until the end of the transaction.
 */
export async function findMissingTerms(tx: Tx, terms: Terms): Promise<(keyof Terms)[]> {
  const { rows } = await sql<Record<keyof Terms, boolean>>`
    select exists (select from brands where id = ${terms.brand_id}) as brand_id,
      ${terms.series_id}::integer is null
        or exists (select from series where id = ${terms.series_id} and brand_id = ${terms.brand_id}) as series_id,
      exists (select from categories where id = ${terms.category_id}) as category_id,
      array(select id from concerns where id = any (${terms.concern_ids}::integer[]) for key share) @> ${terms.concern_ids}::integer[] as concern_ids,
      array(select id from tags where id = any (${terms.tag_ids}::integer[]) for key share) @> ${terms.tag_ids}::integer[] as tag_ids`.execute(
    tx,
  );
  const [exists] = rows;
  return (Object.keys(exists ?? {}) as (keyof Terms)[]).filter((field) => !exists?.[field]);
}

/** A text of which one language was changed and the other was not, as the languages last corresponded. */
export type OutdatedTranslation = { field: "name" | "description"; ru: string; en: string; since: Date };

/** Lists the outdated translations of a product. */
export async function listOutdatedTranslations(tx: Tx, productId: number): Promise<OutdatedTranslation[]> {
  const rows = await tx
    .selectFrom("outdated_translations")
    .select(["field", "ru", "en", "since"])
    .where("product_id", "=", productId)
    .orderBy("field", "desc")
    .execute();
  return rows as OutdatedTranslation[];
}

/** Replaces the outdated translations of a product. The trigger of products keeps them after changes of texts. */
export async function setOutdatedTranslations(
  tx: Tx,
  productId: number,
  translations: readonly OutdatedTranslation[],
): Promise<void> {
  await tx.deleteFrom("outdated_translations").where("product_id", "=", productId).execute();
  if (translations.length === 0) return;
  const rows = translations.map((translation) => ({ product_id: productId, ...translation }));
  await tx.insertInto("outdated_translations").values(rows).execute();
}

/** A draft: what it has from the beginning. */
type DraftRow = Pick<
  EditedProductRow,
  "reference" | "slug" | "barcode" | "brand_id" | "category_id" | "name_ru" | "name_en" | "weight_g" | "hazard"
>;

/** Inserts a draft without customs data, pictures and variants. @returns its id */
export async function insertDraft(tx: Tx, draft: DraftRow, now: Date): Promise<number> {
  const path = sql<number[]>`(select c.path from categories c where c.id = ${draft.category_id})`;
  const values = {
    ...draft,
    status: "draft",
    category_path: path,
    customs_name_en: "",
    hs_code: "",
    published_at: now,
  };
  const { id } = await tx.insertInto("products").values(values).returning("id").executeTakeFirstOrThrow();
  await applyProductChanges(tx, [
    { id, slug: draft.slug, composition: "", previous_slug: null, previous_composition: null },
  ]);
  return id;
}

/** The id after all that options have ever had: carts and price history may still name one that was deleted. */
const nextOptionId = sql`(select max(option_id) + 1 from (
  select coalesce(max(option_id), 0) as option_id from product_variants
  union all select max(option_id) from price_history) used)`;

/**
 * Inserts a variant without stock, after those that the product has.
 * @param variant.optionId 0 for a product without options; null for the next free one
 * @param variant.price in rubles
 * @returns the id of the option
 */
export async function insertVariant(
  tx: Tx,
  productId: number,
  variant: { optionId: number | null; name_ru: string; name_en: string; price: number },
): Promise<number> {
  // Option ids are unique in the store: those who add one at the same time wait.
  if (variant.optionId === null)
    await sql`select pg_advisory_xact_lock(hashtext('product_variants.option_id'))`.execute(tx);
  const { rows } = await sql<{ option_id: number }>`
    insert into product_variants (product_id, option_id, name_ru, name_en, price_minor, stock, position)
    select ${productId}, coalesce(${variant.optionId}::integer, ${nextOptionId}),
      ${variant.name_ru}, ${variant.name_en}, ${Math.round(variant.price * 100)}, 0,
      (select coalesce(max(position) + 1, 0) from product_variants where product_id = ${productId})
    returning option_id`.execute(tx);
  const [added] = rows;
  if (!added) throw new Error("a variant was not added");
  return added.option_id;
}
