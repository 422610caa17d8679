import {
  findMissingTerms,
  findTakenValues,
  insertDraft,
  insertVariant,
  lockProduct,
  lockVariants,
} from "../../catalog/products/product-editing.ts";
import { slugify } from "../../catalog/import/taxonomy-terms.ts";
import { reservedSlugs } from "../../catalog/reserved-slugs.ts";
import type { Tx } from "../../platform/db/database.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import { refusals } from "../admin-schema.ts";
import type { AddedOption, CreatedProduct, CreateProductRequest } from "./admin-schema.ts";

/** What a product that does not exist yet is compared with. */
const noProduct = { id: 0, slug: "" };

/**
 * Creates a draft, with a variant if it has a price. Its address is made of the English name, as in an import.
 * @throws Refusal `reference_taken`, `barcode_taken`, `term_not_found`
 */
export async function createProduct(
  tx: Tx,
  { price, ...product }: CreateProductRequest,
  now: Date,
): Promise<CreatedProduct> {
  const { reference, barcode } = product;
  const taken = await findTakenValues(tx, noProduct, { reference, barcode });
  if (taken.reference) throw refuse(refusals, "reference_taken", { fields: { reference: ["nameTaken"] } });
  if (taken.barcode) throw refuse(refusals, "barcode_taken");
  const missing = await findMissingTerms(tx, { ...product, series_id: null, concern_ids: [], tag_ids: [] });
  if (missing.length > 0)
    throw refuse(refusals, "term_not_found", {
      fields: Object.fromEntries(missing.map((field) => [field, ["invalid"]])),
    });
  const slug = await chooseSlug(tx, product);
  const id = await insertDraft(tx, { ...product, slug }, now);
  if (price !== null) await insertVariant(tx, id, { optionId: 0, name_ru: "", name_en: "", price });
  return { id, slug };
}

/** Returns the first free address of those that the name, the reference and a number make. */
async function chooseSlug(tx: Tx, { name_en, reference }: CreateProductRequest | ProductNames): Promise<string> {
  const base = slugify(`${name_en} ${reference}`) || "product";
  for (const candidate of [slugify(name_en), base]) if (candidate && (await isFree(tx, candidate))) return candidate;
  for (let number = 2; ; number++) if (await isFree(tx, `${base}-${number}`)) return `${base}-${number}`;
}

type ProductNames = Readonly<{ name_en: string; reference: string }>;

async function isFree(tx: Tx, slug: string): Promise<boolean> {
  return !reservedSlugs.has(slug) && !(await findTakenValues(tx, noProduct, { slug })).slug;
}

/**
 * Adds an option to a product, or to a product without variants its only one.
 * @throws Refusal `not_found`; `validation_failed` for an option without names; `product_has_no_options` for a further
 * variant of a product without options
 */
export async function addOption(
  tx: Tx,
  productId: number,
  { name_ru, name_en, price }: { name_ru: string; name_en: string; price: number },
): Promise<AddedOption> {
  const variants = await lockVariants(tx, productId);
  if (!(await lockProduct(tx, productId))) throw refuse(commonRefusals, "not_found");
  const isOnlyVariant = variants.length === 0 && name_ru === "" && name_en === "";
  if (variants.some(({ option_id }) => option_id === 0)) throw refuse(refusals, "product_has_no_options");
  const missing = Object.entries({ name_ru, name_en }).flatMap(([name, value]) => (value === "" ? [name] : []));
  if (!isOnlyVariant && missing.length > 0)
    throw refuse(commonRefusals, "validation_failed", {
      fields: Object.fromEntries(missing.map((name) => [name, ["required"]])),
    });
  const optionId = await insertVariant(tx, productId, {
    ...{ optionId: isOnlyVariant ? 0 : null, name_ru, name_en, price },
  });
  return { product_id: productId, option_id: optionId };
}
