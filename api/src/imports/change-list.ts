import { serializeThumbnail } from "../content/images.ts";
import type { Db } from "../platform/db/database.ts";
import type { ChangeListQuery, ImportChangePage, ListedChange } from "./admin-schema.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { getGrowth } from "./growth.ts";
import { formatEffect, formatProblem, getFieldName } from "./problem-texts.ts";
import { listChanges, type ListedChangeRow, listTermNames } from "./query-sql.ts";

type Cost = { cost_minor: number; currency: string };
type FieldValue = ListedChange["fields"][number]["from"];

const termColumns = ["brand_id", "category_id", "series_id"] as const;
type TermColumn = (typeof termColumns)[number];
/** Columns that follow from another one. */
const hiddenColumns: ReadonlySet<string> = new Set(["category_path", "variant.position", "published_at"]);
const MAX_TEXT = 300;
/** What is shown of a new product; the rest is what every draft has. */
const newProductColumns: ReadonlySet<string> = new Set([
  ...["name_ru", "brand_id", "category_id", "weight_g", "variant.price_minor", "variant.cost", "variant.stock"],
]);

type ChangeFormat = Readonly<{ getMinorDigits: (currency: string) => number; locale: Locale }>;

/** Returns a page of the changes of an import. @param format.getMinorDigits returns the decimals of a currency */
export async function getChangePage(
  db: Db,
  importId: number,
  query: ChangeListQuery,
  { getMinorDigits, locale }: ChangeFormat,
): Promise<ImportChangePage> {
  const { rows, total } = await listChanges(db, importId, query, locale);
  const listIds = (column: TermColumn) =>
    rows.flatMap(({ values }) => [...(values[column] ?? [])].filter((id) => typeof id === "number"));
  const termNames = await listTermNames(db, {
    ...{ brand_id: listIds("brand_id"), category_id: listIds("category_id"), series_id: listIds("series_id") },
  });
  const items = rows.map((row) => ({
    ...{ line: row.line, kind: row.kind, product_id: row.product_id, reference: row.reference, name: row.name },
    image: row.image && serializeThumbnail(row.image, ""),
    is_outlier: row.is_outlier,
    effects: row.effects.map((effect) => ({ code: effect.code, text: formatEffect(locale, effect) })),
    problem: row.problem && { code: row.problem.code, text: formatProblem(locale, row.problem) },
    is_included: row.is_included,
    fields: listFields(row, termNames, { getMinorDigits, locale }),
  }));
  return { items, total, page: query.page };
}

function listFields(
  { kind, values }: ListedChangeRow,
  termNames: ReadonlyMap<string, string>,
  { getMinorDigits, locale }: ChangeFormat,
): ListedChange["fields"] {
  const shown = Object.entries(values).filter(
    ([name]) => !hiddenColumns.has(name) && (kind !== "new" || newProductColumns.has(name)),
  );
  return shown.map(([name, pair]) => {
    const column = name.replace("variant.", "");
    const growth = column === "cost" || column === "price_minor" ? getGrowth(pair) || null : null;
    const [from, to] = pair.map((value) => toFieldValue(column, value, { termNames, getMinorDigits }));
    const currency = column.endsWith("_minor") ? "RUB" : ((pair[1] as Cost | null)?.currency ?? null);
    const field = getFieldOfColumn(name);
    return {
      ...{ field, name: getFieldName(locale, field) },
      ...{ from: from ?? null, to: to ?? null, growth },
      currency: column === "cost" || column.endsWith("_minor") ? currency : null,
    };
  });
}

/** Returns the field of the product file that a column is. */
function getFieldOfColumn(name: string): string {
  const column = name.replace("variant.", "").replace(/_minor$|_ids?$/, "");
  const optionFields: Readonly<Record<string, string>> = {
    ...{ name_ru: "option_ru", name_en: "option_en", weight_g: "option_weight_g", size_mm: "option_size_mm" },
    net_amount: "option_net_amount",
  };
  const plurals: Readonly<Record<string, string>> = { concern: "concerns", tag: "tags" };
  return (name.startsWith("variant.") ? optionFields[column] : plurals[column]) ?? column;
}

function toFieldValue(
  column: string,
  value: unknown,
  {
    termNames,
    getMinorDigits,
  }: { termNames: ReadonlyMap<string, string>; getMinorDigits: (currency: string) => number },
): FieldValue {
  if (value === null || value === undefined) return null;
  if (column === "cost") {
    const { cost_minor, currency } = value as Cost;
    return cost_minor / 10 ** getMinorDigits(currency);
  }
  if (column.endsWith("_minor")) return Number(value) / 100;
  if (termColumns.includes(column as TermColumn)) return termNames.get(`${column} ${Number(value)}`) ?? Number(value);
  if (Array.isArray(value)) return value.map(String).join(", ").slice(0, MAX_TEXT);
  if (typeof value === "number") return value;
  return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, MAX_TEXT);
}
