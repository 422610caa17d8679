import type { FileLine } from "../platform/file-reader.ts";
import { Unreadable } from "../platform/file-values.ts";
import { neededForNew, type ProductFields, productColumns, readFields, variantColumns } from "./import-columns.ts";
import type { KnownProducts } from "./import-known-sql.ts";
import type { ImportLabels } from "./import-labels.ts";
import { slugify } from "./import-terms.ts";
import { reservedSlugs } from "./reserved-slugs.ts";

/** A line as it waits to be written: what it changes, by the columns of the tables. */
export type ImportRow = {
  line: number;
  reference: string;
  /** Of the product: the file knows it, the shop does not. */
  is_new: boolean;
  /** The first line of its product, which tells of the product itself. */
  is_first: boolean;
  option_id: number;
  product: Record<string, unknown>;
  variant: Record<string, unknown>;
  /** Keys of pictures, names of files or URLs; null if the file has no such column. */
  images: string[] | null;
};

/** Where in the file a product stands. */
type Open = { reference: string; fields: Record<string, string>; position: number; options: Set<number> };

/**
 * Turns lines into rows, one after another: it remembers what the file has said so far.
 * @param now when what is new was published, unless the file says
 */
export function rowReader(known: KnownProducts, labels: ImportLabels, now: Date) {
  const seen = new Map<string, number>();
  const newSlugs = new Map<string, number>();
  let open: Open | undefined;

  /** @throws Unreadable in a sentence about the line. */
  return async ({ line, fields, wrong }: FileLine): Promise<ImportRow> => {
    if (wrong) throw new Unreadable(wrong);
    const reference = (fields["reference"] ?? "").trim();
    if (!/^[\p{L}\p{N}._/ -]{1,60}$/u.test(reference))
      throw new Unreadable(
        `reference is "${reference.slice(0, 60)}", but takes 1 to 60 letters, digits, spaces and . _ / -`,
      );
    if (Object.values(fields).some((value) => value.includes("\0"))) throw new Unreadable("holds a zero character");
    const isFirst = open?.reference !== reference;
    const before = seen.get(reference);
    if (isFirst && before !== undefined) throw new Unreadable(`the product stands in line ${before} already`);
    if (isFirst) open = { reference, fields, position: 0, options: new Set() };
    const at = open as Open;
    if (!isFirst) checkSame(at.fields, fields);
    seen.set(reference, line);
    const isNew = !known.references.has(reference);
    const missing = isNew ? neededForNew.filter((name) => !hasField(name, fields, at.fields)) : [];
    if (missing.length > 0) throw new Unreadable(`the product is new, and lacks ${missing.join(", ")}`);

    const product: ProductFields = isFirst ? readFields(productColumns, fields) : {};
    const variant = readFields(variantColumns, fields);
    const option = variant.option ?? 0;
    if (at.options.has(option) || (at.options.size > 0 && (option === 0 || at.options.has(0))))
      throw new Unreadable(
        option === 0 ? "a product with options names one in each line" : `option ${option} is there twice`,
      );
    at.options.add(option);
    const slug = isFirst ? slugOf(product, reference, isNew) : undefined;
    if (slug !== undefined) newSlugs.set(slug, line);
    return {
      line,
      reference,
      is_new: isNew,
      is_first: isFirst,
      option_id: option,
      product: isFirst
        ? { ...(isNew ? newProduct(now) : {}), ...(await productRow(labels, product)), ...(slug ? { slug } : {}) }
        : {},
      variant: { ...(isNew ? newVariant : {}), ...variantRow(variant), position: at.position++ },
      images: product.images ?? null,
    };
  };

  /** The address that a product is to have; undefined where it keeps the one it has. */
  function slugOf({ slug, name_en }: ProductFields, reference: string, isNew: boolean): string | undefined {
    const isFree = (wanted: string) =>
      !reservedSlugs.has(wanted) && !known.isTaken(wanted, reference) && !newSlugs.has(wanted);
    if (slug) {
      if (!isFree(slug)) throw new Unreadable(`slug "${slug}" is an address of something else`);
      return slug;
    }
    if (!isNew) return undefined;
    const own = [slugify(name_en ?? ""), slugify(`${name_en} ${reference}`)].find((one) => one !== "" && isFree(one));
    if (own === undefined) throw new Unreadable("no address can be made of the name; slug takes one");
    return own;
  }
}

/** Further lines of a product are about its options: what they say of the product itself is nothing, or the same. */
function checkSame(first: Record<string, string>, fields: Record<string, string>): void {
  const other = Object.keys(productColumns).find((name) => fields[name] && fields[name] !== first[name]);
  if (other) throw new Unreadable(`${other} differs from the first line of the product`);
}

function hasField(name: string, fields: Record<string, string>, first: Record<string, string>): boolean {
  return (fields[name] ?? "") !== "" || (name in productColumns && (first[name] ?? "") !== "");
}

/** The columns of a product's row. @throws Unreadable */
async function productRow(
  labels: ImportLabels,
  { category, brand, series, usages, tags, images: _images, slug: _slug, ...rest }: ProductFields,
): Promise<Record<string, unknown>> {
  const row: Record<string, unknown> = rest;
  if (category !== undefined) {
    const { id, path } = await labels.category(category);
    Object.assign(row, { category_id: id, category_path: path });
  }
  if (brand !== undefined) {
    const found = await labels.brand(brand);
    row["manufacturer_id"] = found.id;
    if (series !== undefined) row["series_id"] = series === null ? null : await labels.series(found, series);
  }
  if (usages !== undefined) row["usage_ids"] = await labels.concerns(usages);
  if (tags !== undefined) row["tag_ids"] = await labels.tags(tags);
  return row;
}

const newProduct = (now: Date) => ({
  status: "active",
  series_id: null,
  usage_ids: [],
  tag_ids: [],
  description_ru: "",
  description_en: "",
  composition: "",
  characteristics: [],
  hazard: "none",
  labels: [],
  published_at: now.toISOString(),
});
const newVariant = { name_ru: "", name_en: "" };

const variantNames: Record<string, string> = {
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

function variantRow(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const column = variantNames[name];
      return column ? [[column, value]] : [];
    }),
  );
}
