import type { FileLine } from "../../platform/data-files/file-reader.ts";
import { InvalidFieldError } from "../../platform/data-files/field-parsers.ts";
import { requiredForNew, type ProductFields, productColumns, parseFields, variantColumns } from "./import-columns.ts";
import type { Tx } from "../../platform/db/database.ts";
import { TemporaryMap } from "../../platform/db/temporary-map.ts";
import { type ExistingProducts, loadExistingProducts } from "./existing-records.ts";
import type { ImportTaxonomy } from "./import-taxonomy.ts";
import { slugify } from "./taxonomy-terms.ts";
import { reservedSlugs } from "../reserved-slugs.ts";

/** A staged line: the values that it sets, by table column. */
export type ImportRow = {
  line: number;
  reference: string;
  /** Whether the product does not exist yet. */
  is_new: boolean;
  /** Whether it has the product fields: the first line of its product, in a partial file the first with any of them. */
  is_first: boolean;
  option_id: number;
  product: Record<string, unknown>;
  variant: Record<string, unknown>;
  /** Image keys, file names or URLs; null if the file has no such column. */
  images: string[] | null;
};

/** The product that is being read: its first line, and its options so far. */
type ProductState = { reference: string; fields: Record<string, string>; position: number; options: number[] };

/** A product that earlier lines have: the last of these, and with options in a partial file, whose lines may be apart, its state. */
type SeenProduct = { line: number; state?: ProductState | undefined };
/** What the store and the earlier lines have of the references and slugs of some lines. */
type Known = Readonly<{ existing: ExistingProducts; products: Map<string, SeenProduct>; slugs: Map<string, number> }>;

export type RowReaderOptions = Readonly<{
  /** The publication time of new products, unless the file has one. */
  now: Date;
  /**
   * Whether lines are about variants, in any order: options that the file does not have stay, and new products are
   * drafts, which may lack what publishing needs.
   */
  isPartial?: boolean;
}>;

/** What a draft requires. Its HS code and customs name may follow, and its price, with which it gets its variant. */
const requiredForDraft = ["name_ru", "name_en", "category", "brand", "weight_g"] as const;

/** A line with the row that it is, or with what is wrong in it. */
export type ReadLine = Readonly<{ line: FileLine; row: ImportRow | null; problem?: string }>;

/**
 * Creates a function that converts the next lines of a file to rows, in file order. It keeps track of products, options
 * and slugs seen so far in temporary tables: memory depends on the number of lines that are converted together.
 */
export async function createRowReader(
  db: Tx,
  taxonomy: ImportTaxonomy,
  options: RowReaderOptions,
): Promise<(lines: readonly FileLine[]) => Promise<ReadLine[]>> {
  const readRow = createSingleRowReader(taxonomy, options);
  const seenProducts = await TemporaryMap.create<SeenProduct>(db, "import_products");
  const seenSlugs = await TemporaryMap.create<number>(db, "import_slugs");
  return async (lines) => {
    // The database has no null characters; such lines cannot be read.
    const readable = (texts: readonly string[]) => texts.filter((text) => !text.includes("\0"));
    const references = readable(lines.map(getTrimmedReference));
    const slugs = readable(lines.flatMap(({ fields }) => listPossibleSlugs(fields)));
    const known: Known = {
      existing: await loadExistingProducts(db, { references, slugs }),
      products: await seenProducts.get(references),
      slugs: await seenSlugs.get(slugs),
    };
    const read: ReadLine[] = [];
    for (const line of lines)
      try {
        read.push({ line, row: await readRow(line, known) });
      } catch (error) {
        if (!(error instanceof InvalidFieldError)) throw error;
        read.push({ line, row: null, problem: error.message });
      }
    await seenProducts.set(known.products);
    await seenSlugs.set(known.slugs);
    return read;
  };
}

const getTrimmedReference = ({ fields }: FileLine) => (fields["reference"] ?? "").trim();

function createSingleRowReader(taxonomy: ImportTaxonomy, { now, isPartial = false }: RowReaderOptions) {
  let currentProduct: ProductState | undefined;
  const requiredFields: readonly string[] = isPartial ? requiredForDraft : requiredForNew;

  /** @throws InvalidFieldError with what is wrong in the line */
  return async (fileLine: FileLine, { existing, products, slugs }: Known): Promise<ImportRow> => {
    const { line, fields, error } = fileLine;
    if (error) throw new InvalidFieldError(error);
    const reference = requireReference(getTrimmedReference(fileLine));
    if (Object.values(fields).some((value) => value.includes("\0")))
      throw new InvalidFieldError("contains a null character");
    const seen = products.get(reference);
    if (currentProduct?.reference !== reference) currentProduct = seen?.state;
    else if (seen?.state) seen.state = currentProduct;
    const isFirst = currentProduct === undefined;
    if (isFirst && seen) throw new InvalidFieldError(`line ${seen.line} already has this product`);
    const state: ProductState = currentProduct ?? { reference, fields, position: 0, options: [] };
    currentProduct = state;
    const isNewProduct = !existing.references.has(reference);
    const hasProduct = isFirst || (isPartial && !isNewProduct && !hasProductFields(state.fields));
    if (hasProduct) state.fields = fields;
    else assertSameProductFields(state.fields, fields);
    products.set(reference, { line, state: seen?.state });
    const missing = isNewProduct ? requiredFields.filter((name) => !hasField(name, fields, state.fields)) : [];
    if (missing.length > 0) throw new InvalidFieldError(`the product is new, and lacks ${missing.join(", ")}`);

    const emptyColumns = existing.emptyColumns.get(reference) ?? new Set();
    const product: ProductFields = hasProduct ? parseFields(productColumns, omitEmpty(fields, emptyColumns)) : {};
    const variant = parseFields(variantColumns, fields);
    const option = variant.option ?? 0;
    addOption(state, option);
    if (isPartial && option > 0) products.set(reference, { line, state });
    const isFree = (slug: string) => !reservedSlugs.has(slug) && !existing.isTaken(slug, reference) && !slugs.has(slug);
    const slug = hasProduct ? chooseSlug(product, reference, { isNewProduct, isFree }) : undefined;
    if (slug !== undefined) slugs.set(slug, line);
    return {
      ...{ line, reference, is_new: isNewProduct, is_first: hasProduct, option_id: option },
      product: hasProduct
        ? {
            ...(isNewProduct ? getNewProductDefaults(now, isPartial) : {}),
            ...(await toProductColumns(taxonomy, product)),
            ...(slug ? { slug } : {}),
          }
        : {},
      variant: buildVariant(variant, state, { isNewProduct, isPartial }),
      images: product.images ?? null,
    };
  };
}

function buildVariant(
  fields: Record<string, unknown>,
  state: ProductState,
  { isNewProduct, isPartial }: { isNewProduct: boolean; isPartial: boolean },
): Record<string, unknown> {
  return {
    ...(isNewProduct ? NEW_VARIANT_DEFAULTS : {}),
    ...(isNewProduct && isPartial ? { stock: 0 } : {}),
    ...toVariantColumns(fields),
    ...(isNewProduct || !isPartial ? { position: state.position++ } : {}),
  };
}

/** Returns the new slug of a product, or undefined if it keeps its slug. @throws InvalidFieldError if none is free */
function chooseSlug(
  { slug, name_en }: ProductFields,
  reference: string,
  { isNewProduct, isFree }: { isNewProduct: boolean; isFree: (slug: string) => boolean },
): string | undefined {
  if (slug) {
    if (!isFree(slug)) throw new InvalidFieldError(`slug "${slug}" is already used by another page`);
    return slug;
  }
  if (!isNewProduct) return undefined;
  const generatedSlug = generateSlugs(name_en ?? "", reference).find(isFree);
  if (generatedSlug === undefined) throw new InvalidFieldError("no slug can be derived from the name; slug takes one");
  return generatedSlug;
}

/** Returns the slugs that a new product can get, in the order of preference. */
const generateSlugs = (name: string, reference: string) =>
  [slugify(name), slugify(`${name} ${reference}`)].filter((slug) => slug !== "");

/** Returns the slugs that the product of a line may get. */
function listPossibleSlugs(fields: Readonly<Record<string, string>>): string[] {
  const [slug = "", name = "", reference = ""] = ["slug", "name_en", "reference"].map((field) => fields[field]?.trim());
  return slug === "" ? generateSlugs(name, reference) : [slug];
}

/** @throws InvalidFieldError if the reference is missing or has other characters than allowed */
function requireReference(reference: string): string {
  if (!/^[\p{L}\p{N}._/ -]{1,60}$/u.test(reference))
    throw new InvalidFieldError(
      `reference is "${reference.slice(0, 60)}", but takes 1 to 60 letters, digits, spaces and . _ / -`,
    );
  return reference;
}

/**
 * Adds the option of a line to those of its product; 0 is a product without options.
 * @throws InvalidFieldError if the option appears twice, or if only some lines of the product have one
 */
function addOption({ options }: ProductState, option: number): void {
  if (options.includes(option) || (options.length > 0 && (option === 0 || options.includes(0))))
    throw new InvalidFieldError(
      option === 0 ? "every line of a product with options must have an option" : `option ${option} appears twice`,
    );
  options.push(option);
}

/**
 * Checks a further line of a product, which is for an option: its product fields must be empty or equal to those of the
 * first line.
 * @throws InvalidFieldError
 */
function assertSameProductFields(first: Record<string, string>, fields: Record<string, string>): void {
  const changedColumn = Object.keys(productColumns).find((name) => fields[name] && fields[name] !== first[name]);
  if (changedColumn) throw new InvalidFieldError(`${changedColumn} differs from the first line of the product`);
}

/** Returns the fields without those of `columns` that are empty. */
const omitEmpty = (fields: Record<string, string>, columns: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value.trim() !== "" || !columns.has(name)));

/** Whether a line says anything about the product. */
const hasProductFields = (fields: Record<string, string>) =>
  Object.keys(productColumns).some((name) => fields[name] !== undefined);

function hasField(name: string, fields: Record<string, string>, first: Record<string, string>): boolean {
  return (fields[name] ?? "") !== "" || (name in productColumns && (first[name] ?? "") !== "");
}

/**
 * Converts product fields of a file to table columns.
 * @throws InvalidFieldError
 */
async function toProductColumns(
  taxonomy: ImportTaxonomy,
  { category, brand, series, concerns, tags, images: _images, slug: _slug, ...rest }: ProductFields,
): Promise<Record<string, unknown>> {
  const row: Record<string, unknown> = rest;
  if (category !== undefined) {
    const { id, path } = await taxonomy.resolveCategory(category);
    Object.assign(row, { category_id: id, category_path: path });
  }
  if (brand !== undefined) {
    const brandTerm = await taxonomy.resolveBrand(brand);
    row["brand_id"] = brandTerm.id;
    if (series !== undefined)
      row["series_id"] = series === null ? null : await taxonomy.resolveSeries(brandTerm, series);
  }
  if (concerns !== undefined) row["concern_ids"] = await taxonomy.resolveConcerns(concerns);
  if (tags !== undefined) row["tag_ids"] = await taxonomy.resolveTags(tags);
  return row;
}

const getNewProductDefaults = (now: Date, isDraft: boolean) => ({
  status: isDraft ? "draft" : "active",
  ...(isDraft ? { hs_code: "", customs_name_en: "" } : {}),
  series_id: null,
  concern_ids: [],
  tag_ids: [],
  description_ru: "",
  description_en: "",
  composition: "",
  characteristics: [],
  hazard: "none",
  origin_country: "JP",
  labels: [],
  published_at: now.toISOString(),
});
const NEW_VARIANT_DEFAULTS = { name_ru: "", name_en: "" };

const variantColumnNames: Record<string, string> = {
  option_ru: "name_ru",
  option_en: "name_en",
  swatch: "swatch",
  option_weight_g: "weight_g",
  option_size_mm: "size_mm",
  option_net_amount: "net_amount",
  price: "price_minor",
  old_price: "old_price_minor",
  sale_ends_at: "sale_ends_at",
  stock: "stock",
};

function toVariantColumns(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const column = variantColumnNames[name];
      return column ? [[column, value]] : [];
    }),
  );
}
