import { buildSeoTexts } from "../../catalog/seo/build-seo-texts.ts";
import type { EditedProductRow, EditedVariantRow } from "../../catalog/products/product-editing.ts";
import type { FieldChange } from "../../platform/audit/audit-log.ts";
import { parseVariantField, type ProductValues, type VariantField, type VariantValues } from "./admin-schema.ts";

const formatSize = (sides: readonly number[] | null) => sides?.join("x") ?? null;
const parseSize = (size: string | null) => size?.split("x").map(Number) ?? null;
const toLines = (text: string) => text.replaceAll("\r\n", "\n");
const toRubles = (minor: number) => minor / 100;
const toKopecks = (rubles: number) => Math.round(rubles * 100);

/** Columns whose values are those of the fields. */
const sameColumns = [
  ...(["name_ru", "name_en", "slug", "barcode", "brand_id", "series_id", "category_id", "hs_code"] as const),
  ...(["customs_name_en", "origin_country", "net_weight_g", "hazard", "weight_g", "net_amount", "net_unit"] as const),
  ...(["months_opened", "own_qty_limit"] as const),
] as const;
type SameColumn = (typeof sameColumns)[number];

/** The values of the fields that are columns. */
export type ColumnValues = Omit<ProductValues, "pictures">;

/** Converts the row of a product to the values of its fields in the API. */
export function toProductValues(row: EditedProductRow): ColumnValues {
  const same = Object.fromEntries(sameColumns.map((name) => [name, row[name]])) as Pick<ProductValues, SameColumn>;
  const { "ru-RU": ru, "en-US": en } = row.seo;
  return {
    ...same,
    // As a form has them.
    ...{ description_ru: toLines(row.description_ru), description_en: toLines(row.description_en) },
    composition: toLines(row.composition),
    // In the order of the database.
    characteristics: row.characteristics.map(({ name_en, name_ru, value_en, value_ru }) => ({
      ...{ name_en, name_ru, value_en, value_ru },
    })),
    concern_ids: row.concern_ids.toSorted((a, b) => a - b),
    tag_ids: row.tag_ids.toSorted((a, b) => a - b),
    size_mm: formatSize(row.size_mm),
    ...{ seo_title_ru: ru?.title ?? null, seo_title_en: en?.title ?? null },
    ...{ seo_description_ru: ru?.description ?? null, seo_description_en: en?.description ?? null },
  };
}

/** Converts the row of a variant to the values of its fields in the API. */
export function toVariantValues(row: EditedVariantRow): VariantValues {
  const { name_ru, name_en, swatch, price_minor, old_price_minor, weight_g, size_mm, net_amount } = row;
  return {
    ...{ name_ru, name_en, swatch, price: toRubles(price_minor) },
    old_price: old_price_minor === null ? null : toRubles(old_price_minor),
    ...{ weight_g, size_mm: formatSize(size_mm), net_amount },
  };
}

/** The columns of a product that changes set, and those of its variants by their options. */
export type ChangedColumns = {
  product: Partial<EditedProductRow>;
  variants: ReadonlyMap<number, Partial<EditedVariantRow>>;
};

/** Converts changes of fields to columns, but not those of pictures. @param row the row before the changes */
export function toColumns(row: EditedProductRow, changes: readonly FieldChange[]): ChangedColumns {
  const values: Record<string, unknown> = {};
  const variants = new Map<number, Partial<EditedVariantRow>>();
  for (const { field, to } of changes) {
    const variant = parseVariantField(field);
    if (field === "pictures") continue;
    if (!variant) values[field] = to;
    else variants.set(variant.optionId, { ...variants.get(variant.optionId), ...toVariantColumn(variant.field, to) });
  }
  const { seo_title_ru, seo_title_en, seo_description_ru, seo_description_en, size_mm, ...columns } =
    values as Partial<ColumnValues>;
  const seoFields = { seo_title_ru, seo_title_en, seo_description_ru, seo_description_en };
  const hasSeo = Object.values(seoFields).some((value) => value !== undefined);
  return {
    product: {
      ...columns,
      ...(size_mm === undefined ? {} : { size_mm: parseSize(size_mm) }),
      ...(hasSeo ? { seo: buildSeoTexts({ ...toProductValues(row), ...omitUndefined(seoFields) }) } : {}),
    },
    variants,
  };
}

function omitUndefined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

function toVariantColumn(field: VariantField, value: unknown): Partial<EditedVariantRow> {
  if (field === "price") return { price_minor: toKopecks(value as number) };
  if (field === "old_price") return { old_price_minor: value === null ? null : toKopecks(value as number) };
  if (field === "size_mm") return { size_mm: parseSize(value as string | null) };
  return { [field]: value };
}
