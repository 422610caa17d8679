import { type Sides, sidesIn } from "../delivery/box.ts";
import { hazards } from "../delivery/hazards.ts";
import type { FileColumns } from "../platform/file-reader.ts";
import {
  amount,
  list,
  matching,
  moment,
  oneOf,
  orNull,
  quoted,
  type Reader,
  reject,
  text,
  Unreadable,
  wholeNumber,
} from "../platform/file-values.ts";
import { cleanText } from "./clean-text.ts";

const roubles = amount("roubles above zero, such as 1290 or 1290.50", { least: 1 });
const decimal = orNull(matching(/^(?!0+(\.0+)?$)\d{1,8}(\.\d{1,2})?$/, "an amount above zero, such as 150 or 7.5"));
const LONGEST_MM = 5000;
const size: Reader<Sides> = (value) => {
  const sides = sidesIn(/^\d{1,4}x\d{1,4}x\d{1,4}$/.test(value) ? value : "");
  return sides[2] > 0 && sides[0] <= LONGEST_MM
    ? sides
    : reject(`three sides in millimetres with the pack, up to ${LONGEST_MM}, such as 180x60x40`);
};
const CHARACTERISTIC = ["name_ru", "name_en", "value_ru", "value_en"] as const;
const characteristics: Reader = (value) => {
  if (value === "") return [];
  const wanted = `a JSON list of {${CHARACTERISTIC.join(", ")}}`;
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    return reject(wanted);
  }
  const isWhole = (one: unknown) =>
    typeof one === "object" &&
    one !== null &&
    CHARACTERISTIC.every((name) => name in one && typeof one[name as never] === "string");
  return Array.isArray(parsed) && parsed.every(isWhole) ? parsed : reject(wanted);
};
const html: Reader<string> = (value) => cleanText(text(0, 50_000)(value));
const address = matching(/^[a-z0-9-]{1,150}$/, "small Latin letters, digits and hyphens");

/** What is told of a product; in a file these stand on its first line. */
export const productColumns = {
  slug: orNull(address),
  status: oneOf("active", "hidden", "discontinued"),
  category: list,
  brand: text(1, 100),
  series: orNull(text(1, 100)),
  usages: list,
  tags: list,
  name_ru: text(1, 300),
  name_en: text(1, 300),
  description_ru: html,
  description_en: html,
  composition: text(0, 20_000),
  characteristics,
  barcode: orNull(matching(/^[0-9A-Za-z-]{4,40}$/, "4 to 40 digits")),
  customs_name_en: text(1, 200),
  hs_code: matching(/^[0-9.]{4,14}$/, "digits and dots"),
  hazard: oneOf(...hazards),
  weight_g: wholeNumber(1),
  size_mm: orNull(size),
  net_amount: decimal,
  net_unit: orNull(text(1, 20)),
  months_opened: orNull(wholeNumber(1)),
  own_qty_limit: orNull(wholeNumber(1)),
  labels: list,
  published_at: moment,
  images: list,
} satisfies Record<string, Reader>;

/** What is told of each form of a product. */
export const variantColumns = {
  option: (value: string) => (value === "" ? 0 : wholeNumber(0)(value)),
  option_ru: text(0, 200),
  option_en: text(0, 200),
  swatch: orNull(matching(/^#[0-9A-F]{6}$/, "a colour such as #C8102E")),
  option_weight_g: orNull(wholeNumber(1)),
  option_size_mm: orNull(size),
  option_net_amount: decimal,
  price: roubles,
  old_price: orNull(roubles),
  sale_ends_at: orNull(moment),
  stock: wholeNumber(0),
} satisfies Record<string, Reader>;

/** Every column of a file of products, in the order of an export. */
export const columnNames = ["reference", ...Object.keys(productColumns), ...Object.keys(variantColumns)];

export const fileColumns: FileColumns = { names: columnNames, required: ["reference"], needs: { series: "brand" } };

/** What a product that is new to the shop cannot do without. */
export const neededForNew = [
  ...["name_ru", "name_en", "category", "brand", "customs_name_en", "hs_code", "weight_g", "images", "price", "stock"],
] as const;

type Fields<C extends Record<string, Reader>> = { [K in keyof C]?: ReturnType<C[K]> };
export type ProductFields = Fields<typeof productColumns>;

/** The fields of a line by their columns. @throws Unreadable naming the column and what it takes. */
export function readFields<C extends Record<string, Reader>>(
  columns: C,
  fields: Readonly<Record<string, string>>,
): Fields<C> {
  const read: Fields<C> = {};
  for (const name of Object.keys(columns) as (keyof C & string)[]) {
    const value = fields[name];
    const reader = columns[name];
    if (value === undefined || !reader) continue;
    try {
      read[name] = reader(value.trim()) as ReturnType<C[typeof name]>;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      throw new Unreadable(`${name} is ${quoted(value)}, but ${error.message}`);
    }
  }
  return read;
}
