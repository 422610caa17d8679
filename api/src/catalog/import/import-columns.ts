import { type Sides, parseSides } from "../../delivery/box.ts";
import { hazardClasses } from "../../delivery/hazard-classes.ts";
import type { FileColumns } from "../../platform/data-files/file-reader.ts";
import {
  amountParser,
  parseList,
  patternParser,
  parseIsoDateTime,
  enumParser,
  nullableParser,
  quoteValue,
  type FieldParser,
  rejectField,
  textParser,
  InvalidFieldError,
  integerParser,
} from "../../platform/data-files/field-parsers.ts";
import { sanitizeProductHtml } from "../products/sanitize-html.ts";

const rubles = amountParser("rubles above zero, such as 1290 or 1290.50", { min: 1 });
const decimal = nullableParser(
  patternParser(/^(?!0+(\.0+)?$)\d{1,8}(\.\d{1,2})?$/, "an amount above zero, such as 150 or 7.5"),
);
const MAX_SIDE_MM = 5000;
const size: FieldParser<Sides> = (value) => {
  const sides = parseSides(/^\d{1,4}x\d{1,4}x\d{1,4}$/.test(value) ? value : "");
  return sides[2] > 0 && sides[0] <= MAX_SIDE_MM
    ? sides
    : rejectField(`three sides in millimetres with the pack, up to ${MAX_SIDE_MM}, such as 180x60x40`);
};
const CHARACTERISTIC_KEYS = ["name_ru", "name_en", "value_ru", "value_en"] as const;
const characteristics: FieldParser = (value) => {
  if (value === "") return [];
  const expected = `a JSON list of {${CHARACTERISTIC_KEYS.join(", ")}}`;
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    return rejectField(expected);
  }
  const isCharacteristic = (item: unknown) =>
    typeof item === "object" &&
    item !== null &&
    CHARACTERISTIC_KEYS.every((name) => name in item && typeof item[name as never] === "string");
  return Array.isArray(parsed) && parsed.every(isCharacteristic) ? parsed : rejectField(expected);
};
const html: FieldParser<string> = (value) => sanitizeProductHtml(textParser(0, 50_000)(value));
const productSlug = patternParser(/^[a-z0-9-]{1,150}$/, "lowercase Latin letters, digits and hyphens");

/** The columns of a product. They are read from the first line of the product. */
export const productColumns = {
  slug: nullableParser(productSlug),
  status: enumParser("active", "hidden", "discontinued", "draft"),
  category: parseList,
  brand: textParser(1, 100),
  series: nullableParser(textParser(1, 100)),
  concerns: parseList,
  tags: parseList,
  name_ru: textParser(1, 300),
  name_en: textParser(1, 300),
  description_ru: html,
  description_en: html,
  composition: textParser(0, 20_000),
  characteristics,
  barcode: nullableParser(patternParser(/^[0-9A-Za-z-]{4,40}$/, "4 to 40 digits")),
  customs_name_en: textParser(1, 200),
  hs_code: patternParser(/^[0-9.]{4,14}$/, "digits and dots"),
  origin_country: patternParser(/^[A-Z]{2}$/, "the code of a country, such as JP"),
  net_weight_g: nullableParser(integerParser(1)),
  hazard: enumParser(...hazardClasses),
  weight_g: integerParser(1),
  size_mm: nullableParser(size),
  net_amount: decimal,
  net_unit: nullableParser(textParser(1, 20)),
  months_opened: nullableParser(integerParser(1)),
  own_qty_limit: nullableParser(integerParser(1)),
  labels: parseList,
  published_at: parseIsoDateTime,
  images: parseList,
} satisfies Record<string, FieldParser>;

/** The columns of a variant. */
export const variantColumns = {
  option: (value: string) => (value === "" ? 0 : integerParser(0)(value)),
  option_ru: textParser(0, 200),
  option_en: textParser(0, 200),
  swatch: nullableParser(patternParser(/^#[0-9A-F]{6}$/, "a colour such as #C8102E")),
  option_weight_g: nullableParser(integerParser(1)),
  option_size_mm: nullableParser(size),
  option_net_amount: decimal,
  price: rubles,
  old_price: nullableParser(rubles),
  sale_ends_at: nullableParser(parseIsoDateTime),
  stock: integerParser(0),
} satisfies Record<string, FieldParser>;

/** All columns of a product file, in the order of an export. */
export const columnNames = ["reference", ...Object.keys(productColumns), ...Object.keys(variantColumns)];

export const fileColumns: FileColumns = { names: columnNames, required: ["reference"], dependsOn: { series: "brand" } };

/** The columns that a new product requires. */
export const requiredForNew = [
  "name_ru",
  "name_en",
  "category",
  "brand",
  "customs_name_en",
  "hs_code",
  "weight_g",
  "images",
  "price",
  "stock",
] as const;

type Fields<C extends Record<string, FieldParser>> = { [K in keyof C]?: ReturnType<C[K]> };
export type ProductFields = Fields<typeof productColumns>;

/**
 * Parses the fields of a line. Columns missing from the file are omitted.
 * @throws InvalidFieldError
 */
export function parseFields<C extends Record<string, FieldParser>>(
  columns: C,
  fields: Readonly<Record<string, string>>,
): Fields<C> {
  const result: Fields<C> = {};
  for (const name of Object.keys(columns) as (keyof C & string)[]) {
    const value = fields[name];
    const parse = columns[name];
    if (value === undefined || !parse) continue;
    try {
      result[name] = parse(value.trim()) as ReturnType<C[typeof name]>;
    } catch (error) {
      if (!(error instanceof InvalidFieldError)) throw error;
      throw new InvalidFieldError(`${name} is ${quoteValue(value)}, but ${error.message}`);
    }
  }
  return result;
}
